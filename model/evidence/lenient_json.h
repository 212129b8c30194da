// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

/// Reading JSON that was measured elsewhere: a missing value, or one of another type than expected, counts as not
/// stated. Nothing here throws, whatever the value is.
namespace kneepoint::lenient {

using Json = nlohmann::ordered_json;

/// The value of a key; null if there is none, or if `object` is no object.
[[nodiscard]] const Json& member(const Json& object, const char* key);

/// A finite number, or a flag as 1 or 0.
[[nodiscard]] std::optional<double> number(const Json& value);
[[nodiscard]] std::optional<double> number(const Json& object, const char* key);

/// Empty if it is no text.
[[nodiscard]] std::string text(const Json& value);
[[nodiscard]] std::string text(const Json& object, const char* key);

} // namespace kneepoint::lenient
