// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/group_shape.h"
#include "model/scenario/choices.h"

namespace kneepoint {

/// The groups that communicate within a layer, in the order in which training software numbers ranks: tensor, context,
/// and then data and pipeline in either order (RankOrder). The closer the ranks of a group, the more of its traffic
/// stays within a node.
struct LayerGroups {
    GroupShape tensor, context, expert;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic;
    ContextExchange context_exchange = ContextExchange::ring;
    double context_inner = 0; ///< ranks that exchange heads with hierarchical context parallelism; 0: those of a node
    ExpertDispatch dispatch = ExpertDispatch::by_stack;
    bool stages_span_nodes = false; ///< some stages of the pipeline exchange activations with other nodes
    bool operator==(const LayerGroups&) const = default;
};

/// Weights that are gathered layer by layer, and gradients that are scattered (FSDP, ZeRO stages 2 and 3).
struct LayerSharding {
    bool used = false;             ///< false: the job does neither, or on a single rank
    bool quantized = false;        ///< weights are gathered in 8 bits, whatever the compute format (ZeRO++)
    bool gathers_backward = false; ///< weights are gathered for the backward pass too (stage 3)
    double gradient_bytes = 0;     ///< of a gradient as sent, before compression
    double compression = 1;        ///< of gradients
    double copies_every = 1;       ///< micro-batches between two reductions across copies
    double together = 1;           ///< micro-batches that share a gather and a scatter: all of a breadth-first pipeline
    GroupShape shard;              ///< ranks that one copy of the training state is sharded over
    GroupShape copies;             ///< ranks with the same shard of different copies (HSDP)
    bool operator==(const LayerSharding&) const = default;
};

} // namespace kneepoint
