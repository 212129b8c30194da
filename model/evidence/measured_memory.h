// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/measurements.h"
#include "model/scenario/calibration.h"
#include "model/scenario/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// Which part of a GPU's memory a figure tells of.
enum class MemoryFigureKind {
    device,      ///< all that is taken of the GPU
    allocator,   ///< what PyTorch's allocator reserved: without context, communicators and libraries
    allocated,   ///< what tensors take at the peak: without what the allocator reserves beyond that, too
    states,      ///< weights, gradients and optimizer state
    activations, ///< kept for the backward pass
    model,       ///< both of these
};
/// Stable name: "device", "allocator", "allocated", "states", "activations", "model".
[[nodiscard]] std::string_view memoryFigureId(MemoryFigureKind kind);

/// A measured amount of memory that the engine can be asked about.
struct MeasuredMemory {
    std::string id;
    std::string series; ///< of the validation report: "memory-bigscience"
    std::string stack;  ///< preset id
    std::string source;
    bool gate = true; ///< false: doubtful, reported but neither fitted nor counted
    MemoryFigureKind kind = MemoryFigureKind::device;
    double bytes = 0; ///< measured
    Scenario scenario;
};

struct MeasuredMemories {
    std::vector<MeasuredMemory> figures;
    std::vector<SkippedRow> skipped;
};

/// Every figure about memory as a question to the engine, or why it is none. Where the source leaves them open, heads
/// are 128 wide, the global batch fills the pipeline once, and TorchTitan cuts its local batch into as many
/// micro-batches as there are stages. A column may name the recomputation it tells of, and sequence parallelism:
/// "measured.activation_memory_selective_sp_GB".
[[nodiscard]] MeasuredMemories memoryQuestionsOf(const Measurements& measurements, const Calibration& calibration);

} // namespace kneepoint
