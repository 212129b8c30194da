// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/figures.h"

namespace kneepoint {

std::vector<FigureGroup> evalFigures(const Analysis& a)
{
    const StepReport& step = a.step;
    return {
        {"Scale",
            {
                {"workers", "data-parallel workers K", Unit::none, step.workers},
                {"gpus", "GPUs", Unit::none, step.gpus},
                {"speedup", "speedup over one worker", Unit::factor, a.headline.speedup},
                {"efficiency", "scaling efficiency", Unit::ratio, a.headline.efficiency},
                {"gamma", "communication to compute γ", Unit::none, step.gamma},
            }},
        {"Step",
            {
                {"step_s", "step", Unit::seconds, step.step_s},
                {"compute_s", "compute", Unit::seconds, step.compute_s},
                {"comm_s", "communication", Unit::seconds, step.comm_s},
                {"exposed_comm_s", "communication, exposed", Unit::seconds, step.exposedCommunication()},
                {"latency_s", "communication, latency", Unit::seconds, step.latency_s},
                {"load_s", "input pipeline", Unit::seconds, step.load_s},
                {"exposed_load_s", "input pipeline, exposed", Unit::seconds, step.part(Part::input).exposed_s},
                {"straggler_s", "waiting for the slowest worker", Unit::seconds, step.part(Part::straggler).exposed_s},
                {"p_any_slow", "probability that some worker is slow", Unit::ratio, step.p_any_slow},
                {"bubble_s", "pipeline bubble", Unit::seconds, step.part(Part::bubble).exposed_s},
            }},
        {"Throughput",
            {
                {"examples_per_s", "examples", Unit::examples_per_second, a.headline.examples_per_s},
                {"tokens_per_s", "tokens", Unit::tokens_per_second, a.headline.tokens_per_s},
                {"global_batch", "global batch", Unit::count, step.global_batch},
                {"step_flops", "model FLOPs of a replica and step", Unit::flops, step.step_flops},
                {"gpu_utilisation", "GPU utilisation", Unit::ratio, a.headline.gpu_utilisation},
                {"mfu", "MFU", Unit::ratio, a.headline.mfu},
                {"hfu", "HFU", Unit::ratio, a.headline.hfu},
            }},
        {"Roofline, per GPU",
            {
                {"peak_flops", "dense peak", Unit::flops_per_second, a.roofline.roof.peak_flops},
                {"attainable_flops", "attainable", Unit::flops_per_second, a.roofline.attainable_flops},
                {"arithmetic_intensity", "arithmetic intensity", Unit::flops_per_byte,
                    a.roofline.roof.arithmetic_intensity},
                {"communication_intensity", "communication intensity", Unit::flops_per_byte,
                    a.roofline.roof.communication_intensity},
                {"crossover_tokens", "network limits below, per replica and step", Unit::tokens,
                    a.roofline.crossover_tokens},
            }},
        {"Bytes, per GPU",
            {
                {"gradient_bytes", "gradients of one synchronisation", Unit::bytes, step.gradient_bytes},
                {"network_bytes", "gradient synchronisation of a step", Unit::bytes, step.network_bytes},
                {"node_bytes", "sent inside nodes in a step", Unit::bytes, step.traffic.of(LinkLevel::node)},
                {"leaf_bytes", "sent between nodes in a step", Unit::bytes, step.traffic.of(LinkLevel::leaf)},
                {"spine_bytes", "sent beyond the leaf in a step", Unit::bytes, step.traffic.of(LinkLevel::spine)},
                {"memory_bytes", "memory", Unit::bytes, step.memory.total()},
                {"memory_capacity_bytes", "memory capacity", Unit::bytes, step.memory.capacity},
            }},
        {"Training run",
            {
                {"training_steps", "steps", Unit::count, a.training.steps},
                {"training_time_s", "time", Unit::hours, a.training.time_s},
                {"gpu_hours", "GPU hours", Unit::count, a.training.gpu_hours},
                {"cost", "cost", Unit::dollars, a.training.cost},
                {"energy_j", "energy in joules", Unit::count, a.training.energy_j},
                {"statistical_efficiency", "share of examples that help", Unit::ratio,
                    a.training.statistical_efficiency},
            }},
    };
}

std::vector<FigureGroup> rooflineFigures(const Analysis& a)
{
    const Roofline& r = a.roofline;
    return {
        {"Roofs, per GPU",
            {
                {"peak_flops", "dense peak", Unit::flops_per_second, r.roof.peak_flops},
                {"sustained_flops", "compute roof", Unit::flops_per_second, r.roof.sustained_flops},
                {"memory_bandwidth", "memory bandwidth", Unit::bytes_per_second, r.roof.memory_bandwidth},
                {"network_bandwidth", "network bandwidth", Unit::bytes_per_second, r.roof.network_bandwidth},
            }},
        {"Ridges",
            {
                {"memory_ridge", "memory roof meets compute roof at AI", Unit::flops_per_byte, r.memory_ridge},
                {"network_ridge", "network roof meets compute roof at CI", Unit::flops_per_byte, r.network_ridge},
                {"crossover_tokens", "network limits below, per replica and step", Unit::tokens, r.crossover_tokens},
            }},
        {"Operating point",
            {
                {"arithmetic_intensity", "arithmetic intensity AI", Unit::flops_per_byte, r.roof.arithmetic_intensity},
                {"communication_intensity", "communication intensity CI", Unit::flops_per_byte,
                    r.roof.communication_intensity},
                {"memory_ceiling", "memory bandwidth × AI", Unit::flops_per_second, r.memory_ceiling},
                {"network_ceiling", "network bandwidth × CI", Unit::flops_per_second, r.network_ceiling},
                {"attainable_flops", "attainable", Unit::flops_per_second, r.attainable_flops},
                {"achieved_flops", "achieved", Unit::flops_per_second, r.achieved_flops},
            }},
    };
}

} // namespace kneepoint
