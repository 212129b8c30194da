// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/cluster_picture.h"
#include "model/analysis/statistical_wall.h"
#include "model/catalogue/shipped_scenarios.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

/// The cluster diagram and the statistical wall match the step and the run they are drawn from.
class ClusterPictureTest : public QObject {
    Q_OBJECT

private slots:
    void linkTrafficMatchesTheStep()
    {
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            const ClusterPicture p = clusterPicture(a);
            for (const ClusterLink& l : p.links) {
                const double beyond = a.step.traffic.of(LinkLevel::spine);
                const double sent = l.level == LinkLevel::leaf ? a.step.traffic.of(LinkLevel::leaf) + beyond
                                                               : a.step.traffic.of(l.level);
                VERIFY_CLOSE(l.bytes, sent, 1e-9);
                QVERIFY(l.busy_s * l.bandwidth_Bps == 0 || test::close(l.busy_s * l.bandwidth_Bps, l.bytes, 1e-9));
            }
            QVERIFY(p.nodes * p.gpus_per_node >= p.gpus);
        }
    }
    void aTorusGroupUsesTheLinksOfItsAxes()
    {
        const auto shareOfLinks = [](std::string_view id) {
            const Analysis a = analyze(test::preset(id));
            const Cluster& c = a.scenario.cluster;
            return clusterPicture(a).links.front().bandwidth_Bps / (c.scale_up_bandwidth * c.scale_up_efficiency);
        };
        QVERIFY2(test::close(shareOfLinks("llama2-70b-256xtpuv6e"), 1, 1e-9), "one group over the whole slice");
        const double tensor = shareOfLinks("palm-540b-4096xtpuv4");
        QVERIFY2(tensor > 1.0 / 3 && tensor < 2.0 / 3, "tensor parallelism along one axis of three, weights along two");
    }
    void oneGpuIsNoGpus()
    {
        const Scenario s = test::edited(test::preset("llama3-8b-64xh100"), {{"cluster.gpus", "1"}});
        QVERIFY(clusterSentence(clusterPicture(analyze(s))).starts_with("1 GPU in 1 node: "));
    }
    void aTorusSliceIsDrawnAsOneUnit()
    {
        const auto pictureOf = [](const char* gpus) {
            return clusterPicture(
                analyze(test::edited(test::preset("palm-540b-4096xtpuv4"), {{"cluster.gpus", gpus}})));
        };
        const ClusterPicture pod = pictureOf("4096");
        QCOMPARE(pod.slice, std::vector<TorusSide>(3, {16, true}));
        QCOMPARE(sliceLabel(pod), "torus of 16 × 16 × 16");
        QVERIFY(clusterSentence(pod).starts_with("4096 GPUs in 1 slice, a torus of 16 × 16 × 16: the busiest link is "
                                                 "inside the slice"));
        QVERIFY(clusterSentence(pictureOf("8192")).starts_with("8192 GPUs in 2 slices, each a torus of"));
        const ClusterPicture nodes = clusterPicture(analyze(test::preset("llama3-70b-512xh100")));
        QVERIFY(nodes.slice.empty() && sliceLabel(nodes).empty());
        QCOMPARE(linkLabel(nodes, LinkLevel::node), "inside the node");
    }
    void theBottleneckIsTheBusiestLink()
    {
        const ClusterPicture p = clusterPicture(analyze(test::preset("llama3-70b-512xh100")));
        QVERIFY(p.bottleneck);
        for (const ClusterLink& l : p.links)
            QVERIFY(l.busy_s <= p.links[*p.bottleneck].busy_s);
        QVERIFY(clusterSentence(p).find(linkLabel(p, p.links[*p.bottleneck].level)) != std::string::npos);
    }
    void anOversubscribedSpineIsSlower()
    {
        const Scenario s = test::edited(test::preset("llama3-70b-512xh100"), {{"cluster.pod_gpus", "64"}});
        const Scenario over = test::edited(s, {{"cluster.oversubscription", "4"}});
        const auto spine = [](const Scenario& of) {
            const ClusterPicture p = clusterPicture(analyze(of));
            return std::ranges::find(p.links, LinkLevel::spine, &ClusterLink::level)->bandwidth_Bps;
        };
        VERIFY_CLOSE(spine(s), 4 * spine(over), 1e-9);
    }
    void oneGpuHasNoLinks()
    {
        const ClusterPicture p =
            clusterPicture(analyze(test::edited(test::preset("knee-simulator"), {{"cluster.gpus", "1"}})));
        QVERIFY(p.links.empty() && !p.bottleneck);
    }

    void theStatisticalWallPassesThroughTheCurrentRun()
    {
        for (const char* id : {"suspect-large-batch", "llama3-8b-64xh100", "knee-simulator"}) {
            const Analysis a = analyze(test::preset(id));
            const StatisticalWall w = statisticalWall(a);
            QVERIFY(!w.points.empty());
            VERIFY_CLOSE(w.present.time_s, a.training.time_s, 1e-9);
            VERIFY_CLOSE(w.present.useful + w.present.wasted, a.training.steps * a.step.global_batch, 1e-9);
        }
    }
    void halfTheExamplesAreWastedAtTheCriticalBatch()
    {
        const StatisticalWall w = statisticalWall(analyze(test::preset("suspect-large-batch")));
        QVERIFY(w.critical_batch > 0);
        for (const WallPoint& p : w.points)
            VERIFY_CLOSE(p.wasted / p.useful, p.batch / w.critical_batch, 1e-9);
        for (std::size_t i = 1; i < w.points.size(); ++i)
            QVERIFY(w.points[i].batch > w.points[i - 1].batch && w.points[i].useful == w.points[0].useful);
    }
    /// The sentence says on which side of the critical batch the job is, and what share of its examples is wasted; the
    /// curve goes on far beyond both.
    void theSentenceNamesTheSideAndTheShare()
    {
        for (const auto& [batch, side] : {std::pair("1024", "below"), {"65536", "above"}}) {
            const Analysis a = analyze(test::edited(test::preset("knee-simulator"),
                {{"workload.global_batch", batch}, {"workload.critical_batch", "8192"}}));
            const StatisticalWall w = statisticalWall(a);
            const double examples = a.step.global_batch;
            const std::string share = formatQuantity(examples / (examples + 8192), Unit::ratio);
            const std::string wanted = "A global batch of " + formatQuantity(examples, Unit::none) + " is " + side
                + " the critical 8192: " + share + " of the examples are wasted";
            QVERIFY2(statisticalWallSentence(w).starts_with(wanted), statisticalWallSentence(w).c_str());
            const double last = w.points.back().batch;
            QVERIFY(std::abs(last / (64 * std::max(examples, 8192.0)) - 1) < 1e-9
                || std::abs(w.points.back().gpus / parameter("cluster.gpus").range.max - 1) < 1e-9);
        }
    }

    void noExamplesAreWastedWithoutACriticalBatch()
    {
        const StatisticalWall w = statisticalWall(
            analyze(test::edited(test::preset("suspect-large-batch"), {{"workload.critical_batch", "0"}})));
        for (const WallPoint& p : w.points)
            QCOMPARE(p.wasted, 0.0);
        QVERIFY(statisticalWallSentence(w).starts_with("No critical batch"));
    }
};

KNEEPOINT_TEST(ClusterPictureTest)
#include "cluster_picture_test.moc"
