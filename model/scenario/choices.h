// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

/// What a choice of a scenario can be. Apart from the scenario itself, so that who only speaks of a choice need not
/// know every knob.
namespace kneepoint {

/// Number formats of the matrix units, widest first.
enum class Precision { fp32, tf32, fp16, bf16, fp8, fp4 };
inline constexpr std::size_t precision_count = 6;

enum class ModelKind {
    transformer, ///< 6·N·B·S FLOPs a step; architecture known or derived from its size
    generic,     ///< FLOPs and bytes per example by figure (ResNet, VGG ...)
};

/// What shares one scale factor in 8- and 4-bit formats: the finer, the more exact and the slower.
enum class NarrowScaling { tensor, row, block };

enum class Scaling {
    strong, ///< the global batch is fixed; the batch of each replica shrinks as replicas are added
    weak,   ///< the batch of each replica is fixed; the global batch grows
};

enum class TrainingGoal { steps, tokens };

/// What joins the GPUs of a node.
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

/// The order in which a pipeline's stages work through their micro-batches.
enum class PipelineSchedule {
    gpipe,       ///< all forward passes, then all backward passes
    one_f_one_b, ///< one forward, one backward: fewer micro-batches in flight
    interleaved, ///< the same over several chunks of layers a stage: less bubble, more messages
};

enum class GradientPrecision { fp32, bf16, fp8 };

enum class Synchronisation {
    all_reduce,
    parameter_server, ///< asynchronous
    server_barrier,   ///< a parameter server that answers when all have sent
};

enum class CollectiveAlgorithm {
    automatic,
    ring,
    tree,
    hierarchical,
    in_switch, ///< the switch of the scale-up links adds up (NVLS); a ring where it cannot
};

/// How compute time is modeled.
enum class ComputeModel {
    sustained, ///< FLOPs over one sustained rate
    kernels, ///< every matrix product, attention and memory pass of a layer by its size, and the CPU that launches them
};

/// How much of the gradient synchronization hides.
enum class OverlapModel {
    fixed, ///< a given share of compute
    stack, ///< the window that pipeline, buckets and sharding leave, and the share of it the software uses
};

/// How the time of a collective over the network is modeled, from coarse to fine.
enum class CollectiveModel {
    payload,    ///< S/B: the payload crosses the link once (network-bottleneck article, step 3)
    two_way,    ///< 2·S/B: every gradient is sent and received (distributed roofline)
    ring,       ///< 2·(K−1)/K·S/B: the bandwidth term of the ring (communication bottlenecks)
    alpha_beta, ///< latency per step of the algorithm plus its bandwidth term
    protocols,  ///< that, by the best of three wire protocols: low latency at a small rate up to full rate
};

/// Index of an entry of a preset library; 0 means custom, entry i of the library is i + 1.
using PresetIndex = int;

} // namespace kneepoint
