// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/error_figure.h"

#include "model/validation/validation.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

std::optional<double> ofRows(const ErrorSummary& errors, double value)
{
    return errors.rows > 0 ? std::optional(value) : std::nullopt;
}

constexpr ErrorFigure figures[] = {
    {"rows", "rows", "", "Measurements that were predicted.",
        [](const ErrorSummary& e) { return std::optional(static_cast<double>(e.rows)); }},
    {"mape", "MAPE", "%", "Mean absolute percentage error of the predictions.",
        [](const ErrorSummary& e) { return ofRows(e, e.mape); }, 1},
    {"median", "median", "%", "Median absolute error of the predictions.",
        [](const ErrorSummary& e) { return ofRows(e, e.median); }, 1},
    {"p90", "p90", "%", "90 % of the absolute errors are below this.",
        [](const ErrorSummary& e) { return ofRows(e, e.p90); }, 1},
    {"bias", "bias", "%", "Mean signed error; negative if predictions are too fast or too small.",
        [](const ErrorSummary& e) { return ofRows(e, e.bias); }, 1, true},
    {"coverage", "coverage", "%", "Fraction of the rows inside their stated 90 % interval. Memory has no interval.",
        [](const ErrorSummary& e) { return e.rows > 0 ? e.coverage : std::nullopt; }},
    {"width", "width", "×", "Sharpness: median ratio of the upper to the lower end of the 90 % interval.",
        [](const ErrorSummary& e) { return e.width; }, 2},
    {"score", "score", "",
        "Mean interval score on the logarithm of time: ln(high/low) plus 20 times the distance of the measurement from "
        "the interval; lower is better (Gneiting and Raftery 2007).",
        [](const ErrorSummary& e) { return e.score; }, 2},
    {"skipped", "skipped", "", "Measurements that could not be predicted; the reasons are listed.",
        [](const ErrorSummary& e) { return std::optional(static_cast<double>(e.skipped)); }},
};

} // namespace

std::span<const ErrorFigure> errorFigures()
{
    return figures;
}

std::span<const ErrorFigure> figuresOfRows()
{
    return errorFigures().first(std::size(figures) - 1); // the last one counts the skipped rows
}

std::string valueText(const ErrorFigure& figure, const ErrorSummary& errors)
{
    const std::optional<double> value = figure.value(errors);
    if (!value)
        return {};
    return figure.is_signed ? fmt::format("{:+.{}f}", *value, figure.decimals)
                            : fmt::format("{:.{}f}", *value, figure.decimals);
}

} // namespace kneepoint
