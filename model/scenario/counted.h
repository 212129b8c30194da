// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/catalogue.h"

#include <optional>
#include <string_view>

namespace kneepoint {

/// Something else that a parameter may be counted in: a batch in tokens, GPUs in nodes.
struct CountedIn {
    std::string_view one, many; ///< "node", "nodes"
    double size = 1;            ///< one of it, in the parameter's own unit
};
/// Nothing where the parameter, or the kind of model, knows only its own unit.
[[nodiscard]] std::optional<CountedIn> countedIn(const Parameter& p, const Scenario& s);

/// As parseValue() of the catalogue, and "4M tokens" or "16 nodes" where they are known: the nearest whole number of
/// examples or GPUs. The error names the range.
[[nodiscard]] Result<double> parseValue(
    const Parameter& p, std::string_view text, const std::optional<CountedIn>& counted);

} // namespace kneepoint
