// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/throughput.h"
#include "model/results/metric_fields.h"

#include <array>

namespace kneepoint::results {
namespace {

constexpr auto simulator = "Scaling-efficiency simulator, section 3";
constexpr auto stragglers = "Distributed roofline, section 3: synchronization barriers";
constexpr auto pipelines = "Communication wall, pipeline bubble";
constexpr auto palm = "Chowdhery et al. 2022 (PaLM), appendix B";

} // namespace

std::span<const Metric> ofSteps()
{
    static constexpr std::array records{
        of<&StepReport::step_s>({MetricGroup::step, "step_s", "Step time",
            {Unit::seconds, Better::lower, Prominence::headline, FollowsStep::proportionally},
            "From one optimizer step to the next.",
            {"T = t_comp + exposed communication + exposed input + waits", "model/step/step_model.cpp: evaluate",
                simulator},
            {.symbol = "T(K)", .needs_a_run = true}}),
        of<&StepReport::compute_s>(
            {MetricGroup::step, "compute_s", "Compute", {Unit::seconds, Better::lower, Prominence::summary},
                "GEMMs, attention, HBM traffic and kernel launches of one step.",
                {"t_comp = FLOPs/sustained rate, or the sum over all kernels", "model/step/step_model.cpp: evaluate",
                    simulator},
                {.symbol = "t_comp", .needs_a_run = true}}),
        of<&StepReport::comm_s>(
            {MetricGroup::step, "comm_s", "Communication", {Unit::seconds, Better::lower, Prominence::summary},
                "All communication of a step, hidden behind compute or exposed.",
                {"t_comm = Σ (exposed + hidden) over tensor, context, expert, pipeline and data parallelism",
                    "model/step/step_model.cpp: evaluate", simulator},
                {.symbol = "t_comm", .needs_a_run = true}}),
        of<&StepReport::exposedCommunication>({MetricGroup::step, "exposed_comm_s", "Communication, exposed",
            {Unit::seconds, Better::lower}, "Communication that compute does not hide; it adds to the step.",
            {"t_comm − η·min(t_comp, t_comm)", "model/step/step_report.h: StepReport::exposedCommunication", simulator},
            {.needs_a_run = true}}),
        of<&StepReport::latency_s>({MetricGroup::step, "latency_s", "Communication, latency",
            {Unit::seconds, Better::lower}, "The part of communication that does not depend on the number of bytes.",
            {"Σ messages × α", "model/step/step_model.cpp: evaluate", "Communication bottlenecks and scaling limits"},
            {.needs_a_run = true}}),
        of<&StepReport::load_s>({MetricGroup::step, "load_s", "Input pipeline", {Unit::seconds, Better::lower},
            "Loading the examples of one step, hidden or exposed.",
            {"t_load = examples per step / loader rate", "model/step/step_model.cpp: evaluate", simulator},
            {.symbol = "t_load", .needs_a_run = true}}),
        exposed<Part::input>({MetricGroup::step, "exposed_load_s", "Input pipeline, exposed",
            {Unit::seconds, Better::lower}, "Loading that the rest of the step does not hide; GPUs wait for data.",
            {"t_load − overlap·min(t_load, rest of the step)", "model/step/step_model.cpp: evaluate", simulator},
            {.needs_a_run = true}}),
        exposed<Part::straggler>({MetricGroup::step, "straggler_s", "Stragglers", {Unit::seconds, Better::lower},
            "Time per step that ranks wait for the slowest rank.",
            {"(expected slowest of n − mean) × step", "model/step/step_model.cpp: evaluate", stragglers},
            {.needs_a_run = true}}),
        of<&StepReport::p_any_slow>({MetricGroup::step, "p_any_slow", "Probability of a slow rank",
            {Unit::ratio, Better::lower}, "Probability that at least one rank is slow in a step.",
            {"1 − (1 − p)ⁿ", "model/step/step_model.cpp: evaluate", stragglers}}),
        exposed<Part::bubble>({MetricGroup::step, "bubble_s", "Pipeline bubble", {Unit::seconds, Better::lower},
            "Time per step that pipeline stages are idle while the pipeline fills and drains.",
            {"(p − 1)/(m·v) × time of the micro-batches", "model/step/step_model.cpp: evaluate", pipelines},
            {.needs_a_run = true}}),
        of<&examplesPerSecond>({MetricGroup::throughput, "examples_per_s", "Examples per second",
            {Unit::examples_per_second, Better::higher, Prominence::headline, FollowsStep::inversely},
            "Training examples per second of the whole job.",
            {"global batch / T", "model/analysis/throughput.cpp: examplesPerSecond"}, {.needs_a_run = true}}),
        ofStep<&tokensPerSecond>({MetricGroup::throughput, "tokens_per_s", "Tokens per second",
            {Unit::tokens_per_second, Better::higher, Prominence::headline, FollowsStep::inversely},
            "Training tokens per second of the whole job; examples for a model without a sequence.",
            {"global batch × sequence length / T", "model/analysis/throughput.cpp: tokensPerSecond"},
            {.needs_a_run = true, .applies = &hasTokens}}),
        of<&StepReport::global_batch>({MetricGroup::throughput, "global_batch", "Global batch", {Unit::count},
            "Examples per step over all replicas.",
            {"B = K × accumulation × batch per replica", "model/step/step_model.cpp: evaluate"}, {.symbol = "B"}}),
        of<&StepReport::step_flops>({MetricGroup::throughput, "step_flops", "Model FLOPs per replica and step",
            {Unit::flops}, "Forward and backward pass of one replica, without recomputation.",
            {"≈ 6·N·tokens, with attention added", "model/cost/operations.cpp: flopsPerExample", palm}}),
        of<&gpuUtilization>({MetricGroup::throughput, "gpu_utilisation", "GPU utilization",
            {Unit::ratio, Better::higher}, "Fraction of the step during which the GPU computes, at any rate.",
            {"t_comp/T", "model/analysis/throughput.cpp: gpuUtilization", simulator}, {.needs_a_run = true}}),
        ofStep<&modelFlopsUtilization>({MetricGroup::throughput, "mfu", "MFU",
            {Unit::ratio, Better::higher, Prominence::headline, FollowsStep::inversely},
            "Model FLOPs utilization: model FLOPs over the dense peak of the compute precision.",
            {"model FLOPs / (GPUs × peak × T)", "model/analysis/throughput.cpp: modelFlopsUtilization", palm},
            {.needs_a_run = true}}),
        ofStep<&hardwareFlopsUtilization>({MetricGroup::throughput, "hfu", "HFU",
            {Unit::ratio, Better::higher, Prominence::detail, FollowsStep::inversely},
            "Hardware FLOPs utilization: like MFU, but including the FLOPs repeated by recomputation.",
            {"(model + recomputed FLOPs) / (GPUs × peak × T)",
                "model/analysis/throughput.cpp: hardwareFlopsUtilization", palm},
            {.needs_a_run = true}}),
    };
    return records;
}

} // namespace kneepoint::results
