// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/tables.h"

#include "model/constants/physics.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace kneepoint {
namespace {

constexpr double percent = 100;

std::string lossText(const std::vector<SeriesLoss>& losses)
{
    std::string text;
    for (const SeriesLoss& loss : losses)
        text += fmt::format(
            "{}{} {:.1f} → {:.1f}", text.empty() ? "" : ", ", loss.series, loss.mape_before, loss.mape_after);
    return text;
}

Cell shareCell(const RanOutcomes& outcomes, double share)
{
    return textCell(outcomes.rows > 0 ? fmt::format("{:.1f} %", percent * share) : "–");
}

std::string placeText(const std::optional<double>& gpus)
{
    return gpus ? fmt::format("{:.3g}", *gpus) : "none";
}

/// By the position of sizeErrors().
constexpr std::array<std::string_view, 5> size_names{"nothing, series of three or more sizes",
    "the smallest size of them", "the smallest two of them", "nothing, all series", "the smallest size of all"};

} // namespace

void addColumns(Table& table, std::span<const ErrorFigure> figures)
{
    for (const ErrorFigure& figure : figures)
        table.columns.push_back({std::string(figure.id), std::string(figure.label)});
}

void addCells(std::vector<Cell>& row, std::span<const ErrorFigure> figures, const ErrorSummary& errors)
{
    for (const ErrorFigure& figure : figures)
        row.push_back(textCell(valueText(figure, errors)));
}

Json errorsJson(std::span<const ErrorFigure> figures, const ErrorSummary& errors)
{
    Json json;
    for (const ErrorFigure& figure : figures) {
        const std::optional<double> value = figure.value(errors);
        json[figure.id] = value ? number(*value) : Json();
    }
    return json;
}

Table ranTable(std::span<const RanMemory> runs)
{
    Table table{{{"series", "series", false}}, {}};
    for (const auto& [key, heading] :
        {std::pair{"all", "runs"}, {"recompute_stated", "recomputation stated"}, {"recompute_open", "not stated"}}) {
        table.columns.push_back({key, heading});
        table.columns.push_back({std::string(key) + "_too_large", "does not fit"});
        table.columns.push_back(
            {std::string(key) + "_unlikely", fmt::format("below {:.0f} %", percent * likely_fit_chance)});
    }
    for (const RanSummary& series : summarizeRan(runs)) {
        auto& row = table.rows.emplace_back(std::vector{textCell(series.series)});
        for (const RanOutcomes& outcomes : {series.all(), series.stated, series.open}) {
            row.push_back(textCell(fmt::format("{}", outcomes.rows)));
            row.push_back(shareCell(outcomes, outcomes.tooLargeShare()));
            row.push_back(shareCell(outcomes, outcomes.unlikelyShare()));
        }
    }
    return table;
}

Table ablationTable(std::span<const Ablation> ablations, std::size_t most)
{
    Table table{{{"removed", "removed", false}, {"dense", "dense"}, {"summary", "all"},
                    {"losses", "most affected series", false}},
        {}};
    for (const Ablation& a : ablations)
        table.rows.push_back({textCell(a.removed.empty() ? "nothing" : a.removed),
            {a.dense, fmt::format("{:.1f}", a.dense)}, {a.summary, fmt::format("{:.1f}", a.summary)},
            textCell(lossText(worstLosses(ablations.front(), a, most)))});
    return table;
}

Table sizeErrorTable(std::span<const SizePrediction> predictions)
{
    Table table{{{"calibrated_with", "calibrated with", false}, {"sizes", ""}, {"series", "series"}, {"mape", "MAPE"},
                    {"median", "median"}, {"bias", "bias"}, {"within_5", "within 5 %"}, {"coverage", "coverage"},
                    {"width", "width"}},
        {}};
    const std::vector<SizeErrors> errors = sizeErrors(predictions);
    for (std::size_t i = 0; i < errors.size(); ++i) {
        const SizeErrors& e = errors[i];
        table.rows.push_back(
            {textCell(size_names.at(i)), {e.sizes, fmt::format("{}", e.sizes)}, {e.series, fmt::format("{}", e.series)},
                {e.mape, fmt::format("{:.1f}", e.mape)}, {e.median, fmt::format("{:.1f}", e.median)},
                {e.bias, fmt::format("{:+.1f}", e.bias)}, {e.near, fmt::format("{:.0f}", e.near)},
                {e.coverage, fmt::format("{:.0f}", e.coverage)}, {e.width, fmt::format("{:.2f}", e.width)}});
    }
    return table;
}

Table kneeTable(std::span<const MeasuredKnee> knees)
{
    Table table{{{"run", "largest run", false}, {"from_gpus", "from GPUs"}, {"to_gpus", "to GPUs"},
                    {"measured", "measured knee"}, {"predicted", "predicted knee"}, {"verdict", "verdict", false}},
        {}};
    for (const MeasuredKnee& knee : knees)
        if (verdictOn(knee) != KneeVerdict::none)
            table.rows.push_back({textCell(knee.series + "/" + knee.id), textCell(fmt::format("{}", knee.from_gpus)),
                textCell(fmt::format("{}", knee.to_gpus)), textCell(placeText(knee.measured)),
                textCell(placeText(knee.predicted)), textCell(verdictId(verdictOn(knee)))});
    return table;
}

std::string kneesText(std::span<const MeasuredKnee> knees)
{
    const auto right = countOf(knees, KneeVerdict::right), wrong = countOf(knees, KneeVerdict::wrong);
    return fmt::format(
        "Series of three or more sizes: {}. A knee, where throughput per GPU falls below the tolerance relative to the "
        "smallest size, is measured or predicted in {}: {} of {} predicted knees are within a factor of two of the "
        "measured one, and {} series end too early to tell. In the other {} there is neither. Predicted after "
        "calibration with the smallest size.\n",
        knees.size(), knees.size() - static_cast<std::size_t>(countOf(knees, KneeVerdict::none)), right, right + wrong,
        countOf(knees, KneeVerdict::open), countOf(knees, KneeVerdict::none));
}

} // namespace kneepoint
