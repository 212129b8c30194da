// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/units/units.h"

#include <optional>
#include <string>

namespace kneepoint {

/// The quantities a formula can use: figures of the results catalogue, parameters, parts of the step ("part:ID",
/// "exposed:ID", "hidden:ID") and a few without a record ("single_step_s").
struct DerivationQuantity {
    double value = 0;
    Unit unit = Unit::none;
    std::string label;
    std::string symbol; ///< the label if it has none
};
[[nodiscard]] std::optional<DerivationQuantity> derivationQuantity(std::string_view id, const Analysis& a);

} // namespace kneepoint
