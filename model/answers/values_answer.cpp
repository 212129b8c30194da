// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/values_answer.h"

#include "model/catalogue/derive.h"
#include "model/catalogue/setting_json.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <fmt/format.h>

namespace kneepoint {
namespace {

constexpr std::string_view always[] = {"workload.model", "workload.parameters", "workload.sequence_length",
    "workload.batch_per_gpu", "workload.global_batch", "workload.precision", "cluster.gpus", "cluster.gpu",
    "cluster.gpus_per_node", "cluster.interconnect", "cluster.nics_per_node", "cluster.sustained_clock",
    "cluster.price_per_gpu_hour", "plan.auto", "plan.tensor_parallel", "plan.pipeline_parallel",
    "plan.context_parallel", "plan.expert_parallel", "plan.accumulation", "plan.zero_stage", "plan.recompute",
    "stack.software"};

std::string originText(const Parameter& p, const Scenario& s)
{
    const Origin origin = originOf(p, s);
    return origin == Origin::moved ? fmt::format("moved from {}", valueText(p, statedValue(p, s)))
                                   : std::string(originId(origin));
}

} // namespace

Json valuesJson(const Scenario& s)
{
    Json values = Json::object();
    for (const Parameter& p : catalogue()) {
        Json& entry = values[std::string(p.id)];
        const Origin origin = originOf(p, s);
        entry = {{"value", settingJson(p, p.get(s))}, {"origin", originId(origin)}};
        if (origin == Origin::moved)
            entry["stated"] = settingJson(p, statedValue(p, s));
    }
    return values;
}

Table valuesTable(const Scenario& s)
{
    Table table{{{"parameter", "parameter", false}, {"value", "value"}, {"origin", "origin", false}}, {}};
    for (const Parameter& p : catalogue())
        if (isStated(p, s) || std::ranges::find(always, p.id) != std::end(always))
            table.rows.push_back({textCell(std::string(p.label)), {settingJson(p, p.get(s)), valueText(p, p.get(s))},
                textCell(originText(p, s))});
    return table;
}

} // namespace kneepoint
