// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/physics.h"
#include "model/cost/collectives.h"
#include "model/cost/parameter_servers.h"
#include "tests/support/compare.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace kneepoint;

namespace {

constexpr double payload = 8e9;

/// One rank per node: every link is the NIC.
GroupLinks flat(double ranks)
{
    return {.ranks = ranks,
        .per_node = 1,
        .node_Bps = 25e9,
        .node_latency_s = 5e-6,
        .port_Bps = 25e9,
        .port_latency_s = 5e-6};
}

/// Eight ranks per node with a fast link inside.
GroupLinks twoLevels(double ranks)
{
    return {.ranks = ranks,
        .per_node = std::min(8.0, ranks),
        .node_Bps = 300e9,
        .node_latency_s = 2e-6,
        .port_Bps = 25e9,
        .port_latency_s = 10e-6};
}

/// Bytes sent by the busiest machine when all nodes push sums to servers beside them and pull the results, counted one
/// by one.
double sentByBusiestMachine(int nodes, int servers)
{
    std::vector<double> by_nodes(static_cast<std::size_t>(nodes)), by_servers(static_cast<std::size_t>(servers));
    for (double& server : by_servers)
        for (double& node : by_nodes) {
            node += payload / servers;
            server += payload / servers;
        }
    return std::max(std::ranges::max(by_nodes), std::ranges::max(by_servers));
}

double seconds(const GroupLinks& g, double messages, CollectiveAlgorithm algorithm)
{
    return allReduce(g, payload, messages, algorithm, collectiveLaw(CollectiveModel::alpha_beta)).seconds;
}

} // namespace

class CollectivesTest : public QObject {
    Q_OBJECT

private slots:
    void oneRankSendsNothing()
    {
        for (const CollectiveModel model : {CollectiveModel::payload, CollectiveModel::alpha_beta}) {
            QCOMPARE(allReduce(flat(1), payload, 1, CollectiveAlgorithm::ring, collectiveLaw(model)).seconds, 0.0);
            QCOMPARE(allToAll(flat(1), payload, collectiveLaw(model)).seconds, 0.0);
            QCOMPARE(parameterServer(flat(1), payload, 1, collectiveLaw(model)).seconds, 0.0);
            for (const CollectiveTime& time :
                {allReduce(flat(1), payload, 1, CollectiveAlgorithm::ring, collectiveLaw(model)),
                    allToAll(flat(1), payload, collectiveLaw(model)), CollectiveTime{}})
                QVERIFY(time.seconds == 0 && time.latency_s == 0 && time.bytes == 0);
        }
    }

    void coarseModelsCountOnlyBytes()
    {
        const auto time = [](CollectiveModel model) {
            return allReduce(flat(4), payload, 100, CollectiveAlgorithm::automatic, collectiveLaw(model));
        };
        QCOMPARE(time(CollectiveModel::payload).seconds, payload / 25e9);
        QCOMPARE(time(CollectiveModel::two_way).seconds, 2 * payload / 25e9);
        QCOMPARE(time(CollectiveModel::ring).seconds, 2 * 0.75 * payload / 25e9);
        QCOMPARE(time(CollectiveModel::ring).latency_s, 0.0);
        QCOMPARE(time(CollectiveModel::ring).bytes, 2 * 0.75 * payload);
    }

    void aFlatRingTakesTwoTimesNMinusOneHops_data() { someRanks(); }
    void aFlatRingTakesTwoTimesNMinusOneHops()
    {
        QFETCH(double, ranks);
        const double bandwidth_term = 2 * (ranks - 1) / ranks * payload / 25e9;
        for (const double messages : {1.0, 320.0})
            VERIFY_CLOSE(seconds(flat(ranks), messages, CollectiveAlgorithm::ring),
                messages * ringSteps(ranks) * 5e-6 + bandwidth_term, 1e-12);
    }

    void aFlatTreeGoesUpAndDown_data() { someRanks(); }
    void aFlatTreeGoesUpAndDown()
    {
        QFETCH(double, ranks);
        VERIFY_CLOSE(seconds(flat(ranks), 7, CollectiveAlgorithm::tree),
            7 * 2 * std::log2(ranks) * 5e-6 + 2 * payload / 25e9, 1e-12);
    }

    void aTreeOfNodesIsATreeInsideThemToo()
    {
        constexpr double hops = 2 * (3 * 2e-6 + 4 * 10e-6); // 8 ranks in each of 16 nodes
        VERIFY_CLOSE(seconds(twoLevels(128), 3, CollectiveAlgorithm::tree), 3 * hops + 2 * payload / (8 * 25e9), 1e-12);
    }

    void aHierarchyReducesInsideThenAcrossThenInside()
    {
        constexpr double nodes = 16;
        const double inside = 2 * 7.0 / 8 * payload / 300e9;
        const double across = 2 * (nodes - 1) / nodes * payload / 8 / 25e9;
        const double hops = 2 * (7 * 2e-6 + (nodes - 1) * 10e-6);
        VERIFY_CLOSE(seconds(twoLevels(128), 3, CollectiveAlgorithm::hierarchical), 3 * hops + inside + across, 1e-12);
    }

