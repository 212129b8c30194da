// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/layout_validation.h"
#include "app/cli/table.h"

#include "model/answers/report_json.h"
#include "model/constants/calibration.h"
#include "model/constants/physics.h"
#include "model/validation/layout_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <string>

namespace kneepoint {

namespace {

Json memoryJson(const MemoryOutcomes& m)
{
    return {{"fits_ran", m.fits_ran}, {"fits_failed", m.fits_failed}, {"too_large_ran", m.too_large_ran},
        {"too_large_failed", m.too_large_failed}, {"right", m.right()}, {"recall", m.recall()},
        {"false_alarms", m.falseAlarms()}};
}

Json stepsJson(const StepErrors& e)
{
    return {{"rows", e.rows}, {"mape", 100 * e.mape}, {"bias", 100 * e.bias}, {"coverage", 100 * e.coverage}};
}

void addPrediction(Json& json, const PredictedStep& predicted)
{
    json["predicted_s"] = predicted.step_s;
    json["low_s"] = predicted.low_s;
    json["high_s"] = predicted.high_s;
}

Json rowJson(const std::string& group, const JudgedLayout& row)
{
    Json json = {{"id", row.id}, {"group", group}, {"end", layoutEndId(row.end)},
        {"measured_s", row.measured_s > 0 ? Json(row.measured_s) : Json()}};
    addPrediction(json, row.predicted);
    json["calibrates"] = row.calibrates;
    json["calibrated"] = nullptr;
    if (row.calibrated)
        addPrediction(json["calibrated"], *row.calibrated);
    json["needed_bytes"] = row.memory.total();
    json["capacity_bytes"] = row.memory.capacity;
    json["fit_chance"] = fitChance(row.memory);
    return json;
}

/// Means over the layouts of all groups, before or after calibration.
StepErrors meanOf(const LayoutValidation& v, bool calibrated)
{
    StepErrors mean;
    for (const LayoutGroup& g : v.groups) {
        const StepErrors e = calibrated ? g.calibrated.value_or(StepErrors{}) : g.steps;
        mean.rows += e.rows;
        mean.mape += e.rows * e.mape;
        mean.bias += e.rows * e.bias;
        mean.coverage += e.rows * e.coverage;
    }
    const double rows = std::max(1.0, mean.rows);
    return {mean.rows, mean.mape / rows, mean.bias / rows, mean.coverage / rows};
}

/// Errors after calibration by the first word of the groups' names, which is their source's.
std::map<std::string, StepErrors> calibratedBySource(const LayoutValidation& v)
{
    std::map<std::string, LayoutValidation> sources;
    for (const LayoutGroup& g : v.groups)
        if (g.calibrated && g.calibrated->rows > 0)
            sources[g.name.substr(0, g.name.find('-'))].groups.push_back(g);
    std::map<std::string, StepErrors> errors;
    for (const auto& [source, groups] : sources)
        errors[source] = meanOf(groups, true);
    return errors;
}

Json validationJson(const LayoutValidation& v, bool rows)
{
    Json json = {{"groups", Json::object()}, {"oom", memoryJson(v.memory)},
        {"oom_unless_likely", memoryJson(v.likely_memory)}, {"median_regret", v.median_regret},
        {"within_5", v.within_5}, {"within_10", v.within_10}, {"first_choice_ok", v.first_choice_ok},
        {"chosen_bias", v.chosen_bias}, {"chosen_mape", v.chosen_mape}, {"chosen_covered", v.chosen_covered},
        {"optimism_of_choosing", v.optimism}, {"skipped", Json::array()}};
    for (const LayoutGroup& g : v.groups)
        json["groups"][g.name] = {{"layouts", g.layouts}, {"ran", g.ran}, {"tau", valueJson(g.tau)},
            {"regret", valueJson(g.regret)}, {"first_choice", firstChoiceId(g.first_choice)}, {"chosen", g.chosen},
            {"chosen_error", valueJson(g.chosen_error)}, {"best", g.best}, {"best_fits", g.best_fits},
            {"oom", memoryJson(g.memory)}, {"steps", stepsJson(g.steps)},
            {"calibrated", g.calibrated ? stepsJson(*g.calibrated) : Json()}};
    for (const auto& [source, e] : calibratedBySource(v))
        json["calibrated_by_source"][source] = stepsJson(e);
    for (const auto& [reason, count] : v.skipped)
        json["skipped"].push_back({{"reason", reason}, {"rows", count}});
    if (!rows)
        return json;
    json["rows"] = Json::array();
    for (const LayoutGroup& g : v.groups)
        for (const JudgedLayout& row : g.rows)
            json["rows"].push_back(rowJson(g.name, row));
    return json;
}

Cell percent(const std::optional<double>& share)
{
    return {valueJson(share), share ? fmt::format("{:.1f} %", 100 * *share) : "–"};
}

Table groupTable(const LayoutValidation& v)
{
    Table table{
        {{"group", "group", false}, {"layouts", "layouts"}, {"ran", "ran"}, {"mape", "MAPE"}, {"coverage", "inside"},
            {"calibrated", "calibrated"}, {"tau", "tau"}, {"regret", "regret"}, {"first_choice", "first choice", false},
            {"best_fits", "best fits", false}, {"oom_right", "OOM right"}},
        {}};
    for (const LayoutGroup& g : v.groups)
        table.rows.push_back({textCell(g.name), {g.layouts, fmt::format("{}", g.layouts)},
            {g.ran, fmt::format("{}", g.ran)}, percent(g.steps.mape),
            percent(g.steps.rows > 0 ? std::optional(g.steps.coverage) : std::nullopt),
            percent(g.calibrated ? std::optional(g.calibrated->mape) : std::nullopt),
            {valueJson(g.tau), g.tau ? fmt::format("{:.2f}", *g.tau) : "–"}, percent(g.regret),
            textCell(firstChoiceId(g.first_choice)), textCell(g.best_fits ? "yes" : "no"), percent(g.memory.right())});
    return table;
}

std::string bySourceText(const LayoutValidation& v)
{
    const std::map<std::string, StepErrors> errors = calibratedBySource(v);
    std::string text;
    for (const auto& [source, e] : errors)
        text += fmt::format(
            "{}{} {:.1f} %, {:.0f} % of {}", text.empty() ? "" : "; ", source, 100 * e.mape, 100 * e.coverage, e.rows);
    return errors.size() < 2 ? std::string() : "After calibration by source: " + text + ".\n";
}

std::string summaryText(const LayoutValidation& v)
{
    if (v.groups.empty())
        return "No row can be used, so there is nothing to compare.\n";
    const StepErrors as_is = meanOf(v, false), calibrated = meanOf(v, true);
    std::string steps;
    if (as_is.rows > 0)
        steps +=
            fmt::format("Step times of {} layouts that ran: mean error {:.1f} %, {:.0f} % inside their 90 % interval. ",
                as_is.rows, 100 * as_is.mape, 100 * as_is.coverage);
    if (calibrated.rows > 0)
        steps += fmt::format(
            "After calibration on the three most informative layouts of each group, the other {}: {:.1f} %, {:.0f} %. ",
            calibrated.rows, 100 * calibrated.mape, 100 * calibrated.coverage);
    if (!steps.empty())
        steps.back() = '\n';
    return steps
        + fmt::format(
            "Median regret {:.1f} %; at most 5 % in {:.0f} % of the groups, at most 10 % in {:.0f} %. The first choice "
            "runs in {:.0f} % of the groups; its predicted step is off by {:+.1f} % in the median and by {:.1f} % in "
            "the mean, and {:.0f} % of them are inside their interval.\nOut of memory: right for {:.1f} % of {} "
            "layouts; {} predicted to fit failed, {} predicted not to fit ran. That is {:.1f} % of the failures found "
            "and {:.1f} % false alarms; {:.1f} % and {:.1f} % if a layout must fit with a probability of {:.0f} %.\n",
            100 * v.median_regret, 100 * v.within_5, 100 * v.within_10, 100 * v.first_choice_ok, 100 * v.chosen_bias,
            100 * v.chosen_mape, 100 * v.chosen_covered, 100 * v.memory.right(), v.memory.all(), v.memory.fits_failed,
            v.memory.too_large_ran, 100 * v.memory.recall(), 100 * v.memory.falseAlarms(),
            100 * v.likely_memory.recall(), 100 * v.likely_memory.falseAlarms(), 100 * likely_fit_chance);
}

std::string markdownText(const LayoutValidation& v)
{
    return "## Measured layouts\n\n" + summaryText(v) + "\n" + tableMarkdown(groupTable(v));
}

std::string validationText(const LayoutValidation& v)
{
    std::string text = tableText(groupTable(v)) + "\n" + summaryText(v) + bySourceText(v);
    for (const auto& [reason, rows] : v.skipped)
        text += fmt::format("  skipped {:4}  {}\n", rows, reason);
    return text;
}

} // namespace

ExitCode writeLayoutValidation(const std::string& file, const LayoutValidationOutput& output, Streams streams)
{
    const Result<MeasuredLayouts> read = loadMeasuredLayouts(file, shippedCalibration());
    if (!read)
        return complain(streams, ExitCode::bad_input, read.error().message);
    const LayoutValidation validation = validateLayouts(*read, shippedCalibration());
    streams.out << (output.json ? jsonText(validationJson(validation, output.rows))
            : output.markdown   ? markdownText(validation)
                                : validationText(validation));
    return validation.groups.empty() ? ExitCode::no : ExitCode::done;
}

} // namespace kneepoint
