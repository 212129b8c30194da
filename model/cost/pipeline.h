// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

/// How a pipeline shares out layers and micro-batches. Stages count from 0 to p−1.
namespace kneepoint {

/// Chunks of layers that a stage runs one after the other, v: plan.virtual_stages where the schedule interleaves, else
/// 1.
[[nodiscard]] double chunksPerStage(const Scenario& s);

/// Layers of a stage. Where p does not divide the layers, those left over go to the stages between the first, which has
/// the embedding too, and the last, which has the output layer: 126 layers on 16 stages are 7, 14 × 8 and 7 (The Llama
/// 3 Herd of Models, section 3.3). Summed over the stages: all layers.
[[nodiscard]] double layersOfStage(const Scenario& s, double stage);
/// Layers before a stage's first.
[[nodiscard]] double layersBeforeStage(const Scenario& s, double stage);

/// Micro-batches whose activations a stage holds at once, in whole stages, 1 … m. GPipe: all m. 1F1B: p−i. Interleaved:
/// 2(p−1−i) + (v−1)p + 1 chunks, each 1/v of a stage (Narayanan et al. 2021; on the first stage that is Korthikanti's
/// p·(1 + (p−1)/(p·v))). Never more than there are.
[[nodiscard]] double microbatchesInFlight(const Scenario& s, double stage);

} // namespace kneepoint
