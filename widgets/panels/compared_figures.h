// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/metric.h"

#include <QString>

/// How figures of two scenarios stand beside each other, in headline, table and report.
namespace kneepoint {

/// From A to B: "+12 %", "−48 %", "±0 %", from ten times on "12×"; empty where a ratio says nothing.
[[nodiscard]] QString changeText(double from, double to);
/// The same of a figure, with the direction: "+12 %, worse"; empty where one of them has no value.
[[nodiscard]] QString changeText(const Metric& m, const Analysis& from, const Analysis& to);

/// Help, formula, function and source of a figure: What's This.
[[nodiscard]] QString helpText(const Metric& m);

} // namespace kneepoint
