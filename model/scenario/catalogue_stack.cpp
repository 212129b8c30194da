// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/catalogue_fields.h"
#include "model/scenario/presets.h"

namespace kneepoint::fields {
namespace {

constexpr auto room = &Scenario::stack;
constexpr auto measured_source = "Fitted to published measurements: see the validation report";

void followSoftware(Scenario& s)
{
    applyStack(s, s.stack.software);
}

std::string_view unlessMeasured(const Scenario& s)
{
    return s.workload.measured_example_s > 0 ? "compute time is measured, not computed" : "";
}
std::string_view onlySustained(const Scenario& s)
{
    if (s.assumptions.compute_model == ComputeModel::kernels && s.workload.kind == ModelKind::transformer)
        return "compute time comes from kernels";
    return unlessMeasured(s);
}
std::string_view onlyProtocols(const Scenario& s)
{
    return s.assumptions.collective_model == CollectiveModel::protocols ? "" : "the collective model leaves it out";
}
std::string_view onlyKernels(const Scenario& s)
{
    if (s.workload.kind == ModelKind::generic)
        return "a generic model has no layers";
    if (s.assumptions.compute_model == ComputeModel::sustained)
        return "compute time is one sustained rate; choose kernels by size";
    return unlessMeasured(s);
}
std::string_view onlyMeasured(const Scenario& s)
{
    if (s.workload.measured_example_s <= 0)
        return "compute time is computed, not measured";
    return s.cluster.gpus_per_node <= 1 ? "a node holds one GPU" : "";
}
std::string_view onlyFused(const Scenario& s)
{
    return s.stack.fused_attention ? onlyKernels(s) : "attention is not fused";
}
std::string_view onlyUnfused(const Scenario& s)
{
    return s.stack.fused_attention ? "fused attention writes no scores" : onlyKernels(s);
}
std::string_view onlyScales(const Scenario& s, NarrowScaling scaling)
{
    const Precision p = s.workload.precision;
    if (p != Precision::fp8 && p != Precision::fp4)
        return "wider formats need no scales";
    return s.workload.narrow_scaling == scaling ? onlyKernels(s) : "scales are shared otherwise";
}
std::string_view onlyRowScales(const Scenario& s)
{
    return onlyScales(s, NarrowScaling::row);
}
std::string_view onlyBlockScales(const Scenario& s)
{
    return onlyScales(s, NarrowScaling::block);
}
std::string_view onlyTensor(const Scenario& s)
{
    return s.plan.tensor_parallel <= 1 ? "layers are not split" : onlyKernels(s);
}
std::string_view onlyExperts(const Scenario& s)
{
    return s.workload.experts <= 1 ? "the model has no experts" : onlyKernels(s);
}
std::string_view onlyExpertParallel(const Scenario& s)
{
    return s.plan.expert_parallel <= 1 ? "experts are not spread" : onlyExperts(s);
}
std::string_view onlySelective(const Scenario& s)
{
    return s.plan.recompute == Recompute::selective ? onlyKernels(s) : "recomputation is not selective";
}
std::string_view onlyWindows(const Scenario& s)
{
    if (workers(s) <= 1)
        return "there is one replica";
    return s.assumptions.overlap_model == OverlapModel::fixed ? "a fixed share overlaps" : "";
}
std::string_view onlyGathered(const Scenario& s)
{
    if (s.plan.zero_stage < 2)
        return "weights are not gathered layer by layer";
    const std::string_view windows = onlyWindows(s);
    return windows.empty() ? onlyKernels(s) : windows;
}
std::string_view onlyReplicas(const Scenario& s)
{
    return workers(s) <= 1 ? "there is one replica" : "";
}

} // namespace

std::span<const Parameter> stack()
{
    static const Parameter records[] = {
        leading<room, &Stack::software, followSoftware>(choosingFrom(
            {
                .id = "stack.software",
                .label = "Software stack",
                .headline = true,
                .help =
                    "The software that runs the plan. Choosing one brings its figures and computes at kernel depth.",
                .formula = "step = Σ kernels, launches and collectives of the stack",
                .source = measured_source,
            },
            stackChoices)),
        plain<room, &Stack::compute_efficiency>({
            .id = "stack.compute_efficiency",
            .label = "Sustained share of peak",
            .unit = Unit::ratio,
            .min = 0.0001,
            .max = 1,
            .help = "Share of the dense peak that the kernels sustain while they compute.",
            .formula = "t_comp = FLOPs / (share × peak)",
            .source = "Scaling-efficiency simulator, Code 15.9.1",
            .idle = onlySustained,
        }),
        plain<room, &Stack::launch_floor_s>({
            .id = "stack.launch_floor",
            .label = "Kernel-launch floor",
            .unit = Unit::seconds,
            .scale = Scale::linear,
            .min = 0,
            .max = 100,
            .slider_max = 0.2,
            .help = "Least time of one forward-backward pass, however small its batch: kernel launches and CPU.",
            .formula = "t_comp = max(FLOP time, HBM time, floor)",
            .source = "Scaling-efficiency simulator, table 15.9.1: tiny per-GPU batch",
            .idle = onlySustained,
        }),
        plain<room, &Stack::generation>({
            .id = "stack.generation",
            .topic = "Kernels",
            .label = "Library generation",
            .unit = Unit::factor,
            .min = 0.1,
            .max = 3,
            .help = "Rate of matrix products against the libraries of 2021.",
            .formula = "rate = generation × efficiency of the GPU × peak",
            .source = measured_source,
            .idle = onlyKernels,
        }),
        plain<room, &Stack::fused_attention>({
            .id = "stack.fused_attention",
            .topic = "Kernels",
            .label = "Fused attention",
            .scale = Scale::flag,
            .help = "FlashAttention and its kin never write the scores to memory.",
            .formula = "score traffic = 0",
            .source = measured_source,
            .idle = onlyKernels,
        }),
        plain<room, &Stack::attention_generation>({
            .id = "stack.attention_generation",
            .topic = "Kernels",
            .label = "Attention kernel generation",
            .unit = Unit::factor,
            .min = 0.05,
            .max = 3,
            .help = "Rate of fused attention against the best kernels of the GPU.",
            .formula = "rate = generation × attention efficiency × peak",
            .source = measured_source,
            .idle = onlyFused,
        }),
        plain<room, &Stack::native_attention>({
            .id = "stack.native_attention",
            .topic = "Kernels",
            .label = "Attention for this GPU",
            .scale = Scale::flag,
            .help = "Fused attention is written for this generation of GPUs: FlashAttention-3, cuDNN. Off: the kernels "
                    "of an earlier one, FlashAttention-2 or Triton.",
            .formula = "off: rate = what earlier kernels reach on the GPU",
            .source = measured_source,
            .idle = onlyFused,
        }),
        plain<room, &Stack::row_scaled_rate>({
            .id = "stack.row_scaled_rate",
            .topic = "Kernels",
            .label = "Rate with row scales",
            .unit = Unit::factor,
            .min = 0.05,
            .max = 1.5,
            .help = "Rate of 8- and 4-bit matrix products with a scale for every row, against one for the tensor.",
            .formula = "rate × share",
            .source = measured_source,
            .idle = onlyRowScales,
        }),
        plain<room, &Stack::block_scaled_rate>({
            .id = "stack.block_scaled_rate",
            .topic = "Kernels",
            .label = "Rate with block scales",
            .unit = Unit::factor,
            .min = 0.05,
            .max = 1.5,
            .help = "The same with a scale for every block.",
            .formula = "rate × share",
            .source = measured_source,
            .idle = onlyBlockScales,
        }),
        plain<room, &Stack::score_bytes>({
            .id = "stack.score_bytes",
            .topic = "Kernels",
            .label = "Traffic of a score",
            .unit = Unit::bytes,
            .min = 0,
            .max = 100,
            .slider_max = 20,
            .help = "HBM bytes of every attention score, forward, where attention is not fused.",
            .formula = "bytes = share × tokens × S × heads / t",
            .source = measured_source,
            .idle = onlyUnfused,
        }),
        plain<room, &Stack::token_passes>({
            .id = "stack.token_passes",
            .topic = "Kernels",
            .label = "Hidden-wide passes",
            .min = 0,
            .max = 1000,
            .slider_max = 60,
            .help = "Passes of norms, residuals, dropout and copies over hidden-wide tensors, a layer forward.",
            .formula = "bytes = 2 · passes · tokens · h",
            .source = measured_source,
            .idle = onlyKernels,
        }),
        plain<room, &Stack::ffn_passes>({
            .id = "stack.ffn_passes",
            .topic = "Kernels",
            .label = "Feed-forward-wide passes",
            .min = 0,
            .max = 1000,
            .slider_max = 30,
            .help = "The same over tensors as wide as the feed-forward layer.",
            .formula = "bytes = 2 · passes · tokens · f / t",
            .source = measured_source,
            .idle = onlyKernels,
        }),
        plain<room, &Stack::selective_recompute>({
            .id = "stack.selective_recompute",
            .topic = "Kernels",
            .label = "Share recomputed selectively",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .help = "Share of a forward pass that selective recomputation repeats beside the attention scores.",
            .formula = "repeated = share × forward",
            .source = measured_source,
            .idle = onlySelective,
        }),
        plain<room, &Stack::layer_launch_s>({
            .id = "stack.layer_launch",
            .topic = "Kernels",
            .label = "Launch time of a layer",
            .unit = Unit::seconds,
            .scale = Scale::linear,
            .min = 0,
            .max = 1,
            .slider_max = 5e-3,
            .help = "Time the processor needs to launch the kernels of a layer, forward.",
            .formula = "layer = (gpu⁵ + launch⁵)^(1/5)",
            .source = measured_source,
            .idle = onlyKernels,
        }),
        plain<room, &Stack::collective_start_s>({
            .id = "stack.collective_start",
            .topic = "Kernels",
            .label = "Start of a collective",
            .unit = Unit::seconds,
            .scale = Scale::linear,
            .min = 0,
            .max = 1,
            .slider_max = 100e-6,
            .help =
                "What a collective of a training step takes longer than the same one repeated in a loop, as benchmarks "
                "measure it: launching it, and waiting for ranks that come later.",
            .formula = "t = start + base + hops × latency + bytes / bandwidth",
            .source = measured_source,
            .idle = onlyProtocols,
        }),
        plain<room, &Stack::microbatch_s>({
            .id = "stack.microbatch_time",
            .topic = "Kernels",
            .label = "Fixed time of a micro-batch",
            .unit = Unit::seconds,
            .scale = Scale::linear,
            .min = 0,
            .max = 100,
            .slider_max = 50e-3,
            .help = "Time of every micro-batch beside its layers.",
            .formula = "step += m × time",
            .source = measured_source,
            .idle = onlyKernels,
        }),
        plain<room, &Stack::step_s>({
            .id = "stack.step_time",
            .topic = "Kernels",
            .label = "Fixed time of a step",
            .unit = Unit::seconds,
            .scale = Scale::linear,
            .min = 0,
            .max = 100,
            .slider_max = 50e-3,
            .help = "Time of every step beside its micro-batches.",
            .formula = "step += time",
            .source = measured_source,
            .idle = onlyKernels,
        }),
        plain<room, &Stack::tensor_overlap>({
            .id = "stack.tensor_overlap",
            .topic = "Overlap",
            .label = "Tensor overlap",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .help = "Share of tensor-parallel communication that runs behind matrix products.",
            .formula = "exposed = (1 − share) × time",
            .source = measured_source,
            .idle = onlyTensor,
        }),
        plain<room, &Stack::data_overlap>({
            .id = "stack.data_overlap",
            .topic = "Overlap",
            .label = "Gradient overlap",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .help =
                "Share of what buckets sent during the passes could hide of the synchronisation. The last bucket stays "
                "exposed. At 0 one message follows the backward pass.",
            .formula = "hidden = share × (t_comm − what is left after the last pass)",
            .source = measured_source,
            .idle = onlyWindows,
        }),
        plain<room, &Stack::shard_overlap>({
            .id = "stack.shard_overlap",
            .topic = "Overlap",
            .label = "Gathering overlap",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .help = "Share of a layer behind which the weights of the next are gathered (FSDP, ZeRO).",
            .formula = "hidden = share × min(layer, gather)",
            .source = measured_source,
            .idle = onlyGathered,
        }),
        plain<room, &Stack::shard_calls>({
            .id = "stack.shard_calls",
            .topic = "Overlap",
            .label = "Gathers of a layer",
            .scale = Scale::integer,
            .min = 1,
            .max = 1000,
            .slider_max = 32,
            .help = "Collectives that gather the weights of a layer. ZeRO-3 of 2021 gathered every tensor alone.",
            .formula = "latency × gathers",
            .source = measured_source,
            .idle = onlyGathered,
        }),
        plain<room, &Stack::expert_generation>({
            .id = "stack.expert_generation",
            .topic = "Experts",
            .label = "Expert kernels",
            .unit = Unit::factor,
            .min = 0.05,
            .max = 2,
            .help = "Rate of experts' matrix products against large ones.",
            .formula = "rate = share × rate of large products",
            .source = measured_source,
            .idle = onlyExperts,
        }),
        plain<room, &Stack::expert_launch_s>({
            .id = "stack.expert_launch",
            .topic = "Experts",
            .label = "Launch time of an expert",
            .unit = Unit::seconds,
            .scale = Scale::linear,
            .min = 0,
            .max = 1,
            .slider_max = 1e-3,
            .help = "Time the processor needs to launch one expert's kernels, forward. Graphs and grouped kernels "
                    "save it.",
            .formula = "launch = layer + experts on the GPU × time",
            .source = measured_source,
            .idle = onlyExperts,
        }),
        plain<room, &Stack::expert_overlap>({
            .id = "stack.expert_overlap",
            .topic = "Experts",
            .label = "All-to-all overlap",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .help = "Share of the all-to-all that is hidden.",
            .formula = "exposed = (1 − share) × time",
            .source = measured_source,
            .idle = onlyExpertParallel,
        }),
        plain<room, &Stack::straggler_slope>({
            .id = "stack.straggler_slope",
            .topic = "Stragglers",
            .label = "Slowdown per doubling",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .slider_max = 0.05,
            .help = "How much longer a step gets for every doubling of the replicas: they wait for the slowest.",
            .formula = "× (1 + slope · log₂(d·c)), beyond eight GPUs",
            .source = measured_source,
            .idle = onlyReplicas,
        }),
        plain<room, &Stack::crowding_slope>({
            .id = "stack.crowding_slope",
            .topic = "Stragglers",
            .label = "Slowdown per doubling in a node",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .slider_max = 0.05,
            .help =
                "How much longer an example that was measured on one GPU takes for every doubling of the GPUs of its "
                "node at work: they share processors, memory and input.",
            .formula = "× (1 + slope · log₂(GPUs of a node))",
            .source = measured_source,
            .idle = onlyMeasured,
        }),
        plain<room, &Stack::wide_gradients>({
            .id = "stack.wide_gradients",
            .topic = "Memory",
            .label = "Gradients in 32 bits",
            .scale = Scale::flag,
            .help = "Gradients of all micro-batches are summed in 32 bits, however they travel.",
            .formula = "gradients = 4 bytes a parameter",
            .source = "Megatron-LM, main gradients; Korthikanti et al. 2022, figure 1",
            .idle = onlyKernels,
        }),
        plain<room, &Stack::selective_kept>({
            .id = "stack.selective_kept",
            .topic = "Memory",
            .label = "Kept by selective recompute",
            .unit = Unit::ratio,
            .min = 0,
            .max = 1,
            .help = "Share of a layer's activations, attention scores aside, that selective recomputation keeps.",
            .formula = "kept = input + share × rest",
            .source = measured_source,
            .idle = onlySelective,
        }),
        plain<room, &Stack::logit_bytes>({
            .id = "stack.logit_bytes",
            .topic = "Memory",
            .label = "Bytes of a logit",
            .unit = Unit::bytes,
            .min = 0,
            .max = 100,
            .slider_max = 20,
            .help = "Memory of every logit while the loss is computed: the logit and its gradient in 16 bits, and both "
                    "once more in 32.",
            .formula = "bytes × tokens × V / t, on the last stage",
            .source = "2 + 4 + 4 + 2 bytes: PyTorch, cross entropy of 16-bit logits in 32 bits",
            .idle = onlyKernels,
        }),
        plain<room, &Stack::reserved_bytes>({
            .id = "stack.reserved_memory",
            .topic = "Memory",
            .label = "Context and libraries",
            .unit = Unit::bytes,
            .scale = Scale::linear,
            .min = 0,
            .max = 1e12,
            .slider_max = 20e9,
            .help = "Memory of the CUDA context, NCCL's communicators and the workspaces of libraries.",
            .formula = "memory += bytes",
            .source = measured_source,
            .idle = onlyKernels,
        }),
        plain<room, &Stack::allocator_overhead>({
            .id = "stack.allocator_overhead",
            .topic = "Memory",
            .label = "Allocator overhead",
            .unit = Unit::ratio,
            .min = 0,
            .max = 2,
            .slider_max = 0.5,
            .help = "Memory that the caching allocator cannot use, as a share of what comes and goes during a step.",
            .formula = "memory += share × (activations + logits + buffers)",
            .source = measured_source,
            .idle = onlyKernels,
        }),
    };
    return records;
}

} // namespace kneepoint::fields
