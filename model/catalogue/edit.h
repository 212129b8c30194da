// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <vector>

namespace kneepoint {

/// A change of one parameter.
struct Setting {
    const Parameter* parameter = nullptr;
    double value = 0;
    bool operator==(const Setting&) const = default;
};

/// Parameter changes that are made together. A remedy, a lesson step and a click on the knee map are edits.
using Edit = std::vector<Setting>;

/// The scenario in which the settings are stated, and what follows from them derived again (derive.h). With automatic
/// planning they also pin what they set.
[[nodiscard]] Scenario applied(const Scenario& s, const Edit& edit, const Calibration& calibration);

/// Whether a setting of the edit is outside its parameter's range.
[[nodiscard]] bool isOutOfRange(const Edit& edit);

/// Success, or an error sentence for the first value outside its parameter's range. For scenarios built from published
/// figures.
[[nodiscard]] Result<void> checkScenario(const Scenario& s);

} // namespace kneepoint
