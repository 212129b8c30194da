// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/parameter_fields.h"
#include "model/scenario/scenario.h"

/// Automatic planning of the layout: one switch, and a pin for every parameter that it would set.
namespace kneepoint::fields {
namespace {

constexpr auto room = &Scenario::automatic;

std::string_view onlyAutomatic(const Scenario& s)
{
    return s.automatic.on ? "" : "automatic planning is off";
}

template <auto Field> constexpr Parameter pin(std::string_view id, std::string_view pins, std::string_view label)
{
    return plain<room, Field>(id, label, flag,
        "Automatic planning leaves this parameter as it is set. Changing the parameter by hand pins it.", {},
        {.topic = "Auto plan", .pins = pins, .idle = onlyAutomatic});
}

} // namespace

std::span<const Parameter> automatic()
{
    static const Parameter records[] = {
        leading<room, &AutoPlan::on, Follows::automatic | Follows::node | Follows::batch>("plan.auto", "Auto plan",
            flag,
            "Every change of the job is followed by the simplest layout that fits in memory and is within 2 % of the "
            "shortest step, for the same global batch or one within the batch tolerance. What is rarely run, such as "
            "more than 8 virtual stages or context parallelism of short sequences, must gain 5 %.",
            {"layout ≈ argmin T over the valid layouts that fit", "autoPlan",
                "Branch and bound with a proof, see `kneepoint search`"},
            {.topic = "Auto plan"}),
        plain<&Scenario::plan, &Plan::batch_tolerance>("plan.batch_tolerance", "Batch tolerance",
            {.unit = Unit::ratio, .range = {.max = 0.5, .slider_max = 0.2}},
            "Auto plan and `kneepoint plan` may change the global batch by up to this fraction if replicas can then "
            "divide it, for example from 1024 to 1056 on 768 GPUs. 0 keeps the batch.",
            {}, {.brief = "Tolerance"}),
        pin<&AutoPlan::tensor_parallel>("plan.pin_tensor_parallel", "plan.tensor_parallel", "Pin tensor parallel"),
        pin<&AutoPlan::pipeline_parallel>(
            "plan.pin_pipeline_parallel", "plan.pipeline_parallel", "Pin pipeline parallel"),
        pin<&AutoPlan::context_parallel>("plan.pin_context_parallel", "plan.context_parallel", "Pin context parallel"),
        pin<&AutoPlan::sequence_parallel>(
            "plan.pin_sequence_parallel", "plan.sequence_parallel", "Pin sequence parallel"),
        pin<&AutoPlan::pipeline_schedule>(
            "plan.pin_pipeline_schedule", "plan.pipeline_schedule", "Pin pipeline schedule"),
        pin<&AutoPlan::virtual_stages>("plan.pin_virtual_stages", "plan.virtual_stages", "Pin virtual pipeline stages"),
        pin<&AutoPlan::expert_parallel>("plan.pin_expert_parallel", "plan.expert_parallel", "Pin expert parallel"),
        pin<&AutoPlan::accumulation>("plan.pin_accumulation", "plan.accumulation", "Pin gradient accumulation"),
        pin<&AutoPlan::zero_stage>("plan.pin_zero_stage", "plan.zero_stage", "Pin ZeRO stage"),
        pin<&AutoPlan::shard_group>("plan.pin_shard_group", "plan.shard_group", "Pin sharding group size"),
        pin<&AutoPlan::recompute>("plan.pin_recompute", "plan.recompute", "Pin activation recomputation"),
        pin<&AutoPlan::batch_per_gpu>("plan.pin_batch_per_gpu", "workload.batch_per_gpu", "Pin micro-batch size"),
    };
    return records;
}

} // namespace kneepoint::fields
