// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/fit_constants.h"
#include "model/scenario/fitted.h"

#include <vector>

namespace kneepoint::fit {

/// Fits to half of every series and judges on the other half, for several halves; all judged rows together by series,
/// and "dense" and "summary" over all of them. Which half a row falls in follows from its name alone.
[[nodiscard]] std::vector<HeldOutErrors> holdOutHalves(const Priors& priors, const Corpus& corpus);

} // namespace kneepoint::fit
