// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"
#include "model/results/metric.h"

#include <string>
#include <vector>

namespace kneepoint {

/// The effect of decreasing and increasing one parameter on a figure.
struct Leverage {
    const Parameter* parameter = nullptr;
    double value = 0;      ///< as it is
    double low_value = 0;  ///< half of it, or the minimum; `value` where nobody can choose that
    double high_value = 0; ///< twice of it, or the maximum; likewise
    double low = 0;        ///< the figure at low_value
    double high = 0;       ///< the figure at high_value
    [[nodiscard]] double swing() const { return high > low ? high - low : low - high; }
};

/// A tornado: every numeric parameter in use that can be bought or chosen (workload, cluster and plan, without fitted
/// constants), changed on its own, largest effect first. Parameters without
/// effect are left out, and so are those at 0 (off, or left to the engine), because changing them would switch
/// something on. Whole numbers stay whole.
struct Sensitivity {
    const Metric* metric = nullptr;
    double here = 0;
    std::vector<Leverage> knobs;
};
/// For figures that exist in every scenario; a knee, which may disappear, has its own map.
[[nodiscard]] Sensitivity sensitivity(const Scenario& s, const Metric& m, const Calibration& calibration);
/// Which parameter changes the figure most, and by how much.
[[nodiscard]] std::string sensitivitySentence(const Sensitivity& tornado);

} // namespace kneepoint
