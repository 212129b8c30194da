// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/measured_memory.h"
#include "model/scenario/fitted.h"

#include <span>

namespace kneepoint {

/// Bytes that the figure should be: of the fullest stage, or of the first for a part of it.
[[nodiscard]] double predictedMemory(const MeasuredMemory& figure);
/// The same with other constants than those the program ships.
[[nodiscard]] double predictedMemory(const MeasuredMemory& figure, const ConstantSet& constants);

/// One figure and its prediction, in bytes.
struct MemoryError {
    std::string id, series;
    MemoryFigureKind kind = MemoryFigureKind::device;
    double measured = 0, predicted = 0;
    double capacity = 0; ///< of the GPU
    bool gate = true;    ///< false: doubtful, not counted in the summary
    [[nodiscard]] double bias() const { return predicted / measured - 1; }
};

/// Predictions of every figure of a series, or of all where it is empty; each with constants fitted without its series
/// if asked.
[[nodiscard]] std::vector<MemoryError> memoryErrors(
    std::span<const MeasuredMemory> figures, std::string_view series, bool leave_one_out);

} // namespace kneepoint
