// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/sweep_answer.h"

#include "model/answers/eval_answer.h"
#include "model/answers/layout_json.h"
#include "model/answers/scenario_request.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/prices.h"
#include "model/catalogue/whole_batch.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/units/bounded_json.h"

#include <fmt/format.h>

#include <filesystem>

namespace kneepoint {

Result<Sweep> sweepOf(std::string_view json, std::string_view place, const Calibration& calibration)
{
    const auto scenarioNamed = [&](const std::string& name) -> Result<Scenario> {
        const Result<ScenarioFile> file = namedScenario(name, calibration);
        return file ? Result<Scenario>(file->scenario) : tl::unexpected(file.error());
    };
    return parseSweep(json, place, scenarioNamed, calibration);
}

Result<Sweep> loadSweep(const std::string& path, const Calibration& calibration)
{
    return readBoundedFile(path, {.document = "a sweep", .bytes = sweep_file_limit_bytes, .depth = 0, .values = 0})
        .and_then([&](const std::string& text) {
            return sweepOf(text, std::filesystem::path(path).filename().string(), calibration);
        });
}

SweepRow sweepRow(const Sweep& sweep, double index, unsigned threads, const Calibration& calibration)
{
    SweepRow row{index, pointOf(sweep, index), {}, false, {}};
    Edit edit = row.edit;
    if (sweep.plan_layouts)
        edit.push_back({&parameter("plan.auto"), 1});
    Scenario s = applied(sweep.base, edit, calibration, shippedPrices());
    std::vector<const Parameter*> given;
    for (const Setting& setting : row.edit)
        given.push_back(setting.parameter);
    const bool plans = s.automatic.on;
    if (!contradictionIn(row.edit, s).empty() || (!plans && !keptWhole(s, sweep.base, given).refusal.empty())) {
        row.figures.assign(sweep.metrics.size(), std::nullopt);
        return row;
    }
    if (const auto planned = planLayout(s, calibration, threads))
        row.layout = planned->answer.layout;
    const StepReport step = evaluate(s, calibration);
    row.fits = step.memory.fits() && (!plans || row.layout);
    for (const Metric* m : sweep.metrics)
        row.figures.push_back(m->of_step ? m->of_step(s, step) : measure(*m, s, calibration));
    return row;
}

Json sweepRowJson(const Sweep& sweep, const SweepRow& row)
{
    Json json = {{"point", number(row.point)}, {"edit", editJson(row.edit)}};
    if (sweep.plan_layouts || sweep.follows_auto)
        json["layout"] = row.layout ? editJson(editOf(*row.layout)) : Json();
    json["fits"] = row.fits;
    for (std::size_t i = 0; i < sweep.metrics.size(); ++i)
        json["metrics"][std::string(sweep.metrics[i]->id)] = row.figures[i] ? Json(*row.figures[i]) : Json();
    return json;
}

Table sweepTable(const Sweep& sweep, const SweepRow& row)
{
    Table table;
    std::vector<Cell> cells;
    const auto add = [&](std::string_view key, const Json& value) {
        table.columns.push_back({std::string(key), std::string(key)});
        cells.push_back({value, value.is_string() ? value.get<std::string>() : value.dump()});
    };
    add("point", number(row.point));
    for (const Setting& setting : row.edit)
        add(setting.parameter->id, valueJson(*setting.parameter, setting.value));
    if (sweep.plan_layouts || sweep.follows_auto)
        for (const Setting& setting : editOf(row.layout.value_or(Layout{})))
            add(fmt::format("layout.{}", setting.parameter->id),
                row.layout ? valueJson(*setting.parameter, setting.value) : Json());
    add("fits", row.fits);
    for (std::size_t i = 0; i < sweep.metrics.size(); ++i)
        add(sweep.metrics[i]->id, row.figures[i] ? Json(*row.figures[i]) : Json());
    table.rows.push_back(std::move(cells));
    return table;
}

} // namespace kneepoint
