// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace kneepoint {

/// Value of a quantity by its name in braces; nothing if there is none.
using QuantityOf = std::function<std::optional<double>(std::string_view name)>;

/// Value of a formula as displayed: numbers, {quantities}, + − · / ^ ² ( ) √( ) exp( ) log₂ ⌈ ⌉ and min or max( , ).
/// Sums have spaces around their signs; products are evaluated from left to right. Nothing if the text is something
/// else, a quantity has no value, or the value is not finite.
[[nodiscard]] std::optional<double> expressionValue(std::string_view expression, const QuantityOf& quantity);

} // namespace kneepoint
