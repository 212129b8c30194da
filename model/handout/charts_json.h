// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/answers/table.h"

/// What the charts of the page draw: numbers in SI units, names as the program's charts write them.
namespace kneepoint {

[[nodiscard]] Json rooflineChartJson(const Analysis& a);
[[nodiscard]] Json scalingChartJson(const Analysis& a);
[[nodiscard]] Json breakdownChartJson(const Analysis& a);

} // namespace kneepoint
