// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/figures.h"
#include "app/cli/scenario_request.h"
#include "model/analysis/limits.h"
#include "model/answers/values_answer.h"
#include "model/calibrate/evidence_worth.h"
#include "model/results/feasibility.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

struct EvalOptions {
    ScenarioRequest request;
    bool plans_layout = false;
    OutputFormat format = OutputFormat::text;
};

Table partsTable(const StepReport& step)
{
    Table table{{{"part", "part", false}, {"exposed_s", "exposed"}, {"hidden_s", "hidden"}, {"share", "share"}}, {}};
    for (std::size_t i = 0; i < part_count; ++i) {
        const PartTime& part = step.parts[i];
        if (part.total_s() <= 0)
            continue;
        const double share = step.step_s > 0 ? part.exposed_s / step.step_s : 0;
        table.rows.push_back(
            {textCell(partLabel(static_cast<Part>(i))), {part.exposed_s, formatQuantity(part.exposed_s, Unit::seconds)},
                {part.hidden_s, formatQuantity(part.hidden_s, Unit::seconds)}, {share, formatShare(share)}});
    }
    return table;
}

std::string evalText(const ScenarioFile& file, const Analysis& a)
{
    std::string text = file.title.empty() ? std::string() : file.title + "\n";
    text += headlineSentence(a) + '\n';
    for (const auto& said : {remarks(a), notes(a)})
        for (const std::string& remark : said)
            text += "Note: " + remark + '\n';
    text += figuresText(evalFigures(), a);
    if (const std::string invitation = evidenceInvitation(a.scenario, a.step, a.calibration); !invitation.empty())
        text += '\n' + invitation + " Bring a run: kneepoint calibrate --help\n";
    text += "\nChosen, typed and derived\n" + tableText(valuesTable(a.scenario));
    text += fmt::format("\nStep time by part ({})\n", boundLabel(a.step.bound));
    text += tableText(partsTable(a.step));
    text += fmt::format("\nRoofline bound: {}. Memory: {} of {}, {}.\n", roofBoundId(a.roofline.bound),
        formatQuantity(a.step.memory.total(), Unit::bytes), formatQuantity(a.step.memory.capacity, Unit::bytes),
        a.step.memory.fits() ? "fits" : "does not fit");
    return text;
}

Table evalCsv(const Analysis& a)
{
    Table table = figuresTable(evalFigures(), a);
    table.rows.push_back({textCell("bound"), textCell(roofBoundId(a.roofline.bound)), textCell("")});
    table.rows.push_back({textCell("step_bound"), textCell(boundId(a.step.bound)), textCell("")});
    table.rows.push_back({textCell("fits"), {a.step.memory.fits(), ""}, textCell("")});
    const LimitsMet met = limitsMet(a.scenario.assumptions, a.training);
    table.rows.push_back({textCell("meets_deadline"), {answerJson(met.deadline), ""}, textCell("")});
    table.rows.push_back({textCell("within_budget"), {answerJson(met.budget), ""}, textCell("")});
    for (std::size_t i = 0; i < part_count; ++i)
        table.rows.push_back({textCell(fmt::format("components.{}", partId(static_cast<Part>(i)))),
            {a.step.parts[i].exposed_s, ""}, textCell("s")});
    return table;
}

ExitCode eval(const EvalOptions& options, Streams streams)
{
    ScenarioRequest request = options.request;
    if (options.plans_layout)
        request.settings.insert(request.settings.begin(), "plan.auto=on");
    const Result<PlannedScenario> read = readPlanned(request);
    if (!read)
        return complain(streams, ExitCode::bad_input, read.error().message);
    const Analysis a = analyze(read->file.scenario);
    writeAnswer(streams.out, options.format,
        {[&] { return read->changes() + evalText(read->file, a); },
            [&] { return evalJson(read->file, a, read->layout); }, [&] { return evalCsv(a); }});
    return whyItCannotRun(a).empty() ? ExitCode::done : ExitCode::no;
}

void addEvalOptions(VerbOptions& options, EvalOptions& read)
{
    addScenarioOptions(options, read.request);
    options.push_back({"--auto", &read.plans_layout,
        "The same as `--set plan.auto=on` before any other: plan the layout, except for pinned parameters; the "
        "scenario's own if none fits"});
    addFormatOptions(options, read.format);
}

} // namespace

Verb evalVerb()
{
    return makeVerb("eval", "One step of a scenario: time by part, throughput and cost", addEvalOptions, eval,
        {
            {"kneepoint eval llama3-8b-64xh100", "Step time, throughput, memory and cost of a shipped scenario"},
            {R"(kneepoint eval knee-simulator --set cluster.gpus=64 --set cluster.link_rate="400 Gbit/s")",
                "Change parameters first"},
            {"kneepoint eval llama3-70b-512xh100 --auto --json",
                "A job in an automatically planned layout, for a script"},
        });
}

} // namespace kneepoint
