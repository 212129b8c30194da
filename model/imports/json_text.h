// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What the beginning of a JSON text shows without parsing it.
namespace kneepoint {

/// Without a byte order mark and leading white space.
[[nodiscard]] std::string_view withoutMark(std::string_view text);
/// The text with null for what Python's json module writes beyond JSON: NaN, Infinity and -Infinity.
[[nodiscard]] std::string withoutPythonNumbers(std::string_view text);
/// Whether a text begins like a JSON object or list.
[[nodiscard]] bool beginsJson(std::string_view text);
/// Whether a text contains the key: "name" followed by a colon.
[[nodiscard]] bool mentionsKey(std::string_view text, std::string_view name);
/// The first different keys in the text, at any depth, made safe to print.
[[nodiscard]] std::vector<std::string> firstKeys(std::string_view text, std::size_t most);

} // namespace kneepoint
