// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/formula.h"

/// The records of the registry, by topic, and what they are written with.
namespace kneepoint::formula_records {

[[nodiscard]] std::vector<Formula> collectives();
[[nodiscard]] std::vector<Formula> roofs();
[[nodiscard]] std::vector<Formula> models();
[[nodiscard]] std::vector<Formula> memory();
[[nodiscard]] std::vector<Formula> limits();
[[nodiscard]] std::vector<Formula> speedups();
[[nodiscard]] std::vector<Formula> runs();

/// In place of a function: the formula's value is that of its expression.
inline constexpr double (*arithmetic)(FormulaValues) = nullptr;

inline constexpr double most = 1e30;
inline constexpr double least = 1e-30;
inline constexpr double most_counted = 1e12;

/// A quantity above zero, so that it may divide.
[[nodiscard]] inline FormulaArgument quantity(std::string_view id, std::string_view symbol, std::string_view label,
    Unit unit, std::optional<double> fallback = {})
{
    return {id, symbol, label, unit, least, most, fallback};
}

/// A quantity that may be zero.
[[nodiscard]] inline FormulaArgument amount(std::string_view id, std::string_view symbol, std::string_view label,
    Unit unit, std::optional<double> fallback = {})
{
    return {id, symbol, label, unit, 0, most, fallback};
}

/// A whole number of things, at least `min`.
[[nodiscard]] inline FormulaArgument counted(std::string_view id, std::string_view symbol, std::string_view label,
    std::optional<double> fallback = {}, double min = 1)
{
    return {id, symbol, label, Unit::none, min, most_counted, fallback, true};
}

/// 0 … 1.
[[nodiscard]] inline FormulaArgument share(
    std::string_view id, std::string_view symbol, std::string_view label, std::optional<double> fallback = {})
{
    return {id, symbol, label, Unit::ratio, 0, 1, fallback};
}

[[nodiscard]] inline FormulaArgument peakRate(std::string_view label = "peak rate per GPU")
{
    return quantity("peak", "P", label, Unit::flops_per_second);
}

[[nodiscard]] inline FormulaArgument networkRate(std::string_view label = "network bandwidth per GPU")
{
    return quantity("network", "W", label, Unit::bytes_per_second);
}

} // namespace kneepoint::formula_records
