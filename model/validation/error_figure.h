// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The catalogue of errors: every figure that says how well predictions meet measurements, once. JSON keys, columns of
/// the text, tables of docs/validation.md and docs/results.md are made from it. A figure of a scenario is a Metric
/// (metric.h); one of many rows is a record here.
namespace kneepoint {

struct ErrorSummary;

struct ErrorFigure {
    std::string_view id;    ///< stable; JSON key: "mape"
    std::string_view label; ///< heading: "MAPE"
    std::string_view unit;  ///< "%"; empty: a number of rows
    std::string_view help;  ///< one sentence for people
    int decimals = 0;
    bool is_signed = false; ///< written with its sign, because it has a direction
    /// In `unit`; nothing where there is none: of no rows, or where no interval was stated. Always set.
    std::optional<double> (*value)(const ErrorSummary&) = nullptr;
};

/// All of them, in the order of columns.
[[nodiscard]] std::span<const ErrorFigure> errorFigures();

/// "6.3", "-1.8", "93"; empty where there is no value.
[[nodiscard]] std::string valueText(const ErrorFigure& figure, const ErrorSummary& errors);

} // namespace kneepoint
