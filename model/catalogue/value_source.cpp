// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/value_source.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/edit.h"
#include "model/constants/calibration.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"

#include <span>

namespace kneepoint {
namespace {

template <class Preset>
std::optional<ValueSource> sourceIn(std::span<const Preset> presets, std::string_view chooser, const Parameter& p,
    const Scenario& s, const Calibration& calibration)
{
    const Parameter& choice = parameter(chooser);
    const Preset* chosen = presetAt(presets, static_cast<PresetIndex>(choice.get(s)));
    if (!chosen)
        return std::nullopt;
    if (&p != &choice) {
        Scenario moved = s;
        const double value = p.get(s);
        p.assign(moved, p.isNumber() ? 2 * value + 1 : value > 0 ? 0 : 1);
        if (p.get(applied(moved, {{&choice, choice.get(s)}}, calibration)) != value)
            return std::nullopt;
    }
    return ValueSource{chosen->name, chosen->source, chosen->assumed};
}

/// Latencies of networks that have been measured replace those of the library.
bool isFitted(const Parameter& p, const Scenario& s)
{
    const InterconnectPreset* network = presetAt(interconnectPresets(), s.cluster.interconnect);
    const bool of_network = p.id == "cluster.link_latency" && network && p.get(s) != network->latency_s;
    return of_network || p.source.starts_with("Fitted");
}

} // namespace

std::optional<ValueSource> valueSource(const Parameter& p, const Scenario& s, const Calibration& calibration)
{
    const bool comes_with_a_choice = p.group == Group::cluster || p.group == Group::stack || p.isOfModel()
        || p.id == "workload.model"; // the rest follows from the batch and the layout
    if (!comes_with_a_choice)
        return std::nullopt;
    const auto in = [&](const auto& presets, std::string_view chooser) {
        return sourceIn(presets, chooser, p, s, calibration);
    };
    for (auto found : {in(machinePresets(), "cluster.machine"), in(gpuPresets(), "cluster.gpu"),
             in(interconnectPresets(), "cluster.interconnect"), in(modelPresets(), "workload.model"),
             in(stackPresets(), "stack.software")})
        if (found) {
            if (isFitted(p, s))
                found->source = "fitted by the program to published measurements";
            return found;
        }
    return std::nullopt;
}

} // namespace kneepoint
