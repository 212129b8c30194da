// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/matching_networks.h"

#include "model/catalogue/apply_presets.h"
#include "model/catalogue/catalogue.h"
#include "model/presets/presets.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

Scenario networked(std::string_view network)
{
    Scenario s = preset("llama3-8b-64xh100");
    applyInterconnect(s, presetIndex(interconnectPresets(), network), shippedCalibration());
    return s;
}

MeasuredCurve curveOf(const char* operation, double ranks, double nodes)
{
    MeasuredCurve curve{operation, Unit::bytes, Unit::seconds, {{1e6, 1e-3}, {1e9, 0.1}}, "line 1"};
    curve.operation = operation;
    curve.ranks = ranks;
    curve.nodes = nodes;
    return curve;
}

/// A file that measured this network `faster` times as fast as it is known.
KeptEvidence measuredNetwork(std::string_view network, double faster)
{
    const Scenario s = networked(network);
    KeptEvidence file;
    file.kind = "nccl-tests";
    file.settings = {{"cluster.protocol", static_cast<double>(s.cluster.protocol), "line 1"},
        {"cluster.link_rate", s.cluster.link_rate * faster, "line 1"},
        {"cluster.link_efficiency", s.cluster.link_efficiency, "line 1"}};
    file.curves = {curveOf("all_reduce", 16, 2)};
    return file;
}

std::optional<NetworkMatch> matchOf(const KeptEvidence& file, std::string_view network)
{
    const auto matches = matchingNetworks(preset("llama3-8b-64xh100"), file, shippedCalibration());
    const auto found = std::ranges::find(matches, presetIndex(interconnectPresets(), network), &NetworkMatch::preset);
    return found == matches.end() ? std::nullopt : std::optional(*found);
}

} // namespace

