// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"
#include "model/calibrate/calibrate.h"
#include "model/calibrate/scaling_fit.h"

#include <string_view>

namespace kneepoint {

/// Success if the rows are enough to calibrate; `place` names them in the error sentence.
[[nodiscard]] Result<void> checkRows(const OwnRows& rows, std::string_view place);
/// Errors and intervals before and after in per cent, the constants moved, and the rows used and refused; under
/// "scaling" each run with its fitted and left-out step, the mean errors in per cent, the measured efficiency and knee,
/// and what to expect at twice the largest measured size; under "evidence_worth" how wide the interval is with each
/// kind of evidence, half of it in per cent.
[[nodiscard]] Json calibrationJson(
    const CalibrationReport& report, const OwnRows& rows, const ScalingFit& fit, const Calibration& calibration);

} // namespace kneepoint
