// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ran_table.h"

#include "model/validation/layout_choice.h"

#include <fmt/format.h>

#include <array>

namespace kneepoint {
namespace {

constexpr double per_cent = 100;

/// The runs of a series in one respect.
struct RanPart {
    std::string key, heading;
    RanOutcomes outcomes;
};

std::array<RanPart, 3> partsOf(const RanSummary& series)
{
    return {{{"all", "runs", series.all()}, {"recompute_stated", "recomputation stated", series.stated},
        {"recompute_open", "not stated", series.open}}};
}

std::string share(const RanOutcomes& outcomes, double value)
{
    return outcomes.rows > 0 ? fmt::format("{:.1f} %", per_cent * value) : "–";
}

Table ranTable(std::span<const RanMemory> runs)
{
    Table table{{{"series", "series", false}}, {}};
    for (const RanPart& part : partsOf({}))
        for (const auto& [key, heading] : {std::pair{"", part.heading}, {"_too_large", std::string("does not fit")},
                 {"_unlikely", fmt::format("below {:.0f} %", per_cent * likely_fit_chance)}})
            table.columns.push_back({part.key + key, heading});
    for (const RanSummary& series : summarizeRan(runs)) {
        auto& row = table.rows.emplace_back(std::vector{textCell(series.series)});
        for (const RanPart& part : partsOf(series)) {
            row.push_back(textCell(fmt::format("{}", part.outcomes.rows)));
            row.push_back(textCell(share(part.outcomes, part.outcomes.tooLargeShare())));
            row.push_back(textCell(share(part.outcomes, part.outcomes.unlikelyShare())));
        }
    }
    return table;
}

} // namespace

std::string ranText(std::span<const RanMemory> runs)
{
    return "\nRuns that ran and are predicted not to fit in memory\n\n" + tableText(ranTable(runs));
}

Json ranJson(std::span<const RanMemory> runs)
{
    Json json = Json::object();
    for (const RanSummary& series : summarizeRan(runs))
        for (const RanPart& part : partsOf(series))
            json[series.series][part.key] = {{"rows", part.outcomes.rows}, {"too_large", part.outcomes.too_large},
                {"unlikely", part.outcomes.unlikely}, {"too_large_share", part.outcomes.tooLargeShare()},
                {"unlikely_share", part.outcomes.unlikelyShare()}};
    return json;
}

Json ranRowJson(const RanMemory& run)
{
    return {{"id", run.id}, {"series", run.series}, {"recompute_stated", run.recompute_stated},
        {"needed_bytes", run.needed}, {"capacity_bytes", run.capacity}, {"fit_chance", run.chance}};
}

std::string ranMarkdown(std::span<const RanMemory> runs)
{
    return fmt::format(R"(
## Runs that ran

Every published run is also a measurement of memory: it fitted. *Does not fit*: share of the runs that are predicted to
need more memory than their GPU has. *Below {:.0f} %*: share with a lower probability of fitting, as required of a layout
that is likely to fit. If a source does not state what it recomputed, a run fits if it does so with nothing or with the
selective recomputation of its software, but not if it takes full recomputation.

)",
               per_cent * likely_fit_chance)
        + tableMarkdown(ranTable(runs));
}

} // namespace kneepoint
