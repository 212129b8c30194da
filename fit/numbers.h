// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/fitted.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace kneepoint::fit {

/// Between the two nearest values. `values` must not be empty; q in 0..1.
[[nodiscard]] double percentile(std::vector<double> values, double q);
/// To five figures, as the files hold constants.
[[nodiscard]] double rounded(double value);
[[nodiscard]] nlohmann::ordered_json ownersJson(const std::vector<ConstantOwner>& owners);

} // namespace kneepoint::fit
