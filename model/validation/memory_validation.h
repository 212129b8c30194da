// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/fitted.h"
#include "model/evidence/measured_memory.h"

#include <span>

namespace kneepoint {

/// Predicted bytes: for the fullest stage, or for the first stage if the figure is about a part of the memory.
[[nodiscard]] double predictedMemory(const MeasuredMemory& figure);
/// The same with constants other than the shipped ones.
[[nodiscard]] double predictedMemory(const MeasuredMemory& figure, const ConstantSet& constants);

/// One figure and its prediction, in bytes.
struct MemoryError {
    std::string id, series;
    MemoryFigureKind kind = MemoryFigureKind::device;
    double measured = 0, predicted = 0;
    double capacity = 0; ///< of the GPU
    bool gate = true;    ///< false: suspect, not counted in the summary
    [[nodiscard]] double bias() const { return predicted / measured - 1; }
};

/// Predictions of all figures of a series, or of all series if empty; if requested, each with constants fitted without
/// its series.
[[nodiscard]] std::vector<MemoryError> memoryErrors(
    std::span<const MeasuredMemory> figures, std::string_view series, bool leave_one_out);

} // namespace kneepoint
