// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/parameter_fields.h"
#include "model/scenario/scenario.h"

namespace kneepoint::fields {
namespace {

constexpr auto room = &Scenario::assumptions;
constexpr auto overlap_source = "Communication wall, overlap efficiency";
constexpr auto straggler_source = "Distributed roofline, section 3: synchronization barriers";

constexpr Choice collective_models[] = {
    {"payload", "Payload / bandwidth", "gradients cross the link once"},
    {"two-way", "2 × payload / bandwidth", "sent and received, a ring at large K"},
    {"ring", "Ring bandwidth term", "2·(K−1)/K × payload / bandwidth"},
    {"alpha-beta", "Latency + bandwidth", "includes hops, buckets and the choice of algorithm"},
    {"protocols", "Latency + bandwidth by wire protocol", "as in NCCL: LL and LL128 for small messages"},
};

constexpr Choice compute_models[] = {
    {"sustained", "Sustained rate", "FLOPs over a fraction of peak"},
    {"kernels", "Kernel-level", "every GEMM, attention kernel, elementwise pass and launch of a layer"},
};
constexpr Choice team_settings[] = {
    {"tuned", "Tuned", "a vendor's recipe, or a job tuned on this cluster"},
    {"typical", "Typical", "any team on any cluster"},
    {"first-try", "First try", "a new job on a new cluster"},
};
constexpr Choice overlap_models[] = {
    {"fixed", "Fixed fraction", "η of what could be hidden"},
    {"stack", "Software stack", "from pipeline schedule, buckets and sharding"},
};

std::string_view onlyFixedOverlap(const Scenario& s)
{
    return s.assumptions.overlap_model == OverlapModel::fixed ? "" : "overlap is determined by the software stack";
}
std::string_view onlyArchitecture(const Scenario& s)
{
    if (s.workload.kind == ModelKind::generic)
        return "a generic model has no layers";
    return s.workload.measured_example_s > 0 ? "the compute time is measured, not modeled" : "";
}

bool atKernels(const Scenario& s)
{
    return s.assumptions.compute_model == ComputeModel::kernels && onlyArchitecture(s).empty();
}

std::string_view unlessPredicted(const Scenario& s)
{
    return atKernels(s) ? "" : "only jobs modeled layer by layer have an interval";
}

std::string_view unlessKernels(const Scenario& s)
{
    if (atKernels(s))
        return "HBM traffic is counted kernel by kernel";
    return s.workload.measured_example_s > 0 ? "the compute time is measured, not modeled" : "";
}
std::string_view onlyStragglers(const Scenario& s)
{
    if (s.plan.synchronization == Synchronization::parameter_server)
        return "asynchronous training does not wait for stragglers";
    return s.assumptions.stragglers ? "" : "stragglers are not included";
}
std::string_view onlyTensor(const Scenario& s)
{
    if (atKernels(s))
        return "overlap is determined by the software stack";
    return s.plan.tensor_parallel <= 1 ? "tensor parallelism is off" : "";
}
std::string_view onlyExpertParallel(const Scenario& s)
{
    if (atKernels(s))
        return "overlap is determined by the software stack";
    return s.workload.experts <= 1 || s.plan.expert_parallel <= 1 ? "expert parallelism is off" : "";
}

} // namespace

std::span<const Parameter> assumptions()
{
    static const Parameter records[] = {
        leading<room, &Assumptions::compute_model, Follows::node | Follows::batch>(choosing<compute_models>({
            .id = "assumptions.compute_model",
            .topic = "Compute",
            .label = "Compute model",
            .help = "Level of detail for compute time. Kernel-level uses the rates of the GPU and the software stack; "
                    "memory "
                    "is then reported per stage, and MFU includes causal attention in addition to 6·N per token.",
            .formula = "FLOPs / (fraction × peak), or Σ kernels of a layer × layers × micro-batches",
            .computed_by = "evaluate",
            .idle = onlyArchitecture,
        })),
        plain<room, &Assumptions::memory_roof>({
            .id = "assumptions.memory_roof",
            .label = "Include HBM traffic",
            .scale = Scale::flag,
            .help = "Compute takes at least as long as its HBM traffic. When off, compute runs at its sustained rate.",
            .formula = "t_comp = max(FLOP time, HBM time, launch floor)",
            .computed_by = "addTextbook",
            .source = "Distributed roofline, section 1",
            .idle = unlessKernels,
        }),
        plain<room, &Assumptions::setting>(choosing<team_settings>({
            .id = "assumptions.setting",
            .topic = "Prediction",
            .label = "Whose run",
            .help = "Teams on the same hardware and software differ: the medians of their runs take 0.78 to 1.53 times "
                    "the predicted step. The interval of a tuned job leaves that out, and so does that of a job "
                    "calibrated with your own runs. The step itself is that of a tuned job.",
            .formula = "ends of the interval: exp(center ± √(ln² + (1.645·σ)²)) of the step",
            .computed_by = "withTeam",
            .source = "measured teams, docs/cost-study.md; first try: assumption",
            .idle = unlessPredicted,
        })),
        fitted<room, &Assumptions::overlap_model>(choosing<overlap_models>({
            .id = "assumptions.overlap_model",
            .topic = "Overlap",
            .label = "Overlap model",
            .help = "How the hidden fraction of gradient synchronization is determined.",
            .formula = "η·min(w·t_comp, t_comm), or share × min(last backward pass × (1 + (p−1)/v), t_comm)",
            .computed_by = "addSynchronization",
        })),
        plain<room, &Assumptions::overlap>({
            .id = "assumptions.overlap",
            .label = "Overlap",
            .symbol = "η",
            .unit = Unit::ratio,
            .help = "Fraction of the hideable gradient synchronization that is actually hidden.",
            .formula = "T = t_comp + t_comm − η·min(t_comp, t_comm)",
            .computed_by = "hiddenBehind",
            .source = overlap_source,
            .idle = onlyFixedOverlap,
        }),
        plain<room, &Assumptions::overlap_window>({
            .id = "assumptions.overlap_window",
            .label = "Overlap window",
            .symbol = "w",
            .unit = Unit::ratio,
            .help = "Fraction of compute that can hide communication; the backward pass is about two thirds.",
            .formula = "hidden = η·min(w·t_comp − compute already used by other communication, t_comm)",
            .computed_by = "freeCompute",
            .source = overlap_source,
            .idle = onlyFixedOverlap,
        }),
        plain<room, &Assumptions::tensor_overlap>({
            .id = "assumptions.tensor_overlap",
            .label = "Tensor-parallel overlap",
            .unit = Unit::ratio,
            .help = "Fraction of tensor-parallel communication that overlaps with compute.",
            .formula = "hidden = fraction × min(t_comp, t_tensor)",
            .computed_by = "addTextbook",
            .source = "Communication bottlenecks and scaling limits",
            .idle = onlyTensor,
        }),
        plain<room, &Assumptions::expert_overlap>({
            .id = "assumptions.expert_overlap",
            .label = "All-to-all overlap",
            .unit = Unit::ratio,
            .help = "Fraction of the expert all-to-all that overlaps with compute. Hard to overlap in practice.",
            .formula = "hidden = fraction × min(free compute, t_expert)",
            .computed_by = "addTextbook",
            .source = "Communication wall, mixture of experts",
            .idle = onlyExpertParallel,
        }),
        plain<room, &Assumptions::collective_model>(choosing<collective_models>({
            .id = "assumptions.collective_model",
            .topic = "Communication",
            .label = "Collective model",
            .help = "Level of detail for the time of a collective.",
            .formula = "S/B, 2·S/B, 2·(K−1)/K·S/B, or that plus latency",
            .computed_by = "allReduce",
            .source = "Communication bottlenecks and scaling limits",
        })),
        plain<room, &Assumptions::input_limited>({
            .id = "assumptions.input_limited",
            .topic = "Input",
            .label = "Include input pipeline",
            .scale = Scale::flag,
            .help = "When off, input data is always ready in time, and preparing it takes nothing from the node.",
            .source = "Scaling-efficiency simulator, section 2",
        }),
        plain<room, &Assumptions::input_overlap>({
            .id = "assumptions.input_overlap",
            .label = "Prefetch overlap",
            .unit = Unit::ratio,
            .help = "Fraction of data loading that overlaps with the previous step.",
            .formula = "exposed load = t_load − fraction × min(t_load, step)",
            .computed_by = "hiddenBehind",
            .source = "Scaling-efficiency simulator, Code 15.9.1",
            .idle = onlyLoading,
        }),
        plain<room, &Assumptions::stragglers>({
            .id = "assumptions.stragglers",
            .topic = "Stragglers",
            .label = "Include stragglers",
            .scale = Scale::flag,
            .help = "Each step takes as long as its slowest rank.",
            .source = straggler_source,
        }),
        plain<room, &Assumptions::straggler_probability>({
            .id = "assumptions.straggler_probability",
            .label = "Slow-rank probability",
            .symbol = "p",
            .unit = Unit::ratio,
            .range = {.slider_max = 0.2},
            .help = "Probability that a given GPU is slow in a given step (throttling, OS jitter, noisy neighbors).",
            .formula = "P(any slow) = 1 − (1−p)ⁿ",
            .computed_by = "anySlowProbability",
            .source = straggler_source,
            .idle = onlyStragglers,
        }),
        plain<room, &Assumptions::straggler_slowdown>({
            .id = "assumptions.straggler_slowdown",
            .label = "Slow-rank slowdown",
            .unit = Unit::ratio,
            .range = {.max = 100, .slider_max = 1},
            .help = "Extra compute time of a slow GPU, as a fraction.",
            .formula = "wait = slowdown × max over q ≤ p of (P(any slow at q) − q) × busy time",
            .computed_by = "slowestExcess",
            .source = "Communication bottlenecks and scaling limits: 10–20 % at 512 GPUs",
            .idle = onlyStragglers,
        }),
        plain<room, &Assumptions::jitter>({
            .id = "assumptions.jitter",
            .label = "Step jitter",
            .symbol = "σ",
            .unit = Unit::ratio,
            .range = {.slider_max = 0.2},
            .help = "Standard deviation of a GPU's busy time, as a fraction of it. The slowest of n GPUs sets the step "
                    "time.",
            .formula = "wait = σ·Φ⁻¹((n − 0.375)/(n + 0.25)) × busy time",
            .computed_by = "expectedSlowest",
            .source = "Expected slowest of n; Blom 1958",
            .idle = onlyStragglers,
        }),
        plain<room, &Assumptions::sync_delay_s>({
            .id = "assumptions.sync_delay",
            .label = "Barrier delay per step",
            .unit = Unit::seconds,
            .range = {.max = 1000, .slider_max = 0.1},
            .help = "Fixed delay at the barrier of each step with more than one GPU.",
            .formula = "lost GPU-hours = delay × steps × GPUs",
            .computed_by = "evaluate",
            .source = "Communication wall, the engineering challenge",
        }),
        plain<room, &Assumptions::failures>({
            .id = "assumptions.failures",
            .topic = "Failures",
            .label = "Include failures",
            .scale = Scale::flag,
            .help = "Interruptions, checkpoints and restarts lengthen the run but not the step.",
            .formula = "training time = steps × step / goodput",
            .computed_by = "goodput",
            .source = "Young 1974; Daly 2006",
        }),
        plain<room, &Assumptions::efficiency_tolerance>({
            .id = "assumptions.efficiency_tolerance",
            .topic = "Knee",
            .label = "Efficiency tolerance",
            .unit = Unit::ratio,
            .range = {.min = 0.01},
            .help = "The efficiency knee is where scaling efficiency falls below this value.",
            .formula = "E(K) < tolerance",
            .computed_by = "findKnees",
            .source = "Scaling-efficiency simulator, section 3",
        }),
        plain<room, &Assumptions::knee_gamma>({
            .id = "assumptions.knee_gamma",
            .label = "γ knee threshold",
            .symbol = "γ",
            .scale = Scale::logarithmic,
            .range = {.min = 0.01, .max = 100, .slider_min = 0.1, .slider_max = 10},
            .help = "The γ knee is where the ratio of communication to compute time exceeds this value.",
            .formula = "γ(K) = t_comm / t_comp > threshold",
            .computed_by = "findKnees",
            .source = "Scaling-efficiency simulator, section 3",
        }),
        plain<room, &Assumptions::deadline_s>({
            .id = "assumptions.deadline",
            .topic = "Limits",
            .label = "Deadline",
            .unit = Unit::hours,
            .range = {.max = 100 * 365.25 * 24 * 3600, .slider_max = 90.0 * 24 * 3600},
            .help = "Maximum training time. 0 means no deadline.",
            .formula = "time to train ≤ deadline",
            .computed_by = "limitsMet",
        }),
        plain<room, &Assumptions::budget>({
            .id = "assumptions.budget",
            .label = "Budget",
            .unit = Unit::dollars,
            .range = {.max = 1e15, .slider_max = 10e6},
            .help = "Maximum cost of the run. 0 means no budget.",
            .formula = "cost of the run ≤ budget",
            .computed_by = "limitsMet",
        }),
    };
    return records;
}

} // namespace kneepoint::fields
