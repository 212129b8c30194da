// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/scenario_request.h"
#include "model/answers/diagnosis_json.h"
#include "model/answers/report_json.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

struct DiagnoseOptions {
    ScenarioRequest request;
    OutputFormat format = OutputFormat::text;
};

std::string findingText(const Finding& f)
{
    std::string text = fmt::format("\n{}: {} lost\n  {}\n  {}\n", causeLabel(f.cause),
        formatQuantity(f.share, Unit::ratio), f.sentence, wallSentence(f.wall));
    for (const std::string& sentence : f.evidence)
        text += fmt::format("  - {}\n", sentence);
    text += "  To confirm it:\n";
    for (const std::string_view sentence : f.confirm)
        text += fmt::format("  - {}\n", sentence);
    if (!f.remedies.empty())
        text += "  Fixes:\n";
    for (const Remedy& r : f.remedies)
        text += fmt::format(
            "  - {}{}\n", r.sentence, r.trade_off.empty() ? "" : fmt::format(" (trade-off: {})", r.trade_off));
    return text;
}

std::string diagnosisText(const ScenarioFile& file, const Diagnosis& d, const Waterfall& w)
{
    std::string text = file.title.empty() ? std::string() : file.title + "\n";
    text += d.sentence + '\n' + w.sentence + '\n';
    for (const WaterfallBar& bar : w.bars)
        text += fmt::format("  {:>8} → {:<8} {}\n", formatQuantity(bar.from, Unit::factor),
            formatQuantity(bar.to, Unit::factor), bar.label);
    for (const Finding& f : d.causes)
        text += findingText(f);
    return text;
}

Table remediesTable(const Diagnosis& d)
{
    Table table{{{"cause", "cause", false}, {"severity", "severity"}, {"remedy", "remedy", false}, {"gain", "gain"},
                    {"sentence", "effect", false}},
        {}};
    for (const Finding& f : d.causes) {
        const Cell severity{f.severity, formatQuantity(f.severity, Unit::ratio)};
        if (f.remedies.empty())
            table.rows.push_back({textCell(causeId(f.cause)), severity, textCell(""), {nullptr, ""}, textCell("")});
        for (const Remedy& r : f.remedies)
            table.rows.push_back({textCell(causeId(f.cause)), severity, textCell(r.id),
                {r.gain, formatQuantity(r.gain, Unit::ratio)}, textCell(r.sentence)});
    }
    return table;
}

ExitCode diagnoseScenario(const DiagnoseOptions& options, Streams streams)
{
    const Result<PlannedScenario> read = readPlanned(options.request);
    if (!read)
        return complain(streams, ExitCode::bad_input, read.error().message);
    const Analysis a = analyze(read->file.scenario);
    const Diagnosis d = diagnose(a);
    writeAnswer(streams.out, options.format,
        {[&] { return read->changes() + diagnosisText(read->file, d, waterfall(a)); },
            [&] { return withChanges(diagnosisJson(read->file, d, waterfall(a)), read->file, read->layout); },
            [&] { return remediesTable(d); }});
    return ExitCode::done;
}

void addDiagnoseOptions(VerbOptions& options, DiagnoseOptions& read)
{
    addScenarioOptions(options, read.request);
    addFormatOptions(options, read.format);
}

} // namespace

Verb diagnoseVerb()
{
    return makeVerb("diagnose", "Why the job does not scale, worst cause first, and how much each fix would help",
        addDiagnoseOptions, diagnoseScenario,
        {
            {"kneepoint diagnose gap-64-gpus", "What limits scaling, and what each fix would gain"},
        });
}

} // namespace kneepoint
