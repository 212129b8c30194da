// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/collectives.h"
#include "model/cost/operations.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

constexpr double gigabyte = 1e9;

/// Nodes of eight ranks whose switch adds up at twice the rate of their links.
GroupLinks switchedNodes(double nodes)
{
    return {.ranks = 8 * nodes,
        .per_node = 8,
        .node_Bps = 400e9,
        .node_latency_s = 2e-6,
        .port_Bps = 50e9,
        .port_latency_s = 9e-6,
        .switch_Bps = 800e9};
}

} // namespace

/// Bytes and rates of collectives that show in no other test, by hand.
class CollectiveBytesTest : public QObject {
    Q_OBJECT

private slots:
    void aSwitchSendsEachPayloadOnceAndNodesExchangeTheirSums_data()
    {
        QTest::addColumn<double>("nodes");
        QTest::addColumn<double>("seconds");
        QTest::newRow("one node") << 1.0 << 2 * 2e-6 + (1 + 1.0 / 8) / 800;
        QTest::newRow("two nodes") << 2.0 << 2 * (2e-6 + 9e-6) + 2 * 0.5 / (8 * 50);
        QTest::newRow("sixteen nodes") << 16.0 << 2 * (2e-6 + 4 * 9e-6) + 2 * (15.0 / 16) / (8 * 50);
    }
    void aSwitchSendsEachPayloadOnceAndNodesExchangeTheirSums()
    {
        QFETCH(const double, nodes);
        QFETCH(const double, seconds);
        const CollectiveTime time = allReduce(switchedNodes(nodes), gigabyte, 1, CollectiveAlgorithm::in_switch,
            collectiveLaw(CollectiveModel::alpha_beta));
        VERIFY_CLOSE(time.seconds, seconds, 1e-12);
    }

    void aNodeOfOneGpuHasNoSwitch()
    {
        Cluster c;
        c.switch_reduction = 1;
        c.resizeNode(1);
        QCOMPARE(groupLinks(c, 16, 1).switch_Bps, 0.0);
        c.resizeNode(8);
        c.scale_up_bandwidth = 400e9;
        c.scale_up_efficiency = 0.5;
        QCOMPARE(groupLinks(c, 16, 1).switch_Bps, 200e9);
    }

    void aLargeAllToAllOfALibraryTakesItsBytesOverTheRate()
    {
        const CollectiveLaw& law = shippedCalibration().law;
        const GroupLinks links = switchedNodes(1);
        const auto seconds = [&](double bytes) { return allToAll(links, bytes, law).seconds; };
        const double slope = (seconds(2e13) - seconds(1e13)) / 1e13;
        VERIFY_CLOSE(slope, (7.0 / 8 + law.own_copy / 8) / (400e9 * law.exchange_rate), 1e-2);
    }

    /// 16 ranks on two nodes: 7/16 of the bytes go to others of the node, while 8/16 leave it; each of the 8 ranks of
    /// the other node costs a message.
    void anAllToAllOfALibrarySendsInsideAndBetweenNodesAtOnce()
    {
        const CollectiveLaw& law = shippedCalibration().law;
        QVERIFY(law.exchange_levels);
        GroupLinks links = switchedNodes(2);
        links.exchange_share = 0.8;
        const double latency = law.hop_latency * 2e-6 + 8 * law.peer_s;
        const auto time = [&](double port_Bps) {
            links.port_Bps = port_Bps;
            return allToAll(links, gigabyte, law);
        };
        VERIFY_CLOSE(time(1e9).seconds, latency + 0.5 * gigabyte / (1e9 * 0.8), 1e-12);
        VERIFY_CLOSE(time(1e15).seconds, latency + 7.0 / 16 * gigabyte / (400e9 * law.exchange_rate), 1e-12);
        VERIFY_CLOSE(time(1e9).latency_s, latency, 1e-12);
        VERIFY_CLOSE(time(1e9).bytes, 15.0 / 16 * gigabyte, 1e-12);
        links.port_ranks = 2; // messages of GPUs that share a NIC wait for each other
        const double others = law.hop_latency * 2e-6;
        VERIFY_CLOSE(time(1e9).latency_s - others, 2 * (latency - others), 1e-12);
        links.sockets = true;
        VERIFY_CLOSE(time(1e9).latency_s - others, 2 * 8 * law.socket_peer_s, 1e-12);
    }

    /// Per peer, eight nodes take two doublings beyond two nodes longer; sockets do not.
    void aPeerOfAnAllToAllTakesLongerAmongMoreNodesButNotOverSockets()
    {
        const CollectiveLaw& law = shippedCalibration().law;
        const auto perPeer = [&](double nodes, bool sockets) {
            GroupLinks links = switchedNodes(nodes);
            links.sockets = sockets;
            return (allToAll(links, 1, law).latency_s - law.hop_latency * 2e-6) / (8 * (nodes - 1));
        };
        VERIFY_CLOSE(perPeer(8, false), perPeer(2, false) * (1 + 2 * law.peer_growth), 1e-12);
        VERIFY_CLOSE(perPeer(8, true), perPeer(2, true), 1e-12);
    }

    /// 1 + conflicts·(1 − 1/(nodes − 1)): nothing between two nodes, two thirds of the conflicts among four.
    void anAllToAllLosesMoreAmongMoreNodes()
    {
        GroupLinks links = switchedNodes(2);
        links.port_Bps = 10e9;
        links.exchange_share = 0.8;
        links.exchange_conflicts = 0.3;
        VERIFY_CLOSE(links.portExchangeBps(), 8e9, 1e-12);
        links = switchedNodes(4);
        links.port_Bps = 1e9;
        links.exchange_conflicts = 0.3;
        VERIFY_CLOSE(links.portExchangeBps(), 1e9 / 1.2, 1e-12);
        const double slope = (allToAll(links, 2 * gigabyte, shippedCalibration().law).seconds
            - allToAll(links, gigabyte, shippedCalibration().law).seconds);
        VERIFY_CLOSE(slope, 24.0 / 32 * gigabyte * 1.2 / 1e9, 1e-9);
    }

    void expertsHoldWhatIsNotActive()
    {
        Workload w;
        w.kind = ModelKind::transformer;
        w.parameters = 10e9;
        w.active_parameters = 4e9;
        w.experts = 8;
        w.top_k = 2;
        w.layers = 10;
        VERIFY_CLOSE(shapeOf(w).expert_parameters, 6e9 / 0.75, 1e-12);
        w.dense_layers = 10;
        QCOMPARE(shapeOf(w).expert_parameters, 0.0);
        w.dense_layers = 0;
        w.top_k = 8;
        QCOMPARE(shapeOf(w).expert_parameters, 0.0);
    }

    void theFullestStageIsOfAGpuOfTheCluster()
    {
        Scenario s = test::edited(test::preset("llama3-70b-512xh100"), {{"plan.pipeline_parallel", "8"}});
        s.cluster.memory_bytes = 123e9;
        QCOMPARE(evaluate(s).memory.capacity, 123e9);
    }
};

KNEEPOINT_TEST(CollectiveBytesTest)
#include "collective_bytes_test.moc"
