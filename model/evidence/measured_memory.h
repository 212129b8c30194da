// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/evidence/measurements.h"
#include "model/scenario/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// The part of a GPU's memory that a figure is about.
enum class MemoryFigureKind {
    device,      ///< all memory in use on the GPU
    allocator,   ///< reserved by PyTorch's allocator: without context, communicators and libraries
    allocated,   ///< used by tensors at the peak: also without the allocator's unused reserve
    states,      ///< weights, gradients and optimizer state
    activations, ///< kept for the backward pass
    model,       ///< both of these
};
/// Stable name: "device", "allocator", "allocated", "states", "activations", "model".
[[nodiscard]] std::string_view memoryFigureId(MemoryFigureKind kind);

/// A memory measurement that the engine can predict.
struct MeasuredMemory {
    std::string id;
    std::string series; ///< of the validation report: "memory-bigscience"
    std::string stack;  ///< preset id
    std::string source;
    bool gate = true; ///< false: suspect, reported but neither fitted nor counted
    MemoryFigureKind kind = MemoryFigureKind::device;
    double bytes = 0; ///< measured
    Scenario scenario;
};

struct MeasuredMemories {
    std::vector<MeasuredMemory> figures;
    std::vector<SkippedRow> skipped;
};

/// Every memory measurement as a scenario to predict, or why it cannot be predicted. If the source does not state them,
/// the head dimension is 128, the global batch fills the pipeline once, and TorchTitan splits its local batch into as
/// many micro-batches as there are stages. Column names may include the recomputation and sequence parallelism of the
/// measurement: "measured.activation_memory_selective_sp_GB".
[[nodiscard]] MeasuredMemories memoryQuestionsOf(const Measurements& measurements, const Calibration& calibration);

} // namespace kneepoint
