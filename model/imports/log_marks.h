// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kneepoint {

/// What dots and commas are in the numbers of a log.
enum class LogMarks {
    plain,         ///< a dot is the decimal mark: 5.101 is about five
    decimal_comma, ///< a comma is the decimal mark and dots group thousands: 5.101 is 5101
    mixed,         ///< both are seen as decimal marks, so 5.101 may be either
    open,          ///< nothing tells, and there are numbers that may be either
};

struct LogNumbers {
    LogMarks marks = LogMarks::plain;
    std::string example; ///< the first number that may be read either way; empty if there is none
};

/// The marks of a log, by the numbers of all lines with a step: 0,73 and 1.801,5 have a decimal comma; 0.73, 1234.567
/// and 1,801.5 a decimal point. Times of the day and lists tell nothing.
[[nodiscard]] LogNumbers numbersOfLog(std::string_view text);
/// The line with its numbers of a decimal comma as 1801.5.
[[nodiscard]] std::string withDecimalPoints(std::string_view line);

} // namespace kneepoint
