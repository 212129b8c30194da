// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/group_shape.h"
#include "model/scenario/choices.h"

namespace kneepoint {

/// The synchronization of gradients between the ranks that hold the same parameters.
struct GradientExchange {
    Synchronization kind = Synchronization::all_reduce;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic;
    bool by_layer = false; ///< weights are gathered and gradients scattered layer by layer, gathersByLayer()
    int zero_stage = 0;
    double every = 1;      ///< steps between two synchronizations
    double reductions = 1; ///< of all gradients in such a step: one per micro-batch if only a shard is kept (ZeRO-2)
    double servers = 1;    ///< parameter servers
    double gradient_bytes = 0; ///< payload per GPU, compressed
    double weight_bytes = 0;   ///< of all weights per GPU that ZeRO gathers
    double bucket_bytes = 0;   ///< of a bucket before compression
    double compression = 1;    ///< of gradients
    GroupShape data;           ///< all ranks that hold the same parameters: K·c
    GroupShape shard;          ///< of them, those that one copy of the training state is sharded over
    GroupShape copies;         ///< and those with the same shard of different copies (HSDP)
    GroupShape replicas;       ///< all ranks, with the stages of a replica next to each other
    bool operator==(const GradientExchange&) const = default;
};

} // namespace kneepoint
