// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <optional>
#include <string_view>

namespace kneepoint {

/// A unit that a parameter's text may name: a batch or a sequence in tokens, GPUs in nodes.
struct CountedIn {
    std::string_view one, many; ///< "node", "nodes"
    double size = 1;            ///< size of one, in the parameter's own unit
};
/// Empty if the parameter, or the kind of model, has only its own unit.
[[nodiscard]] std::optional<CountedIn> countedIn(const Parameter& p, const Scenario& s);

/// Like parseValue() of the catalogue, but also accepts "4M tokens" or "16 nodes" where they apply, rounded to whole
/// examples or GPUs. The error states the range.
[[nodiscard]] Result<double> parseValue(
    const Parameter& p, std::string_view text, const std::optional<CountedIn>& counted);

} // namespace kneepoint
