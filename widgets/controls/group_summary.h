// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <string>

namespace kneepoint {

/// What a scenario chose in a group, in a few words: "global batch 1024, 15 T tokens", "64 nodes × 8".
[[nodiscard]] std::string groupSummary(Group group, const Scenario& scenario);

} // namespace kneepoint
