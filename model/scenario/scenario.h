// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/choices.h"
#include "model/scenario/own_runs.h"
#include "model/scenario/short_name.h"
#include "model/scenario/stated.h"

#include <array>

/// What the user chose, as plain values. SI units: seconds, bytes, FLOP, FLOP/s, bytes/s.
/// Ranges, labels, help and sources of all fields are in the parameter catalogue (catalogue.h), nowhere else.
namespace kneepoint {

struct Workload {
    PresetIndex model = 0;
    PresetIndex family = 0; ///< the model whose gate and vocabulary a derived architecture has
    ModelKind kind = ModelKind::transformer;
    double parameters = 1e9;
    double active_parameters = 1e9; ///< active parameters per token; fewer than all in a mixture of experts
    double layers = 24;
    double hidden = 1792;
    double heads = 14;
    double kv_heads = 14;
    double ffn = 7168;
    bool gated = false;
    double vocabulary = 50257;
    double family_vocabulary = 0; ///< of which a small derived model has a part; 0: the same
    bool tied_embeddings = true;
    double experts = 1;
    double top_k = 1;
    double expert_groups = 1;          ///< expert groups, of which a few are selected per token; 1: none
    double top_groups = 1;             ///< groups that a token's experts may be in
    double shared_experts = 0;         ///< experts used by every token, in addition to the routed ones
    double dense_layers = 0;           ///< leading layers of a mixture of experts without experts
    double expert_every = 1;           ///< of the layers behind those, every n-th has experts
    double dense_ffn = 0;              ///< feed-forward width of dense layers; 0: the same as an expert's
    double head_width = 0;             ///< width of an attention head; 0: hidden / heads
    double query_latent = 0;           ///< rank of the compressed query (multi-head latent attention)
    double key_latent = 0;             ///< rank of the compressed keys and values; 0: plain attention
    bool gated_attention = false;      ///< a gate as wide as the queries scales the output of attention
    double attention_window = 0;       ///< tokens that the layers without full attention attend to; 0: all
    double full_attention_every = 2;   ///< every n-th layer has full attention; 0: none
    double linear_heads = 0;           ///< value heads of layers with linear attention; 0: no such layers
    double linear_key_heads = 1;       ///< their query and key heads
    double linear_head_width = 128;    ///< width of their heads
    double full_attention_layers = 0;  ///< layers with full attention; 0: by full_attention_every
    double feed_forward_layers = 0;    ///< of blocks with one part each, those with a feed-forward; 0: all have both
    double state_heads = 0;            ///< heads of layers with a state space (Mamba-2); 0: no such layers
    double state_head_width = 64;      ///< width of their heads
    double state_size = 128;           ///< numbers of the state per channel
    double state_groups = 1;           ///< groups of heads that share what writes and reads the state
    bool parallel_mixers = false;      ///< attention and a state space side by side in every layer
    double index_heads = 0;            ///< heads of the indexer of sparse attention; 0: no such layers
    double index_head_width = 128;     ///< width of their heads
    double index_keys = 2048;          ///< keys that the indexer chooses for each token
    double expert_hidden = 0;          ///< width that routed experts read and write; 0: the hidden size
    double prediction_depths = 0;      ///< further tokens predicted, each by a layer and the output layer again
    double encoder_layers = 0;         ///< of the layers, the first ones that read the source, not the sequence
    double source_length = 0;          ///< tokens that the other layers attend to besides their own; 0: none
    bool causal = true;                ///< tokens attend only to earlier tokens
    bool parallel_block = false;       ///< attention and feed-forward in parallel, their outputs added
    double flops_per_example = 12.3e9; ///< generic models, forward and backward
    double bytes_per_example = 300e6;  ///< generic models, HBM traffic of forward and backward
    double activation_per_example = 100e6; ///< generic models, bytes kept for the backward pass
    double batch_per_gpu = 1024;           ///< examples in one forward-backward pass of a replica
    double global_batch = 8192;
    double sequence_length = 1;
    Scaling scaling = Scaling::strong;
    double expert_imbalance = 1; ///< tokens of the fullest expert-parallel rank over the mean
    Precision precision = Precision::bf16;
    NarrowScaling narrow_scaling = NarrowScaling::tensor;
    Tuning tuning = Tuning::full;
    double lora_rank = 16;
    LoraTargets lora_targets = LoraTargets::all_linear;
    double frozen_share = 0.5; ///< of the layers, from the input on, that are not trained, 0 … 0.99
    ReferenceModel reference_model = ReferenceModel::none;
    double length_mean = 0;   ///< tokens of an example before packing or padding; 0: as long as the sequence
    double length_spread = 1; ///< their standard deviation over their mean
    Packing packing = Packing::packed;
    bool length_stragglers = false; ///< replicas wait for the one whose packed examples have most attention
    double measured_example_s = 0;  ///< measured forward and backward time per example; 0: computed
    TrainingGoal training_goal = TrainingGoal::tokens;
    double training_steps = 100e3;
    double training_tokens = 20e9;
    double critical_batch = 0; ///< examples; 0: no statistical wall
    bool operator==(const Workload&) const = default;
};

struct Cluster {
    double gpus = 8;
    PresetIndex machine = 0; ///< known by its name, with its GPU and its network
    PresetIndex gpu = 0;
    std::array<double, precision_count> peak{19.5e12, 156e12, 312e12, 312e12, 0, 0}; ///< dense FLOP/s; 0: no unit
    double memory_bytes = 80e9;
    double memory_bandwidth = 2039e9;
    double gemm_efficiency = 0.79;     ///< fraction of peak that large 16-bit GEMMs reach in training
    double gemm_efficiency_fp8 = 0.63; ///< the same for FP8
    double gemm_efficiency_fp4 = 0.45; ///< the same for FP4
    double attention_efficiency = 0.5; ///< fraction of the 16-bit peak that fused attention reaches
    double portable_attention = 1;    ///< the same for attention written for earlier GPUs, at most attention_efficiency
    double small_product_loss = 1;    ///< efficiency loss of small GEMMs relative to kernel sweeps; 0: none
    double memory_efficiency = 0.77;  ///< fraction of the memory bandwidth that elementwise kernels reach
    double sustained_clock = 1;       ///< clock under the power limit, relative to the usual board of the architecture
    double collective_base_s = 20e-6; ///< time of the smallest collective within a node, without its hops
    double power_w = 400;
    double pue = 1.2; ///< power of the site over that of its nodes
    double price_per_gpu_hour = 2.0;
    double gpus_per_node = 1;
    double scale_up_bandwidth = 300e9; ///< one direction per GPU inside a node
    double scale_up_efficiency = 0.8;
    double scale_up_latency_s = 5e-6;
    Topology topology = Topology::switched;
    double torus_ring = 4;       ///< smallest number of GPUs on an axis that has wraparound links
    double switch_reduction = 0; ///< in-switch reduction rate as a fraction of the scale-up bandwidth; 0: not supported
    double switch_gpus = 0;      ///< GPUs under one PCIe switch; 0: the GPUs of a node have dedicated links
    double bridge_share = 1;     ///< fraction of the scale-up bandwidth between PCIe switches
    double socket_share = 1;     ///< fraction of the scale-up bandwidth between the two sockets
    PresetIndex interconnect = 0;
    Protocol protocol = Protocol::rdma;
    double link_rate = 25e9; ///< line rate of a NIC in bytes/s, one direction
    double link_efficiency = 1.0;
    double link_latency_s = 5e-6;
    double exchange_share = 1;                          ///< fraction of the NIC bandwidth that an all-to-all gets
    double exchange_conflicts = 0;                      ///< how much longer it takes among very many nodes than two
    double nics_per_node = 1;                           ///< that all GPUs of a node share
    double oversubscription = 1;                        ///< r of r:1 oversubscription above the leaf
    double pod_gpus = 8;                                ///< GPUs under one leaf, at full bandwidth to each other
    double sites = 1;                                   ///< data centers that share the replicas of the job
    double site_bandwidth = 1.25e9;                     ///< bytes/s between two of them, one direction
    double site_latency_s = 30e-3;                      ///< of a message between them
    double host_bandwidth = 25e9;                       ///< between host memory and one GPU, achieved, one direction
    double host_update_rate = 3e9;                      ///< parameters/s that the CPUs of a node update with Adam
    double loader_rate = 12000;                         ///< examples/s that the input pipeline delivers per replica
    double gpu_mtbf_s = 54.0 * 24 * 3600 * 16384 / 419; ///< mean time between interruptions caused by one GPU
    double restart_s = 600;                             ///< time from an interruption to the next useful step
    /// Changes the GPUs of a node; each has as many NICs as before.
    void resizeNode(double gpus_of_node)
    {
        nics_per_node *= gpus_of_node / gpus_per_node;
        gpus_per_node = gpus_of_node;
    }
    /// Line rate of a GPU's share of the NICs of its node in bytes/s, one direction.
    [[nodiscard]] double lineRatePerGpu() const { return link_rate * nics_per_node / gpus_per_node; }
    bool operator==(const Cluster&) const = default;
};

struct Plan {
    double tensor_parallel = 1;
    double pipeline_parallel = 1;
    double context_parallel = 1;
    bool sequence_parallel = false; ///< norms and residuals are split across the tensor-parallel group too
    PipelineSchedule pipeline_schedule = PipelineSchedule::one_f_one_b;
    double virtual_stages = 1;     ///< chunks of layers per stage, interleaved schedule only
    double first_stage_layers = 0; ///< layers of the first stage; 0: as the software divides them
    double last_stage_layers = 0;  ///< the same of the last stage
    RankOrder rank_order = RankOrder::dp_inside;
    double expert_parallel = 1;
    ContextExchange context_exchange = ContextExchange::ring;
    double context_inner = 0; ///< ranks of a group of hierarchical context parallelism; 0: those of a node
    ExpertDispatch expert_dispatch = ExpertDispatch::by_stack;
    double accumulation = 1;        ///< micro-batches per replica before gradients are synchronized
    double batch_tolerance = 0.125; ///< fraction by which planning may change the global batch
    int zero_stage = 0;
    bool quantized_gather = false; ///< ZeRO gathers weights in 8 bits (ZeRO++)
    double shard_group = 0;        ///< ranks that ZeRO shards among (HSDP, at stage 3); 0: all
    Recompute recompute = Recompute::none;
    GradientPrecision gradient_precision = GradientPrecision::bf16;
    double gradient_compression = 1;
    Optimizer optimizer = Optimizer::adamw;
    Offload offload = Offload::none;
    double moment_bytes = 8; ///< bytes of optimizer moments per parameter
    Synchronization synchronization = Synchronization::all_reduce;
    double sync_every = 1;      ///< steps between two synchronizations (local SGD)
    double outer_every = 100;   ///< steps between two exchanges of all parameters between sites (DiLoCo)
    double outer_fragments = 1; ///< that parameters are exchanged in, one after another
    double outer_overlap = 0;   ///< steps that the exchange of a fragment may take without being waited for
    double outer_bytes = 4;     ///< per parameter of such an exchange
    double parameter_servers = 8;
    CollectiveAlgorithm collective = CollectiveAlgorithm::automatic;
    double bucket_bytes = 25e6;
    double checkpoint_every_s = 0;  ///< 0: the optimal interval (Young, Daly)
    double checkpoint_write_s = 30; ///< time that training is stopped for a checkpoint
    bool operator==(const Plan&) const = default;
};

/// The software that runs the plan.
struct Stack {
    PresetIndex software = 0;
    double compute_efficiency = 60.0 / 312.0; ///< fraction of the dense peak that large GEMMs sustain
    double launch_floor_s = 0;                ///< minimum time of a forward-backward pass: kernel launches, CPU
    double generation = 1;                    ///< factor on the GEMM rate: 1 for libraries of 2021
    bool fused_attention = true;              ///< attention does not write its scores to memory
    bool native_attention = true;             ///< fused attention is written for this generation of GPUs
    double attention_generation = 1;          ///< factor on the rate of fused attention
    bool current_scaling = false;             ///< tensors are scaled by their largest element now, not in earlier steps
    double row_scaled_rate = 0.6;             ///< relative rate of 8- and 4-bit GEMMs with one scale per row
    double block_scaled_rate = 0.93;          ///< the same with one scale per block
    double score_bytes = 5;                   ///< HBM bytes per attention score if attention is not fused, forward
    bool fused_norms = true;                  ///< each norm is a single kernel
    double norm_passes = 32;        ///< additional elementwise passes per layer if norms are not fused, forward
    double token_passes = 12;       ///< elementwise passes over tensors of hidden size, per layer, forward
    double ffn_passes = 4;          ///< the same over tensors of feed-forward size
    double layer_launch_s = 0.4e-3; ///< CPU time to launch a layer, forward
    /// CPU time per rank of a tensor-parallel collective, in pipeline stages that exchange activations with other
    /// nodes.
    double pipelined_launch_s = 0;
    double collective_start_s = 0;  ///< additional time of a collective in a step compared to one in a benchmark loop
    double microbatch_s = 3e-3;     ///< fixed time per micro-batch
    double step_s = 4e-3;           ///< fixed time per step
    double tensor_overlap = 0;      ///< fraction of tensor-parallel communication hidden behind GEMMs
    double data_overlap = 0;        ///< fraction of the window that hides gradient synchronization
    double weight_overlap = 1;      ///< the same for ZeRO's weight all-gather, relative to data_overlap
    bool narrow_gather = false;     ///< 8-bit weights with per-tensor scaling are all-gathered in 8 bits
    double bucket_elements = 0;     ///< minimum number of gradients per bucket
    double replica_elements = 0;    ///< the same per replica
    bool always_buckets = false;    ///< gradients are sent in buckets even if single messages are faster
    bool reduces_whole = false;     ///< ZeRO-1 all-reduces all gradients instead of reduce-scattering them
    double shard_overlap = 0.9;     ///< fraction of a layer's compute that hides the all-gather of weights
    double shard_calls = 1;         ///< all-gathers per layer for its weights
    bool syncs_each_pass = false;   ///< every micro-batch is a synchronization of its own, as in PyTorch FSDP
    bool gathers_again = false;     ///< weights gathered for recomputation are gathered again for the backward pass
    double expert_generation = 0.8; ///< factor on the rate of expert GEMMs
    /// CPU time of routing per expert of the model, wherever it is placed: a layer of DeepSeek-V3 on GB200 takes as
    /// long with 4 experts per GPU as with 8 (dgxc-dsv3-gb200), one of Qwen3 30B on H100 with 8 as with 16
    /// (mbridge 26.02, 26.04).
    double expert_launch_s = 0;
    double expert_overlap = 0;          ///< fraction of the all-to-all that is hidden
    bool once_per_node = false;         ///< a token is sent once to each node with experts of it
    bool whole_experts = false;         ///< tensor parallelism does not split experts; its ranks share them out too
    double selective_recompute = 0;     ///< fraction of a forward pass repeated by selective recomputation
    bool repeats_low_precision = false; ///< selective recomputation repeats all 8- and 4-bit GEMMs
    bool stops_recomputing = false;     ///< recomputation stops at the last tensor needed by the backward pass
    double straggler_slope = 0;         ///< slowdown per doubling of the replicas
    double crowding_slope = 0;          ///< slowdown of a measured example per doubling of the active GPUs in a node
    bool wide_gradients = false;        ///< gradients accumulate in 32 bits, whatever format is sent
    bool narrow_gradients = false;      ///< gradients accumulate in the compute format, whatever format is sent
    bool gathers_logits = false;        ///< every tensor-parallel rank computes the loss over the whole vocabulary
    bool stages_by_cost = false;        ///< layers are assigned to stages by cost, including the output layer's
    bool fused_gate = false;     ///< a gated feed-forward layer keeps the input and the output of one fused kernel
    bool narrow_inputs = false;  ///< inputs of 8- and 4-bit GEMMs are kept for the backward pass in 8 bits
    double memory_spread = 0.13; ///< standard deviation of ln(predicted / measured memory)
    double selective_kept = 1;   ///< fraction of a layer's activations, without scores, kept by selective recomputation
    double logit_bytes = 12;     ///< bytes per logit during the loss computation
    double reserved_bytes = 4e9; ///< memory of context, communicators and libraries
    double allocator_overhead = 0.15; ///< memory lost to fragmentation, as a fraction of activations and buffers
    bool operator==(const Stack&) const = default;
};

struct Assumptions {
    ComputeModel compute_model = ComputeModel::sustained;
    TeamSetting setting = TeamSetting::typical;
    bool memory_roof = false;
    CollectiveModel collective_model = CollectiveModel::ring;
    OverlapModel overlap_model = OverlapModel::fixed;
    double overlap = 1;        ///< η, fraction of min(window, t_comm) that is hidden
    double overlap_window = 1; ///< fraction of compute that can hide communication
    double tensor_overlap = 0;
    double expert_overlap = 0;
    bool input_limited = true;
    double input_overlap = 1;
    bool stragglers = false;
    double straggler_probability = 0.01;
    double straggler_slowdown = 0.15;
    double jitter = 0;       ///< standard deviation of a worker's step time, as a fraction of it
    double sync_delay_s = 0; ///< fixed delay per step
    double efficiency_tolerance = 0.8;
    double knee_gamma = 1; ///< γ above which the curve is past its knee
    double deadline_s = 0; ///< for the whole run; 0: none
    double budget = 0;     ///< dollars for the whole run; 0: none
    bool failures = false;
    bool operator==(const Assumptions&) const = default;
};

/// Whether the layout is planned automatically, and which parts of it are pinned.
struct AutoPlan {
    bool on = false;
    bool tensor_parallel = false; ///< here and below: pinned
    bool pipeline_parallel = false;
    bool context_parallel = false;
    bool sequence_parallel = false;
    bool pipeline_schedule = false;
    bool virtual_stages = false;
    bool expert_parallel = false;
    bool accumulation = false;
    bool zero_stage = false;
    bool shard_group = false;
    bool recompute = false;
    bool batch_per_gpu = false;
    bool operator==(const AutoPlan&) const = default;
};

/// The input of the engine: every value, and which of them were stated; the others follow from those. A
/// default-constructed scenario is the scaling-efficiency simulator of the source documents, with nothing stated.
struct Scenario {
    Workload workload;
    Cluster cluster;
    Plan plan;
    Stack stack;
    OwnRuns own_runs;
    Assumptions assumptions;
    AutoPlan automatic;
    Stated stated;
    /// Whether every value is the same, whatever was stated of them.
    bool operator==(const Scenario& other) const
    {
        return workload == other.workload && cluster == other.cluster && plan == other.plan && stack == other.stack
            && own_runs == other.own_runs && assumptions == other.assumptions && automatic == other.automatic;
    }
};

/// Whether two scenarios have the same values and the same statements.
[[nodiscard]] inline bool isIdentical(const Scenario& a, const Scenario& b)
{
    return a == b && a.stated == b.stated;
}

/// GPUs of one data-parallel replica: tensor × pipeline × context parallel degree.
[[nodiscard]] inline double gpusPerReplica(const Scenario& s)
{
    return s.plan.tensor_parallel * s.plan.pipeline_parallel * s.plan.context_parallel;
}

/// K, the number of data-parallel replicas, at least 1. Real-valued: knees lie between whole numbers.
[[nodiscard]] inline double workers(const Scenario& s)
{
    const double k = s.cluster.gpus / gpusPerReplica(s);
    return k < 1 ? 1 : k;
}

/// Whether a scenario is computed layer by layer: kernels by size, a transformer, and no measured compute time.
[[nodiscard]] inline bool atKernelDepth(const Scenario& s)
{
    return s.assumptions.compute_model == ComputeModel::kernels && s.workload.kind == ModelKind::transformer
        && s.workload.measured_example_s <= 0;
}

/// Sets the global batch to the sum over all replicas.
void sumGlobalBatch(Scenario& s);

/// To be called after the number of replicas has changed. Weak scaling: the global batch follows. Strong scaling: each
/// replica gets its share of the fixed global batch by a smaller micro-batch or, below one example or in a pipeline, by
/// fewer micro-batches.
void adaptBatch(Scenario& s);

/// Allowed ranges of examples and micro-batches.
inline constexpr double least_batch = 1e-6;
inline constexpr double most_batch_per_gpu = 1e9;
inline constexpr double most_accumulation = 1e9;
inline constexpr double most_global_batch = 1e12;

/// Clamps derived batches and accumulation to the allowed ranges.
void keepBatchInRange(Scenario& s);

/// The same job on `k` replicas: the GPU count follows, and by strong or weak scaling the batch.
[[nodiscard]] Scenario withWorkers(const Scenario& s, double k);

} // namespace kneepoint
