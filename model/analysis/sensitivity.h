// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/metric.h"
#include "model/scenario/catalogue.h"

#include <string>
#include <vector>

namespace kneepoint {

/// What one knob does to a figure when it is turned down and up.
struct Leverage {
    const Parameter* parameter = nullptr;
    double value = 0;      ///< as it is
    double low_value = 0;  ///< half of it, or the least that is allowed
    double high_value = 0; ///< twice of it, or the most that is allowed
    double low = 0;        ///< the figure at low_value
    double high = 0;       ///< the figure at high_value
    [[nodiscard]] double swing() const { return high > low ? high - low : low - high; }
};

/// A tornado: every knob that holds a number and is not idle, turned by itself, greatest swing first. Knobs without
/// effect are left out, and those that stand at 0, off or left to the engine: turning one would switch something on,
/// which is another question. Whole numbers stay whole.
struct Sensitivity {
    const Metric* metric = nullptr;
    double here = 0;
    std::vector<Leverage> knobs;
};
/// For a figure that every scenario has: a knee, which may disappear, has its own map.
[[nodiscard]] Sensitivity sensitivity(const Scenario& s, const Metric& m, const Calibration& calibration);
/// Which knob moves the figure most, and how far.
[[nodiscard]] std::string sensitivitySentence(const Sensitivity& tornado);

} // namespace kneepoint
