// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/choices.h"
#include "model/scenario/own_runs.h"
#include "model/scenario/short_name.h"

#include <array>

/// What the user chose, as plain values. SI units: seconds, bytes, FLOP, FLOP/s, bytes/s.
/// Ranges, labels, help and sources of every field stand in the parameter catalogue (catalogue.h), nowhere else.
namespace kneepoint {

struct Workload {
    PresetIndex model = 0;
    ModelKind kind = ModelKind::transformer;
    double parameters = 1e9;
    double active_parameters = 1e9; ///< parameters that a token meets; fewer than all in a mixture of experts
    double layers = 24;
    double hidden = 1792;
    double heads = 14;
    double kv_heads = 14;
    double ffn = 7168;
    bool gated = false;
    double vocabulary = 50257;
    bool tied_embeddings = true;
    double experts = 1;
    double top_k = 1;
    double expert_groups = 1;              ///< groups of experts among which a token's are chosen first; 1: none
    double top_groups = 1;                 ///< groups that a token's experts may lie in
    double shared_experts = 0;             ///< experts that every token meets, beside the chosen ones
    double dense_layers = 0;               ///< first layers of a mixture of experts that have no experts
    double dense_ffn = 0;                  ///< feed-forward width of those layers; 0: the same as an expert's
    double head_width = 0;                 ///< width of an attention head; 0: hidden / heads
    double query_latent = 0;               ///< rank of the compressed query (multi-head latent attention)
    double key_latent = 0;                 ///< rank of the compressed keys and values; 0: plain attention
    double attention_window = 0;           ///< tokens that every second layer looks back; 0: all
    bool causal = true;                    ///< tokens see only those before them
    bool parallel_block = false;           ///< attention and feed-forward side by side, their outputs added
    double flops_per_example = 12.3e9;     ///< generic models, forward and backward
    double bytes_per_example = 300e6;      ///< generic models, HBM traffic of forward and backward
    double activation_per_example = 100e6; ///< generic models, bytes kept for the backward pass
    double batch_per_gpu = 1024;           ///< examples in one forward-backward pass of a replica
    double global_batch = 8192;
    double sequence_length = 1;
    Scaling scaling = Scaling::strong;
    Precision precision = Precision::bf16;
    NarrowScaling narrow_scaling = NarrowScaling::tensor;
    double measured_example_s = 0; ///< measured forward and backward time per example; 0 computes it
    TrainingGoal training_goal = TrainingGoal::tokens;
    double training_steps = 100e3;
    double training_tokens = 20e9;
    double critical_batch = 0; ///< examples; 0 leaves the statistical wall out
    bool operator==(const Workload&) const = default;
};

struct Cluster {
    double gpus = 8;
    PresetIndex gpu = 0;
    std::array<double, precision_count> peak{19.5e12, 156e12, 312e12, 312e12, 0, 0}; ///< dense FLOP/s; 0: no unit
    double memory_bytes = 80e9;
    double memory_bandwidth = 2039e9;
    double gemm_efficiency = 0.79;     ///< share of peak that large 16-bit matrix products reach in training
    double gemm_efficiency_fp8 = 0.63; ///< the same of the FP8 peak
    double gemm_efficiency_fp4 = 0.45; ///< the same of the FP4 peak
    double attention_efficiency = 0.5; ///< share of the 16-bit peak that fused attention reaches
    double portable_attention = 1;     ///< the same of attention written for earlier GPUs, at most that
    double small_product_loss = 1;     ///< how much small matrix products lose, over what kernel sweeps say; 0: nothing
    double memory_efficiency = 0.77;   ///< share of the memory bandwidth that passes over tensors reach
    double sustained_clock = 1;        ///< clock under the power limit, over that of its architecture's usual board
    double collective_base_s = 20e-6;  ///< time of the smallest collective inside a node beside its hops
    double power_w = 400;
    double price_per_gpu_hour = 2.0;
    double gpus_per_node = 1;
    double scale_up_bandwidth = 300e9; ///< one direction per GPU inside a node
    double scale_up_efficiency = 0.8;
    double scale_up_latency_s = 5e-6;
    Topology topology = Topology::switched;
    double torus_ring = 4;       ///< GPUs of an axis from which wraparound links close it
    double switch_reduction = 0; ///< share of the scale-up bandwidth at which its switch adds up; 0: it cannot
    double switch_gpus = 0;      ///< GPUs under one PCIe switch; 0: links of their own join the GPUs of a node
    double bridge_share = 1;     ///< of the scale-up bandwidth, beyond a PCIe switch
    double socket_share = 1;     ///< of the scale-up bandwidth, beyond one of the two sockets
    PresetIndex interconnect = 0;
    Protocol protocol = Protocol::rdma;
    double link_rate = 25e9; ///< line rate of a network port in bytes/s, one direction
    double link_efficiency = 1.0;
    double link_latency_s = 5e-6;
    double exchange_share = 1;                          ///< of the port's bandwidth when all talk to all
    double nic_sharing = 1;                             ///< GPUs that share a network port
    double oversubscription = 1;                        ///< r of r:1 above the leaf
    double pod_gpus = 8;                                ///< GPUs under one leaf, at full bandwidth to each other
    double loader_rate = 12000;                         ///< examples/s that the input pipeline delivers to a replica
    double gpu_mtbf_s = 54.0 * 24 * 3600 * 16384 / 419; ///< mean time between interruptions that one GPU causes
    double restart_s = 600;                             ///< from an interruption to the next useful step
    bool operator==(const Cluster&) const = default;
};

struct Plan {
    double tensor_parallel = 1;
    double pipeline_parallel = 1;
    double context_parallel = 1;
    bool sequence_parallel = false; ///< norms and residuals are split by the tensor-parallel group too
    PipelineSchedule pipeline_schedule = PipelineSchedule::one_f_one_b;
    double virtual_stages = 1; ///< chunks of layers a stage, interleaved schedule only
    double expert_parallel = 1;
    double accumulation = 1; ///< micro-batches of a replica before the gradients are synchronized
    int zero_stage = 0;
    double shard_group = 0; ///< ranks that ZeRO shards among (HSDP, at stage 3); 0: all
    Recompute recompute = Recompute::none;
    GradientPrecision gradient_precision = GradientPrecision::bf16;
    double gradient_compression = 1;
    double moment_bytes = 8; ///< of the optimizer's moments, a parameter
    Synchronisation synchronisation = Synchronisation::all_reduce;
    double sync_every = 1; ///< steps between two synchronizations (local SGD)
    double parameter_servers = 8;
    CollectiveAlgorithm collective = CollectiveAlgorithm::automatic;
    double bucket_bytes = 25e6;
    double checkpoint_every_s = 0;  ///< 0: the interval that loses least (Young, Daly)
    double checkpoint_write_s = 30; ///< time that training stands still for a checkpoint
    bool operator==(const Plan&) const = default;
};

/// The software that runs the plan.
struct Stack {
    PresetIndex software = 0;
    double compute_efficiency = 60.0 / 312.0; ///< share of the dense peak that large matrix products sustain
    double launch_floor_s = 0;                ///< least time of a forward-backward pass: kernel launches, CPU
    double generation = 1;                    ///< factor on the matrix-product rate: libraries of 2021 are 1
    bool fused_attention = true;              ///< attention never writes its scores to memory
    bool native_attention = true;             ///< fused attention is written for this generation of GPUs
    double attention_generation = 1;          ///< factor on the rate of fused attention
    double row_scaled_rate = 0.6;             ///< of 8- and 4-bit products whose rows have scales of their own
    double block_scaled_rate = 0.93;          ///< the same with a scale for every block
    double score_bytes = 5;         ///< HBM bytes of every attention score where attention is not fused, forward
    bool fused_norms = true;        ///< every norm is one kernel
    double norm_passes = 32;        ///< passes that the norms of a layer take beyond that where they are not, forward
    double token_passes = 12;       ///< passes of elementwise kernels over hidden-wide tensors, a layer forward
    double ffn_passes = 4;          ///< the same over feed-forward-wide tensors
    double layer_launch_s = 0.4e-3; ///< CPU time to launch a layer, forward
    /// CPU time that a tensor-parallel collective takes for every rank of its group, in a stage that exchanges
    /// activations with other nodes.
    double pipelined_launch_s = 0;
    double collective_start_s = 0;  ///< what a collective of a step takes longer than one in a loop of its own
    double microbatch_s = 3e-3;     ///< fixed time of every micro-batch
    double step_s = 4e-3;           ///< fixed time of every step
    double tensor_overlap = 0;      ///< share of tensor-parallel communication hidden behind matrix products
    double data_overlap = 0;        ///< share of the window that hides gradient synchronization
    double weight_overlap = 1;      ///< of that share, for the weights that ZeRO hands out
    bool narrow_gather = false;     ///< layers' 8-bit weights with one scale a tensor are gathered in 8 bits
    double bucket_elements = 0;     ///< gradients that the software puts into a bucket at least
    double replica_elements = 0;    ///< the same for every replica
    bool reduces_whole = false;     ///< ZeRO 1 leaves every rank the sum of all gradients, not of its share
    double shard_overlap = 0.9;     ///< share of a layer's work that hides gathering sharded weights
    double shard_calls = 1;         ///< collectives a layer needs to gather its weights
    bool gathers_again = false;     ///< weights that recomputation gathered are gone when the backward pass needs them
    double expert_generation = 0.8; ///< factor on the rate of experts' matrix products
    /// CPU time that routing takes for every expert of the model, wherever it is: DeepSeek-V3 on GB200 takes as long a
    /// layer with 4 experts a GPU as with 8 (dgxc-dsv3-gb200), Qwen3 30B on H100 with 8 as with 16
    /// (mbridge 26.02, 26.04).
    double expert_launch_s = 0;
    double expert_overlap = 0;          ///< share of the all-to-all hidden
    double selective_recompute = 0;     ///< share of a forward pass that selective recomputation repeats
    bool repeats_low_precision = false; ///< selective recomputation repeats every matrix product of 8 or 4 bits
    bool stops_recomputing = false;     ///< recomputation ends at the last tensor that the backward pass needs
    double straggler_slope = 0;         ///< slowdown for every doubling of the replicas
    double crowding_slope = 0;          ///< of a measured example, for every doubling of the GPUs of a node at work
    bool wide_gradients = false;        ///< gradients accumulate in 32 bits, however they travel
    bool narrow_gradients = false;      ///< gradients accumulate in the compute format, however they travel
    bool gathers_logits = false;        ///< the loss has the whole vocabulary on every rank of a tensor-parallel group
    bool stages_by_cost = false;        ///< the output layer's cost counts where layers are shared out to stages
    double selective_kept = 1;   ///< share of a layer's activations, scores aside, that selective recomputation keeps
    double logit_bytes = 12;     ///< bytes of every logit while the loss is computed
    double reserved_bytes = 4e9; ///< memory of context, communicators and libraries
    double allocator_overhead = 0.15; ///< memory lost between activations and buffers, as a share of them
    bool operator==(const Stack&) const = default;
};

struct Assumptions {
    ComputeModel compute_model = ComputeModel::sustained;
    bool memory_roof = false;
    CollectiveModel collective_model = CollectiveModel::ring;
    OverlapModel overlap_model = OverlapModel::fixed;
    double overlap = 1;        ///< η, share of min(window, t_comm) that is hidden
    double overlap_window = 1; ///< share of compute that communication can hide behind
    double tensor_overlap = 0;
    double expert_overlap = 0;
    bool input_limited = true;
    double input_overlap = 1;
    bool stragglers = false;
    double straggler_probability = 0.01;
    double straggler_slowdown = 0.15;
    double jitter = 0;       ///< standard deviation of a worker's step, as a share of it
    double sync_delay_s = 0; ///< fixed delay of every step
    double efficiency_tolerance = 0.8;
    double knee_gamma = 1; ///< γ from which the curve counts as past its knee
    double deadline_s = 0; ///< for the whole run; 0: none
    double budget = 0;     ///< dollars for the whole run; 0: none
    bool failures = false;
    bool operator==(const Assumptions&) const = default;
};

/// Whether the layout is planned for the user, and what of it stays as the user set it.
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

/// A question to the engine. A default-made scenario is the scaling-efficiency simulator of the source documents.
struct Scenario {
    Workload workload;
    Cluster cluster;
    Plan plan;
    Stack stack;
    OwnRuns own_runs;
    Assumptions assumptions;
    AutoPlan automatic;
    bool operator==(const Scenario&) const = default;
};

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

/// The global batch is what all replicas take together.
void sumGlobalBatch(Scenario& s);

/// After the number of replicas changed. Weak scaling: the global batch follows. Strong scaling: every replica takes
/// its share of the fixed global batch; the micro-batch shrinks, and below one example, or where a pipeline keeps its
/// micro-batch, the number of micro-batches shrinks instead.
void adaptBatch(Scenario& s);

/// What a scenario takes of examples and micro-batches.
inline constexpr double least_batch = 1e-6;
inline constexpr double most_batch_per_gpu = 1e9;
inline constexpr double most_accumulation = 1e9;
inline constexpr double most_global_batch = 1e12;

/// Brings batches and accumulation that followed from something else back into what a scenario takes.
void keepBatchInRange(Scenario& s);

/// The same job on `k` replicas: the GPU count follows, and by strong or weak scaling the batch.
[[nodiscard]] Scenario withWorkers(const Scenario& s, double k);

} // namespace kneepoint
