// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"
#include "model/results/metric.h"

#include <span>
#include <vector>

/// The figures of an analysis for listings, selected by group from the results catalogue.
namespace kneepoint {

struct Analysis;

using Figures = std::vector<const Metric*>;
/// All of them.
[[nodiscard]] Figures evalFigures();
/// Roofs, ridges and the operating point.
[[nodiscard]] Figures rooflineFigures();

/// One key per figure, null if it has no value.
[[nodiscard]] Json figuresJson(std::span<const Metric* const> figures, const Analysis& a);
/// For CSV: quantity, value, unit.
[[nodiscard]] Table figuresTable(std::span<const Metric* const> figures, const Analysis& a);

} // namespace kneepoint
