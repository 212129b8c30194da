// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"
#include "model/validation/error_figure.h"
#include "model/validation/ran_memory.h"

#include <span>
#include <vector>

/// The tables of validation, each defined once for text, JSON and pages.
namespace kneepoint {

/// A column for each figure.
void addColumns(Table& table, std::span<const ErrorFigure> figures);
/// A cell for each figure.
void addCells(std::vector<Cell>& row, std::span<const ErrorFigure> figures, const ErrorSummary& errors);
/// The same as an object; null where there is no value.
[[nodiscard]] Json errorsJson(std::span<const ErrorFigure> figures, const ErrorSummary& errors);

/// Runs that ran and are predicted not to fit, by series and by whether recomputation is stated.
[[nodiscard]] Table ranTable(std::span<const RanMemory> runs);

} // namespace kneepoint
