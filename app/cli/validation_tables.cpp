// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validation_tables.h"

#include "app/cli/table.h"
#include "model/validation/tables.h"

#include <utility>

namespace kneepoint {

std::string ranText(std::span<const RanMemory> runs)
{
    return "\nRuns that ran and are predicted not to fit in memory\n\n" + tableText(ranTable(runs));
}

Json ranJson(std::span<const RanMemory> runs)
{
    Json json = Json::object();
    for (const RanSummary& series : summarizeRan(runs))
        for (const auto& [part, outcomes] :
            {std::pair{"all", series.all()}, {"recompute_stated", series.stated}, {"recompute_open", series.open}})
            json[series.series][part] = {{"rows", outcomes.rows}, {"too_large", outcomes.too_large},
                {"unlikely", outcomes.unlikely}, {"too_large_share", outcomes.tooLargeShare()},
                {"unlikely_share", outcomes.unlikelyShare()}};
    return json;
}

Json ranRowJson(const RanMemory& run)
{
    return {{"id", run.id}, {"series", run.series}, {"recompute_stated", run.recompute_stated},
        {"needed_bytes", run.needed}, {"capacity_bytes", run.capacity}, {"fit_chance", run.chance}};
}

} // namespace kneepoint
