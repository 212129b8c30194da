// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/constants/physics.h"
#include "model/cost/collectives.h"
#include "model/cost/protocols.h"
#include "model/presets/presets.h"
#include "tests/support/compare.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <vector>

using namespace kneepoint;

namespace {

constexpr CollectiveAlgorithm algorithms[] = {CollectiveAlgorithm::automatic, CollectiveAlgorithm::ring,
    CollectiveAlgorithm::tree, CollectiveAlgorithm::hierarchical, CollectiveAlgorithm::in_switch};
constexpr double sizes[] = {1, 1e3, 32e3, 1e6, 30e6, 1e9, 1e12};
/// Tolerance between two sums of the same terms.
constexpr double rounding = 1 + 1e-12;

const CollectiveLaw& law()
{
    return shippedCalibration().law;
}

double reduced(const GroupLinks& g, double bytes, CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic)
{
    return allReduce(g, bytes, 1, algorithm, law()).seconds;
}
double gathered(const GroupLinks& g, double bytes)
{
    return gather(g, bytes, 1, law()).seconds;
}
double exchanged(const GroupLinks& g, double bytes)
{
    return allToAll(g, bytes, law()).seconds;
}
double sent(const GroupLinks& g, double bytes)
{
    return send(g, bytes, law()).seconds;
}

/// Calls `check` for every GPU with every interconnect, inside a node and across nodes.
void everywhere(const std::function<void(const Cluster&, const GroupLinks&)>& check)
{
    for (std::size_t gpu = 1; gpu <= gpuPresets().size(); ++gpu)
        for (std::size_t network = 1; network <= interconnectPresets().size(); ++network) {
            Scenario s;
            applyGpu(s, static_cast<PresetIndex>(gpu), shippedCalibration());
            applyInterconnect(s, static_cast<PresetIndex>(network), shippedCalibration());
            s.cluster.resizeNode(8);
            for (const double ranks : {2.0, 3.0, 8.0, 12.0, 16.0, 1024.0})
                for (const double stride : {1.0, 4.0, 8.0})
                    check(s.cluster, groupLinks(s.cluster, ranks, stride));
        }
}

/// Eight ranks in each node, with simple figures.
GroupLinks plainNodes(double nodes)
{
    return {.ranks = 8 * nodes,
        .per_node = 8,
        .node_Bps = 400e9,
        .node_latency_s = 2e-6,
        .port_Bps = 25e9,
        .port_latency_s = 4e-6,
        .base_s = 6e-6,
        .switch_Bps = 800e9};
}

double inNodeHop()
{
    return law().hop_latency * 2e-6;
}
double betweenHop()
{
    return law().hop_latency * (4e-6 + law().proxy_s);
}

Cluster clusterOf(std::string_view gpu)
{
    Scenario s;
    for (std::size_t i = 0; i < gpuPresets().size(); ++i)
        if (gpuPresets()[i].id == gpu)
            applyGpu(s, static_cast<PresetIndex>(i + 1), shippedCalibration());
    s.cluster.resizeNode(8);
    return s.cluster;
}

} // namespace

class LibraryCollectivesTest : public QObject {
    Q_OBJECT

private slots:
    void timesAreFiniteForAllHardware()
    {
        everywhere([](const Cluster&, const GroupLinks& g) {
            for (const double bytes : sizes) {
                for (const CollectiveAlgorithm algorithm : algorithms) {
                    const double t = reduced(g, bytes, algorithm);
                    QVERIFY(std::isfinite(t) && t > 0);
                }
                for (const double t : {gathered(g, bytes), exchanged(g, bytes), sent(g, bytes)})
                    QVERIFY(std::isfinite(t) && t > 0);
            }
        });
    }

    void moreBytesNeverTakeLessTime()
    {
        everywhere([](const Cluster&, const GroupLinks& g) {
            for (std::size_t i = 1; i < std::size(sizes); ++i) {
                for (const CollectiveAlgorithm algorithm : algorithms)
                    QVERIFY(reduced(g, sizes[i - 1], algorithm) <= rounding * reduced(g, sizes[i], algorithm));
                QVERIFY(gathered(g, sizes[i - 1]) <= rounding * gathered(g, sizes[i]));
                QVERIFY(exchanged(g, sizes[i - 1]) <= rounding * exchanged(g, sizes[i]));
                QVERIFY(sent(g, sizes[i - 1]) <= rounding * sent(g, sizes[i]));
            }
        });
    }

