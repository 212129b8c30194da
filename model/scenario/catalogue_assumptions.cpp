// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/catalogue_fields.h"

namespace kneepoint::fields {
namespace {

constexpr auto room = &Scenario::assumptions;
constexpr auto overlap_source = "Communication wall, overlap efficiency";
constexpr auto straggler_source = "Distributed roofline, section 3: synchronization barriers";

constexpr Choice collective_models[] = {
    {"payload", "Payload / bandwidth", "the gradients cross the link once"},
    {"two-way", "2 × payload / bandwidth", "sent and received: the ring at large K"},
    {"ring", "Ring bandwidth term", "2·(K−1)/K × payload / bandwidth"},
    {"alpha-beta", "Latency + bandwidth", "hops, buckets and the choice of algorithm count"},
    {"protocols", "Latency + bandwidth by wire protocol", "as collective libraries do: small messages by LL and LL128"},
};

constexpr Choice compute_models[] = {
    {"sustained", "One sustained rate", "FLOPs over a share of the peak"},
    {"kernels", "Kernels by size", "every matrix product, attention, memory pass and launch of a layer"},
};
constexpr Choice overlap_models[] = {
    {"fixed", "A fixed share", "η of what could be hidden"},
    {"stack", "Windows of the software", "what pipeline, buckets and sharding leave, and the software uses"},
};
constexpr auto measured_source = "Fitted to published measurements: see the validation report";

std::string_view onlyFixedOverlap(const Scenario& s)
{
    return s.assumptions.overlap_model == OverlapModel::fixed ? "" : "the software stack decides what overlaps";
}
std::string_view onlyArchitecture(const Scenario& s)
{
    if (s.workload.kind == ModelKind::generic)
        return "a generic model has no layers";
    return s.workload.measured_example_s > 0 ? "compute time is measured, not computed" : "";
}

bool atKernels(const Scenario& s)
{
    return s.assumptions.compute_model == ComputeModel::kernels && onlyArchitecture(s).empty();
}

std::string_view unlessKernels(const Scenario& s)
{
    if (atKernels(s))
        return "memory passes are counted kernel by kernel";
    return s.workload.measured_example_s > 0 ? "compute time is measured, not computed" : "";
}
std::string_view onlyStragglers(const Scenario& s)
{
    if (s.plan.synchronisation == Synchronisation::parameter_server)
        return "asynchronous training does not wait for stragglers";
    return s.assumptions.stragglers ? "" : "stragglers are left out";
}
std::string_view onlyLoading(const Scenario& s)
{
    return s.assumptions.input_limited ? "" : "the input pipeline is left out";
}
std::string_view onlyTensor(const Scenario& s)
{
    if (atKernels(s))
        return "the software stack decides what overlaps";
    return s.plan.tensor_parallel <= 1 ? "layers are not split" : "";
}
std::string_view onlyExpertParallel(const Scenario& s)
{
    if (atKernels(s))
        return "the software stack decides what overlaps";
    return s.workload.experts <= 1 || s.plan.expert_parallel <= 1 ? "experts are not spread" : "";
}

} // namespace

std::span<const Parameter> assumptions()
{
    static const Parameter records[] = {
        plain<room, &Assumptions::compute_model>(choosing<compute_models>({
            .id = "assumptions.compute_model",
            .topic = "Compute",
            .label = "Compute model",
            .help = "How fine compute time is modelled. Kernels take their rates from the GPU and the software stack; "
                    "memory is then told stage by stage, and MFU counts causal attention beside 6·N a token.",
            .formula = "FLOPs / (share × peak), or Σ kernels of a layer × layers × micro-batches",
            .source = measured_source,
            .idle = onlyArchitecture,
        })),
        plain<room, &Assumptions::memory_roof>({
            .id = "assumptions.memory_roof",
            .topic = "Compute",
            .label = "Memory traffic counts",
            .scale = Scale::flag,
            .help = "Lets compute take at least as long as its HBM traffic. Off, compute runs at its sustained rate.",
            .formula = "t_comp = max(FLOP time, HBM time, floor)",
            .source = "Distributed roofline, section 1",
            .idle = unlessKernels,
        }),
        plain<room, &Assumptions::overlap_model>(choosing<overlap_models>({
            .id = "assumptions.overlap_model",
            .topic = "Overlap",
            .label = "Overlap model",
            .help = "What decides how much of the gradient synchronisation hides behind compute.",
            .formula = "η·min(w·t_comp, t_comm), or share × min(last backward pass × (1 + (p−1)/v), t_comm)",
            .source = measured_source,
        })),
        plain<room, &Assumptions::overlap>({
            .id = "assumptions.overlap",
            .topic = "Overlap",
            .label = "Overlap",
            .symbol = "η",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .help = "Share of what could be hidden of the gradient synchronisation that really is hidden.",
            .formula = "T = t_comp + t_comm − η·min(t_comp, t_comm)",
            .source = overlap_source,
            .idle = onlyFixedOverlap,
        }),
        plain<room, &Assumptions::overlap_window>({
            .id = "assumptions.overlap_window",
            .topic = "Overlap",
            .label = "Overlap window",
            .symbol = "w",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .help = "Share of compute that communication can hide behind: the backward pass is about two thirds.",
            .formula = "hidden = η·min(w·t_comp − what other communication takes, t_comm)",
            .source = overlap_source,
            .idle = onlyFixedOverlap,
        }),
        plain<room, &Assumptions::tensor_overlap>({
            .id = "assumptions.tensor_overlap",
            .topic = "Overlap",
            .label = "Tensor-parallel overlap",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .help = "Share of the tensor-parallel collectives that runs behind compute.",
            .formula = "hidden = share × min(t_comp, t_tensor)",
            .source = "Communication bottlenecks and scaling limits",
            .idle = onlyTensor,
        }),
        plain<room, &Assumptions::expert_overlap>({
            .id = "assumptions.expert_overlap",
            .topic = "Overlap",
            .label = "All-to-all overlap",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .help = "Share of the expert all-to-all that runs behind compute. It is hard to overlap.",
            .formula = "hidden = share × min(compute left free, t_expert)",
            .source = "Communication wall, mixture of experts",
            .idle = onlyExpertParallel,
        }),
        plain<room, &Assumptions::collective_model>(choosing<collective_models>({
            .id = "assumptions.collective_model",
            .topic = "Communication",
            .label = "Collective model",
            .help = "How fine the time of a collective is modelled.",
            .formula = "S/B, 2·S/B, 2·(K−1)/K·S/B, or that plus latency",
            .source = "Communication bottlenecks and scaling limits",
        })),
        plain<room, &Assumptions::input_limited>({
            .id = "assumptions.input_limited",
            .topic = "Input",
            .label = "Input pipeline counts",
            .scale = Scale::flag,
            .help = "Off, examples are always there in time.",
            .source = "Scaling-efficiency simulator, section 2",
        }),
        plain<room, &Assumptions::input_overlap>({
            .id = "assumptions.input_overlap",
            .topic = "Input",
            .label = "Prefetch",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .help = "Share of loading that runs behind the previous step.",
            .formula = "exposed load = t_load − share × min(t_load, step)",
            .source = "Scaling-efficiency simulator, Code 15.9.1",
            .idle = onlyLoading,
        }),
        plain<room, &Assumptions::stragglers>({
            .id = "assumptions.stragglers",
            .topic = "Stragglers",
            .label = "Stragglers count",
            .scale = Scale::flag,
            .help = "Every step waits for its slowest GPU.",
            .source = straggler_source,
        }),
        plain<room, &Assumptions::straggler_probability>({
            .id = "assumptions.straggler_probability",
            .topic = "Stragglers",
            .label = "Slow-step probability",
            .symbol = "p",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .slider_max = 0.2,
            .help = "Probability that one GPU is slow in a step: throttling, jitter, a neighbour.",
            .formula = "P(any slow) = 1 − (1−p)ⁿ",
            .source = straggler_source,
            .idle = onlyStragglers,
        }),
        plain<room, &Assumptions::straggler_slowdown>({
            .id = "assumptions.straggler_slowdown",
            .topic = "Stragglers",
            .label = "Slowdown of a slow GPU",
            .unit = Unit::ratio,
            .min = 0,
            .max = 100,
            .slider_max = 1,
            .help = "How much longer a slow GPU computes.",
            .formula = "wait = slowdown × (P(any slow) − p) × busy time",
            .source = "Communication bottlenecks and scaling limits: 10–20 % at 512 GPUs",
            .idle = onlyStragglers,
        }),
        plain<room, &Assumptions::jitter>({
            .id = "assumptions.jitter",
            .topic = "Stragglers",
            .label = "Step jitter",
            .symbol = "σ",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .slider_max = 0.2,
            .help = "Standard deviation of a GPU's busy time, as a share of it. The slowest of n sets the step.",
            .formula = "wait = σ·Φ⁻¹((n − 0.375)/(n + 0.25)) × busy time",
            .source = "Expected slowest of n; Blom 1958",
            .idle = onlyStragglers,
        }),
        plain<room, &Assumptions::sync_delay_s>({
            .id = "assumptions.sync_delay",
            .topic = "Stragglers",
            .label = "Delay per step",
            .unit = Unit::seconds,
            .scale = Scale::linear,
            .min = 0,
            .max = 1000,
            .slider_max = 0.1,
            .help = "Fixed time lost at the barrier of every step with more than one GPU.",
            .formula = "lost GPU-hours = delay × steps × GPUs",
            .source = "Communication wall, the engineering challenge",
        }),
        plain<room, &Assumptions::failures>({
            .id = "assumptions.failures",
            .topic = "Failures",
            .label = "Failures count",
            .scale = Scale::flag,
            .help = "Interruptions, checkpoints and restarts lengthen the run; a step stays as it is.",
            .formula = "training time = steps × step / goodput",
            .source = "Young 1974; Daly 2006",
        }),
        plain<room, &Assumptions::efficiency_tolerance>({
            .id = "assumptions.efficiency_tolerance",
            .topic = "Knee",
            .label = "Efficiency tolerance",
            .unit = Unit::ratio,
            .min = 0.01,
            .max = 1,
            .help = "The knee lies where efficiency falls below this.",
            .formula = "E(K) < tolerance",
            .source = "Scaling-efficiency simulator, section 3",
        }),
        plain<room, &Assumptions::knee_gamma>({
            .id = "assumptions.knee_gamma",
            .topic = "Knee",
            .label = "Knee threshold",
            .symbol = "γ",
            .scale = Scale::logarithmic,
            .min = 0.01,
            .max = 100,
            .slider_min = 0.1,
            .slider_max = 10,
            .help = "The knee lies where communication takes this many times as long as compute.",
            .formula = "γ(K) = t_comm / t_comp > threshold",
            .source = "Scaling-efficiency simulator, section 3",
        }),
        plain<room, &Assumptions::deadline_s>({
            .id = "assumptions.deadline",
            .topic = "Limits",
            .label = "Deadline",
            .unit = Unit::hours,
            .scale = Scale::linear,
            .min = 0,
            .max = 100 * 365.25 * 24 * 3600,
            .slider_max = 90.0 * 24 * 3600,
            .help = "The run should take no longer than this. 0 sets no deadline.",
            .formula = "time to train ≤ deadline",
        }),
        plain<room, &Assumptions::budget>({
            .id = "assumptions.budget",
            .topic = "Limits",
            .label = "Budget",
            .unit = Unit::dollars,
            .scale = Scale::linear,
            .min = 0,
            .max = 1e15,
            .slider_max = 10e6,
            .help = "The run should cost no more than this. 0 sets no budget.",
            .formula = "cost of the run ≤ budget",
        }),
    };
    return records;
}

} // namespace kneepoint::fields
