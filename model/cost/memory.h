// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

#include <array>
#include <string_view>
#include <vector>

namespace kneepoint {

/// Standard deviation of the logarithm of predicted over measured memory, of whole GPUs in the published runs, each
/// predicted without its series (docs/validation.md, series that begin with memory).
inline constexpr double memory_spread = 0.055;

/// Share of its variance that the runs of a series have in common: 24 % over the published figures, of whose logarithms
/// 0.060 is left around the mean of a series and 0.069 around the prediction.
inline constexpr double shared_memory_error = 0.24;

/// What is left of memory_spread once this many runs of the same software have told what they have in common.
[[nodiscard]] double memorySpread(double runs);

/// Bytes a GPU of one pipeline stage holds at its fullest moment, by kind. Finite and not negative.
struct MemoryUse {
    double weights = 0;            ///< in the compute format, or the 32-bit shards of FSDP
    double gradients = 0;          ///< as accumulated over micro-batches
    double optimizer = 0;          ///< master weights and both moments of Adam
    double activations = 0;        ///< kept for the backward pass, and the layer being worked on
    double capacity = 0;           ///< of the GPU, not part of the total
    double logits = 0;             ///< output layer and loss, on the last stage
    double gathered = 0;           ///< whole weights and gradients of layers that are sharded (FSDP, ZeRO)
    double buffers = 0;            ///< of collectives and of transfers between stages
    double reserve = 0;            ///< context, communicators, libraries, and what the allocator cannot use
    int stage = 0;                 ///< pipeline stage, from 0
    double spread = memory_spread; ///< standard deviation of the logarithm of the total
    [[nodiscard]] double total() const
    {
        return weights + gradients + optimizer + activations + logits + gathered + buffers + reserve;
    }
    [[nodiscard]] bool fits() const { return total() <= capacity; }
    bool operator==(const MemoryUse&) const = default;
};

struct MemoryKind {
    std::string_view id;    ///< as written to JSON
    std::string_view label; ///< for people
    double MemoryUse::*bytes;
};
/// All kinds, in the order in which they are stacked. Together they are the total.
inline constexpr std::array memory_kinds{
    MemoryKind{"weights", "weights", &MemoryUse::weights},
    MemoryKind{"gradients", "gradients", &MemoryUse::gradients},
    MemoryKind{"optimizer", "optimizer state", &MemoryUse::optimizer},
    MemoryKind{"activations", "activations", &MemoryUse::activations},
    MemoryKind{"logits", "logits and loss", &MemoryUse::logits},
    MemoryKind{"gathered", "gathered layers", &MemoryUse::gathered},
    MemoryKind{"buffers", "communication buffers", &MemoryUse::buffers},
    MemoryKind{"reserve", "context and allocator", &MemoryUse::reserve},
};

/// The fullest pipeline stage.
///
/// With a sustained rate (textbook): N/(t·p) parameters of mixed-precision Adam, weights and gradients in the compute
/// format, 12 bytes of optimizer state (8 where weights are 4 bytes wide); ZeRO stages divide by K·c. Activations a
/// layer: S·b·h·(10 + 24/t + 5·a·S/(h·t)) bytes, without the last term with selective recomputation, 2·S·b·h with full;
/// min(p, m) micro-batches are in flight (Korthikanti et al. 2022; Rajbhandari et al. 2020). Layers are even, the
/// embedding is spread over the stages, and nothing else takes room.
///
/// With kernels by size, memoryOfStage() of each stage.
[[nodiscard]] MemoryUse memoryUse(const Scenario& s);

/// One pipeline stage, 0 … p−1. With kernels by size: its own layers and micro-batches in flight (pipeline.h), the
/// embedding on the first stage, output layer and loss on the last, activations by layerActivations(), gradients as
/// wide as the stack accumulates them. ZeRO shares among K·c ranks; stage 3 keeps 32-bit shards and gathers two layers
/// and the embeddings, in a pipeline all layers of the stage, whose gradients then wait whole for the last micro-batch
/// (PyTorch FSDP2, the same in The Llama 3 Herd of Models, section 3.3). 8-bit copies of weights are left out.
/// Textbook: as memoryUse(), with min(p−i, m) micro-batches in flight.
[[nodiscard]] MemoryUse memoryOfStage(const Scenario& s, int stage);

/// memoryOfStage() of every stage, the first one first.
[[nodiscard]] std::vector<MemoryUse> memoryByStage(const Scenario& s);

/// What a stage keeps of its micro-batches in flight for their backward passes, with kernels by size.
[[nodiscard]] double keptActivations(const Scenario& s, int stage);

/// Pipeline stages as a whole number, at least 1.
[[nodiscard]] int stageCount(const Scenario& s);

} // namespace kneepoint
