// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/measured_run.h"
#include "model/scenario/fitted.h"
#include "model/step/step_report.h"

#include <string_view>
#include <vector>

namespace kneepoint::fit {

/// A run and its prediction without its own series.
struct LeftOut {
    const MeasuredRun* run = nullptr;
    StepReport predicted;
};

/// What the errors of all series but one say of the kinds of runs in that one; without a series, of all kinds.
///
/// Half the width of an interval is the size of error, by its logarithm and over the prediction's uncertainty(), that
/// nine tenths of the other series' errors do not exceed. An error counts by its likeness to the kind asked about, and
/// by one over the square root of its series' rows. The sides are alike because no one knows to which side a new series
/// will err: most of an error belongs to a series as a whole (localised conformal prediction, Guan 2023; series as
/// groups, Dunn, Wasserman, Ramdas 2023).
[[nodiscard]] std::vector<ErrorKind> learnIntervals(const std::vector<LeftOut>& errors, std::string_view without);

} // namespace kneepoint::fit
