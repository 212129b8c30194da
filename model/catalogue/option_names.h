// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

#include <string>
#include <string_view>
#include <vector>

/// Jobs beside each other.
namespace kneepoint {

/// What tells these jobs apart, one name each: "GB300, 256 GPUs". The first two parameters in which they differ, in the
/// order in which people name them (model, GPU, how many, network, precision, batch …), and further ones only as far as
/// two would have one name. Empty names if all of them are the same.
[[nodiscard]] std::vector<std::string> optionNames(const std::vector<const Scenario*>& jobs);

/// Why figures of two jobs cannot be compared at all ("it counts examples, not tokens"), or empty.
[[nodiscard]] std::string_view otherKindOfJob(const Scenario& job, const Scenario& than);

} // namespace kneepoint
