// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <vector>

namespace kneepoint {

/// A parameter that was set to another value.
struct OwnChange {
    const Parameter* parameter = nullptr;
    double before = 0; ///< what it would be without this change
};

/// What leads from one scenario to another, without the values that those changes bring along: another GPU is one
/// change, although its memory and bandwidth differ too. Lists, which may be presets, explain other values first.
[[nodiscard]] std::vector<OwnChange> ownChanges(
    const Scenario& from, const Scenario& to, const Calibration& calibration);

} // namespace kneepoint
