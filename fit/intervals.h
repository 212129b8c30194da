// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/measured_run.h"
#include "model/scenario/fitted.h"

#include <string_view>
#include <vector>

namespace kneepoint::fit {

/// A run and its prediction without its own series.
struct LeftOut {
    const MeasuredRun* run = nullptr;
    double predicted_s = 0;
};

/// What the errors of all series but one (none if empty) say of the kinds of runs. A kind's interval holds nine tenths
/// of its errors, series counting by the square root of their rows; then all intervals of a sort of work are widened by
/// the one factor that makes them cover nine tenths of the rows of series left out in turn (split conformal prediction
/// by groups; Dunn, Wasserman, Ramdas 2023). So a new series, which shares its clusters with none, is covered as often.
[[nodiscard]] std::vector<ErrorKind> learnIntervals(const std::vector<LeftOut>& errors, std::string_view without);

} // namespace kneepoint::fit
