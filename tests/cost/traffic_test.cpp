// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/traffic.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;
using test::edited;
using test::RandomScenarios;

namespace {

double sum(const LinkShares& shares)
{
    return shares[0] + shares[1] + shares[2];
}

/// Counts hops from each of `ranks` ranks but the last `but` to the next, rank by rank; a ring leaves none out.
LinkShares counted(const Cluster& c, int ranks, int stride, int but = 0)
{
    LinkShares shares{};
    for (int i = 0; i < ranks - but; ++i) {
        const int from = i * stride;
        const int to = (i + 1) % ranks * stride;
        const auto apart = [&](double size) { return std::floor(from / size) != std::floor(to / size); };
        const std::size_t level = apart(c.pod_gpus) ? 2 : apart(c.gpus_per_node) ? 1 : 0;
        shares[level] += 1.0 / (ranks - but);
    }
    return shares;
}

} // namespace

class TrafficTest : public QObject {
    Q_OBJECT

private slots:
    void ringTrafficMatchesACountOfHops()
    {
        Cluster c;
        c.resizeNode(8);
        c.pod_gpus = 32;
        for (const int stride : {1, 2, 4, 8, 16, 32})
            for (const int ranks : {2, 4, 8, 16, 64, 256}) {
                const LinkShares expected = counted(c, ranks, stride);
                const LinkShares found = ringShares(fabricOf(c), {double(ranks), double(stride)});
                for (std::size_t level = 0; level < link_level_count; ++level)
                    VERIFY_WITHIN(found[level], expected[level], 1e-12);
            }
    }

    void stageTrafficMatchesACountOfTransfers()
    {
        Cluster c;
        c.resizeNode(8);
        c.pod_gpus = 32;
        for (const int stride : {1, 2, 4, 8, 16, 32, 64})
            for (const int stages : {2, 4, 8, 16, 64}) {
                const LinkShares expected = counted(c, stages, stride, 1);
                const LinkShares found = stageShares(fabricOf(c), {double(stages), double(stride)});
                for (std::size_t level = 0; level < link_level_count; ++level)
                    VERIFY_WITHIN(found[level], expected[level], 1e-12);
            }
    }

    void sharesAddUpToOneForAnyGroup()
    {
        RandomScenarios random(5);
        for (int i = 0; i < 20000; ++i) {
            const Fabric f = fabricOf(random.scattered().cluster);
            const GroupShape group{std::exp(9 * random.uniform()), std::exp(7 * random.uniform())};
            for (const LinkShares& shares : {ringShares(f, group), pairShares(f, group),
                     pairSharesBetweenNodes(f, group), stageShares(f, {group.ranks, group.stride})}) {
                VERIFY_WITHIN(sum(shares), 1.0, 1e-9);
                for (const double share : shares)
                    QVERIFY(share >= -1e-12);
            }
        }
    }

    void bytesAddUpAndReplicaTrafficIsTheNetworkBytes()
    {
        RandomScenarios random(6);
        for (int i = 0; i < 20000; ++i) {
            const StepReport r = evaluate(i % 2 ? random.walked() : random.scattered());
            const LinkTraffic& t = r.traffic;
            double levels = 0, groups = 0;
            for (const LinkLevel level : {LinkLevel::node, LinkLevel::leaf, LinkLevel::spine})
                levels += t.of(level);
            for (const RankGroup group :
                {RankGroup::tensor, RankGroup::context, RankGroup::data, RankGroup::expert, RankGroup::pipeline})
                groups += t.of(group);
            VERIFY_CLOSE(levels, t.total(), 1e-9);
            VERIFY_CLOSE(groups, t.total(), 1e-9);
            VERIFY_CLOSE(t.of(RankGroup::data), r.network_bytes, 1e-9);
            QVERIFY(std::isfinite(t.total()));
        }
    }

    void aJobOnOneGpuSendsNothing()
    {
        RandomScenarios random(7);
        for (int i = 0; i < 5000; ++i) {
            Scenario s = random.scattered();
            s.plan.tensor_parallel = s.plan.pipeline_parallel = s.plan.context_parallel = s.plan.expert_parallel = 1;
            QCOMPARE(evaluate(withWorkers(s, 1)).traffic.total(), 0.0);
        }
    }

    void trafficStaysBelowTheLevelThatConnectsAGroup()
    {
        const Scenario s = edited(test::preset("llama3-70b-512xh100"), {{"stack.software", "nemo-2024"}});
        const StepReport cluster = evaluate(s);
        QVERIFY(cluster.traffic.of(RankGroup::tensor, LinkLevel::node) > 0);
        QCOMPARE(cluster.traffic.of(RankGroup::tensor, LinkLevel::leaf), 0.0);
        const Scenario wide = edited(s, {{"cluster.pod_gpus", "512"}});
        QCOMPARE(evaluate(wide).traffic.of(LinkLevel::spine), 0.0);
        const Scenario narrow = edited(s, {{"cluster.pod_gpus", "64"}});
        QVERIFY(evaluate(narrow).traffic.of(LinkLevel::leaf) > 0);
        QVERIFY(evaluate(narrow).traffic.of(LinkLevel::spine) > 0);
    }
};

KNEEPOINT_TEST(TrafficTest)
#include "traffic_test.moc"
