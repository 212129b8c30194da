// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

#include <array>
#include <string_view>

namespace kneepoint {

/// A factor of a calibration, by its parameter.
struct OwnFactor {
    std::string_view parameter;
    double OwnRuns::*value;
};
inline constexpr std::array own_factors{
    OwnFactor{"stack.own_compute", &OwnRuns::compute},
    OwnFactor{"stack.own_traffic", &OwnRuns::traffic},
    OwnFactor{"stack.own_host", &OwnRuns::host},
    OwnFactor{"stack.own_node", &OwnRuns::node},
    OwnFactor{"stack.own_network", &OwnRuns::network},
    OwnFactor{"stack.own_exposure", &OwnRuns::exposure},
};
inline constexpr std::size_t own_factor_count = own_factors.size();

/// Whether a scenario's own calibration has an effect.
[[nodiscard]] inline bool isCalibrated(const Scenario& s)
{
    return s.own_runs.used && s.own_runs.runs > 0;
}

/// The scenario with the factors of its own calibration multiplied into its hardware and software, and switched off, so
/// that they count once. A scenario without such a calibration comes back as it is.
[[nodiscard]] Scenario withOwnRuns(const Scenario& s);

} // namespace kneepoint
