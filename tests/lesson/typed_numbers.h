// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The literal numbers in a text.
namespace kneepoint {

struct TypedNumber {
    std::string text;           ///< with the word after it: "140 ms"
    std::vector<double> values; ///< first as a plain number, then as every quantity it could mean
};

/// Whether to include 0, 1 and 2, which are often just words.
enum class SmallNumbers { skipped, kept };

/// All numbers in the prose of a text with placeholders, except constants of formulas ("2·(K − 1)/K"), names with a
/// number ("ZeRO-3", "H100", "70B", "lesson 6"), formats in bits, and examples of answers ("such as 40 GB").
[[nodiscard]] std::vector<TypedNumber> typedNumbers(std::string_view text, SmallNumbers small = SmallNumbers::skipped);

} // namespace kneepoint
