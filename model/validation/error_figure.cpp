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
    {.id = "rows",
        .label = "rows",
        .unit = "",
        .help = "Measurements that were predicted.",
        .value = [](const ErrorSummary& e) { return std::optional(static_cast<double>(e.rows)); }},
    {.id = "mape",
        .label = "MAPE",
        .unit = "%",
        .help = "Mean absolute percentage error of the predictions.",
        .decimals = 1,
        .value = [](const ErrorSummary& e) { return ofRows(e, e.mape); }},
    {.id = "median",
        .label = "median",
        .unit = "%",
        .help = "Median absolute error of the predictions.",
        .decimals = 1,
        .value = [](const ErrorSummary& e) { return ofRows(e, e.median); }},
    {.id = "p90",
        .label = "p90",
        .unit = "%",
        .help = "90 % of the absolute errors are below this.",
        .decimals = 1,
        .value = [](const ErrorSummary& e) { return ofRows(e, e.p90); }},
    {.id = "bias",
        .label = "bias",
        .unit = "%",
        .help = "Mean signed error; negative if predictions are too fast or too small.",
        .decimals = 1,
        .is_signed = true,
        .value = [](const ErrorSummary& e) { return ofRows(e, e.bias); }},
    {.id = "coverage",
        .label = "coverage",
        .unit = "%",
        .help = "Fraction of the rows inside their stated 90 % interval. Memory has no interval.",
        .value = [](const ErrorSummary& e) { return e.rows > 0 ? e.coverage : std::nullopt; }},
    {.id = "width",
        .label = "width",
        .unit = "×",
        .help = "Sharpness: median ratio of the upper to the lower end of the 90 % interval.",
        .decimals = 2,
        .value = [](const ErrorSummary& e) { return e.width; }},
    {.id = "score",
        .label = "score",
        .unit = "",
        .help = "Mean interval score on the logarithm of time: ln(high/low) plus 20 times the distance of the "
                "measurement from the interval; lower is better (Gneiting and Raftery 2007).",
        .decimals = 2,
        .value = [](const ErrorSummary& e) { return e.score; }},
    {.id = "skipped",
        .label = "skipped",
        .unit = "",
        .help = "Measurements that could not be predicted; the reasons are listed.",
        .value = [](const ErrorSummary& e) { return std::optional(static_cast<double>(e.skipped)); }},
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
