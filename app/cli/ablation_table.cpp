// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ablation_table.h"

#include "app/cli/table.h"

#include <fmt/format.h>

namespace kneepoint {
namespace {

std::string name(const Ablation& a)
{
    return a.removed.empty() ? "nothing" : a.removed;
}

std::string lossText(const std::vector<SeriesLoss>& losses)
{
    std::string text;
    for (const SeriesLoss& loss : losses)
        text += fmt::format(
            "{}{} {:.1f} → {:.1f}", text.empty() ? "" : ", ", loss.series, loss.mape_before, loss.mape_after);
    return text;
}

} // namespace

std::string ablationText(const std::vector<Ablation>& ablations)
{
    constexpr std::size_t most = 3;
    Table table{{{"removed", "removed", false}, {"dense", "dense"}, {"summary", "all"},
                    {"losses", "most affected series", false}},
        {}};
    for (const Ablation& a : ablations)
        table.rows.push_back({textCell(name(a)), {a.dense, fmt::format("{:.1f}", a.dense)},
            {a.summary, fmt::format("{:.1f}", a.summary)},
            textCell(lossText(worstLosses(ablations.front(), a, most)))});
    return "MAPE in per cent with one model component removed at a time, without refitting\n\n" + tableText(table);
}

Json ablationJson(const std::vector<Ablation>& ablations)
{
    Json json = Json::array();
    for (const Ablation& a : ablations)
        json.push_back({{"removed", a.removed}, {"dense", a.dense}, {"summary", a.summary}, {"series", a.series}});
    return json;
}

std::string ablationMarkdown(const std::vector<Ablation>& ablations)
{
    constexpr std::size_t most = 4;
    std::string page = "\n## Ablations\n\nMAPE with one model component removed at a time, using the shipped constants "
                       "without refitting. Components that a series does not use leave its error unchanged.\n\n"
                       "| removed | dense | all | most affected series |\n|---|---|---|---|\n";
    for (const Ablation& a : ablations)
        page += fmt::format("| {} | {:.1f} | {:.1f} | {} |\n", name(a), a.dense, a.summary,
            lossText(worstLosses(ablations.front(), a, most)));
    return page;
}

} // namespace kneepoint
