// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/metric.h"
#include "model/scenario/calibration.h"

#include <optional>
#include <stop_token>

namespace kneepoint {

/// A figure of a scenario as automatic planning would show it: with the best layout of the scenario's job, the knee as
/// that of the best layouts at each K. Of a large space the likely part is searched. Nothing where no layout fits, and
/// where it was stopped.
[[nodiscard]] std::optional<double> bestFigure(
    const Metric& m, const Scenario& s, const Calibration& calibration, const std::stop_token& stop = {});

} // namespace kneepoint