    void aOneLevelHierarchyIsARing_data() { someRanks(); }
    void aOneLevelHierarchyIsARing()
    {
        QFETCH(double, ranks);
        VERIFY_CLOSE(seconds(flat(ranks), 9, CollectiveAlgorithm::hierarchical),
            seconds(flat(ranks), 9, CollectiveAlgorithm::ring), 1e-12);
    }

    void automaticIsTheFastestOfTheThree_data() { someRanks(); }
    void automaticIsTheFastestOfTheThree()
    {
        QFETCH(double, ranks);
        for (const GroupLinks& g : {flat(ranks), twoLevels(ranks)})
            for (const double messages : {1.0, 10.0, 1e4}) {
                const double least = std::min(
                    {seconds(g, messages, CollectiveAlgorithm::ring), seconds(g, messages, CollectiveAlgorithm::tree),
                        seconds(g, messages, CollectiveAlgorithm::hierarchical)});
                QCOMPARE(seconds(g, messages, CollectiveAlgorithm::automatic), least);
            }
    }

    void treesWinWhenLatencyBoundAndRingsWhenBandwidthBound()
    {
        const GroupLinks many = flat(1024), few = flat(8);
        QVERIFY(seconds(many, 1e5, CollectiveAlgorithm::tree) < seconds(many, 1e5, CollectiveAlgorithm::ring));
        QVERIFY(seconds(few, 1, CollectiveAlgorithm::ring) < seconds(few, 1, CollectiveAlgorithm::tree));
    }

    /// Half of the payload crosses the network instead of 15 sixteenths.
    void aHierarchyWinsOnTwoNodesWithFastLinksInside()
    {
        GroupLinks two = twoLevels(16);
        two.node_Bps = 900e9;
        const double hierarchical = seconds(two, 1, CollectiveAlgorithm::hierarchical);
        QVERIFY(hierarchical < 0.8 * seconds(two, 1, CollectiveAlgorithm::ring));
        QVERIFY(hierarchical < 0.8 * seconds(two, 1, CollectiveAlgorithm::tree));
        QCOMPARE(seconds(two, 1, CollectiveAlgorithm::automatic), hierarchical);
    }

    void aRingIsAsFastAsItsSlowestLevel()
    {
        QCOMPARE(twoLevels(8).ringBps(), 300e9);
        QCOMPARE(twoLevels(16).ringBps(), 8 * 25e9);
        QCOMPARE(twoLevels(16).allToAllBps(), 25e9);
        QCOMPARE(twoLevels(8).allToAllBps(), 300e9);
    }

    void theLinksOfAGroupDependOnItsStride_data()
    {
        QTest::addColumn<double>("ranks");
        QTest::addColumn<double>("stride");
        QTest::addColumn<double>("per_node");
        QTest::addColumn<double>("port_Bps");
        QTest::newRow("neighbors inside a node") << 8.0 << 1.0 << 8.0 << 6.25e9;
        QTest::newRow("half a node") << 4.0 << 1.0 << 4.0 << 6.25e9;
        QTest::newRow("every fourth GPU") << 8.0 << 4.0 << 2.0 << 6.25e9;
        QTest::newRow("replicas as large as a node") << 4.0 << 8.0 << 1.0 << 6.25e9;
        QTest::newRow("replicas larger than a node") << 2.0 << 16.0 << 1.0 << 6.25e9;
        QTest::newRow("beyond the leaf") << 64.0 << 1.0 << 8.0 << 6.25e9 / 3;
    }
    void theLinksOfAGroupDependOnItsStride()
    {
        Cluster c;
        c.resizeNode(8);
        c.link_rate = 50e9;
        c.link_efficiency = 0.5;
        c.nics_per_node /= 4;
        c.oversubscription = 3;
        c.pod_gpus = 32;
        QFETCH(double, ranks);
        QFETCH(double, stride);
        const GroupLinks g = groupLinks(c, ranks, stride);
        QTEST(g.per_node, "per_node");
        QTEST(g.port_Bps, "port_Bps");
        QCOMPARE(g.node_Bps, c.scale_up_bandwidth * c.scale_up_efficiency);
    }

    void anAllToAllSendsOnlyOtherRanksShares()
    {
        const CollectiveTime inside = allToAll(twoLevels(8), payload, collectiveLaw(CollectiveModel::ring));
        VERIFY_CLOSE(inside.seconds, 7.0 / 8 * payload / 300e9, 1e-12);
        const CollectiveTime across = allToAll(twoLevels(64), payload, collectiveLaw(CollectiveModel::alpha_beta));
        VERIFY_CLOSE(across.seconds, 10e-6 + 63.0 / 64 * payload / 25e9, 1e-12);
    }

