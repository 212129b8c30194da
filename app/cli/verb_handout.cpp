// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/offscreen_application.h"
#include "app/cli/scenario_request.h"
#include "app/export/handout.h"
#include "model/units/excerpt.h"
#include "widgets/save_file.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

struct HandoutOptions {
    std::vector<std::string> scenarios;
    std::vector<std::string> settings;
    std::vector<std::string> controls;
    std::string lesson;
    std::string title;
    std::string text;
    std::string output;
};

Result<void> addScenarios(const HandoutOptions& options, Handout& handout)
{
    for (const std::string& name : options.scenarios) {
        Result<ScenarioFile> file = readScenario({.scenario = name, .settings = options.settings});
        if (!file)
            return tl::unexpected(file.error());
        handout.scenarios.push_back(std::move(*file));
    }
    return {};
}

Result<void> addControls(const HandoutOptions& options, Handout& handout)
{
    for (const std::string& id : options.controls) {
        const Parameter* p = findParameter(id);
        if (!p)
            return failure(fmt::format("\"{}\" is not a parameter; `kneepoint parameters` lists them", excerpt(id)));
        handout.controls.push_back(p);
    }
    return {};
}

/// What is wrong with the options together, or nothing.
std::string usageFault(const HandoutOptions& options)
{
    if (options.scenarios.empty() && options.lesson.empty())
        return "handout needs a scenario or --lesson";
    if (!options.lesson.empty() && !(options.scenarios.empty() && options.controls.empty()))
        return "a lesson brings its own scenarios and controls; leave SCENARIO and --controls out";
    if (options.controls.size() > most_handout_controls)
        return fmt::format("a page has at most {} controls, not {}", most_handout_controls, options.controls.size());
    return {};
}

ExitCode handOut(const HandoutOptions& options, Streams streams)
{
    if (const std::string fault = usageFault(options); !fault.empty())
        return complain(streams, ExitCode::usage, fault);
    Handout handout{options.title, options.text, {}, {}, {}};
    for (const auto add : {addScenarios, addControls})
        if (const Result<void> added = add(options, handout); !added)
            return complain(streams, ExitCode::bad_input, added.error().message);
    if (!options.lesson.empty()) {
        Result<HandedLesson> lesson = handedLesson(options.lesson);
        if (!lesson)
            return complain(streams, ExitCode::bad_input, lesson.error().message);
        handout.lesson = std::move(*lesson);
    }
    const OffscreenApplication application;
    const QString path = QString::fromStdString(options.output);
    const Result<void> saved =
        handoutPage(handout).and_then([&](const QByteArray& page) { return saveOutput(path, page); });
    if (!saved)
        return complain(streams, ExitCode::bad_input, saved.error().message);
    return ExitCode::done;
}

void addHandoutOptions(VerbOptions& options, HandoutOptions& read)
{
    options.push_back({"SCENARIO", &read.scenarios,
        "Ids of shipped scenarios or files; the page offers a choice if there are several", "SCENARIO"});
    options.push_back(
        {"--set", &read.settings, "Set a parameter of the scenarios first, as id=value; may be repeated", "ID=VALUE"});
    options.push_back(
        {"--controls", &read.controls, "Parameters to move in the page, at most eight; the main ones if none are given",
            "ID,...", {.delimiter = ','}});
    options.push_back(
        {"--lesson", &read.lesson, "Hand out a lesson instead: a shipped one by id, or a file", "LESSON"});
    options.push_back({"--title", &read.title, "Title of the page", "TEXT"});
    options.push_back({"--text", &read.text, "The author's text under the title", "TEXT"});
    options.push_back({"-o,--output", &read.output, "The file: .html", "FILE", {.required = true}});
}

} // namespace

Verb handoutVerb()
{
    return makeVerb("handout", "An interactive page with the engine in it: one file for any browser, offline",
        addHandoutOptions, handOut,
        {
            {"kneepoint handout llama3-70b-512xh100 --controls "
             "cluster.gpus,workload.global_batch,plan.tensor_parallel,cluster.link_rate -o meeting.html",
                "A page with four controls for a planning meeting"},
            {"kneepoint handout --lesson 04-moving-the-knee -o lesson.html",
                "A lesson for a class, which asks before it shows"},
        });
}

} // namespace kneepoint
