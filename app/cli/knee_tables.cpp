// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table.h"
#include "app/cli/validation_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kneepoint {
namespace {

constexpr std::array<std::string_view, 4> verdict_ids{"none", "right", "wrong", "open"};

std::string_view verdictId(KneeVerdict verdict)
{
    return verdict_ids.at(static_cast<std::size_t>(verdict));
}

std::ptrdiff_t countOf(std::span<const MeasuredKnee> knees, KneeVerdict verdict)
{
    return std::ranges::count(knees, verdict, verdictOn);
}

std::string placeText(const std::optional<double>& gpus)
{
    return gpus ? fmt::format("{:.3g}", *gpus) : "none";
}

std::string summaryText(std::span<const MeasuredKnee> knees)
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

} // namespace

std::string kneesText(std::span<const MeasuredKnee> knees)
{
    return "\n" + tableText(kneeTable(knees)) + "\n" + summaryText(knees);
}

std::string kneesMarkdown(std::span<const MeasuredKnee> knees)
{
    return "\n### Knees of measured series\n\n" + summaryText(knees);
}

Json kneesJson(std::span<const MeasuredKnee> knees)
{
    const auto place = [](const std::optional<double>& gpus) { return gpus ? number(*gpus) : Json(); };
    Json rows = Json::array();
    for (const MeasuredKnee& knee : knees)
        rows.push_back({{"series", knee.series}, {"id", knee.id}, {"from_gpus", number(knee.from_gpus)},
            {"to_gpus", number(knee.to_gpus)}, {"measured_gpus", place(knee.measured)},
            {"predicted_gpus", place(knee.predicted)}, {"verdict", verdictId(verdictOn(knee))}});
    Json json = {{"series", std::move(rows)}};
    for (std::size_t i = 0; i < verdict_ids.size(); ++i)
        json[verdict_ids.at(i)] = countOf(knees, static_cast<KneeVerdict>(i));
    return json;
}

} // namespace kneepoint