    /// Of a rack whose links are as fast as a network between nodes of eight would be, the rack is never slower.
    void aLargerNodeIsNeverSlowerThanSeveralSmallOnes()
    {
        for (const double ranks : {16.0, 64.0, 72.0}) {
            GroupLinks rack = plainNodes(ranks / 8);
            rack.per_node = ranks;
            GroupLinks nodes = rack;
            nodes.per_node = 8;
            nodes.port_Bps = rack.node_Bps;
            nodes.port_latency_s = rack.node_latency_s - law().proxy_s > 0 ? rack.node_latency_s - law().proxy_s : 0;
            for (const double bytes : sizes) {
                QVERIFY(reduced(rack, bytes) <= rounding * reduced(nodes, bytes));
                QVERIFY(gathered(rack, bytes) <= rounding * gathered(nodes, bytes));
            }
        }
    }

    void automaticIsNeverSlowerThanTheLibrarysOwnChoice()
    {
        everywhere([](const Cluster&, const GroupLinks& g) {
            for (const double bytes : sizes) {
                const double automatic = reduced(g, bytes);
                for (const CollectiveAlgorithm algorithm :
                    {CollectiveAlgorithm::ring, CollectiveAlgorithm::tree, CollectiveAlgorithm::in_switch})
                    QVERIFY(automatic <= rounding * reduced(g, bytes, algorithm));
            }
        });
    }

    void aRingThatGrowsWithinOneKindOfLinkTakesLonger_data()
    {
        QTest::addColumn<std::vector<double>>("ranks");
        QTest::newRow("inside a node") << std::vector<double>{2, 3, 4, 6, 8};
        QTest::newRow("whole nodes") << std::vector<double>{16, 24, 64, 512, 4096};
    }
    void aRingThatGrowsWithinOneKindOfLinkTakesLonger()
    {
        QFETCH(std::vector<double>, ranks);
        for (const std::string_view gpu : {"a100-sxm-80", "h100-sxm", "b200-sxm", "l40s", "rtxpro6000"}) {
            const Cluster c = clusterOf(gpu);
            for (const double bytes : sizes)
                for (std::size_t i = 1; i < ranks.size(); ++i) {
                    const GroupLinks few = groupLinks(c, ranks[i - 1], 1), many = groupLinks(c, ranks[i], 1);
                    QVERIFY(reduced(few, bytes, CollectiveAlgorithm::ring)
                        <= rounding * reduced(many, bytes, CollectiveAlgorithm::ring));
                    QVERIFY(gathered(few, bytes) <= rounding * gathered(many, bytes));
                    if (many.ranks <= many.per_node) // across nodes, a smaller share stays in the node
                        QVERIFY(exchanged(few, bytes) <= rounding * exchanged(many, bytes));
                }
        }
    }

    void onlyInSwitchReductionExceedsTheLinkRate()
    {
        everywhere([](const Cluster& c, const GroupLinks& g) {
            const double in_node = c.scale_up_bandwidth;
            const double wire = g.ranks <= g.per_node ? in_node : std::min(in_node, g.per_node * c.link_rate);
            for (const double bytes : sizes) {
                const double moved = 2 * (g.ranks - 1) / g.ranks * bytes;
                QVERIFY(moved / reduced(g, bytes, CollectiveAlgorithm::ring) <= rounding * wire);
                QVERIFY(moved / 2 / gathered(g, bytes) <= rounding * wire);
            }
        });
    }

    void inSwitchReductionBeatsARingOfEight()
    {
        const Cluster c = clusterOf("h100-sxm");
        const GroupLinks g = groupLinks(c, 8, 1);
        QVERIFY(g.switch_Bps > 0);
        constexpr double bytes = 16e9;
        const double ring_rate = 2 * 7.0 / 8 * bytes / reduced(g, bytes, CollectiveAlgorithm::ring);
        const double switch_rate = 2 * 7.0 / 8 * bytes / reduced(g, bytes, CollectiveAlgorithm::in_switch);
        QVERIFY(ring_rate < c.scale_up_bandwidth);
        QVERIFY(switch_rate > 1.1 * ring_rate);
        QCOMPARE(reduced(g, bytes), reduced(g, bytes, CollectiveAlgorithm::in_switch));
    }

    void withoutInSwitchReductionARingRuns_data()
    {
        QTest::addColumn<QString>("gpu");
        for (const char* gpu : {"a100-sxm-80", "gh200", "v100-sxm2-32", "mi300x", "l40s"})
            QTest::newRow(gpu) << gpu;
    }
    void withoutInSwitchReductionARingRuns()
    {
        QFETCH(QString, gpu);
        const GroupLinks g = groupLinks(clusterOf(gpu.toStdString()), 8, 1);
        QCOMPARE(reduced(g, 1e9, CollectiveAlgorithm::in_switch), reduced(g, 1e9, CollectiveAlgorithm::ring));
    }

