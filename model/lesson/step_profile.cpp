// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/step_profile.h"

#include "model/analysis/counterfactual.h"
#include "model/constants/calibration.h"
#include "model/step/step_model.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace kneepoint {
namespace {

/// Below this share of the step an activity is not drawn, except those that a profiler always has.
constexpr double least_share = 0.002;

struct LaneKindOfPart {
    Part part;
    std::string_view name;
};

/// In order of time within a step.
constexpr std::array lane_kinds{
    LaneKindOfPart{Part::tensor_comm, "network: activations"},
    LaneKindOfPart{Part::context_comm, "network: keys and values"},
    LaneKindOfPart{Part::expert_comm, "network: tokens"},
    LaneKindOfPart{Part::pipeline_comm, "network: between stages"},
    LaneKindOfPart{Part::bubble, "no micro-batch to work on"},
    LaneKindOfPart{Part::data_comm, "network: gradients"},
    LaneKindOfPart{Part::delay, "host"},
    LaneKindOfPart{Part::straggler, "last rank arrives"},
};

std::string seconds(double s)
{
    return formatQuantity(s, Unit::seconds);
}

/// The same job with the fabric to itself.
double aloneSeconds(const Scenario& s)
{
    return evaluate(withoutContention(s), shippedCalibration()).comm_s;
}

std::string noteOf(Part part, const PartTime& time)
{
    if (part == Part::straggler)
        return time.exposed_s > 0 ? fmt::format("{} after the first", seconds(time.exposed_s)) : "with the others";
    if (part == Part::bubble)
        return fmt::format("{} per stage", seconds(time.exposed_s));
    return fmt::format("busy {}", seconds(time.total_s()));
}

/// What the network lanes have in common, under the longest of them.
void noteNetwork(StepProfile& profile, const Scenario& s, const StepReport& step)
{
    const auto is_network = [](const ProfileLane& lane) {
        return std::ranges::find(communication_parts, lane.part) != communication_parts.end();
    };
    ProfileLane* longest = nullptr;
    for (ProfileLane& lane : profile.lanes)
        if (is_network(lane) && (!longest || lane.to_s - lane.from_s > longest->to_s - longest->from_s))
            longest = &lane;
    if (!longest)
        return;
    constexpr double notable = 0.02;
    if (step.latency_s > notable * step.comm_s)
        longest->note += fmt::format(", {} of it before the first byte", seconds(step.latency_s));
    if (s.cluster.oversubscription > 1 || s.cluster.nics_per_node < s.cluster.gpus_per_node)
        longest->note += fmt::format(", {} on an idle fabric", seconds(aloneSeconds(s)));
}

} // namespace

StepProfile profileOf(const Scenario& s)
{
    const StepReport step = evaluate(s, shippedCalibration());
    StepProfile profile;
    profile.step_s = step.step_s;
    const PartTime& input = step.part(Part::input);
    const double begin = input.exposed_s;
    double now = begin + step.compute_s + step.part(Part::optimizer).exposed_s;
    profile.lanes.push_back(
        {"GPU kernels", fmt::format("busy {}", seconds(now - begin)), Part::compute, begin, now, 0});
    for (const LaneKindOfPart& kind : lane_kinds) {
        const PartTime& time = step.part(kind.part);
        const bool always = kind.part == Part::data_comm || kind.part == Part::straggler;
        if (!always && time.total_s() < least_share * step.step_s)
            continue;
        const double from = std::max(0.0, now - time.hidden_s);
        profile.lanes.push_back(
            {std::string(kind.name), noteOf(kind.part, time), kind.part, from, now + time.exposed_s, time.exposed_s});
        now += time.exposed_s;
    }
    noteNetwork(profile, s, step);
    const ProfileLane loader{"data loader",
        input.exposed_s > 0 ? fmt::format("next batch after {}", seconds(input.total_s()))
                            : fmt::format("next batch ready after {}", seconds(step.load_s)),
        Part::input, 0, std::min(step.step_s, step.load_s), input.exposed_s};
    profile.lanes.insert(profile.lanes.begin() + 1, loader);
    return profile;
}

} // namespace kneepoint
