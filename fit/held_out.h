// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/fit_constants.h"
#include "model/units/error.h"

#include <string>
#include <vector>

namespace kneepoint::fit {

/// Errors, in per cent, of a series predicted with constants fitted to half of every series; mean over several splits.
struct HeldOutErrors {
    std::string series; ///< "dense", "summary": all of them
    double rows = 0, mape = 0, median = 0, p90 = 0, bias = 0;
};

/// Fits to half of every series and evaluates on the other half, for several splits; all evaluated rows together by
/// series, and "dense" and "summary" over all of them. The half that a row belongs to depends only on its name.
[[nodiscard]] std::vector<HeldOutErrors> holdOutHalves(const Priors& priors, const Corpus& corpus);

/// Those of the last fit, from fitted_left_out.json beside the program; an error if it is missing or broken.
[[nodiscard]] Result<std::vector<HeldOutErrors>> shippedHeldOut();

} // namespace kneepoint::fit
