// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/scenario_request.h"
#include "model/exploration/reach_words.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace kneepoint {

namespace {

struct ReachOptions {
    ScenarioRequest request;
    std::string target;
    OutputFormat format = OutputFormat::text;
};

/// A knee beyond the curve is infinite, which JSON cannot say.
Cell figureCell(const ReachTarget& target, double figure)
{
    return {valueJson(std::isfinite(figure) ? std::optional(figure) : std::nullopt), figureText(target, figure)};
}

/// As --set reads it.
std::string settableText(const Setting& setting)
{
    const Parameter& p = *setting.parameter;
    return p.choices ? std::string(p.choice(setting.value).id) : valueText(p, setting.value);
}

/// For --set, joined by semicolons.
std::string settingsText(const Edit& edit)
{
    std::vector<std::string> settings;
    for (const Setting& setting : edit)
        settings.push_back(fmt::format("{}={}", setting.parameter->id, settableText(setting)));
    return fmt::format("{}", fmt::join(settings, "; "));
}

Table waysTable(const Reached& reached, const Scenario& s)
{
    Table table{{{"parameter", "", false}, {"now", "", false}, {"value", "", false}, {"settings", "", false},
                    {"change", "Change", false}, {"figure", "Result", false}},
        {}};
    for (const Way& way : reached.ways) {
        const Parameter& p = *way.setting().parameter;
        const std::string others =
            way.others > 0 ? fmt::format(" (and {} other{})", way.others, way.others == 1 ? "" : "s") : "";
        table.rows.push_back({textCell(p.id), textCell(valueText(p, p.get(s))),
            textCell(valueText(p, way.setting().value)), textCell(settingsText(way.edit)),
            textCell(wayText(way, s) + others), figureCell(reached.target, way.figure)});
    }
    return table;
}

ExitCode reachTarget(const ReachOptions& options, Streams streams)
{
    const Result<ReachTarget> target = parseTarget(options.target);
    if (!target)
        return complain(streams, ExitCode::bad_input, target.error().message);
    const Result<PlannedScenario> read = readPlanned(options.request);
    if (!read)
        return complain(streams, ExitCode::bad_input, read.error().message);
    const Scenario& s = read->file.scenario;
    const Reached reached = reach(s, *target, shippedCalibration());
    writeAnswer(streams.out, options.format,
        {[&] {
             return read->changes() + reachSentence(reached, s) + '\n'
                 + (reached.ways.empty() ? std::string() : '\n' + tableText(waysTable(reached, s)));
         },
            [&] {
                return Json{{"scenario", read->file.title}, {"target", options.target}, {"already", reached.already},
                    {"here", figureCell(*target, reached.here).value}, {"sentence", reachSentence(reached, s)},
                    {"ways", tableJson(waysTable(reached, s))}};
            },
            [&] { return waysTable(reached, s); }});
    return ExitCode::done;
}

void addReachOptions(VerbOptions& options, ReachOptions& read)
{
    addScenarioOptions(options, read.request);
    options.push_back({"-t,--target", &read.target,
        "What to reach: \"fits\", \"knee_gpus=1000\", or a figure of `kneepoint metrics`: \"step_s=5 s\"; at "
        "most for a time or a cost, at least for everything else",
        "METRIC=VALUE", {.required = true}});
    addFormatOptions(options, read.format);
}

} // namespace

Verb reachVerb()
{
    return makeVerb("reach", "Which single change of the job reaches a target, nearest first", addReachOptions,
        reachTarget,
        {
            {"kneepoint reach knee-simulator --target knee_gpus=16", "What would move the knee to 16 GPUs"},
            {"kneepoint reach llama3-70b-512xh100 --target 'step_s=10 s'", "What would bring the step to 10 s"},
        });
}

} // namespace kneepoint
