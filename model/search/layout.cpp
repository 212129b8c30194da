// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/layout.h"

#include "model/scenario/scenario.h"
#include "model/search/layout_parts.h"
#include "model/step/step_series.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint {
namespace {

constexpr std::array<std::string_view, dimension_count> ids{
    "plan.tensor_parallel",
    "plan.pipeline_parallel",
    "plan.context_parallel",
    "plan.expert_parallel",
    "plan.sequence_parallel",
    "plan.pipeline_schedule",
    "plan.virtual_stages",
    "plan.zero_stage",
    "plan.shard_group",
    "plan.recompute",
    "plan.gradient_precision",
    "workload.batch_per_gpu",
    "plan.accumulation",
};

constexpr auto dimensions = [] {
    std::array<Dimension, dimension_count> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<Dimension>(i);
    return all;
}();

} // namespace

const Parameter& parameterOf(Dimension d)
{
    static const std::array<const Parameter*, dimension_count> parameters = [] {
        std::array<const Parameter*, dimension_count> all{};
        std::ranges::transform(ids, all.begin(), [](std::string_view id) { return &parameter(id); });
        return all;
    }();
    return *parameters[static_cast<std::size_t>(d)];
}

const Dimension* findDimension(std::string_view parameter_id)
{
    const auto found = std::ranges::find(ids, parameter_id);
    return found == ids.end() ? nullptr : &dimensions[static_cast<std::size_t>(found - ids.begin())];
}

Layout layoutOf(const Scenario& s)
{
    Layout layout;
    for (const Dimension d : dimensions)
        layout[d] = parameterOf(d).get(s);
    return layout;
}

Edit editOf(const Layout& layout)
{
    Edit edit;
    for (const Dimension d : dimensions)
        edit.push_back({&parameterOf(d), layout[d]});
    return edit;
}

StepVersion versionOf(const Scenario& job, const Layout& layout)
{
    StepVersion v{job.plan, job.cluster.gpus, layout[Dimension::micro_batch], 0};
    Plan& plan = v.plan;
    plan.tensor_parallel = layout[Dimension::tensor];
    plan.pipeline_parallel = layout[Dimension::pipeline];
    plan.context_parallel = layout[Dimension::context];
    plan.expert_parallel = layout[Dimension::expert];
    plan.sequence_parallel = layout[Dimension::sequence] != 0;
    plan.pipeline_schedule = static_cast<PipelineSchedule>(static_cast<int>(layout[Dimension::schedule]));
    plan.virtual_stages = layout[Dimension::virtual_stages];
    plan.zero_stage = static_cast<int>(layout[Dimension::zero]);
    plan.shard_group = layout[Dimension::shard_group];
    plan.recompute = static_cast<Recompute>(static_cast<int>(layout[Dimension::recompute]));
    plan.gradient_precision = static_cast<GradientPrecision>(static_cast<int>(layout[Dimension::gradients]));
    plan.accumulation = layout[Dimension::accumulation];
    const double replicas = std::max(1.0, job.cluster.gpus / layout.replicaGpus());
    v.global_batch = v.batch_per_gpu * plan.accumulation * replicas;
    return v;
}

std::string_view shortName(Dimension d)
{
    static constexpr std::array<std::string_view, dimension_count> names{
        "TP", "PP", "CP", "EP", "SP", {}, "VPP", "ZeRO", "sharding group", "recompute", {}, "micro-batch", {}};
    const std::string_view name = names[static_cast<std::size_t>(d)];
    return name.empty() ? parameterOf(d).label : name;
}

std::string countText(double value)
{
    return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string layoutText(const Scenario& job, const Layout& layout)
{
    std::string text;
    for (const LayoutPart& part : layoutParts(job, layout))
        text +=
            fmt::format("{}{}{}{}", text.empty() ? "" : " · ", part.name, part.value.empty() ? "" : " ", part.value);
    return text;
}

} // namespace kneepoint
