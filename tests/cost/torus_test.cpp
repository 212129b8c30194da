// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/cost/collectives.h"
#include "model/evidence/hardware_names.h"
#include "model/job/torus.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <string_view>

using namespace kneepoint;

namespace {

constexpr Torus pod_v4{3, 4096, 4};
constexpr Torus pod_v5e{2, 256, 16};

Cluster podOf(std::string_view gpu, double chips)
{
    Scenario s;
    applyGpu(s, presetIndex(gpuPresets(), gpu), shippedCalibration());
    s.cluster.gpus = chips;
    s.cluster.resizeNode(chips);
    return s.cluster;
}

CollectiveTime smallGather(const Cluster& c)
{
    return gather(groupLinks(c, c.gpus, 1), 1, 1, collectiveLaw(CollectiveModel::alpha_beta));
}

} // namespace

/// Link shares, hops and bisection of two- and three-dimensional tori.
class TorusTest : public QObject {
    Q_OBJECT

private slots:
    void theAxesDoubleOneAfterTheOther()
    {
        using Sides = std::vector<TorusSide>;
        QCOMPARE(torusSides(pod_v4), (Sides{{16, true}, {16, true}, {16, true}}));
        QCOMPARE(torusSides({3, 128, 4}), (Sides{{8, true}, {4, true}, {4, true}}));
        QCOMPARE(torusSides({3, 2, 4}), (Sides{{2, false}, {1, false}, {1, false}}));
        QCOMPARE(torusSides(pod_v5e), (Sides{{16, true}, {16, true}}));
        QCOMPARE(torusSides({2, 32, 16}), (Sides{{8, false}, {4, false}}));
    }
    void aGroupUsesTheLinksOfItsAxes_data()
    {
        QTest::addColumn<double>("chips");
        QTest::addColumn<double>("ranks");
        QTest::addColumn<double>("stride");
        QTest::addColumn<double>("links"); // out of six
        QTest::newRow("the whole pod") << 4096.0 << 4096.0 << 1.0 << 6.0;
        QTest::newRow("one axis of 4×4×4") << 64.0 << 4.0 << 1.0 << 2.0;
        QTest::newRow("one axis of the pod") << 4096.0 << 16.0 << 1.0 << 2.0;
        QTest::newRow("the other two") << 4096.0 << 256.0 << 16.0 << 4.0;
        QTest::newRow("two axes of the pod") << 4096.0 << 256.0 << 1.0 << 4.0;
        QTest::newRow("PaLM, tensor parallel") << 3072.0 << 12.0 << 1.0 << 2.0;
        QTest::newRow("PaLM, data parallel") << 3072.0 << 256.0 << 12.0 << 4.0;
        QTest::newRow("a pair") << 4096.0 << 2.0 << 1.0 << 1.0;
        QTest::newRow("a square of two lines") << 4096.0 << 4.0 << 1.0 << 2.0;
        QTest::newRow("a cube of three lines") << 4096.0 << 8.0 << 1.0 << 3.0;
        QTest::newRow("replicas of that cube, which share their axes") << 4096.0 << 512.0 << 8.0 << 3.0;
    }
    void aGroupUsesTheLinksOfItsAxes()
    {
        QFETCH(double, chips);
        QFETCH(double, ranks);
        QFETCH(double, stride);
        QFETCH(double, links);
        VERIFY_CLOSE(torusShare({3, chips, 4}, ranks, stride).ring, links / 6, 1e-12);
    }

    void anOpenAxisHasHalfTheBandwidthOfARing()
    {
        const TorusShare closed = torusShare({3, 64, 4}, 64, 1), open = torusShare({3, 64, 5}, 64, 1);
        VERIFY_CLOSE(open.ring, closed.ring / 2, 1e-12);
        VERIFY_CLOSE(open.exchange, closed.exchange / 2, 1e-12);
        QCOMPARE(closed.hops, 6.0);
        QCOMPARE(open.hops, 9.0);
    }

