// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/gradient_exchange.h"
#include "model/job/layer_groups.h"
#include "model/job/layer_split.h"
#include "model/job/pipeline.h"
#include "model/job/setup.h"
#include "model/job/site_sharing.h"
#include "model/job/stage_places.h"
#include "model/job/state_sharding.h"

namespace kneepoint {

/// How a job is laid out on its GPUs: everything in which two layouts of the same Setup can differ. A result that was
/// computed from some of these parts can be used for another layout with equal parts (Cached).
struct Placement {
    double gpus = 1;         ///< of the job, at least those of one replica
    double replica_gpus = 1; ///< t·p·c
    double workers = 1;      ///< K
    double ranks =
        1; ///< of a site that hold the same parameters and reduce their gradients: K·c, because context-parallel
           ///< ranks process different tokens of a sequence (Megatron-Core; The Llama 3 Herd of Models,
           ///< section 3.3.2), twice as many with DualPipe, which has two copies of each layer
    double parameters = 0;   ///< of a GPU, without adapters, both copies with DualPipe
    double trained = 0;      ///< of a GPU: all, its adapters, or behind frozen layers those of the stage with most
    double frozen = 0;       ///< of a GPU, of frozen first layers and their embedding
    double weight_bytes = 0; ///< of the weights that a GPU's layers compute with, adapters included
    LayerSplit layer;
    LayerGroups groups;
    LayerSharding sharding;
    StagePlaces stages;
    Pipeline pipeline;
    StateSharding state;
    GradientExchange exchange;
    SiteSharing sites;
};
[[nodiscard]] Placement placementOf(const Setup& setup, const Plan& plan, double gpus, double batch_per_gpu);

/// Ranks that the experts of a layer can be distributed over: those that hold the same parameters, with whole experts
/// also those of their tensor-parallel groups (Megatron-Core, --expert-tensor-parallel-size 1).
[[nodiscard]] inline double expertPlaces(bool whole_experts, double tensor, double ranks)
{
    return whole_experts ? tensor * ranks : ranks;
}

/// Whether weights are gathered layer by layer (ZeRO stage 3; stage 2 without a pipeline in PyTorch FSDP, once per
/// micro-batch) and this overlaps with compute; with a fixed overlap it is part of a single synchronization. Parameter
/// servers hold whole weights and send them once per step.
[[nodiscard]] bool gathersByLayer(OverlapModel overlap, const Plan& plan, const Stack& software);

/// Bytes of a gradient bucket before compression: the plan's, but at least the software's minimum, which may grow with
/// the number of ranks that reduce it.
[[nodiscard]] double bucketBytes(const Plan& plan, const Stack& software, double ranks);

} // namespace kneepoint