    void longerPciePathsHaveLessBandwidth()
    {
        const Cluster c = clusterOf("rtxpro6000");
        const double below_switch = groupLinks(c, 2, 1).node_Bps;
        VERIFY_CLOSE(groupLinks(c, 4, 1).node_Bps, below_switch * c.bridge_share, 1e-12);
        VERIFY_CLOSE(groupLinks(c, 8, 1).node_Bps, below_switch * c.socket_share, 1e-12);
        VERIFY_CLOSE(groupLinks(c, 2, 4).node_Bps, below_switch * c.socket_share, 1e-12);
        QVERIFY(c.socket_share <= c.bridge_share);
    }

    /// In lockstep, 80 ranks take 79 of the slowest hops, and 10 ranks 9. Otherwise hops add up, and both cross from
    /// node to node nine times.
    void aRingAcrossNodesIsLimitedByItsSlowestHopAsFarAsItIsInLockstep()
    {
        Cluster c = clusterOf("h100-sxm");
        c.link_latency_s = 20e-6;
        c.collective_base_s = 0; // hops alone
        CollectiveLaw ring = law();
        const auto latency = [&](double nodes, double per_node) {
            c.resizeNode(per_node);
            const GroupLinks g = groupLinks(c, nodes * per_node, 1);
            return gather(g, 1, 1, ring).seconds;
        };
        ring.lockstep = 1;
        VERIFY_CLOSE(latency(10, 8) / latency(10, 1), 79.0 / 9, 1e-3);
        ring.lockstep = 0;
        const double node_hops = 70 * c.scale_up_latency_s, port_hops = 9 * (20e-6 + ring.proxy_s);
        VERIFY_CLOSE(latency(10, 8) / latency(10, 1), (node_hops + port_hops) / port_hops, 1e-3);
    }

    /// Simple, LL and LL128 blend into a smooth minimum: the sixth root of the sum of sixth powers, inverted.
    void aMessageTakesTheFastestProtocol()
    {
        const WireLaw wire{.fill = 0.25, .ll_latency = 0.5, .ll_rate = 0.5, .ll128_latency = 0.75, .ll128_rate = 0.9};
        const auto fastest = [](std::initializer_list<double> seconds) {
            double sum = 0;
            for (const double s : seconds)
                sum += std::pow(s, -6);
            return std::pow(sum, -1.0 / 6);
        };
        const double simple = 10 + 4 + 9 + 2 * 0.25 * 6; // √(4·9)
        VERIFY_CLOSE(chunkedSeconds(wire, 10, 4, 9), simple, 1e-12);
        const double ll = 10 + 0.5 * 4 + 9 / 0.5, ll128 = 10 + 0.75 * 4 + 9 / 0.9;
        VERIFY_CLOSE(protocolSeconds(wire, 10, 4, 9), fastest({simple, ll, ll128}), 1e-12);
        WireLaw plain = wire;
        plain.ll128_rate = 0;
        VERIFY_CLOSE(protocolSeconds(plain, 10, 4, 9), fastest({simple, ll}), 1e-12);
        VERIFY_CLOSE(protocolSeconds(wire, 10, 0, 9), 19.0, 1e-12);  // without hops, Simple is as fast as any
        VERIFY_CLOSE(protocolSeconds(wire, 0, 1e-9, 9), 9.0, 1e-12); // never above the rate of the link
    }

    void collectivesInANodeFollowTheLaw()
    {
        const GroupLinks g = plainNodes(1);
        constexpr double bytes = 3e7;
        const double hop = inNodeHop(), own = law().own_copy / 8;
        const auto node = [](double hops_s, double sent, double Bps) {
            return protocolSeconds(law().node, 6e-6, hops_s, sent / Bps);
        };
        VERIFY_CLOSE(
            reduced(g, bytes, CollectiveAlgorithm::ring), node(14 * hop, (14.0 / 8 + own) * bytes, 400e9), 1e-12);
        VERIFY_CLOSE(gathered(g, bytes), node(7 * hop, (7.0 / 8 + own) * bytes, 400e9 * law().gather_rate), 1e-12);
        VERIFY_CLOSE(exchanged(g, bytes),
            node(law().exchange_hops * hop, (7.0 / 8 + own) * bytes, 400e9 * law().exchange_rate), 1e-12);
        VERIFY_CLOSE(sent(g, bytes), node(hop, bytes, 400e9 * law().exchange_rate), 1e-12);
        VERIFY_CLOSE(reduced(g, bytes, CollectiveAlgorithm::in_switch),
            chunkedSeconds(law().node, 6e-6, law().switch_hops * hop, (1 + 1.0 / 8) * bytes / 800e9), 1e-12);
        GroupLinks host = g;
        host.host_links = true;
        VERIFY_CLOSE(gathered(host, bytes),
            protocolSeconds(law().host, 6e-6, 7 * hop, (7.0 / 8 + own) * bytes / (400e9 * law().gather_rate)), 1e-12);
    }

