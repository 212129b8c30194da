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

constexpr std::array<Dimension, dimension_count> dimensions{
    Dimension::tensor,
    Dimension::pipeline,
    Dimension::context,
    Dimension::expert,
    Dimension::sequence,
    Dimension::schedule,
    Dimension::virtual_stages,
    Dimension::zero,
    Dimension::shard_group,
    Dimension::recompute,
    Dimension::gradients,
    Dimension::micro_batch,
    Dimension::accumulation,
};

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
    switch (d) {
    case Dimension::tensor:
        return "TP";
    case Dimension::pipeline:
        return "PP";
    case Dimension::virtual_stages:
        return "VPP";
    case Dimension::context:
        return "CP";
    case Dimension::expert:
        return "EP";
    case Dimension::zero:
        return "ZeRO";
    case Dimension::shard_group:
        return "sharding group";
    case Dimension::micro_batch:
        return "micro-batch";
    case Dimension::recompute:
        return "recompute";
    case Dimension::sequence:
        return "SP";
    default:
        return parameterOf(d).label;
    }
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
