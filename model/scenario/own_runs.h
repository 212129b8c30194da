// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

namespace kneepoint {

/// Whether a scenario's own calibration has an effect.
[[nodiscard]] inline bool isCalibrated(const Scenario& s)
{
    return s.own_runs.used && s.own_runs.runs > 0;
}

/// The scenario with the factors of its own calibration multiplied into its hardware and software, and switched off, so
/// that they count once. A scenario without such a calibration comes back as it is.
[[nodiscard]] Scenario withOwnRuns(const Scenario& s);

} // namespace kneepoint