    /// In a node over its links; to another node over a single NIC, with the longer of the two latencies.
    void aTransferTakesOneHopOfTheSlowestLink()
    {
        const auto time = [](const GroupLinks& g, double bytes) {
            return send(g, bytes, collectiveLaw(CollectiveModel::alpha_beta)).seconds;
        };
        GroupLinks near = twoLevels(8), far = twoLevels(16);
        VERIFY_CLOSE(time(near, payload), 2e-6 + payload / 300e9, 1e-12);
        VERIFY_CLOSE(time(far, payload), 10e-6 + payload / (25e9 * flow_share), 1e-12);
        near.node_latency_s = far.node_latency_s = 40e-6;
        VERIFY_CLOSE(time(near, 0), 40e-6, 1e-12);
        VERIFY_CLOSE(time(far, 0), 40e-6, 1e-12);
        const CollectiveTime one = send(far, payload, collectiveLaw(CollectiveModel::alpha_beta));
        QCOMPARE(one.latency_s, 40e-6);
        QCOMPARE(one.bytes, payload);
    }

    void tooFewServersAreABottleneck()
    {
        const auto time = [](double servers) {
            return parameterServer(flat(16), payload, servers, collectiveLaw(CollectiveModel::two_way)).seconds;
        };
        VERIFY_CLOSE(time(16), 2 * payload / 25e9, 1e-12);
        VERIFY_CLOSE(time(64), time(16), 1e-12);
        VERIFY_CLOSE(time(4), 4 * time(16), 1e-12);
    }

    /// Push and pull over the network, or over the slower links of a node.
    void serversAddALatencyAndCountBothWays()
    {
        const CollectiveLaw& law = collectiveLaw(CollectiveModel::alpha_beta);
        GroupLinks links = flat(16);
        links.port_latency_s = 3e-6;
        const CollectiveTime free = parameterServer(links, payload, 16, law);
        QCOMPARE(free.latency_s, 6e-6);
        QCOMPARE(free.bytes, 2 * payload);
        VERIFY_CLOSE(free.seconds, 6e-6 + 2 * payload / 25e9, 1e-12);
        links.node_Bps = 5e9;
        VERIFY_CLOSE(parameterServer(links, payload, 16, law).seconds, 6e-6 + 2 * payload / 5e9, 1e-12);
        links = flat(2); // the smallest group that sends anything
        QVERIFY(parameterServer(links, payload, 2, law).bytes > 0);
        QCOMPARE(parameterServer(flat(1), payload, 1, law).bytes, 0.0);
    }

    /// Pieces go up and down within a node, and between nodes where there are several.
    void aBarrierTakesBothLatenciesForEveryPiece()
    {
        const CollectiveLaw& law = collectiveLaw(CollectiveModel::alpha_beta);
        for (const double nodes : {1.0, 2.0, 4.0})
            for (const double servers : {1.0, 2.0}) {
                GroupLinks links = twoLevels(8 * nodes);
                links.node_latency_s = 2e-6;
                links.port_latency_s = 5e-6;
                const CollectiveTime time = serverBarrier(links, payload, 3, servers, law);
                VERIFY_CLOSE(time.latency_s, 3 * 2 * (nodes > 1 ? 7e-6 : 2e-6), 1e-12);
                const double between =
                    nodes > 1 ? sentByBusiestMachine(static_cast<int>(nodes), static_cast<int>(servers)) : 0;
                VERIFY_CLOSE(time.bytes, 2 * 7.0 / 8 * payload + between, 1e-12);
                VERIFY_CLOSE(time.seconds - time.latency_s,
                    serverBarrier(twoLevels(8 * nodes), payload, 1, servers, collectiveLaw(CollectiveModel::ring))
                        .seconds,
                    1e-9);
            }
        GroupLinks pair = twoLevels(2);
        VERIFY_CLOSE(serverBarrier(pair, payload, 1, 1, law).bytes, payload, 1e-12);
    }

    void barrierServersReceiveFromWholeNodes()
    {
        const auto time = [](double ranks, double servers) {
            return serverBarrier(twoLevels(ranks), payload, 1, servers, collectiveLaw(CollectiveModel::ring)).seconds;
        };
        QCOMPARE(time(1, 1), 0.0);
        const double inside = 2 * 7.0 / 8 * payload / 300e9;
        VERIFY_CLOSE(time(8, 2), inside, 1e-12); // one node has nothing to send
        for (const int nodes : {2, 4, 8, 64})
            for (const int servers : {1, 2, 4, 100})
                VERIFY_CLOSE(
                    time(8 * nodes, servers), inside + sentByBusiestMachine(nodes, servers) / (8 * 25e9), 1e-12);
    }

private:
    static void someRanks()
    {
        QTest::addColumn<double>("ranks");
        for (const int ranks : {2, 3, 8, 64, 1000, 16384})
            QTest::addRow("%d ranks", ranks) << static_cast<double>(ranks);
    }
};

KNEEPOINT_TEST(CollectivesTest)
#include "collectives_test.moc"
