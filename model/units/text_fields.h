// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Pieces of lines. Views point into the text that is given.
namespace kneepoint {

[[nodiscard]] std::string_view trimmed(std::string_view text);
/// Whether a line passes the test.
[[nodiscard]] bool anyLine(std::string_view text, const std::function<bool(std::string_view line)>& test);
/// The words between white space.
[[nodiscard]] std::vector<std::string_view> wordsOf(std::string_view text);
/// The parts between separators, trimmed; at least one.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
/// A finite number that is all of the text: "126.5", "1.2e+06".
[[nodiscard]] std::optional<double> plainNumber(std::string_view text);
/// A number at the start of the text, after white space: 7084 of "7,084 tok", 1801.5 of "1801,5" and "1.801,5": a comma
/// before three digits, after at most three, separates thousands; any other is the decimal mark. Nothing of "1.2.3", a
/// version, and of "1.23.456,7", whose points are at no thousands.
[[nodiscard]] std::optional<double> leadingNumber(std::string_view text);
/// The number that follows a label, after white space, "=" or ":": 8 of "world size: 8".
[[nodiscard]] std::optional<double> numberAfter(std::string_view text, std::string_view label);
/// Lower-case letters and digits only, with "#" as "num": "# GPUs" is "numgpus".
[[nodiscard]] std::string plainKey(std::string_view text);
[[nodiscard]] bool contains(std::string_view text, std::string_view part);
[[nodiscard]] bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words);

/// ASCII, whatever the locale.
[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
/// In lower case.
[[nodiscard]] std::string lowered(std::string_view text);
/// The product; nothing of nothing.
[[nodiscard]] std::optional<double> times(std::optional<double> value, double factor);

} // namespace kneepoint
