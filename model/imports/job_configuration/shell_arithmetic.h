// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace kneepoint::job {

/// The variables of an expression. A value that is not known is nothing.
struct ArithmeticNames {
    std::function<std::optional<std::int64_t>(std::string_view name)> value;
    std::function<void(std::string_view name, std::optional<std::int64_t> value)> assign;
};

/// What a shell computes of `expression`, the inside of "$((…))": whole numbers of 64 bits with C's operators but those
/// on single bits, "**" and assignments (Source: the manual of GNU Bash, section "Shell Arithmetic"). Nothing if it
/// depends on a value that is not known, divides by zero, leaves the range, or is in no such form; of an expression in
/// no such form that assigns, every name becomes unknown. Marks of open values (shell_variables.h) are values that are
/// not known.
[[nodiscard]] std::optional<std::int64_t> arithmeticValue(std::string_view expression, const ArithmeticNames& names);

} // namespace kneepoint::job
