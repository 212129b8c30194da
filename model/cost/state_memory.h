// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/memory_use.h"
#include "model/job/pipeline.h"

namespace kneepoint {

struct LayerSplit;
struct Setup;
struct StateSharding;

/// Weights, gradients and optimizer state of a stage, with kernels by size: parameters of its layers and of its
/// embeddings, divided over the tensor-parallel group. With adapters, the weights of the model are frozen:
/// they have neither gradients nor optimizer state, and are sharded and gathered in their own format. Of 4-bit weights,
/// one layer without experts is also in memory in the compute format. A copy for a reference model is frozen, in the
/// compute format; what is gathered of it is free again before the backward pass of the trained model. So are frozen
/// first layers and their embedding, beside the others.
void addStates(MemoryUse& use, const Setup& setup, const LayerSplit& split, const Pipeline& pipeline,
    const StateSharding& state, const StageLoad& load, const StageTables& tables);

/// The same with a sustained rate: identical stages, with the embedding spread over them.
[[nodiscard]] MemoryUse textbookStates(
    const Setup& setup, const LayerSplit& split, const Pipeline& pipeline, const StateSharding& state);

} // namespace kneepoint
