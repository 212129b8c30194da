// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"
#include "model/scenario/scenario_fwd.h"

namespace kneepoint {

/// Every value of the scenario by parameter id: {"value": 64, "origin": "typed"}; a value that was moved also has
/// "stated", the one that was asked for.
[[nodiscard]] Json valuesJson(const Scenario& s);

/// What a step depends on most, and whatever else was typed: parameter, value, origin.
[[nodiscard]] Table valuesTable(const Scenario& s);

} // namespace kneepoint
