// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/figures.h"
#include "app/cli/scenario_request.h"
#include "model/answers/report_json.h"
#include "model/results/sentences.h"

namespace kneepoint {

namespace {

struct RooflineOptions {
    ScenarioRequest request;
    OutputFormat format = OutputFormat::text;
};

std::string rooflineText(const ScenarioFile& file, const Analysis& a)
{
    std::string text = file.title.empty() ? std::string() : file.title + "\n";
    text += rooflineSentence(a) + '\n';
    text += figuresText(rooflineFigures(), a);
    return text + "\nBound: " + std::string(roofBoundId(a.roofline.bound)) + '\n';
}

Table rooflineCsv(const Analysis& a)
{
    Table table = figuresTable(rooflineFigures(), a);
    table.rows.push_back({textCell("bound"), textCell(roofBoundId(a.roofline.bound)), textCell("")});
    return table;
}

ExitCode roofline(const RooflineOptions& options, Streams streams)
{
    const Result<PlannedScenario> read = readPlanned(options.request);
    if (!read)
        return complain(streams, ExitCode::bad_input, read.error().message);
    const Analysis a = analyze(read->file.scenario);
    writeAnswer(streams.out, options.format,
        {[&] { return read->changes() + rooflineText(read->file, a); },
            [&] { return withChanges(rooflineJson(read->file, a), read->file, read->layout); },
            [&] { return rooflineCsv(a); }});
    return ExitCode::done;
}

void addRooflineOptions(VerbOptions& options, RooflineOptions& read)
{
    addScenarioOptions(options, read.request);
    addFormatOptions(options, read.format);
}

} // namespace

Verb rooflineVerb()
{
    return makeVerb("roofline", "The three roofs, their ridge points and where the job lies", addRooflineOptions,
        roofline,
        {
            {"kneepoint roofline roofline-7b-debug", "The roofs, and which one limits the job"},
        });
}

} // namespace kneepoint
