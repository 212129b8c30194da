// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/fit_constants.h"
#include "model/constants/left_out_constants.h"

#include <vector>

namespace kneepoint::fit {

/// Fits to half of every series and evaluates on the other half, for several splits; all evaluated rows together by
/// series, and "dense" and "summary" over all of them. The half that a row belongs to depends only on its name.
[[nodiscard]] std::vector<HeldOutErrors> holdOutHalves(const Priors& priors, const Corpus& corpus);

} // namespace kneepoint::fit
