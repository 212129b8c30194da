// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kneepoint {

struct Parameter;

/// The parameter that a key of a row sets: by its id, or by the short name of a column, such as "tp"; null if none.
[[nodiscard]] const Parameter* parameterOfKey(std::string_view key);

/// Why a key means nothing in a row of settings and measurements: "\"tpp\" is unknown; the nearest key is \"tp\"".
/// Empty for a parameter, a measurement, and what describes a row, such as "id" or "note".
[[nodiscard]] std::string unknownKeyText(std::string_view key);

} // namespace kneepoint
