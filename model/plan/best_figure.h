// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/results/metric.h"

#include <optional>
#include <stop_token>

namespace kneepoint {

/// A figure of a scenario under automatic planning: with the best layout of its job, or, for the knee, with the best
/// layouts at each K. In a large space, only the most promising part is searched. Nothing if no layout fits, or if it
/// was stopped.
[[nodiscard]] std::optional<double> bestFigure(
    const Metric& m, const Scenario& s, const Calibration& calibration, const std::stop_token& stop = {});

} // namespace kneepoint
