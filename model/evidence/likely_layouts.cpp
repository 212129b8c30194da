// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/likely_layouts.h"

#include "model/evidence/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace kneepoint {
namespace {

enum class Role { tensor, pipeline, data };

/// Whether the group's name says that it has this role: "TENSOR_MODEL_PARALLEL_GROUP", "mesh_tp".
bool isNamed(const ObservedGroup& group, Role role)
{
    const std::string_view name = group.name;
    switch (role) {
    case Role::tensor:
        return mentionsAny(name, {"tensor", "tp"}) && !mentionsAny(name, {"data", "pipeline"});
    case Role::pipeline:
        return mentionsAny(name, {"pipeline", "pp"});
    case Role::data:
        return mentionsAny(name, {"data", "dp", "shard", "replicate"}) && !mentionsAny(name, {"tensor", "pipeline"});
    }
    return false;
}

/// How well a group's traffic fits a role, 0..1.
double fit(const ObservedGroup& group, Role role, double most_calls, double most_bytes, double gpus_per_node)
{
    constexpr double named = 1, guessed = 0.6, odd = 0.1;
    for (const Role other : {Role::tensor, Role::pipeline, Role::data})
        if (isNamed(group, other))
            return other == role ? named : odd;
    const bool sends = group.operation == "sendrecv" || group.operation == "send" || group.operation == "recv";
    if (role == Role::pipeline || sends)
        return role == Role::pipeline && sends ? guessed : odd;
    if (role == Role::tensor)
        return group.size <= gpus_per_node ? guessed * group.calls / most_calls : odd;
    return guessed * std::max(0.2, group.bytes / most_bytes);
}

/// The best fit of a group of this size; nothing if there is no such group.
std::optional<double> bestFit(std::span<const ObservedGroup> groups, Role role, double size, double gpus_per_node)
{
    double most_calls = 1, most_bytes = 1;
    for (const ObservedGroup& group : groups) {
        most_calls = std::max(most_calls, group.calls);
        most_bytes = std::max(most_bytes, group.bytes);
    }
    std::optional<double> best;
    for (const ObservedGroup& group : groups)
        if (group.size == size)
            best = std::max(best.value_or(0), fit(group, role, most_calls, most_bytes, gpus_per_node));
    return best;
}

/// Share of the calls in groups that the layout has: its three kinds, and all GPUs together.
double explainedShare(std::span<const ObservedGroup> groups, const LikelyLayout& layout, double gpus)
{
    double calls = 0, explained = 0;
    for (const ObservedGroup& group : groups) {
        const std::array sizes{layout.tensor, layout.pipeline, layout.data, gpus};
        calls += group.calls;
        explained += std::ranges::find(sizes, group.size) != sizes.end() ? group.calls : 0;
    }
    return calls > 0 ? explained / calls : 0;
}

/// The product of the fits of all degrees above 1; 0 if a degree has no group.
double scoreOf(std::span<const ObservedGroup> groups, const LikelyLayout& layout, double gpus, double gpus_per_node)
{
    double score = explainedShare(groups, layout, gpus);
    const std::array degrees{std::pair{Role::tensor, layout.tensor}, std::pair{Role::pipeline, layout.pipeline},
        std::pair{Role::data, layout.data}};
    for (const auto& [role, degree] : degrees)
        if (degree > 1)
            score *= bestFit(groups, role, degree, gpus_per_node).value_or(0);
    return score;
}

} // namespace

std::vector<LikelyLayout> likelyLayouts(
    std::span<const ObservedGroup> groups, double gpus, double gpus_per_node, std::size_t most)
{
    std::set<double> sizes{1};
    for (const ObservedGroup& group : groups)
        if (group.size > 1 && group.size <= gpus)
            sizes.insert(group.size);
    std::vector<LikelyLayout> all;
    double sum = 0;
    for (const double tensor : sizes)
        for (const double pipeline : sizes) {
            LikelyLayout layout{.tensor = tensor, .pipeline = pipeline, .data = gpus / (tensor * pipeline)};
            if (layout.data < 1 || layout.data != std::floor(layout.data))
                continue;
            layout.likelihood = scoreOf(groups, layout, gpus, gpus_per_node);
            sum += layout.likelihood;
            if (layout.likelihood > 0)
                all.push_back(layout);
        }
    for (LikelyLayout& layout : all)
        layout.likelihood /= sum;
    std::ranges::stable_sort(all, std::greater(), &LikelyLayout::likelihood);
    if (all.size() > most)
        all.resize(most);
    return all;
}

std::vector<ObservedSetting> settingsOf(const LikelyLayout& layout)
{
    const std::string place = "sizes of the process groups";
    return {{"cluster.gpus", layout.tensor * layout.pipeline * layout.data, place},
        {"plan.tensor_parallel", layout.tensor, place}, {"plan.pipeline_parallel", layout.pipeline, place}};
}

std::string layoutText(const LikelyLayout& layout)
{
    return fmt::format("TP {} · PP {} · DP {}", layout.tensor, layout.pipeline, layout.data);
}

} // namespace kneepoint
