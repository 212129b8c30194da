// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/matching_networks.h"

#include "model/catalogue/apply_presets.h"
#include "model/catalogue/catalogue.h"
#include "model/evidence/apply_evidence.h"
#include "model/evidence/hardware_names.h"
#include "model/presets/presets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace kneepoint {
namespace {

/// What a file sets of the network between nodes.
constexpr std::array<std::string_view, 4> network_settings{
    "cluster.interconnect", "cluster.protocol", "cluster.link_rate", "cluster.link_efficiency"};

constexpr double long_share = 1.0 / 16; // of the largest message; longer ones show the bandwidth

bool isLong(const MeasuredCurve& curve, const MeasuredPoint& p)
{
    return p.x >= long_share * curve.points.back().x;
}

/// The curves between nodes that use all NICs of a node.
std::vector<const MeasuredCurve*> ringCurves(const KeptEvidence& file)
{
    std::vector<const MeasuredCurve*> curves;
    for (const MeasuredCurve& curve : file.curves) {
        const std::optional<CollectiveGroup> group = measuredGroup(curve);
        const bool ring = group && group->operation != CollectiveOperation::send
            && group->operation != CollectiveOperation::all_to_all;
        if (ring && curve.nodes > 1 && !curve.points.empty())
            curves.push_back(&curve);
    }
    return curves;
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// How the links of this scenario predict the curves; nothing without a positive time.
std::optional<NetworkMatch> compared(
    const Scenario& s, std::span<const MeasuredCurve* const> curves, const Calibration& calibration)
{
    std::vector<double> of_long;
    double squares = 0, count = 0;
    for (const MeasuredCurve* curve : curves) {
        const CollectiveRate rate(s, calibration, *measuredGroup(*curve));
        for (const MeasuredPoint& p : curve->points) {
            const double predicted = rate.seconds(p.x);
            if (!(predicted > 0) || !(p.y > 0))
                return {};
            squares += std::pow(std::log(predicted / p.y), 2);
            ++count;
            if (isLong(*curve, p))
                of_long.push_back(predicted / p.y);
        }
    }
    return NetworkMatch{s.cluster.interconnect, median(std::move(of_long)), std::sqrt(squares / count)};
}

bool isIdeal(const InterconnectPreset& preset)
{
    return preset.efficiency >= 1;
}

} // namespace

std::optional<CollectiveGroup> measuredGroup(const MeasuredCurve& curve)
{
    const auto operation = findCollectiveOperation(curve.operation);
    const bool possible = curve.ranks >= 2 && checkValue(parameter("cluster.gpus"), curve.ranks)
        && (curve.nodes == 0
            || (curve.nodes >= 1 && curve.nodes <= curve.ranks
                && curve.ranks / curve.nodes <= parameter("cluster.gpus_per_node").max));
    if (!operation || !possible)
        return {};
    return CollectiveGroup{*operation, curve.ranks, curve.nodes};
}

double measurementNoise(const MeasuredCurve& curve)
{
    constexpr double between_runs = 0.05;
    double noise = between_runs;
    for (const MeasuredPoint& p : curve.points)
        for (const LinearPiece& piece : curve.pieces)
            if (isLong(curve, p) && p.x >= piece.from && p.x <= piece.to)
                noise = std::max(noise, std::abs(p.y / (piece.intercept + piece.slope * p.x) - 1));
    return noise;
}

std::vector<NetworkMatch> matchingNetworks(
    const Scenario& before, const KeptEvidence& file, const Calibration& calibration)
{
    const std::vector<const MeasuredCurve*> curves = ringCurves(file);
    const auto protocol = settingOf(file.settings, "cluster.protocol");
    if (curves.empty() || !protocol)
        return {};
    const Result<Scenario> measured = withSettings(before, file.settings, calibration);
    double noise = 0;
    for (const MeasuredCurve* curve : curves)
        noise = std::max(noise, measurementNoise(*curve));
    std::vector<NetworkMatch> matches;
    for (const InterconnectPreset& preset : interconnectPresets()) {
        if (preset.protocol != static_cast<Protocol>(*protocol) || isIdeal(preset))
            continue;
        Scenario s = measured ? *measured : before;
        applyInterconnect(s, presetIndex(interconnectPresets(), preset.id), calibration);
        if (const auto match = compared(s, curves, calibration); match && std::abs(std::log(match->ratio)) <= noise)
            matches.push_back(*match);
    }
    std::ranges::stable_sort(matches, {}, &NetworkMatch::error);
    return matches;
}

bool isNetworkOf(const Scenario& s, const KeptEvidence& file)
{
    return settingOf(file.settings, "cluster.link_rate").has_value()
        && std::ranges::all_of(network_settings, [&](std::string_view id) {
               const auto value = settingOf(file.settings, id);
               return !value || parameter(id).get(s) == *value;
           });
}

} // namespace kneepoint
