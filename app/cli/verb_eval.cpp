// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/figures.h"
#include "app/cli/figures_text.h"
#include "app/cli/report_json.h"
#include "app/cli/scenario_request.h"
#include "model/explore/limits.h"
#include "model/explore/sentences.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <ostream>

namespace kneepoint {

namespace {

struct EvalOptions {
    ScenarioRequest request;
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
                {part.hidden_s, formatQuantity(part.hidden_s, Unit::seconds)},
                {share, formatQuantity(share, Unit::ratio)}});
    }
    return table;
}

std::string evalText(const ScenarioFile& file, const Analysis& a)
{
    std::string text = file.title.empty() ? std::string() : file.title + "\n";
    text += headlineSentence(a) + '\n';
    for (const std::string& remark : remarks(a))
        text += "Note: " + remark + '\n';
    std::vector<FigureGroup> figures = evalFigures(a);
    if (file.scenario.workload.kind == ModelKind::generic) // it has examples, but no tokens
        for (FigureGroup& group : figures)
            std::erase_if(group.figures,
                [](const Figure& f) { return f.unit == Unit::tokens || f.unit == Unit::tokens_per_second; });
    text += figuresText(figures);
    text += fmt::format("\nThe step, part by part ({})\n", boundLabel(a.step.bound));
    text += tableText(partsTable(a.step));
    text += fmt::format("\nRoofline bound: {}. Memory: {} of {}, {}.\n", roofBoundId(a.roofline.bound),
        formatQuantity(a.step.memory.total(), Unit::bytes), formatQuantity(a.step.memory.capacity, Unit::bytes),
        a.step.memory.fits() ? "fits" : "does not fit");
    return text;
}

Table evalCsv(const Analysis& a)
{
    Table table = figuresTable(evalFigures(a));
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
    const Result<ScenarioFile> file = readScenario(options.request);
    if (!file)
        return complain(streams, ExitCode::bad_input, file.error().message);
    const Analysis a = analyse(file->scenario);
    writeAnswer(streams.out, options.format,
        {[&] { return evalText(*file, a); }, [&] { return evalJson(*file, a); }, [&] { return evalCsv(a); }});
    return a.step.memory.fits() ? ExitCode::done : ExitCode::no;
}

} // namespace

void addEval(CLI::App& app, VerbAction& chosen)
{
    CLI::App* verb = app.add_subcommand("eval", "One step of a scenario: its time part by part, throughput and cost");
    auto options = std::make_shared<EvalOptions>();
    addScenarioOptions(*verb, options->request);
    addFormatOptions(*verb, options->format);
    verb->callback([&chosen, options] { chosen = [options](Streams streams) { return eval(*options, streams); }; });
}

} // namespace kneepoint
