// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The error catalogue: all figures about the accuracy of predictions, each defined once. JSON keys, text columns and
/// the tables of docs/validation.md and docs/results.md are generated from it. Figures of a scenario are Metrics
/// (metric.h); figures over many rows are records here.
namespace kneepoint {

struct ErrorSummary;

struct ErrorFigure {
    std::string_view id;    ///< stable; JSON key: "mape"
    std::string_view label; ///< heading: "MAPE"
    std::string_view unit;  ///< "%"; empty: a number of rows
    std::string_view help;  ///< one sentence for people
    /// The value in `unit`; nothing if there is none: without rows, or without stated intervals.
    std::optional<double> (*value)(const ErrorSummary&);
    int decimals = 0;
    bool is_signed = false; ///< shown with its sign
};

/// All of them, in the order of columns.
[[nodiscard]] std::span<const ErrorFigure> errorFigures();
/// Those that describe predicted rows: without the number of skipped ones.
[[nodiscard]] std::span<const ErrorFigure> figuresOfRows();

/// "6.3", "-1.8", "93"; empty if there is no value.
[[nodiscard]] std::string valueText(const ErrorFigure& figure, const ErrorSummary& errors);

} // namespace kneepoint
