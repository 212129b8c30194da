// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/catalogue/parameter_fields.h"
#include "model/scenario/scenario.h"

namespace kneepoint::fields {
namespace {

constexpr auto room = &Scenario::stack;

std::string_view onlySustained(const Scenario& s)
{
    if (s.assumptions.compute_model == ComputeModel::kernels && s.workload.kind == ModelKind::transformer)
        return "the compute model is kernel-level";
    return s.workload.measured_example_s > 0 ? "the compute time is measured, not modeled" : "";
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
    const bool has_states = s.workload.linear_heads > 0 || s.workload.state_heads > 0; // whose kernels are fused
    return s.stack.fused_attention || has_states ? onlyKernels(s) : "attention is not fused";
}
std::string_view onlyUnfused(const Scenario& s)
{
    return s.stack.fused_attention ? "fused attention does not write scores to memory" : onlyKernels(s);
}
std::string_view onlyGated(const Scenario& s)
{
    return s.workload.gated ? onlyKernels(s) : "layer norm is a single kernel";
}
std::string_view onlyNorms(const Scenario& s)
{
    const bool has_adapters = s.workload.tuning == Tuning::lora || s.workload.tuning == Tuning::qlora;
    return has_adapters ? onlyKernels(s) : onlyGated(s); // whose sums are fused with norms
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
    if (const std::string_view idle = onlyReplicas(s); !idle.empty())
        return idle;
    return s.assumptions.overlap_model == OverlapModel::fixed ? "the overlap model is a fixed fraction" : "";
}
/// Collectives with latency have it for each bucket.
std::string_view onlyBuckets(const Scenario& s)
{
    return s.assumptions.collective_model >= CollectiveModel::alpha_beta ? onlyReplicas(s) : onlyWindows(s);
}
std::string_view onlyOwnStages(const Scenario& s)
{
    const bool overlaps = s.plan.pipeline_parallel > 1 && s.assumptions.overlap_model == OverlapModel::stack;
    return overlaps ? "" : onlyPipeline(s);
}
std::string_view onlyNarrowGathers(const Scenario& s)
{
    const bool overlaps = s.workload.precision == Precision::fp8 && scalesTensors(s.workload.narrow_scaling)
        && s.assumptions.overlap_model == OverlapModel::stack;
    return overlaps ? "" : onlyTensorScales(s);
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
        leading<room, &Stack::software, Follows::software | Follows::node | Follows::batch>("stack.software",
            "Software stack", fromLibrary(libraryChoices<stackPresets>),
            "The training framework. Choosing one sets its constants and switches to the kernel-level model.",
            {"step = Σ kernels, launches and collectives of the stack", "evaluate", measured_source},
            {.brief = "Software", .headline = true}),
        plain<room, &Stack::compute_efficiency>("stack.compute_efficiency", "Sustained fraction of peak",
            {.unit = Unit::ratio, .range = {.min = 0.0001}}, "Fraction of the dense peak that kernels sustain.",
            {"t_comp = FLOPs / (fraction × peak)", "addTextbook", "Scaling-efficiency simulator, Code 15.9.1"},
            {.idle = onlySustained}),
        plain<room, &Stack::launch_floor_s>("stack.launch_floor", "Kernel-launch floor",
            {.unit = Unit::seconds, .range = {.max = 100, .slider_max = 0.2}},
            "Minimum time of one forward-backward pass regardless of batch size: kernel launches and CPU overhead.",
            {"t_comp = max(FLOP time, HBM time, launch floor)", "addTextbook",
                "Scaling-efficiency simulator, table 15.9.1: tiny per-GPU batch"},
            {.idle = onlySustained}),
        fitted<room, &Stack::generation>("stack.generation", "Kernel efficiency factor",
            {.unit = Unit::factor, .range = {.min = 0.1, .max = 3}}, "GEMM throughput relative to 2021 libraries.",
            {"GEMM rate = min(1, factor × GEMM efficiency of the GPU) × peak", "kernelRates"},
            {.topic = "Kernels", .idle = onlyKernels}),
        fitted<room, &Stack::fused_attention>("stack.fused_attention", "Fused attention", flag,
            "FlashAttention and similar kernels never write the scores to memory.", {"score traffic = 0", "denseLayer"},
            {.idle = onlyKernels}),
        fitted<room, &Stack::attention_generation>("stack.attention_generation", "Attention efficiency factor",
            {.unit = Unit::factor, .range = {.min = 0.05, .max = 3}},
            "Fused attention throughput relative to the best kernels for the GPU.",
            {"attention rate = min(1, factor × attention efficiency) × peak", "kernelRates"}, {.idle = onlyFused}),
        fitted<room, &Stack::native_attention>("stack.native_attention", "Native attention kernels", flag,
            "Fused attention is optimized for this GPU generation (FlashAttention-3, cuDNN). When off, kernels of the "
            "previous generation are used (FlashAttention-2, Triton).",
            {"off: rate = previous-generation attention efficiency × peak", "kernelRates"}, {.idle = onlyFused}),
        plain<room, &Stack::current_scaling>("stack.current_scaling", "Current scaling of FP8", flag,
            "Whether this software scales whole tensors by their largest element now, not in earlier steps: what its "
            "measured rates contain, and what FP8 with per-tensor scaling means.",
            {"passes of the other recipe = ± 1", "kernelRates",
                "Megatron-Bridge, performance recipes: FP8-CS; pytorch/ao, float8: dynamic scaling"},
            {.idle = onlyTensorScales}),
        fitted<room, &Stack::row_scaled_rate>("stack.row_scaled_rate", "Row-wise scaling factor",
            {.unit = Unit::factor, .range = {.min = 0.05, .max = 1.5}},
            "Throughput of FP8 and FP4 GEMMs with row-wise scaling, relative to per-tensor scaling.",
            {"GEMM rate × factor", "kernelRates"}, {.idle = onlyRowScales}),
        fitted<room, &Stack::block_scaled_rate>("stack.block_scaled_rate", "Block-wise scaling factor",
            {.unit = Unit::factor, .range = {.min = 0.05, .max = 1.5}},
            "Throughput of FP8 and FP4 GEMMs with block-wise scaling, relative to per-tensor scaling.",
            {"GEMM rate × factor", "kernelRates"}, {.idle = onlyBlockScales}),
        fitted<room, &Stack::score_bytes>("stack.score_bytes", "Bytes per attention score",
            {.unit = Unit::bytes, .range = {.max = 100, .slider_max = 20}},
            "HBM bytes per attention score in the forward pass, without fused attention.",
            {"bytes = bytes per score × tokens × S × heads / t", "denseLayer"}, {.idle = onlyUnfused}),
        plain<room, &Stack::fused_norms>("stack.fused_norms", "Fused norms", flag,
            "Each RMSNorm is a single kernel. When off, its operations run one by one and write 32-bit intermediates "
            "to memory. Models with a gated feed-forward layer are taken to use RMSNorm; layer norm is a single kernel "
            "in all software.",
            {"norm traffic = 0", "denseLayer", "counted in the reference RMSNorm of LLaMA (Touvron et al. 2023)"},
            {.idle = onlyNorms}),
        plain<room, &Stack::norm_passes>("stack.norm_passes", "Passes of unfused norms",
            {.range = {.max = 1000, .slider_max = 60}},
            "Passes over tensors of hidden size that unfused norms take beyond fused ones, per layer forward.",
            {"bytes = 2 · passes · tokens · h", "denseLayer",
                "counted in the reference RMSNorm of LLaMA (Touvron et al. 2023)"},
            {.idle = onlyUnfusedNorms}),
        fitted<room, &Stack::token_passes>("stack.token_passes", "Elementwise passes over the hidden size",
            {.range = {.max = 1000, .slider_max = 60}},
            "Elementwise passes (norms, residuals, dropout, copies) over tensors of hidden size, per layer forward.",
            {"bytes = 2 · passes · tokens · h", "denseLayer"}, {.brief = "Passes, hidden", .idle = onlyKernels}),
        fitted<room, &Stack::ffn_passes>("stack.ffn_passes", "Elementwise passes over the feed-forward size",
            {.range = {.max = 1000, .slider_max = 30}}, "The same over tensors of feed-forward size.",
            {"bytes = 2 · passes · tokens · f / t", "denseLayer"}, {.brief = "Passes, FFN", .idle = onlyKernels}),
        fitted<room, &Stack::selective_recompute>("stack.selective_recompute", "Selective recomputation overhead",
            fraction,
            "Fraction of a forward pass's GEMMs that selective recomputation repeats at least; more if restoring the "
            "activations that it drops takes more.",
            {"repeated = max(fraction, what restores the dropped activations) × forward", "selectiveShares"},
            {.idle = onlySelective}),
        plain<room, &Stack::repeats_low_precision>("stack.repeats_low_precision", "Recompute FP8 GEMMs", flag,
            "Selective recomputation keeps only the outputs of 16-bit GEMMs, so it repeats every FP8 or FP4 GEMM.",
            {"repeated = forward, where GEMMs are narrower than 16 bits", "selectiveShares",
                "PyTorch, operations kept by selective activation checkpointing in TorchTitan"},
            {.idle = onlySelective}),
        plain<room, &Stack::stops_recomputing>("stack.stops_recomputing", "Stop recomputation early", flag,
            "Recomputation stops at the last tensor that the backward pass needs, so the last GEMM of a layer is not "
            "repeated.",
            {"repeated = forward − last GEMM", "stopsRecomputingEarly", "PyTorch, torch.utils.checkpoint, early_stop"},
            {.idle = onlyRecomputing}),
        fitted<room, &Stack::layer_launch_s>("stack.layer_launch", "Launch overhead per layer",
            {.unit = Unit::seconds, .range = {.slider_max = 5e-3}},
            "CPU time to launch the kernels of one layer, forward.", {"layer = (gpu⁴ + launch⁴)^(1/4)", "smoothMax"},
            {.brief = "Launch, layer", .idle = onlyKernels}),
        plain<room, &Stack::pipelined_launch_s>("stack.pipelined_launch", "Pipelined collective launch",
            {.unit = Unit::seconds, .range = {.max = 0.1, .slider_max = 1e-3}},
            "CPU time that a tensor-parallel collective takes for every rank of its group in a pipeline stage that "
            "exchanges activations with other nodes. 0 for all shipped software: no published run shows any. Set it if "
            "a trace of your own job shows GPUs waiting for these launches.",
            {"launch of a layer + collectives × TP × time", "microBatch",
                "an assumption: the launch of one kernel a rank, for software that has not been measured"},
            {.idle = onlyKernels}),
        fitted<room, &Stack::collective_start_s>("stack.collective_start", "Collective launch overhead",
            {.unit = Unit::seconds, .range = {.slider_max = 100e-6}},
            "Extra time of a collective inside a training step compared with the same collective in a benchmark loop: "
            "launch and skew between ranks.",
            {"t = launch + base + hops × latency + bytes / bandwidth", "protocolSeconds"}, {.idle = onlyProtocols}),
        fitted<room, &Stack::microbatch_s>("stack.microbatch_time", "Fixed time per micro-batch",
            {.unit = Unit::seconds, .range = {.max = 100, .slider_max = 50e-3}},
            "Time per micro-batch outside its layers.", {"step += m × time", "addKernels"}, {.idle = onlyKernels}),
        fitted<room, &Stack::step_s>("stack.step_time", "Fixed time per step",
            {.unit = Unit::seconds, .range = {.max = 100, .slider_max = 50e-3}},
            "Time per step outside its micro-batches.", {"step += time", "addKernels"}, {.idle = onlyKernels}),
        fitted<room, &Stack::tensor_overlap>("stack.tensor_overlap", "Tensor-parallel overlap", fraction,
            "Fraction of tensor-parallel communication that overlaps with GEMMs.",
            {"exposed = (1 − fraction) × time", "microBatch"}, {.topic = "Overlap", .idle = onlyTensor}),
        fitted<room, &Stack::data_overlap>("stack.data_overlap", "Gradient overlap", fraction,
            "Fraction of the gradient synchronization that bucketing could hide during the backward pass and does "
            "hide. The last bucket is always exposed. At 0, and where buckets would cost more latency than they hide, "
            "one message follows the backward pass, unless the software always sends buckets.",
            {"hidden = fraction × (t_comm − time after the last backward pass)", "syncStreams"}, {.idle = onlyWindows}),
        fitted<room, &Stack::weight_overlap>("stack.weight_overlap", "Weight all-gather overlap", fraction,
            "Fraction of the gradient overlap that the software also achieves when ZeRO-1 and ZeRO-2 hand out the "
            "updated weights. At 0, the weights arrive before the next forward pass starts.",
            {"hidden = gradient overlap × fraction × all-gather", "syncStreams"}, {.idle = onlyWindows}),
        plain<room, &Stack::narrow_gather>("stack.narrow_gather", "Gather weights in FP8", flag,
            "ZeRO gathers the layers' FP8 weights in 8 bits instead of 16. Only for weights with per-tensor scaling.",
            {"gathered = layer parameters × 1 byte + embedding and output × 2 bytes", "placementOf",
                "Megatron-Core, fp8_param_gather; TorchTitan, enable_fsdp_float8_all_gather"},
            {.idle = onlyNarrowGathers}),
        plain<room, &Stack::bucket_elements>("stack.bucket_elements", "Gradients per bucket, at least",
            {.range = {.max = 1e12, .slider_max = 1e9}},
            "The software fills buckets with at least this many gradients, whatever the bucket size of the plan.",
            {"bucket = max(bucket size, gradients × bytes per gradient)", "bucketBytes",
                "Megatron-Core, DistributedDataParallelConfig: 40 million; DeepSpeed, reduce_bucket_size: 5e8"},
            {.brief = "Least bucket", .idle = onlyBuckets}),
        plain<room, &Stack::replica_elements>("stack.replica_elements", "Gradients per bucket and replica",
            {.range = {.max = 1e9, .slider_max = 10e6}},
            "The least bucket also grows with the number of replicas, so that each shard stays long enough for the "
            "network.",
            {"bucket ≥ gradients × replicas × bytes per gradient", "bucketBytes",
                "Megatron-Core, DistributedDataParallelConfig: 1 million gradients per replica"},
            {.brief = "Least per replica", .idle = onlyBuckets}),
        plain<room, &Stack::always_buckets>("stack.always_buckets", "Buckets without overlap", flag,
            "The software sends gradients in buckets even if nothing is hidden, and where one message would be faster.",
            {"without: exposed ≤ one message after the backward pass", "syncStreams",
                "PyTorch, DistributedDataParallel: buckets of bucket_cap_mb; Megatron-Core, DistributedDataParallel: a "
                "single bucket without overlap_grad_reduce"},
            {.brief = "Always buckets", .idle = onlyWindows}),
        plain<room, &Stack::reduces_whole>("stack.reduces_whole", "All-reduce with ZeRO-1", flag,
            "ZeRO-1 sums gradients by an all-reduce, after which every rank has all of them, instead of a "
            "reduce-scatter that leaves each rank its share.",
            {"gradient traffic × 2 with ZeRO-1", "syncStreams", "Aleph Alpha Scaling, optimizer.py"},
            {.idle = onlyWindows}),
        fitted<room, &Stack::shard_overlap>("stack.shard_overlap", "All-gather overlap", fraction,
            "Fraction of a layer's compute that overlaps with gathering the next layer's weights (FSDP, ZeRO-3).",
            {"hidden = fraction × min(layer, all-gather)", "microBatch"}, {.idle = onlyGathered}),
        fitted<room, &Stack::shard_calls>("stack.shard_calls", "All-gathers per layer",
            {.scale = Scale::integer, .range = {.min = 1, .max = 1000, .slider_max = 32}},
            "All-gathers per layer to collect its weights. ZeRO-3 in 2021 gathered every tensor separately.",
            {"latency × all-gathers", "microBatch"}, {.idle = onlyGathered}),
        plain<room, &Stack::syncs_each_pass>("stack.syncs_each_pass", "Every micro-batch synchronizes", flag,
            "As in PyTorch FSDP, every micro-batch is a synchronization of its own: ZeRO-2 gathers the weights layer "
            "by layer each time, and sharding groups all-reduce their gradients each time. When off, both happen once "
            "per step.",
            {"ZeRO-2: m·(gradients + weights) instead of m·gradients + weights", "gathersByLayer",
                "PyTorch, torch.distributed.fsdp: SHARD_GRAD_OP, set_requires_all_reduce"},
            {.idle = onlyGathered}),
        plain<room, &Stack::gathers_again>("stack.gathers_again", "Gather again after recomputation", flag,
            "Weights are released after every use. With full recomputation the backward pass gathers each layer twice.",
            {"all-gathers per layer = 3 instead of 2", "microBatch",
                "DeepSpeed, ZeRO-3 hooks with layers larger than the reuse distance"},
            {.idle = onlyGathered}),
        fitted<room, &Stack::expert_generation>("stack.expert_generation", "Expert GEMM factor",
            {.unit = Unit::factor, .range = {.min = 0.05, .max = 2}},
            "Throughput of expert GEMMs relative to large dense GEMMs.",
            {"rate = factor × rate of large GEMMs", "expertLayer"}, {.topic = "Experts", .idle = onlyExperts}),
        fitted<room, &Stack::expert_launch_s>("stack.expert_launch", "Launch overhead per expert",
            {.unit = Unit::seconds, .range = {.slider_max = 1e-4}},
            "CPU time per expert of the model to route tokens, sort them by expert and launch the expert GEMMs, "
            "forward. CUDA Graphs and routing kept on the GPU avoid it.",
            {"launch = layer + experts × time", "microBatch"}, {.brief = "Launch, expert", .idle = onlyExperts}),
        fitted<room, &Stack::expert_overlap>("stack.expert_overlap", "All-to-all overlap", fraction,
            "Fraction of the expert all-to-all that is hidden.", {"exposed = (1 − fraction) × time", "microBatch"},
            {.idle = onlyExpertParallel}),
        plain<room, &Stack::once_per_node>("stack.once_per_node", "Tokens once per node", flag,
            "The dispatcher sends a token over the network once for each node with experts of it, and within that node "
            "to all of them (DeepEP, HybridEP). When off, it sends a copy for each expert, as the all-to-all of NCCL "
            "does.",
            {"copies: N·(1 − (1 − 1/N)^k) over N nodes instead of k", "microBatch",
                "DeepSeek-V3 Technical Report, section 3.2.2"},
            {.idle = onlyExpertParallel}),
        plain<room, &Stack::whole_experts>("stack.whole_experts", "Whole experts", flag,
            "Tensor parallelism splits attention but no expert: an expert group is made of adjacent GPUs, "
            "tensor-parallel ranks included (Megatron-Core, --expert-tensor-parallel-size 1). When off, tensor "
            "parallelism splits each expert, and an expert group takes one GPU of each tensor-parallel group.",
            {"experts per GPU = E / EP instead of E / (EP · TP)", "microBatch",
                "MoE Parallel Folding (Liu et al. 2025)"},
            {.idle = onlyExperts}),
        fitted<room, &Stack::straggler_slope>("stack.straggler_slope", "Slowdown per doubling of replicas",
            {.unit = Unit::ratio, .range = {.slider_max = 0.05}},
            "Increase in step time per doubling of the replicas, from waiting for the slowest one.",
            {"× (1 + slope · log₂(d·c)), beyond eight GPUs", "evaluate"},
            {.topic = "Stragglers", .brief = "Replica slowdown", .idle = onlyReplicas}),
        fitted<room, &Stack::crowding_slope>("stack.crowding_slope", "Slowdown per doubling of GPUs per node",
            {.unit = Unit::ratio, .range = {.slider_max = 0.05}},
            "Increase in the compute time measured on one GPU, per doubling of the active GPUs of its node: its CPUs "
            "and host memory prepare the input of all of them.",
            {"× (1 + slope · log₂(GPUs per node))", "addTextbook"}, {.brief = "Node slowdown", .idle = onlyMeasured}),
        plain<room, &Stack::wide_gradients>("stack.wide_gradients", "FP32 gradient accumulation", flag,
            "Gradients are accumulated in FP32, regardless of their precision on the network.",
            {"gradients = 4 bytes per parameter", "memoryUse",
                "Megatron-LM, main gradients; Korthikanti et al. 2022, figure 1"},
            {.topic = "Memory", .idle = onlyKernels}),
        plain<room, &Stack::narrow_gradients>("stack.narrow_gradients", "Gradients in the compute format", flag,
            "Gradients are accumulated in the compute format, even where they are reduced in FP32: each bucket is "
            "converted when it is sent.",
            {"gradients = bytes of the compute format", "memoryUse",
                "Aleph Alpha Scaling, optimizer.py: no FP32 gradient outlives the optimizer step"},
            {.idle = onlyKernels}),
        plain<room, &Stack::gathers_logits>("stack.gathers_logits", "Loss over the whole vocabulary", flag,
            "Tensor parallelism gathers the logits before the loss, so every rank holds the whole vocabulary, and "
            "twice more in 16 bits: the pieces and what they are joined into. Off: the loss is computed on each rank's "
            "share of the vocabulary.",
            {"(bytes + 4) × tokens × V on the last stage, with TP", "memoryUse",
                "Aleph Alpha Scaling, lm_head.py and ColumnParallelLinear"},
            {.idle = onlyTensor}),
        plain<room, &Stack::stages_by_cost>("stack.stages_by_cost", "Stages by cost", flag,
            "Pipeline stages get equal shares of the cost of layers and output layer instead of equal numbers of "
            "layers: the first stage has the most layers, the last one fewer.",
            {"stage i ends with the first layer beyond (i + 1)/p of the cost", "StageLayers",
                "Nanotron, get_block_compute_costs"},
            {.topic = "Pipeline", .idle = onlyOwnStages}),
        plain<room, &Stack::fused_gate>("stack.fused_gate", "Fused SwiGLU", flag,
            "One kernel computes the activation function and the product of a gated feed-forward layer, and its "
            "backward pass computes both again: three tensors of feed-forward size are kept, not four.",
            {"kept = 3 · tokens · f, else 4 · tokens · f", "layerActivations",
                "Megatron-LM, bias_swiglu_fusion; SimuMax v1.2, B200 release"},
            {.topic = "Memory", .idle = onlyKernels}),
        plain<room, &Stack::narrow_inputs>("stack.narrow_inputs", "FP8 GEMM inputs kept in FP8", flag,
            "The inputs of FP8 and FP4 GEMMs are kept for the backward pass in 8 bits, as Transformer Engine does. "
            "Off: in 16 bits.",
            {"1 byte per element of a GEMM input, else 2", "layerActivations",
                "Transformer Engine, module/linear.py: the quantized input is saved for the backward pass"},
            {.idle = onlyKernels}),
        fitted<room, &Stack::memory_spread>("stack.memory_spread", "Spread of memory",
            {.unit = Unit::ratio, .range = {.min = 0.01, .slider_max = 0.3}},
            "Standard deviation of the logarithm of predicted over measured memory: narrow for software whose memory "
            "has been published, wide for all other software.",
            {"chance to fit = Φ(ln(capacity / predicted) / spread)", "fitChance"}, {.idle = onlyKernels}),
        fitted<room, &Stack::selective_kept>("stack.selective_kept", "Activations kept by selective recomputation",
            fraction,
            "Fraction of a layer's activations, excluding attention scores, that selective recomputation keeps. What "
            "it drops is repeated: first what takes no FLOPs, such as norms and activation functions, then GEMMs.",
            {"kept = input + fraction × rest", "layerActivations"}, {.idle = onlySelective}),
        plain<room, &Stack::logit_bytes>("stack.logit_bytes", "Bytes per logit",
            {.unit = Unit::bytes, .range = {.max = 100, .slider_max = 20}},
            "Memory per logit during the loss computation: the logit and its gradient, each in 16 and in 32 bits.",
            {"bytes × tokens × V / t, on the last stage", "memoryUse",
                "2 + 4 + 4 + 2 bytes: PyTorch, cross entropy of 16-bit logits in 32 bits"},
            {.idle = onlyKernels}),
        fitted<room, &Stack::reserved_bytes>("stack.reserved_memory", "CUDA context and libraries",
            {.unit = Unit::bytes, .range = {.max = 1e12, .slider_max = 20e9}},
            "Memory for the CUDA context, NCCL communicators and library workspaces.", {"memory += bytes", "memoryUse"},
            {.idle = onlyKernels}),
        fitted<room, &Stack::allocator_overhead>("stack.allocator_overhead", "Allocator overhead",
            {.unit = Unit::ratio, .range = {.max = 2, .slider_max = 0.5}},
            "Memory lost to fragmentation in the caching allocator, as a fraction of the memory allocated and freed "
            "per step.",
            {"memory += fraction × (activations + logits + buffers)", "memoryUse"}, {.idle = onlyKernels}),
    };
    return records;
}

} // namespace kneepoint::fields
