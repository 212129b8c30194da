// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

/// The enumerations of a scenario. Separate from the scenario itself, so that code that uses only an enumeration does
/// not depend on every parameter.
namespace kneepoint {

/// Number formats of the matrix units, widest first, then the names of formats with scaled blocks, which run on the
/// units of 8 or 4 bits.
enum class Precision { fp32, tf32, fp16, bf16, fp8, fp4, mxfp8, mxfp4, nvfp4 };
inline constexpr std::size_t precision_count = 6; ///< of the units

enum class ModelKind {
    transformer, ///< 6·N·B·S FLOPs a step; architecture known or derived from its size
    generic,     ///< given FLOPs and bytes per example (ResNet, VGG ...)
};

/// What shares one scaling factor in 8- and 4-bit formats: finer is more accurate and slower.
enum class NarrowScaling {
    tensor,  ///< a tensor, as the software scales it
    delayed, ///< a tensor, by its largest elements in earlier steps
    current, ///< a tensor, by its largest element now
    row,
    block,
};
[[nodiscard]] constexpr bool scalesTensors(NarrowScaling scaling)
{
    return scaling <= NarrowScaling::current;
}

/// Which parameters are trained.
enum class Tuning {
    full,        ///< all
    lora,        ///< low-rank adapters beside frozen weights
    qlora,       ///< the same, with frozen weights in 4 bits
    frozen_part, ///< all but the embedding and the first layers
};

/// How examples shorter than the sequence fill it.
enum class Packing {
    packed, ///< several of them one after another, each attending only to itself
    padded, ///< one, and padding behind it
};

/// A frozen model that a loss compares the trained one with (DPO): a second forward pass.
enum class ReferenceModel {
    none,   ///< none, or its log-probabilities were computed before
    copy,   ///< a copy of the weights
    shared, ///< the frozen weights without their adapters; a copy where all parameters are trained
};

/// The matrices of a layer that get an adapter.
enum class LoraTargets { query_value, attention, feed_forward, all_linear };

enum class Scaling {
    strong, ///< the global batch is fixed; the batch of each replica shrinks as replicas are added
    weak,   ///< the batch of each replica is fixed; the global batch grows
};

enum class TrainingGoal { steps, tokens };

/// What connects the GPUs of a node.
enum class Topology {
    switched,
    torus_2d, ///< links to the neighbors along two axes
    torus_3d,
};
/// Axes of its torus; 0: none.
[[nodiscard]] constexpr int torusAxes(Topology topology)
{
    return topology == Topology::torus_2d ? 2 : topology == Topology::torus_3d ? 3 : 0;
}

enum class Protocol { tcp, rdma, scale_up };

enum class Recompute { none, selective, full };

/// The order in which pipeline stages process their micro-batches.
enum class PipelineSchedule {
    gpipe,         ///< all forward passes, then all backward passes
    one_f_one_b,   ///< one forward, one backward: fewer micro-batches in flight
    interleaved,   ///< the same with several chunks of layers per stage: smaller bubble, more messages
    breadth_first, ///< all micro-batches through one chunk after another: weights are gathered once for all of them
    zb_h1,         ///< 1F1B with gradients of weights apart, which fill the bubble: zero bubble
    zb_v,          ///< the same with two chunks per stage, the second in reverse order of the stages
    dualpipe,      ///< two copies of the model, whose micro-batches meet, so that one hides the messages of the other
    dualpipe_v,    ///< the same with one copy, in the order of zb_v
};
inline constexpr std::size_t schedule_count = 8;
/// Whether stages have as many chunks of layers as there are virtual stages.
[[nodiscard]] constexpr bool loops(PipelineSchedule schedule)
{
    return schedule == PipelineSchedule::interleaved || schedule == PipelineSchedule::breadth_first;
}
/// Whether all forward passes come before the backward passes.
[[nodiscard]] constexpr bool keepsAll(PipelineSchedule schedule)
{
    return schedule == PipelineSchedule::gpipe || schedule == PipelineSchedule::breadth_first;
}
/// Whether gradients of weights are computed apart from those of activations.
[[nodiscard]] constexpr bool splitsBackward(PipelineSchedule schedule)
{
    return schedule >= PipelineSchedule::zb_h1;
}
/// Whether the second half of the layers runs through the stages in reverse order.
[[nodiscard]] constexpr bool turnsBack(PipelineSchedule schedule)
{
    return schedule == PipelineSchedule::zb_v || schedule == PipelineSchedule::dualpipe_v;
}

/// How the ranks of a context-parallel group get at each other's keys and values.
enum class ContextExchange {
    ring,         ///< pieces go round while attention works on those that have arrived
    all_gather,   ///< all at once, before attention
    ulysses,      ///< an all-to-all turns pieces of the sequence into heads, and back
    hierarchical, ///< Ulysses among neighbors, a ring between their groups
};

/// How tokens get to their experts.
enum class ExpertDispatch {
    by_stack,      ///< as stack.once_per_node says
    all_to_all,    ///< a token is sent once to each of its experts
    once_per_node, ///< once to each node with experts of it, and on from there: DeepEP
    all_gather,    ///< every token to every rank
    hybrid_ep,     ///< as once_per_node, and within a node once to each rank with experts of it
};

/// How the ranks of a job are numbered: neighbors in this order are next to each other on the cluster.
enum class RankOrder {
    dp_inside, ///< tensor, context, data, pipeline: Megatron's order
    pp_inside, ///< tensor, context, pipeline, data: the stages of a pipeline are next to each other
};

enum class GradientPrecision { fp32, bf16, fp8 };

enum class Optimizer { adamw, adamw_8bit, adafactor, lion, sgd, muon };

/// What is kept in host memory instead of the memory of the GPU.
enum class Offload {
    none,
    optimizer,                ///< optimizer state, which the CPU updates
    optimizer_and_parameters, ///< and weights and gradients, sent layer by layer
    activations,              ///< activations kept for the backward pass
};

enum class Synchronization {
    all_reduce,
    parameter_server, ///< asynchronous
    server_barrier,   ///< a synchronous parameter server
};

enum class CollectiveAlgorithm {
    automatic,
    ring,
    tree,
    hierarchical,
    in_switch, ///< reduction in the scale-up switch (NVLS); a ring if it is not supported
};

/// How compute time is modeled.
enum class ComputeModel {
    sustained, ///< FLOPs over one sustained rate
    kernels,   ///< every GEMM, attention and elementwise kernel of a layer by size, and the CPU time to launch them
};

/// Whose run is predicted.
enum class TeamSetting {
    tuned,     ///< a vendor's recipe, or a team that has tuned this job on this cluster
    typical,   ///< any team on any cluster
    first_try, ///< a new job on a new cluster
};

/// How much of the gradient synchronization is hidden.
enum class OverlapModel {
    fixed, ///< a given fraction of compute
    stack, ///< the window given by pipeline, buckets and sharding, and the fraction of it the software uses
};

/// How the time of a collective over the network is modeled, from coarse to fine.
enum class CollectiveModel {
    payload,    ///< S/B: the payload crosses the link once (network-bottleneck article, step 3)
    two_way,    ///< 2·S/B: every gradient is sent and received (distributed roofline)
    ring,       ///< 2·(K−1)/K·S/B: the bandwidth term of the ring (communication bottlenecks)
    alpha_beta, ///< latency per step of the algorithm plus its bandwidth term
    protocols,  ///< the same, with the best of three wire protocols from low latency to full bandwidth
};

/// Index of an entry of a preset library; 0 means custom, entry i of the library is i + 1.
using PresetIndex = int;

} // namespace kneepoint
