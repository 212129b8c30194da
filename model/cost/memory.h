// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/memory_use.h"

#include <vector>

namespace kneepoint {

struct Job;
struct LayerSplit;
struct Pipeline;
struct Setup;
struct StateSharding;

/// What remains of a spread after calibration with this many runs of the same software: the part that differs between
/// runs of a series stays.
[[nodiscard]] double memorySpread(double spread, double runs);

/// The fullest pipeline stage.
///
/// With a sustained rate (textbook): N/(t·p) parameters of mixed-precision Adam, weights and gradients in the compute
/// format, 12 bytes of optimizer state (8 where weights are 4 bytes wide); ZeRO stages divide by K·c. Activations per
/// layer: S·b·h·(10 + 24/t + 5·a·S/(h·t)) bytes, without the last term with selective recomputation, 2·S·b·h with full;
/// min(p, m) micro-batches are in flight (Korthikanti et al. 2022; Rajbhandari et al. 2020). Layers are identical, the
/// embedding is spread over the stages, and nothing else is counted.
///
/// With kernels by size, memoryOfStage() of each stage.
[[nodiscard]] MemoryUse memoryUse(
    const Setup& setup, const LayerSplit& split, const Pipeline& pipeline, const StateSharding& state);
[[nodiscard]] MemoryUse memoryUse(const Job& job);

/// One pipeline stage, 0 … p−1. With kernels by size: its own layers and micro-batches in flight (pipeline.h), the
/// embedding on the first stage, output layer and loss on the last, activations by layerActivations(), gradients in the
/// format in which the stack accumulates them. ZeRO shards over K·c ranks; stage 3 keeps 32-bit shards and gathers two
/// layers and the embeddings, whose gradients are reduced layer by layer, or, in a pipeline, all layers of the stage,
/// whose unsharded gradients are then kept until the last micro-batch (PyTorch FSDP2, the same in The Llama 3 Herd of
/// Models, section 3.3). 8-bit copies of weights are not counted. Textbook: as memoryUse(), with min(p−i, m)
/// micro-batches in flight.
[[nodiscard]] MemoryUse memoryOfStage(const Job& job, int stage);

/// memoryOfStage() of every stage, the first one first.
[[nodiscard]] std::vector<MemoryUse> memoryByStage(const Job& job);

/// Activations that the first stage keeps for the backward pass of one micro-batch, bytes per GPU.
[[nodiscard]] double activationsOfMicroBatch(const Job& job);

/// Activations that a stage keeps for the backward passes of its micro-batches in flight, with kernels by size.
[[nodiscard]] double keptActivations(const Job& job, int stage);

} // namespace kneepoint