    void collectivesAcrossNodesFollowTheLaw()
    {
        const GroupLinks g = plainNodes(4);
        constexpr double bytes = 3e7;
        const double hop = std::max(inNodeHop(), betweenHop());
        // Once around 32 ranks on four nodes: 28 hops inside and three between, or 31 of the slowest.
        const double around = std::lerp(28 * inNodeHop() + 3 * betweenHop(), 31 * hop, law().lockstep);
        const auto port = [](double hops_s, double seconds) {
            return protocolSeconds(law().port, 6e-6, hops_s, seconds);
        };
        WireLaw along_tree = law().port; // a tree fills with larger chunks
        along_tree.fill = law().tree_fill;
        const auto tree = [&](double hops_s, double seconds) {
            return protocolSeconds(along_tree, 6e-6, hops_s, seconds);
        };
        const double rate = 8 * 25e9; // all ports of a node, slower than its links
        VERIFY_CLOSE(reduced(g, bytes, CollectiveAlgorithm::ring), port(2 * around, 62.0 / 32 * bytes / rate), 1e-12);
        VERIFY_CLOSE(gathered(g, bytes), port(around, 31.0 / 32 * bytes / rate), 1e-12);
        VERIFY_CLOSE(sent(g, bytes), port(hop, bytes / (25e9 * flow_share)), 1e-12);
        // A chain of seven hops in the nodes, two levels between them, the second of which is longer.
        const double levels = 2 * (1 + law().tree_growth / 2), climb = law().tree_hops * levels * betweenHop();
        VERIFY_CLOSE(reduced(g, bytes, CollectiveAlgorithm::tree),
            tree(2 * (7 * inNodeHop() + climb), 2 * bytes / (law().tree_rate * rate)), 1e-12);
        VERIFY_CLOSE(reduced(g, bytes, CollectiveAlgorithm::in_switch),
            chunkedSeconds(along_tree, 6e-6, law().switch_hops * inNodeHop() + 2 * climb, 1.5 * bytes / rate), 1e-12);
        // Two nodes send the payload once, over as many channels as a node has NICs.
        GroupLinks two = plainNodes(2);
        const double chain = 2 * (7 * inNodeHop() + law().tree_hops * betweenHop());
        VERIFY_CLOSE(reduced(two, bytes, CollectiveAlgorithm::tree),
            tree(chain, bytes / (8 * law().tree_channel * 400e9)), 1e-12);
        two.port_Bps = 12.5e9;
        two.port_ranks = 0.5;
        VERIFY_CLOSE(reduced(two, bytes, CollectiveAlgorithm::tree), tree(chain, bytes / (8 * 12.5e9)), 1e-12);
        // In the node once each way, and a ring of the four nodes with an eighth of the bytes.
        GroupLinks node = plainNodes(1);
        VERIFY_CLOSE(reduced(g, bytes, CollectiveAlgorithm::hierarchical),
            2 * gathered(node, bytes) + port(6 * betweenHop(), 6.0 / 4 * bytes / 8 / 25e9), 1e-12);
    }

    void eachMessagePaysItsLatency()
    {
        const GroupLinks g = groupLinks(clusterOf("a100-sxm-80"), 64, 1);
        constexpr double bytes = 1e9;
        for (const double messages : {1.0, 10.0, 1000.0}) {
            const CollectiveTime t = allReduce(g, bytes, messages, CollectiveAlgorithm::ring, law());
            VERIFY_CLOSE(t.seconds, messages * reduced(g, bytes / messages, CollectiveAlgorithm::ring), 1e-12);
            QVERIFY(t.latency_s >= 0 && t.latency_s < t.seconds);
            VERIFY_CLOSE(t.bytes, 2 * 63.0 / 64 * bytes, 1e-12);
        }
    }
};

KNEEPOINT_TEST(LibraryCollectivesTest)
#include "library_collectives_test.moc"
