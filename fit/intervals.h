// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/left_out.h"
#include "model/constants/fitted.h"

#include <string_view>
#include <vector>

namespace kneepoint::fit {

/// The intervals of all kinds of runs, learned from the errors of all sources but one (none if empty).
///
/// The half-width of an interval is the 90 % quantile of the absolute errors of the other sources, as logarithms and in
/// units of the prediction's spread. Errors are weighted by similarity to the kind in question, and all sources have
/// the same total weight: a new run comes from a new source, and most of an error is common to its source. Intervals
/// are symmetric because the sign of a new source's error is unknown (localized conformal prediction, Guan 2023;
/// groups, Dunn, Wasserman, Ramdas 2023).
[[nodiscard]] std::vector<ErrorKind> learnIntervals(const std::vector<LeftOut>& errors, std::string_view without);

} // namespace kneepoint::fit
