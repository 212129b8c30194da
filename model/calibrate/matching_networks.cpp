// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/matching_networks.h"

#include "model/catalogue/apply_presets.h"
#include "model/catalogue/catalogue.h"
#include "model/presets/presets.h"

#include <algorithm>
#include <array>
#include <cmath>
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
                && curve.ranks / curve.nodes <= parameter("cluster.gpus_per_node").range.max));
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
    const double measured_Bps = settingOf(file.settings, "cluster.link_rate").value_or(0)
        * settingOf(file.settings, "cluster.link_efficiency").value_or(0);
    if (curves.empty() || !protocol || !(measured_Bps > 0))
        return {};
    double noise = 0;
    for (const MeasuredCurve* curve : curves)
        noise = std::max(noise, measurementNoise(*curve));
    const auto latency = settingOf(file.settings, "cluster.link_latency");
    std::vector<NetworkMatch> matches;
    for (const InterconnectPreset& preset : interconnectPresets()) {
        if (preset.protocol != static_cast<Protocol>(*protocol) || isIdeal(preset))
            continue;
        Scenario s = before;
        applyInterconnect(s, presetIndex(interconnectPresets(), preset.id), calibration);
        const double ratio = s.cluster.link_rate * s.cluster.link_efficiency / measured_Bps;
        if (std::abs(std::log(ratio)) > noise)
            continue;
        constexpr double known_latency = 4; // a factor: small messages show it no better
        const double off = latency && *latency > 0 && s.cluster.link_latency_s > 0
            ? std::log(s.cluster.link_latency_s / *latency) / std::log(known_latency)
            : 0;
        matches.push_back({s.cluster.interconnect, ratio, std::hypot(std::log(ratio) / noise, off)});
    }
    std::ranges::stable_sort(matches, {}, &NetworkMatch::distance);
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