/// Named networks for what was measured between nodes.
class MatchingNetworksTest : public QObject {
    Q_OBJECT

private slots:
    void collectivesOfGroupsThatAClusterCanHaveAreKnown_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<double>("ranks");
        QTest::addColumn<double>("nodes");
        QTest::addColumn<bool>("known");
        const double most = parameter("cluster.gpus_per_node").range.max;
        const double all = parameter("cluster.gpus").range.max;
        const auto row = [](const char* what, const char* operation, double ranks, double nodes, bool known) {
            QTest::newRow(what) << operation << ranks << nodes << known;
        };
        row("two nodes", "all_reduce", 16, 2, true);
        row("nodes not stated", "all_gather", 16, 0, true);
        row("two ranks", "reduce_scatter", 2, 1, true);
        row("as many nodes as ranks", "all_to_all", 4, 4, true);
        row("more nodes than ranks", "all_reduce", 4, 5, false);
        row("part of a node", "all_reduce", 4, 0.5, false);
        row("one rank", "all_reduce", 1, 1, false);
        row("a broadcast", "broadcast", 16, 2, false);
        row("the largest node", "all_reduce", most, 1, true);
        row("a larger node", "all_reduce", 2 * most, 1, false);
        row("two of the largest nodes", "all_reduce", 2 * most, 2, true);
        row("more ranks than any cluster has", "all_reduce", 2 * all, 0, false);
    }
    void collectivesOfGroupsThatAClusterCanHaveAreKnown()
    {
        QFETCH(const QString, operation);
        QFETCH(const double, ranks);
        QFETCH(const double, nodes);
        QFETCH(const bool, known);
        const auto group = measuredGroup(curveOf(operation.toUtf8().constData(), ranks, nodes));
        QCOMPARE(group.has_value(), known);
        QVERIFY(!group || (group->ranks == ranks && group->nodes == nodes));
    }

    /// On a line of 10 µs and 1 ns per byte; messages below a sixteenth of the largest say nothing of the bandwidth.
    void noiseIsTheLargestDeviationOfLongMessages()
    {
        MeasuredCurve curve = curveOf("all_reduce", 16, 2);
        curve.pieces = {{1e6, 16e6, 1e-5, 1e-9}};
        const auto at = [](double bytes, double times) { return MeasuredPoint{bytes, times * (1e-5 + 1e-9 * bytes)}; };
        curve.points = {at(0.99e6, 3), at(4e6, 1), at(16e6, 1)};
        QCOMPARE(measurementNoise(curve), 0.05); // networks differ by as much between runs
        curve.points[1] = at(4e6, 1.2);
        VERIFY_CLOSE(measurementNoise(curve), 0.2, 1e-9);
        curve.points[1] = at(4e6, 0.7);
        VERIFY_CLOSE(measurementNoise(curve), 0.3, 1e-9);
        curve.points[2] = at(16e6, 1.5);
        VERIFY_CLOSE(measurementNoise(curve), 0.5, 1e-9);
        curve.points = {at(1e6, 1.4), at(16e6, 1)}; // the first long one
        VERIFY_CLOSE(measurementNoise(curve), 0.4, 1e-9);
        curve.pieces[0].from = 2e6; // which the line does not describe
        QCOMPARE(measurementNoise(curve), 0.05);
        curve.pieces[0] = {1e6, 8e6, 1e-5, 1e-9};
        curve.points[1] = at(16e6, 9);
        VERIFY_CLOSE(measurementNoise(curve), 0.4, 1e-9);
        curve.pieces.clear();
        QCOMPARE(measurementNoise(curve), 0.05);
    }

    void aNetworkMatchesWithinTheNoise()
    {
        const auto exact = matchOf(measuredNetwork("ib-ndr", 1), "ib-ndr");
        QVERIFY(exact.has_value());
        VERIFY_CLOSE(exact->ratio, 1, 1e-9);
        VERIFY_WITHIN(exact->distance, 0, 1e-9);
        const auto slower = matchOf(measuredNetwork("ib-ndr", std::exp(-0.04)), "ib-ndr");
        QVERIFY(slower.has_value());
        VERIFY_CLOSE(slower->ratio, std::exp(0.04), 1e-9);
        VERIFY_CLOSE(slower->distance, 0.8, 1e-6);
        QVERIFY(matchOf(measuredNetwork("ib-ndr", std::exp(0.04)), "ib-ndr").has_value());
        QVERIFY(!matchOf(measuredNetwork("ib-ndr", std::exp(0.06)), "ib-ndr"));
        QVERIFY(!matchOf(measuredNetwork("ib-ndr", std::exp(-0.06)), "ib-ndr"));
    }

    void noisyMeasurementsMatchMoreNetworks()
    {
        KeptEvidence file = measuredNetwork("ib-ndr", std::exp(0.1));
        QVERIFY(!matchOf(file, "ib-ndr"));
        file.curves.push_back(curveOf("all_gather", 16, 2));
        file.curves[1].pieces = {{1e6, 1e9, 0, 0.8e-10}}; // the longest message takes a quarter longer
        const auto match = matchOf(file, "ib-ndr");
        QVERIFY(match.has_value());
        VERIFY_CLOSE(match->distance, 0.1 / 0.25, 1e-6);
    }

    /// A factor of four in latency is as far as the edge of the noise.
    void latencyTellsNetworksOfOneRateApart()
    {
        KeptEvidence file = measuredNetwork("ib-ndr", std::exp(0.03));
        const double latency = networked("ib-ndr").cluster.link_latency_s;
        QVERIFY(latency > 0);
        file.settings.push_back({"cluster.link_latency", latency, "line 1"});
        VERIFY_CLOSE(matchOf(file, "ib-ndr")->distance, 0.6, 1e-6);
        for (const double times : {4.0, 0.25}) {
            file.settings.back().value = latency * times;
            VERIFY_CLOSE(matchOf(file, "ib-ndr")->distance, std::hypot(0.6, 1), 1e-6);
        }
        file.settings.back().value = 0; // no small messages
        VERIFY_CLOSE(matchOf(file, "ib-ndr")->distance, 0.6, 1e-6);
    }

    void theClosestNetworkIsFirst()
    {
        KeptEvidence file = measuredNetwork("ib-ndr", 1.02);
        file.curves[0].pieces = {{1e6, 1e9, 0, 0.4e-10}}; // so noisy that many networks match
        const auto matches = matchingNetworks(preset("llama3-8b-64xh100"), file, shippedCalibration());
        QVERIFY(matches.size() > 2);
        QVERIFY(std::ranges::is_sorted(matches, {}, &NetworkMatch::distance));
        for (const NetworkMatch& match : matches) {
            const InterconnectPreset& network = interconnectPresets()[static_cast<std::size_t>(match.preset) - 1];
            QVERIFY2(network.efficiency < 1, network.id.c_str());
            QVERIFY(network.protocol == networked("ib-ndr").cluster.protocol);
        }
    }

    void whatWasNotMeasuredBetweenNodesNamesNoNetwork()
    {
        const KeptEvidence file = measuredNetwork("ib-ndr", 1);
        const auto without = [&](std::string_view id) {
            KeptEvidence less = file;
            std::erase_if(less.settings, [&](const ObservedSetting& setting) { return setting.parameter == id; });
            return less;
        };
        QVERIFY(matchOf(file, "ib-ndr").has_value());
        for (const char* id : {"cluster.protocol", "cluster.link_rate", "cluster.link_efficiency"})
            QVERIFY2(!matchOf(without(id), "ib-ndr"), id);
        for (const MeasuredCurve& curve : {curveOf("all_reduce", 8, 1), curveOf("all_to_all", 16, 2),
                 curveOf("send", 2, 2), curveOf("broadcast", 16, 2)}) {
            KeptEvidence other = file;
            other.curves = {curve};
            QVERIFY2(!matchOf(other, "ib-ndr"), curve.operation.c_str());
        }
        KeptEvidence empty = file;
        empty.curves[0].points.clear();
        QVERIFY(!matchOf(empty, "ib-ndr"));
    }

    void aNetworkIsTheFilesIfItHasItsSettings()
    {
        Scenario s = networked("ib-ndr");
        const KeptEvidence file = measuredNetwork("ib-ndr", 1);
        QVERIFY(isNetworkOf(s, file));
        s.cluster.link_rate *= 1.01;
        QVERIFY(!isNetworkOf(s, file));
        KeptEvidence silent = file;
        silent.settings.clear();
        QVERIFY(!isNetworkOf(networked("ib-ndr"), silent));
    }
};

KNEEPOINT_TEST(MatchingNetworksTest)
#include "matching_networks_test.moc"
