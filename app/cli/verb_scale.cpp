// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/figures.h"
#include "app/cli/scenario_request.h"
#include "model/analysis/knees.h"
#include "model/analysis/limits.h"
#include "model/answers/scale_answer.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

struct ScaleOptions {
    ScenarioRequest request;
    OutputFormat format = OutputFormat::text;
    std::vector<double> workers;
};

std::string kneeLine(std::string_view what, const std::optional<Knee>& knee, double max_workers)
{
    if (!knee)
        return fmt::format("{}: none up to K = {}\n", what, formatQuantity(max_workers, Unit::none));
    return fmt::format(
        "{}: {} ({}), next usable {}\n", what, kneePlace(knee->workers), causeLabel(knee->cause), knee->usable_workers);
}

std::string limitsLine(const Analysis& a)
{
    const std::string words = limitsText(a);
    return words.empty() ? words : words + '\n';
}

std::string scaleText(const Analysis& a, const Table& rows)
{
    const Knees& knees = a.curve.knees;
    const std::string gamma = "γ = " + formatQuantity(a.scenario.assumptions.knee_gamma, Unit::none);
    return tableText(rows) + '\n'
        + kneeLine(fmt::format("knee ({})", kneeDefinition(a.scenario)), theKnee(a.curve), a.curve.max_workers)
        + kneeLine(gamma, knees.gamma, a.curve.max_workers)
        + kneeLine("max curvature of the speedup", knees.curvature, a.curve.max_workers) + scalingSentence(a) + '\n'
        + limitsLine(a);
}

ExitCode scale(const ScaleOptions& options, Streams streams)
{
    const Result<PlannedScenario> read = readPlanned(options.request);
    if (!read)
        return complain(streams, ExitCode::bad_input, read.error().message);
    const Analysis a = analyze(read->file.scenario);
    const Result<Table> rows = scaleTable(a, options.workers);
    if (!rows)
        return complain(streams, ExitCode::usage, "--" + rows.error().message);
    writeAnswer(streams.out, options.format,
        {[&] { return read->changes() + scaleText(a, *rows); },
            [&] { return withChanges(scaleJson(read->file, a, *rows), read->file, read->layout); },
            [&] { return *rows; }});
    return ExitCode::done;
}

void addScaleOptions(VerbOptions& options, ScaleOptions& read)
{
    addScenarioOptions(options, read.request);
    addFormatOptions(options, read.format);
    options.push_back({"--k", &read.workers, "Worker counts, separated by commas; powers of two if not given",
        "K,K,...", {.delimiter = ','}});
}

} // namespace

Verb scaleVerb()
{
    return makeVerb("scale", "Step, speedup and efficiency over the number of workers; the knees", addScaleOptions,
        scale,
        {
            {"kneepoint scale knee-simulator --k 1,2,4,8,16",
                "Speedup and efficiency at these worker counts, and the knees"},
            {"kneepoint scale bert-large-100gbe --csv", "The scaling curve as a table"},
        });
}

} // namespace kneepoint
