// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <span>
#include <vector>

namespace kneepoint {

/// A parameter that was stated, or stated as another value.
struct OwnChange {
    const Parameter* parameter = nullptr;
    double before = 0; ///< what was stated before; if nothing was, the value without this change
};

/// What was stated on the way from one scenario to the other: another GPU is one change, although its memory and
/// bandwidth differ too. A value before that `known` has is not derived again.
[[nodiscard]] std::vector<OwnChange> ownChanges(
    const Scenario& from, const Scenario& to, const Calibration& calibration, std::span<const OwnChange> known = {});

} // namespace kneepoint
