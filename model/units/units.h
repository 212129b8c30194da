// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <string>
#include <string_view>
#include <vector>

/// The only place where quantities are formatted as text and parsed from it.
namespace kneepoint {

/// What a number measures. The base unit is SI: seconds, bytes, FLOP, FLOP/s, bytes/s, watts, joules, dollars.
enum class Unit {
    none,             ///< a plain number: 8, 16384, 120 k
    count,            ///< a large count: 7 B, 1.3 T
    ratio,            ///< shown in per cent
    factor,           ///< shown as 5.9×
    seconds,          ///< 412 ms
    hours,            ///< held in seconds, shown as 5.3 h or 4.8 days
    bytes,            ///< 64 GB (10⁹)
    bytes_per_second, ///< 25 GB/s
    bits_per_second,  ///< held in bytes/s, shown as 400 Gbit/s
    flops,            ///< 1.2 PFLOP
    flops_per_second, ///< 312 TFLOP/s
    flops_per_byte,   ///< 768 FLOP/byte
    examples_per_second,
    tokens_per_second,
    tokens,
    watts,
    joules, ///< shown as 2.7 GWh
    dollars,
    dollars_per_hour,
};

/// Name of the base unit of values: "s", "bytes/s"; empty for plain numbers.
[[nodiscard]] std::string_view baseUnit(Unit unit);

/// Names of the units in which quantities are shown, with their prefixes: "B/s", "kB/s", "MB/s" …
[[nodiscard]] std::vector<std::string> unitNames(Unit unit);

/// Three significant digits with an SI prefix and the unit: "412 ms", "1.21 PFLOP/s", "15.0 s" for 14.97. What needs
/// fewer has fewer: "80 %", "1.2 PFLOP/s". Whole parts are never cut short ("1481 tokens"), but of numbers that are not
/// whole, which were computed, they are from 10⁴ on ("18.6 k tokens" beside "16384 GPUs"); infinity is "∞",
/// not-a-number "–".
[[nodiscard]] std::string formatQuantity(double value, Unit unit, int significant_digits = 3);

/// The same in the unit in which `beside` is shown: the ends of an interval, "1.97 years" beside "2.26 years".
[[nodiscard]] std::string formatBeside(double value, double beside, Unit unit, int significant_digits = 3);

/// The same beside a caption that says what is counted: "58.5 k" for "58.5 k tokens/s"; other units stay.
[[nodiscard]] std::string formatCaptioned(double value, double beside, Unit unit, int significant_digits = 3);

/// The digits alone: "12.8" for "12.8 s".
[[nodiscard]] std::string formatDigits(double value, double beside, Unit unit, int significant_digits = 3);

/// A share of something that is there: "21.4 %", "under 0.01 %".
[[nodiscard]] std::string formatShare(double share);

/// Text with unit that parseQuantity reads back to the same double: for number boxes and tooltips.
[[nodiscard]] std::string formatExact(double value, Unit unit);

/// Reads "7e9", "7B", "400 Gbit/s", "2*1024", "80 %", "3 ms" into the base unit. A bare number is in the unit that
/// `unit` is shown in without prefix (per cent for ratios only when written "%": 0.8 and 80 % are the same).
/// Fails with a sentence on unknown units, mixed bits and bytes where only one makes sense, non-finite results.
[[nodiscard]] Result<double> parseQuantity(std::string_view text, Unit unit);

} // namespace kneepoint
