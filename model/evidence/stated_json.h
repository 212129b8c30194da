// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

/// Reading JSON that was measured elsewhere: what is missing, or of another type than expected, counts as not stated.
/// Nothing here throws, whatever the value is.
namespace kneepoint::stated {

using Json = nlohmann::ordered_json;

/// The value under that key; null where there is none, or where `object` is no object.
[[nodiscard]] const Json& member(const Json& object, const char* key);

/// A finite number, or a flag as 1 or 0; `unknown` otherwise.
[[nodiscard]] double number(const Json& value);
[[nodiscard]] double number(const Json& object, const char* key);

/// Empty where it is no text.
[[nodiscard]] std::string text(const Json& value);
[[nodiscard]] std::string text(const Json& object, const char* key);

} // namespace kneepoint::stated
