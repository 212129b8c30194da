// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/catalogue/parameter_fields.h"
#include "model/scenario/scenario.h"

namespace kneepoint::fields {
namespace {

constexpr auto room = &Scenario::stack;

std::string_view unlessMeasured(const Scenario& s)
{
    return s.workload.measured_example_s > 0 ? "the compute time is measured, not modeled" : "";
}
std::string_view onlySustained(const Scenario& s)
{
    if (s.assumptions.compute_model == ComputeModel::kernels && s.workload.kind == ModelKind::transformer)
        return "the compute model is kernel-level";
    return unlessMeasured(s);
}
std::string_view onlyKernels(const Scenario& s)
{
    if (s.workload.kind == ModelKind::generic)
        return "a generic model has no layers";
    if (s.assumptions.compute_model == ComputeModel::sustained)
        return "the compute model is a sustained rate; choose the kernel-level model";
    return unlessMeasured(s);
}
std::string_view onlyMeasured(const Scenario& s)
{
    if (s.workload.measured_example_s <= 0)
        return "the compute time is modeled, not measured";
    if (!s.assumptions.input_limited)
        return "the input pipeline is not included";
    return s.cluster.gpus_per_node <= 1 ? "a node holds one GPU" : "";
}
std::string_view onlyFused(const Scenario& s)
{
    return s.stack.fused_attention ? onlyKernels(s) : "attention is not fused";
}
std::string_view onlyUnfused(const Scenario& s)
{
    return s.stack.fused_attention ? "fused attention does not write scores to memory" : onlyKernels(s);
}
std::string_view onlyGated(const Scenario& s)
{
    return s.workload.gated ? onlyKernels(s) : "layer norm is a single kernel";
}
std::string_view onlyUnfusedNorms(const Scenario& s)
{
    return s.stack.fused_norms ? "fused norms are single kernels" : onlyGated(s);
}
std::string_view onlyScales(const Scenario& s, NarrowScaling scaling)
{
    const Precision p = s.workload.precision;
    if (p < Precision::fp8)
        return "only 8- and 4-bit formats use scaling factors";
    const NarrowScaling of_format = p == Precision::nvfp4 ? NarrowScaling::tensor : NarrowScaling::block;
    const NarrowScaling used = p > Precision::fp4 ? of_format : s.workload.narrow_scaling;
    const bool same = scaling == NarrowScaling::tensor ? scalesTensors(used) : used == scaling;
    return same ? onlyKernels(s) : "a different scaling granularity is selected";
}
std::string_view onlyTensorScales(const Scenario& s)
{
    return onlyScales(s, NarrowScaling::tensor);
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
    return s.plan.tensor_parallel <= 1 ? "tensor parallelism is off" : onlyKernels(s);
}
std::string_view onlyPipeline(const Scenario& s)
{
    return s.plan.pipeline_parallel <= 1 ? "pipeline parallelism is off" : onlyKernels(s);
}
std::string_view onlyExperts(const Scenario& s)
{
    return s.workload.experts <= 1 ? "the model has no experts" : onlyKernels(s);
}
std::string_view onlyExpertParallel(const Scenario& s)
{
    return s.plan.expert_parallel <= 1 ? "expert parallelism is off" : onlyExperts(s);
}
std::string_view onlyExpertsAndTensor(const Scenario& s)
{
    return s.workload.experts > 1 ? onlyTensor(s) : onlyExperts(s);
}
std::string_view onlySelective(const Scenario& s)
{
    return s.plan.recompute == Recompute::selective ? onlyKernels(s) : "selective recomputation is off";
}
std::string_view onlyRecomputing(const Scenario& s)
{
    return s.plan.recompute != Recompute::none ? onlyKernels(s) : "recomputation is off";
}
std::string_view onlyWindows(const Scenario& s)
{
    if (workers(s) <= 1)
        return "there is only one replica";
    return s.assumptions.overlap_model == OverlapModel::fixed ? "the overlap model is a fixed fraction" : "";
}
std::string_view onlyGathered(const Scenario& s)
{
    if (s.plan.zero_stage < 2)
        return "weights are not gathered per layer";
    const std::string_view windows = onlyWindows(s);
    return windows.empty() ? onlyKernels(s) : windows;
}

} // namespace

std::span<const Parameter> stack()
{
    static const Parameter records[] = {
        leading<room, &Stack::software, Follows::software | Follows::node | Follows::batch>(choosingFrom(
            {
                .id = "stack.software",
                .label = "Software stack",
                .brief = "Software",
                .headline = true,
                .help =
                    "The training framework. Choosing one sets its constants and switches to the kernel-level model.",
                .formula = "step = Σ kernels, launches and collectives of the stack",
                .computed_by = "evaluate",
                .source = measured_source,
            },
            stackChoices)),
        plain<room, &Stack::compute_efficiency>({
            .id = "stack.compute_efficiency",
            .label = "Sustained fraction of peak",
            .unit = Unit::ratio,
            .range = {.min = 0.0001},
            .help = "Fraction of the dense peak that kernels sustain.",
            .formula = "t_comp = FLOPs / (fraction × peak)",
            .computed_by = "addTextbook",
            .source = "Scaling-efficiency simulator, Code 15.9.1",
            .idle = onlySustained,
        }),
        plain<room, &Stack::launch_floor_s>({
            .id = "stack.launch_floor",
            .label = "Kernel-launch floor",
            .unit = Unit::seconds,
            .range = {.max = 100, .slider_max = 0.2},
            .help =
                "Minimum time of one forward-backward pass regardless of batch size: kernel launches and CPU overhead.",
            .formula = "t_comp = max(FLOP time, HBM time, launch floor)",
            .computed_by = "addTextbook",
            .source = "Scaling-efficiency simulator, table 15.9.1: tiny per-GPU batch",
            .idle = onlySustained,
        }),
        fitted<room, &Stack::generation>({
            .id = "stack.generation",
            .topic = "Kernels",
            .label = "Kernel efficiency factor",
            .unit = Unit::factor,
            .range = {.min = 0.1, .max = 3},
            .help = "GEMM throughput relative to 2021 libraries.",
            .formula = "GEMM rate = min(1, factor × GEMM efficiency of the GPU) × peak",
            .computed_by = "kernelRates",
            .idle = onlyKernels,
        }),
        fitted<room, &Stack::fused_attention>({
            .id = "stack.fused_attention",
            .label = "Fused attention",
            .scale = Scale::flag,
            .help = "FlashAttention and similar kernels never write the scores to memory.",
            .formula = "score traffic = 0",
            .computed_by = "denseLayer",
            .idle = onlyKernels,
        }),
        fitted<room, &Stack::attention_generation>({
            .id = "stack.attention_generation",
            .label = "Attention efficiency factor",
            .unit = Unit::factor,
            .range = {.min = 0.05, .max = 3},
            .help = "Fused attention throughput relative to the best kernels for the GPU.",
            .formula = "attention rate = min(1, factor × attention efficiency) × peak",
            .computed_by = "kernelRates",
            .idle = onlyFused,
        }),
        fitted<room, &Stack::native_attention>({
            .id = "stack.native_attention",
            .label = "Native attention kernels",
            .scale = Scale::flag,
            .help = "Fused attention is optimized for this GPU generation (FlashAttention-3, cuDNN). When off, kernels "
                    "of the "
                    "previous generation are used (FlashAttention-2, Triton).",
            .formula = "off: rate = previous-generation attention efficiency × peak",
            .computed_by = "kernelRates",
            .idle = onlyFused,
        }),
        plain<room, &Stack::current_scaling>({
            .id = "stack.current_scaling",
            .label = "Current scaling of FP8",
            .scale = Scale::flag,
            .help = "Whether this software scales whole tensors by their largest element now, not in earlier steps: "
                    "what its measured rates contain, and what FP8 with per-tensor scaling means.",
            .formula = "passes of the other recipe = ± 1",
            .computed_by = "kernelRates",
            .source = "Megatron-Bridge, performance recipes: FP8-CS; pytorch/ao, float8: dynamic scaling",
            .idle = onlyTensorScales,
        }),
        fitted<room, &Stack::row_scaled_rate>({
            .id = "stack.row_scaled_rate",
            .label = "Row-wise scaling factor",
            .unit = Unit::factor,
            .range = {.min = 0.05, .max = 1.5},
            .help = "Throughput of FP8 and FP4 GEMMs with row-wise scaling, relative to per-tensor scaling.",
            .formula = "GEMM rate × factor",
            .computed_by = "kernelRates",
            .idle = onlyRowScales,
        }),
        fitted<room, &Stack::block_scaled_rate>({
            .id = "stack.block_scaled_rate",
            .label = "Block-wise scaling factor",
            .unit = Unit::factor,
            .range = {.min = 0.05, .max = 1.5},
            .help = "Throughput of FP8 and FP4 GEMMs with block-wise scaling, relative to per-tensor scaling.",
            .formula = "GEMM rate × factor",
            .computed_by = "kernelRates",
            .idle = onlyBlockScales,
        }),
        fitted<room, &Stack::score_bytes>({
            .id = "stack.score_bytes",
            .label = "Bytes per attention score",
            .unit = Unit::bytes,
            .range = {.max = 100, .slider_max = 20},
            .help = "HBM bytes per attention score in the forward pass, without fused attention.",
            .formula = "bytes = bytes per score × tokens × S × heads / t",
            .computed_by = "denseLayer",
            .idle = onlyUnfused,
        }),
        plain<room, &Stack::fused_norms>({
            .id = "stack.fused_norms",
            .label = "Fused norms",
            .scale = Scale::flag,
            .help = "Each RMSNorm is a single kernel. When off, its operations run one by one and write 32-bit "
                    "intermediates to memory. Models with a gated feed-forward layer are taken to use RMSNorm; layer "
                    "norm is a single kernel in all software.",
            .formula = "norm traffic = 0",
            .computed_by = "denseLayer",
            .source = "counted in the reference RMSNorm of LLaMA (Touvron et al. 2023)",
            .idle = onlyGated,
        }),
        plain<room, &Stack::norm_passes>({
            .id = "stack.norm_passes",
            .label = "Passes of unfused norms",
            .range = {.max = 1000, .slider_max = 60},
            .help = "Passes over tensors of hidden size that unfused norms take beyond fused ones, per layer forward.",
            .formula = "bytes = 2 · passes · tokens · h",
            .computed_by = "denseLayer",
            .source = "counted in the reference RMSNorm of LLaMA (Touvron et al. 2023)",
            .idle = onlyUnfusedNorms,
        }),
        fitted<room, &Stack::token_passes>({
            .id = "stack.token_passes",
            .label = "Elementwise passes over the hidden size",
            .brief = "Passes, hidden",
            .range = {.max = 1000, .slider_max = 60},
            .help = "Elementwise passes (norms, residuals, dropout, copies) over tensors of hidden size, per layer "
                    "forward.",
            .formula = "bytes = 2 · passes · tokens · h",
            .computed_by = "denseLayer",
            .idle = onlyKernels,
        }),
        fitted<room, &Stack::ffn_passes>({
            .id = "stack.ffn_passes",
            .label = "Elementwise passes over the feed-forward size",
            .brief = "Passes, FFN",
            .range = {.max = 1000, .slider_max = 30},
            .help = "The same over tensors of feed-forward size.",
            .formula = "bytes = 2 · passes · tokens · f / t",
            .computed_by = "denseLayer",
            .idle = onlyKernels,
        }),
        fitted<room, &Stack::selective_recompute>({
            .id = "stack.selective_recompute",
            .label = "Selective recomputation overhead",
            .unit = Unit::ratio,
            .help =
                "Fraction of a forward pass's GEMMs that selective recomputation repeats at least; more if restoring "
                "the activations that it drops takes more.",
            .formula = "repeated = max(fraction, what restores the dropped activations) × forward",
            .computed_by = "selectiveShares",
            .idle = onlySelective,
        }),
        plain<room, &Stack::repeats_low_precision>({
            .id = "stack.repeats_low_precision",
            .label = "Recompute FP8 GEMMs",
            .scale = Scale::flag,
            .help =
                "Selective recomputation keeps only the outputs of 16-bit GEMMs, so it repeats every FP8 or FP4 GEMM.",
            .formula = "repeated = forward, where GEMMs are narrower than 16 bits",
            .computed_by = "selectiveShares",
            .source = "PyTorch, operations kept by selective activation checkpointing in TorchTitan",
            .idle = onlySelective,
        }),
        plain<room, &Stack::stops_recomputing>({
            .id = "stack.stops_recomputing",
            .label = "Stop recomputation early",
            .scale = Scale::flag,
            .help =
                "Recomputation stops at the last tensor that the backward pass needs, so the last GEMM of a layer is "
                "not repeated.",
            .formula = "repeated = forward − last GEMM",
            .computed_by = "stopsRecomputingEarly",
            .source = "PyTorch, torch.utils.checkpoint, early_stop",
            .idle = onlyRecomputing,
        }),
        fitted<room, &Stack::layer_launch_s>({
            .id = "stack.layer_launch",
            .label = "Launch overhead per layer",
            .brief = "Launch, layer",
            .unit = Unit::seconds,
            .range = {.slider_max = 5e-3},
            .help = "CPU time to launch the kernels of one layer, forward.",
            .formula = "layer = (gpu⁴ + launch⁴)^(1/4)",
            .computed_by = "smoothMax",
            .idle = onlyKernels,
        }),
        plain<room, &Stack::pipelined_launch_s>({
            .id = "stack.pipelined_launch",
            .label = "Pipelined collective launch",
            .unit = Unit::seconds,
            .range = {.max = 0.1, .slider_max = 1e-3},
            .help = "CPU time that a tensor-parallel collective takes for every rank of its group in a pipeline stage "
                    "that exchanges activations with other nodes. 0 for all shipped software: no published run shows "
                    "any. Set it if a trace of your own job shows GPUs waiting for these launches.",
            .formula = "launch of a layer + collectives × TP × time",
            .computed_by = "microBatch",
            .source = "an assumption: the launch of one kernel a rank, for software that has not been measured",
            .idle = onlyKernels,
        }),
        fitted<room, &Stack::collective_start_s>({
            .id = "stack.collective_start",
            .label = "Collective launch overhead",
            .unit = Unit::seconds,
            .range = {.slider_max = 100e-6},
            .help = "Extra time of a collective inside a training step compared with the same collective in a "
                    "benchmark loop: "
                    "launch and skew between ranks.",
            .formula = "t = launch + base + hops × latency + bytes / bandwidth",
            .computed_by = "protocolSeconds",
            .idle = onlyProtocols,
        }),
        fitted<room, &Stack::microbatch_s>({
            .id = "stack.microbatch_time",
            .label = "Fixed time per micro-batch",
            .unit = Unit::seconds,
            .range = {.max = 100, .slider_max = 50e-3},
            .help = "Time per micro-batch outside its layers.",
            .formula = "step += m × time",
            .computed_by = "addKernels",
            .idle = onlyKernels,
        }),
        fitted<room, &Stack::step_s>({
            .id = "stack.step_time",
            .label = "Fixed time per step",
            .unit = Unit::seconds,
            .range = {.max = 100, .slider_max = 50e-3},
            .help = "Time per step outside its micro-batches.",
            .formula = "step += time",
            .computed_by = "addKernels",
            .idle = onlyKernels,
        }),
        fitted<room, &Stack::tensor_overlap>({
            .id = "stack.tensor_overlap",
            .topic = "Overlap",
            .label = "Tensor-parallel overlap",
            .unit = Unit::ratio,
            .help = "Fraction of tensor-parallel communication that overlaps with GEMMs.",
            .formula = "exposed = (1 − fraction) × time",
            .computed_by = "microBatch",
            .idle = onlyTensor,
        }),
        fitted<room, &Stack::data_overlap>({
            .id = "stack.data_overlap",
            .label = "Gradient overlap",
            .unit = Unit::ratio,
            .help = "Fraction of the gradient synchronization that bucketing could hide during the backward pass and "
                    "does hide. "
                    "The last bucket is always exposed. At 0, and where buckets would cost more latency than they "
                    "hide, one message follows the backward pass, unless the software always sends buckets.",
            .formula = "hidden = fraction × (t_comm − time after the last backward pass)",
            .computed_by = "syncStreams",
            .idle = onlyWindows,
        }),
        fitted<room, &Stack::weight_overlap>({
            .id = "stack.weight_overlap",
            .label = "Weight all-gather overlap",
            .unit = Unit::ratio,
            .help =
                "Fraction of the gradient overlap that the software also achieves when ZeRO-1 and ZeRO-2 hand out the "
                "updated weights. At 0, the weights arrive before the next forward pass starts.",
            .formula = "hidden = gradient overlap × fraction × all-gather",
            .computed_by = "syncStreams",
            .idle = onlyWindows,
        }),
        plain<room, &Stack::narrow_gather>({
            .id = "stack.narrow_gather",
            .label = "Gather weights in FP8",
            .scale = Scale::flag,
            .help = "ZeRO gathers the layers' FP8 weights in 8 bits instead of 16. Only for weights with per-tensor "
                    "scaling.",
            .formula = "gathered = layer parameters × 1 byte + embedding and output × 2 bytes",
            .computed_by = "placementOf",
            .source = "Megatron-Core, fp8_param_gather; TorchTitan, enable_fsdp_float8_all_gather",
            .idle = onlyTensorScales,
        }),
        plain<room, &Stack::bucket_elements>({
            .id = "stack.bucket_elements",
            .label = "Gradients per bucket, at least",
            .brief = "Least bucket",
            .range = {.max = 1e12, .slider_max = 1e9},
            .help =
                "The software fills buckets with at least this many gradients, whatever the bucket size of the plan.",
            .formula = "bucket = max(bucket size, gradients × bytes per gradient)",
            .computed_by = "bucketBytes",
            .source = "Megatron-Core, DistributedDataParallelConfig: 40 million; DeepSpeed, reduce_bucket_size: 5e8",
            .idle = onlyWindows,
        }),
        plain<room, &Stack::replica_elements>({
            .id = "stack.replica_elements",
            .label = "Gradients per bucket and replica",
            .brief = "Least per replica",
            .range = {.max = 1e9, .slider_max = 10e6},
            .help =
                "The least bucket also grows with the number of replicas, so that each shard stays long enough for the "
                "network.",
            .formula = "bucket ≥ gradients × replicas × bytes per gradient",
            .computed_by = "bucketBytes",
            .source = "Megatron-Core, DistributedDataParallelConfig: 1 million gradients per replica",
            .idle = onlyWindows,
        }),
        plain<room, &Stack::always_buckets>({
            .id = "stack.always_buckets",
            .label = "Buckets without overlap",
            .brief = "Always buckets",
            .scale = Scale::flag,
            .help = "The software sends gradients in buckets even if nothing is hidden, and where one message would be "
                    "faster.",
            .formula = "without: exposed ≤ one message after the backward pass",
            .computed_by = "syncStreams",
            .source = "PyTorch, DistributedDataParallel: buckets of bucket_cap_mb; Megatron-Core, "
                      "DistributedDataParallel: a single bucket without overlap_grad_reduce",
            .idle = onlyWindows,
        }),
        plain<room, &Stack::reduces_whole>({
            .id = "stack.reduces_whole",
            .label = "All-reduce with ZeRO-1",
            .scale = Scale::flag,
            .help = "ZeRO-1 sums gradients by an all-reduce, after which every rank has all of them, instead of a "
                    "reduce-scatter that leaves each rank its share.",
            .formula = "gradient traffic × 2 with ZeRO-1",
            .computed_by = "syncStreams",
            .source = "Aleph Alpha Scaling, optimizer.py",
            .idle = onlyWindows,
        }),
        fitted<room, &Stack::shard_overlap>({
            .id = "stack.shard_overlap",
            .label = "All-gather overlap",
            .unit = Unit::ratio,
            .help =
                "Fraction of a layer's compute that overlaps with gathering the next layer's weights (FSDP, ZeRO-3).",
            .formula = "hidden = fraction × min(layer, all-gather)",
            .computed_by = "microBatch",
            .idle = onlyGathered,
        }),
        fitted<room, &Stack::shard_calls>({
            .id = "stack.shard_calls",
            .label = "All-gathers per layer",
            .scale = Scale::integer,
            .range = {.min = 1, .max = 1000, .slider_max = 32},
            .help = "All-gathers per layer to collect its weights. ZeRO-3 in 2021 gathered every tensor separately.",
            .formula = "latency × all-gathers",
            .computed_by = "microBatch",
            .idle = onlyGathered,
        }),
        plain<room, &Stack::syncs_each_pass>({
            .id = "stack.syncs_each_pass",
            .label = "Every micro-batch synchronizes",
            .scale = Scale::flag,
            .help = "As in PyTorch FSDP, every micro-batch is a synchronization of its own: ZeRO-2 gathers the weights "
                    "layer by layer each time, and sharding groups all-reduce their gradients each time. When off, "
                    "both happen once per step.",
            .formula = "ZeRO-2: m·(gradients + weights) instead of m·gradients + weights",
            .computed_by = "gathersByLayer",
            .source = "PyTorch, torch.distributed.fsdp: SHARD_GRAD_OP, set_requires_all_reduce",
            .idle = onlyGathered,
        }),
        plain<room, &Stack::gathers_again>({
            .id = "stack.gathers_again",
            .label = "Gather again after recomputation",
            .scale = Scale::flag,
            .help =
                "Weights are released after every use. With full recomputation the backward pass gathers each layer "
                "twice.",
            .formula = "all-gathers per layer = 3 instead of 2",
            .computed_by = "microBatch",
            .source = "DeepSpeed, ZeRO-3 hooks with layers larger than the reuse distance",
            .idle = onlyGathered,
        }),
        fitted<room, &Stack::expert_generation>({
            .id = "stack.expert_generation",
            .topic = "Experts",
            .label = "Expert GEMM factor",
            .unit = Unit::factor,
            .range = {.min = 0.05, .max = 2},
            .help = "Throughput of expert GEMMs relative to large dense GEMMs.",
            .formula = "rate = factor × rate of large GEMMs",
            .computed_by = "expertLayer",
            .idle = onlyExperts,
        }),
        fitted<room, &Stack::expert_launch_s>({
            .id = "stack.expert_launch",
            .label = "Launch overhead per expert",
            .brief = "Launch, expert",
            .unit = Unit::seconds,
            .range = {.slider_max = 1e-4},
            .help =
                "CPU time per expert of the model to route tokens, sort them by expert and launch the expert GEMMs, "
                "forward. CUDA Graphs and routing kept on the GPU avoid it.",
            .formula = "launch = layer + experts × time",
            .computed_by = "microBatch",
            .idle = onlyExperts,
        }),
        fitted<room, &Stack::expert_overlap>({
            .id = "stack.expert_overlap",
            .label = "All-to-all overlap",
            .unit = Unit::ratio,
            .help = "Fraction of the expert all-to-all that is hidden.",
            .formula = "exposed = (1 − fraction) × time",
            .computed_by = "microBatch",
            .idle = onlyExpertParallel,
        }),
        plain<room, &Stack::once_per_node>({
            .id = "stack.once_per_node",
            .label = "Tokens once per node",
            .scale = Scale::flag,
            .help = "The dispatcher sends a token over the network once for each node with experts of it, and within "
                    "that node to all of them (DeepEP, HybridEP). When off, it sends a copy for each expert, as the "
                    "all-to-all of NCCL does.",
            .formula = "copies: N·(1 − (1 − 1/N)^k) over N nodes instead of k",
            .computed_by = "microBatch",
            .source = "DeepSeek-V3 Technical Report, section 3.2.2",
            .idle = onlyExpertParallel,
        }),
        plain<room, &Stack::whole_experts>({
            .id = "stack.whole_experts",
            .label = "Whole experts",
            .scale = Scale::flag,
            .help = "Tensor parallelism splits attention but no expert: an expert group is made of adjacent GPUs, "
                    "tensor-parallel ranks included (Megatron-Core, --expert-tensor-parallel-size 1). When off, tensor "
                    "parallelism splits each expert, and an expert group takes one GPU of each tensor-parallel group.",
            .formula = "experts per GPU = E / EP instead of E / (EP · TP)",
            .computed_by = "microBatch",
            .source = "MoE Parallel Folding (Liu et al. 2025)",
            .idle = onlyExpertsAndTensor,
        }),
        fitted<room, &Stack::straggler_slope>({
            .id = "stack.straggler_slope",
            .topic = "Stragglers",
            .label = "Slowdown per doubling of replicas",
            .brief = "Replica slowdown",
            .unit = Unit::ratio,
            .range = {.slider_max = 0.05},
            .help = "Increase in step time per doubling of the replicas, from waiting for the slowest one.",
            .formula = "× (1 + slope · log₂(d·c)), beyond eight GPUs",
            .computed_by = "evaluate",
            .idle = onlyReplicas,
        }),
        fitted<room, &Stack::crowding_slope>({
            .id = "stack.crowding_slope",
            .label = "Slowdown per doubling of GPUs per node",
            .brief = "Node slowdown",
            .unit = Unit::ratio,
            .range = {.slider_max = 0.05},
            .help = "Increase in the compute time measured on one GPU, per doubling of the active GPUs of its node: "
                    "its CPUs and host memory prepare the input of all of them.",
            .formula = "× (1 + slope · log₂(GPUs per node))",
            .computed_by = "addTextbook",
            .idle = onlyMeasured,
        }),
        plain<room, &Stack::wide_gradients>({
            .id = "stack.wide_gradients",
            .topic = "Memory",
            .label = "FP32 gradient accumulation",
            .scale = Scale::flag,
            .help = "Gradients are accumulated in FP32, regardless of their precision on the network.",
            .formula = "gradients = 4 bytes per parameter",
            .computed_by = "memoryUse",
            .source = "Megatron-LM, main gradients; Korthikanti et al. 2022, figure 1",
            .idle = onlyKernels,
        }),
        plain<room, &Stack::narrow_gradients>({
            .id = "stack.narrow_gradients",
            .label = "Gradients in the compute format",
            .scale = Scale::flag,
            .help = "Gradients are accumulated in the compute format, even where they are reduced in FP32: each bucket "
                    "is converted when it is sent.",
            .formula = "gradients = bytes of the compute format",
            .computed_by = "memoryUse",
            .source = "Aleph Alpha Scaling, optimizer.py: no FP32 gradient outlives the optimizer step",
            .idle = onlyKernels,
        }),
        plain<room, &Stack::gathers_logits>({
            .id = "stack.gathers_logits",
            .label = "Loss over the whole vocabulary",
            .scale = Scale::flag,
            .help = "Tensor parallelism gathers the logits before the loss, so every rank holds the whole vocabulary, "
                    "and twice more in 16 bits: the pieces and what they are joined into. Off: the loss is computed on "
                    "each rank's share of the vocabulary.",
            .formula = "(bytes + 4) × tokens × V on the last stage, with TP",
            .computed_by = "memoryUse",
            .source = "Aleph Alpha Scaling, lm_head.py and ColumnParallelLinear",
            .idle = onlyTensor,
        }),
        plain<room, &Stack::stages_by_cost>({
            .id = "stack.stages_by_cost",
            .topic = "Pipeline",
            .label = "Stages by cost",
            .scale = Scale::flag,
            .help = "Pipeline stages get equal shares of the cost of layers and output layer instead of equal numbers "
                    "of layers: the first stage has the most layers, the last one fewer.",
            .formula = "stage i ends with the first layer beyond (i + 1)/p of the cost",
            .computed_by = "StageLayers",
            .source = "Nanotron, get_block_compute_costs",
            .idle = onlyPipeline,
        }),
        plain<room, &Stack::fused_gate>({
            .id = "stack.fused_gate",
            .topic = "Memory",
            .label = "Fused SwiGLU",
            .scale = Scale::flag,
            .help =
                "One kernel computes the activation function and the product of a gated feed-forward layer, and its "
                "backward pass computes both again: three tensors of feed-forward size are kept, not four.",
            .formula = "kept = 3 · tokens · f, else 4 · tokens · f",
            .computed_by = "layerActivations",
            .source = "Megatron-LM, bias_swiglu_fusion; SimuMax v1.2, B200 release",
            .idle = onlyKernels,
        }),
        plain<room, &Stack::narrow_inputs>({
            .id = "stack.narrow_inputs",
            .label = "FP8 GEMM inputs kept in FP8",
            .scale = Scale::flag,
            .help = "The inputs of FP8 and FP4 GEMMs are kept for the backward pass in 8 bits, as Transformer Engine "
                    "does. Off: in 16 bits.",
            .formula = "1 byte per element of a GEMM input, else 2",
            .computed_by = "layerActivations",
            .source = "Transformer Engine, module/linear.py: the quantized input is saved for the backward pass",
            .idle = onlyKernels,
        }),
        fitted<room, &Stack::memory_spread>({
            .id = "stack.memory_spread",
            .label = "Spread of memory",
            .unit = Unit::ratio,
            .range = {.min = 0.01, .slider_max = 0.3},
            .help = "Standard deviation of the logarithm of predicted over measured memory: narrow for software whose "
                    "memory has been published, wide for all other software.",
            .formula = "chance to fit = Φ(ln(capacity / predicted) / spread)",
            .computed_by = "fitChance",
            .idle = onlyKernels,
        }),
        fitted<room, &Stack::selective_kept>({
            .id = "stack.selective_kept",
            .label = "Activations kept by selective recomputation",
            .unit = Unit::ratio,
            .help =
                "Fraction of a layer's activations, excluding attention scores, that selective recomputation keeps. "
                "What it drops is repeated: first what takes no FLOPs, such as norms and activation functions, then "
                "GEMMs.",
            .formula = "kept = input + fraction × rest",
            .computed_by = "layerActivations",
            .idle = onlySelective,
        }),
        plain<room, &Stack::logit_bytes>({
            .id = "stack.logit_bytes",
            .label = "Bytes per logit",
            .unit = Unit::bytes,
            .range = {.max = 100, .slider_max = 20},
            .help =
                "Memory per logit during the loss computation: the logit and its gradient, each in 16 and in 32 bits.",
            .formula = "bytes × tokens × V / t, on the last stage",
            .computed_by = "memoryUse",
            .source = "2 + 4 + 4 + 2 bytes: PyTorch, cross entropy of 16-bit logits in 32 bits",
            .idle = onlyKernels,
        }),
        fitted<room, &Stack::reserved_bytes>({
            .id = "stack.reserved_memory",
            .label = "CUDA context and libraries",
            .unit = Unit::bytes,
            .range = {.max = 1e12, .slider_max = 20e9},
            .help = "Memory for the CUDA context, NCCL communicators and library workspaces.",
            .formula = "memory += bytes",
            .computed_by = "memoryUse",
            .idle = onlyKernels,
        }),
        fitted<room, &Stack::allocator_overhead>({
            .id = "stack.allocator_overhead",
            .label = "Allocator overhead",
            .unit = Unit::ratio,
            .range = {.max = 2, .slider_max = 0.5},
            .help = "Memory lost to fragmentation in the caching allocator, as a fraction of the memory allocated and "
                    "freed per step.",
            .formula = "memory += fraction × (activations + logits + buffers)",
            .computed_by = "memoryUse",
            .idle = onlyKernels,
        }),
    };
    return records;
}

} // namespace kneepoint::fields
