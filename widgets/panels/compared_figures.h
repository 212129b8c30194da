// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results/metric.h"

#include <QString>

/// Comparison of figures of two scenarios in headline, table and report.
namespace kneepoint {

/// From A to B: "+12 %", "−48 %", "±0 %", "12×" from a factor of ten on; empty if a ratio is meaningless.
[[nodiscard]] QString changeText(double from, double to);
/// The same for a figure, with the direction: "+12 %, worse"; empty if one of them has no value.
[[nodiscard]] QString changeText(const Metric& m, const Analysis& from, const Analysis& to);

/// Help, formula, function and source of a figure: What's This.
[[nodiscard]] QString helpText(const Metric& m);

} // namespace kneepoint
