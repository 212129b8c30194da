// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/catalogue.h"

#include <vector>

namespace kneepoint {

/// One turn of one knob.
struct Setting {
    const Parameter* parameter = nullptr;
    double value = 0;
    bool operator==(const Setting&) const = default;
};

/// Turns of knobs in their order. A remedy, a lesson step and a click on the knee map are edits.
using Edit = std::vector<Setting>;

/// The scenario after the edit: Parameter::edit of each setting in order.
[[nodiscard]] Scenario applied(const Scenario& s, const Edit& edit, const Calibration& calibration);

/// Some turn of the edit is outside its parameter's range.
[[nodiscard]] bool isOutOfRange(const Edit& edit);

/// The sentence that refuses the first value of a scenario that its parameter does not take, or success. For scenarios
/// that were put together from figures of other people.
[[nodiscard]] Result<void> checkScenario(const Scenario& s);

} // namespace kneepoint
