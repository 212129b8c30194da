// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/left_out.h"
#include "model/scenario/fitted.h"

#include <string_view>
#include <vector>

namespace kneepoint::fit {

/// What the errors of all sources but one (none if empty) say of all kinds of runs.
///
/// Half the width of an interval is the size of error, by its logarithm and in spreads of the prediction, that nine
/// tenths of the other sources' errors do not exceed. An error counts by its likeness to the kind asked about, and
/// every source as much as every other: a new run comes from a new source, and most of an error belongs to a source as
/// a whole. The sides are alike because no one knows to which side a new source will err
/// (localised conformal prediction, Guan 2023; groups, Dunn, Wasserman, Ramdas 2023).
[[nodiscard]] std::vector<ErrorKind> learnIntervals(const std::vector<LeftOut>& errors, std::string_view without);

} // namespace kneepoint::fit
