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
    const bool has_servers = s.plan.synchronization != Synchronization::all_reduce; // whose traffic no stack overlaps
    return s.assumptions.overlap_model == OverlapModel::fixed || has_servers
        ? ""
        : "overlap is determined by the software stack";
}
std::string_view onlyArchitecture(const Scenario& s)
{
    if (s.workload.kind == ModelKind::generic)
        return "a generic model has no layers";
    return s.workload.measured_example_s > 0 ? "the compute time is measured, not modeled" : "";
}

std::string_view unlessPredicted(const Scenario& s)
{
    return atKernelDepth(s) ? "" : "only jobs modeled layer by layer have an interval";
}

std::string_view unlessKernels(const Scenario& s)
{
    if (atKernelDepth(s))
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
    if (atKernelDepth(s))
        return "overlap is determined by the software stack";
    return s.plan.tensor_parallel <= 1 ? "tensor parallelism is off" : "";
}
std::string_view onlyExpertParallel(const Scenario& s)
{
    if (atKernelDepth(s))
        return "overlap is determined by the software stack";
    return s.workload.experts <= 1 || s.plan.expert_parallel <= 1 ? "expert parallelism is off" : "";
}

} // namespace

std::span<const Parameter> assumptions()
{
    static const Parameter records[] = {
        leading<room, &Assumptions::compute_model, Follows::node | Follows::batch>("assumptions.compute_model",
            "Compute model", oneOf<compute_models>,
            "Level of detail for compute time. Kernel-level uses the rates of the GPU and the software stack; memory "
            "is then reported per stage, and MFU includes causal attention in addition to 6·N per token.",
            {"FLOPs / (fraction × peak), or Σ kernels of a layer × layers × micro-batches", "evaluate"},
            {.topic = "Compute", .idle = onlyArchitecture}),
        plain<room, &Assumptions::memory_roof>("assumptions.memory_roof", "Include HBM traffic", flag,
            "Compute takes at least as long as its HBM traffic. When off, compute runs at its sustained rate.",
            {"t_comp = max(FLOP time, HBM time, launch floor)", "addTextbook", "Distributed roofline, section 1"},
            {.idle = unlessKernels}),
        plain<room, &Assumptions::setting>("assumptions.setting", "Whose run", oneOf<team_settings>,
            "Teams on the same hardware and software differ: the medians of their runs take 0.78 to 1.54 times the "
            "predicted step. The interval of a tuned job leaves that out, and so does that of a job calibrated with "
            "your own runs. The step itself is that of a tuned job.",
            {"ends of the interval: exp(center ± √(ln² + (1.645·σ)²)) of the step", "withTeam",
                "measured teams, docs/cost-study.md; first try: assumption"},
            {.topic = "Prediction", .idle = unlessPredicted}),
        fitted<room, &Assumptions::overlap_model>("assumptions.overlap_model", "Overlap model", oneOf<overlap_models>,
            "How the hidden fraction of gradient synchronization is determined.",
            {"η·min(w·t_comp, t_comm), or share × min(last backward pass × (1 + (p−1)/v), t_comm)",
                "addSynchronization"},
            {.topic = "Overlap"}),
        plain<room, &Assumptions::overlap>("assumptions.overlap", "Overlap", fraction,
            "Fraction of the hideable gradient synchronization that is actually hidden.",
            {"T = t_comp + t_comm − η·min(t_comp, t_comm)", "hiddenBehind", overlap_source},
            {.symbol = "η", .idle = onlyFixedOverlap}),
        plain<room, &Assumptions::overlap_window>("assumptions.overlap_window", "Overlap window", fraction,
            "Fraction of compute that can hide communication; the backward pass is about two thirds.",
            {"hidden = η·min(w·t_comp − compute already used by other communication, t_comm)", "freeCompute",
                overlap_source},
            {.symbol = "w", .idle = onlyFixedOverlap}),
        plain<room, &Assumptions::tensor_overlap>("assumptions.tensor_overlap", "Tensor-parallel overlap", fraction,
            "Fraction of tensor-parallel communication that overlaps with compute.",
            {"hidden = fraction × min(t_comp, t_tensor)", "addTextbook",
                "Communication bottlenecks and scaling limits"},
            {.idle = onlyTensor}),
        plain<room, &Assumptions::expert_overlap>("assumptions.expert_overlap", "All-to-all overlap", fraction,
            "Fraction of the expert all-to-all that overlaps with compute. Hard to overlap in practice.",
            {"hidden = fraction × min(free compute, t_expert)", "addTextbook",
                "Communication wall, mixture of experts"},
            {.idle = onlyExpertParallel}),
        plain<room, &Assumptions::collective_model>("assumptions.collective_model", "Collective model",
            oneOf<collective_models>, "Level of detail for the time of a collective.",
            {"S/B, 2·S/B, 2·(K−1)/K·S/B, or that plus latency", "allReduce",
                "Communication bottlenecks and scaling limits"},
            {.topic = "Communication"}),
        plain<room, &Assumptions::input_limited>("assumptions.input_limited", "Include input pipeline", flag,
            "When off, input data is always ready in time, and preparing it takes nothing from the node.",
            {.source = "Scaling-efficiency simulator, section 2"}, {.topic = "Input"}),
        plain<room, &Assumptions::input_overlap>("assumptions.input_overlap", "Prefetch overlap", fraction,
            "Fraction of data loading that overlaps with the previous step.",
            {"exposed load = t_load − fraction × min(t_load, step)", "hiddenBehind",
                "Scaling-efficiency simulator, Code 15.9.1"},
            {.idle = onlyLoading}),
        plain<room, &Assumptions::stragglers>("assumptions.stragglers", "Include stragglers", flag,
            "Each step takes as long as its slowest rank.", {.source = straggler_source}, {.topic = "Stragglers"}),
        plain<room, &Assumptions::straggler_probability>("assumptions.straggler_probability", "Slow-rank probability",
            {.unit = Unit::ratio, .range = {.slider_max = 0.2}},
            "Probability that a given GPU is slow in a given step (throttling, OS jitter, noisy neighbors).",
            {"P(any slow) = 1 − (1−p)ⁿ", "anySlowProbability", straggler_source},
            {.symbol = "p", .idle = onlyStragglers}),
        plain<room, &Assumptions::straggler_slowdown>("assumptions.straggler_slowdown", "Slow-rank slowdown",
            {.unit = Unit::ratio, .range = {.max = 100, .slider_max = 1}},
            "Extra compute time of a slow GPU, as a fraction.",
            {"wait = slowdown × max over q ≤ p of (P(any slow at q) − q) × busy time", "slowestExcess",
                "Communication bottlenecks and scaling limits: 10–20 % at 512 GPUs"},
            {.idle = onlyStragglers}),
        plain<room, &Assumptions::jitter>("assumptions.jitter", "Step jitter",
            {.unit = Unit::ratio, .range = {.slider_max = 0.2}},
            "Standard deviation of a GPU's busy time, as a fraction of it. The slowest of n GPUs sets the step time.",
            {"wait = σ·Φ⁻¹((n − 0.375)/(n + 0.25)) × busy time", "expectedSlowest", "Expected slowest of n; Blom 1958"},
            {.symbol = "σ", .idle = onlyStragglers}),
        plain<room, &Assumptions::sync_delay_s>("assumptions.sync_delay", "Barrier delay per step",
            {.unit = Unit::seconds, .range = {.max = 1000, .slider_max = 0.1}},
            "Fixed delay at the barrier of each step with more than one GPU.",
            {"lost GPU-hours = delay × steps × GPUs", "evaluate", "Communication wall, the engineering challenge"}),
        plain<room, &Assumptions::failures>("assumptions.failures", "Include failures", flag,
            "Interruptions, checkpoints and restarts lengthen the run but not the step.",
            {"training time = steps × step / goodput", "goodput", "Young 1974; Daly 2006"}, {.topic = "Failures"}),
        plain<room, &Assumptions::efficiency_tolerance>("assumptions.efficiency_tolerance", "Efficiency tolerance",
            {.unit = Unit::ratio, .range = {.min = 0.01}},
            "The efficiency knee is where scaling efficiency falls below this value.",
            {"E(K) < tolerance", "findKnees", "Scaling-efficiency simulator, section 3"}, {.topic = "Knee"}),
        plain<room, &Assumptions::knee_gamma>("assumptions.knee_gamma", "γ knee threshold",
            {.scale = Scale::logarithmic, .range = {.min = 0.01, .max = 100, .slider_min = 0.1, .slider_max = 10}},
            "The γ knee is where the ratio of communication to compute time exceeds this value.",
            {"γ(K) = t_comm / t_comp > threshold", "findKnees", "Scaling-efficiency simulator, section 3"},
            {.symbol = "γ"}),
        plain<room, &Assumptions::deadline_s>("assumptions.deadline", "Deadline",
            {.unit = Unit::hours, .range = {.max = 100 * 365.25 * 24 * 3600, .slider_max = 90.0 * 24 * 3600}},
            "Maximum training time. 0 means no deadline.", {"time to train ≤ deadline", "limitsMet"},
            {.topic = "Limits"}),
        plain<room, &Assumptions::budget>("assumptions.budget", "Budget",
            {.unit = Unit::dollars, .range = {.max = 1e15, .slider_max = 10e6}},
            "Maximum cost of the run. 0 means no budget.", {"cost of the run ≤ budget", "limitsMet"}),
    };
    return records;
}

} // namespace kneepoint::fields