    /// 16 × 16 chips of v5e are closed, 8 × 8 are not.
    void aSmallerSliceOfTwoAxesIsAMesh()
    {
        QCOMPARE(torusShare(pod_v5e, 256, 1).ring, 1.0);
        QCOMPARE(torusShare({2, 64, 16}, 64, 1).ring, 0.5);
    }

    void allToAllBandwidthFallsWithTheSide()
    {
        double before = 1;
        for (double side = 4; side <= 32; side *= 2) {
            const double chips = side * side * side;
            const double now = torusShare({3, chips, 4}, chips, 1).exchange;
            VERIFY_CLOSE(now, 8 / side / 6 * (chips - 1) / chips, 1e-12); // of six links
            QVERIFY(now < before);
            before = now;
        }
    }

    /// A quarter of an all-gather on a ring, as in the source, except for the bytes that stay local.
    void allToAllOnARingTakesAQuarterOfAnAllGather()
    {
        const Cluster c = podOf("tpu-v4", 4096);
        const GroupLinks axis = groupLinks(c, 16, 1);
        constexpr double payload = 1e9; // per rank
        const CollectiveLaw& law = collectiveLaw(CollectiveModel::ring);
        const double exchange = allToAll(axis, payload, law).seconds;
        const double gathered = gather(axis, 16 * payload, 1, law).seconds;
        VERIFY_CLOSE(exchange, gathered / 4 * 16 / 15, 1e-9);
    }

    /// 4096 chips: 24 hops instead of 4095.
    void latencyCountsTheHopsOfTheAxes()
    {
        Cluster c = podOf("tpu-v4", 4096);
        const double torus = smallGather(c).latency_s;
        VERIFY_CLOSE(torus, 24 * c.scale_up_latency_s, 1e-12);
        c.topology = Topology::switched;
        QVERIFY(torus < smallGather(c).latency_s / 100);
    }

    void thePodSizeIsThePresets()
    {
        const Cluster v4 = podOf("tpu-v4", 4096), v6e = podOf("tpu-v6e", 256);
        QCOMPARE(v4.topology, Topology::torus_3d);
        QCOMPARE(v6e.topology, Topology::torus_2d);
        QCOMPARE(podOf("h100-sxm", 8).topology, Topology::switched);
        const GroupLinks whole = groupLinks(v4, 4096, 1);
        VERIFY_CLOSE(whole.ringBps(), 6 * 50e9 * v4.scale_up_efficiency, 1e-12);
    }

    /// Curves also evaluate replica counts between the powers of two.
    void sharesAreFiniteAndInRange()
    {
        for (const Torus torus : {pod_v4, pod_v5e})
            for (double stride = 1; stride <= 64; stride *= 1.7)
                for (double ranks = 1; ranks * stride <= torus.chips; ranks *= 1.13) {
                    const TorusShare share = torusShare(torus, ranks, stride);
                    QVERIFY(share.ring > 0 && share.ring <= 1);
                    QVERIFY(share.exchange > 0 && share.exchange <= share.ring);
                    QVERIFY(share.hops >= 0 && share.hops <= torus.chips);
                }
    }

    /// Beyond one pod, each slice is a node and the network connects them.
    void theNetworkConnectsSlices()
    {
        Cluster c = podOf("tpu-v4", 4096);
        c.gpus = 2 * 4096;
        const GroupLinks g = groupLinks(c, c.gpus, 1);
        QCOMPARE(g.nodes(), 2.0);
        VERIFY_CLOSE(g.node_Bps, 6 * 50e9 * c.scale_up_efficiency, 1e-12);
        QCOMPARE(g.torus_hops, 24.0);
        QCOMPARE(g.port_Bps, c.link_rate * c.link_efficiency);
    }
};

KNEEPOINT_TEST(TorusTest)
#include "torus_test.moc"
