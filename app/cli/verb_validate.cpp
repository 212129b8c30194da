// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/ablation_table.h"
#include "app/cli/report_json.h"
#include "app/cli/table.h"
#include "app/cli/validation_page.h"
#include "model/explore/validation.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <map>
#include <memory>
#include <ostream>

namespace kneepoint {

namespace {

struct ValidateOptions {
    ValidationRequest request;
    std::string file;
    bool rows = false;
    bool json = false;
    bool markdown = false;
    bool parity = false;
    bool ablate = false;
};

Json summaryJson(const ErrorSummary& e)
{
    return {{"rows", e.rows}, {"mape", e.mape}, {"median", e.median}, {"p90", e.p90}, {"bias", e.bias},
        {"coverage", e.coverage}, {"skipped", e.skipped}};
}

Json rowJson(const RowError& row)
{
    return {{"id", row.id}, {"series", row.series}, {"measured_s", row.measured_s}, {"predicted_s", row.predicted_s},
        {"low_s", row.low_s}, {"high_s", row.high_s}, {"counted", row.gate}};
}

Json figureJson(const MemoryError& figure)
{
    return {{"id", figure.id}, {"series", figure.series}, {"kind", memoryFigureId(figure.kind)},
        {"measured_bytes", figure.measured}, {"predicted_bytes", figure.predicted}, {"counted", figure.gate}};
}

Json validationJson(const ValidationReport& report, bool rows)
{
    Json json = {{"series", Json::object()}, {"dense", summaryJson(report.dense)},
        {"summary", summaryJson(report.summary)}, {"memory", summaryJson(report.memory)}, {"skipped", Json::array()}};
    for (const ErrorSummary& e : report.series)
        json["series"][e.series] = summaryJson(e);
    for (const SkippedRow& row : report.skipped)
        json["skipped"].push_back({{"id", row.id}, {"series", row.series}, {"reason", row.reason}});
    if (!rows)
        return json;
    for (const RowError& row : report.rows)
        json["rows"].push_back(rowJson(row));
    for (const MemoryError& figure : report.memory_figures)
        json["memory_figures"].push_back(figureJson(figure));
    return json;
}

std::vector<Cell> summaryCells(const ErrorSummary& e)
{
    std::vector<Cell> cells{textCell(e.series), {e.rows, fmt::format("{}", e.rows)}};
    for (const double value : {e.mape, e.median, e.p90, e.bias})
        cells.push_back({value, e.rows > 0 ? fmt::format("{:.1f}", value) : ""});
    const bool stated = e.rows > 0 && !e.series.starts_with("memory");
    cells.push_back({e.coverage, stated ? fmt::format("{:.1f}", e.coverage) : ""});
    cells.push_back({e.skipped, fmt::format("{}", e.skipped)});
    return cells;
}

std::string validationText(const ValidationReport& report)
{
    Table table{{{"series", "series", false}, {"rows", "rows"}, {"mape", "MAPE"}, {"median", "median"}, {"p90", "p90"},
                    {"bias", "bias"}, {"coverage", "coverage"}, {"skipped", "skipped"}},
        {}};
    for (const ErrorSummary& e : report.series)
        table.rows.push_back(summaryCells(e));
    table.rows.push_back(summaryCells(report.dense));
    table.rows.push_back(summaryCells(report.summary));
    table.rows.push_back(summaryCells(report.memory));
    std::string text =
        "Errors of the predicted time, of series about memory the predicted bytes, in per cent of the measured\n\n"
        + tableText(table);
    std::map<std::string, int> reasons;
    for (const SkippedRow& row : report.skipped)
        ++reasons[row.reason];
    if (!reasons.empty())
        text += "\nSkipped\n";
    for (const auto& [reason, count] : reasons)
        text += fmt::format("  {:4}  {}\n", count, reason);
    return text;
}

ExitCode validateCommand(const ValidateOptions& options, Streams streams)
{
    Result<Measurements> read =
        options.file.empty() ? Result<Measurements>(publishedMeasurements()) : loadMeasurements(options.file);
    if (!read)
        return complain(streams, ExitCode::bad_input, read.error().message);
    const ValidationReport report = validate(*read, options.request);
    if (report.series.empty())
        return complain(streams, ExitCode::bad_input,
            options.request.series.empty() ? "there is no measurement in it"
                                           : fmt::format("no series is called '{}'", options.request.series));
    if (options.markdown) {
        ValidationRequest left_out = options.request;
        left_out.leave_one_out = true;
        streams.out << validationMarkdown(report, validate(*read, left_out)) << ablationMarkdown(ablate(*read));
        return ExitCode::done;
    }
    if (options.ablate) {
        const std::vector<Ablation> ablations = ablate(*read);
        streams.out << (options.json ? jsonText(ablationJson(ablations)) : ablationText(ablations));
        return ExitCode::done;
    }
    if (options.parity) {
        streams.out << paritySvg(report);
        return ExitCode::done;
    }
    streams.out << (options.json ? jsonText(validationJson(report, options.rows)) : validationText(report));
    return ExitCode::done;
}

} // namespace

void addValidate(CLI::App& app, VerbAction& chosen)
{
    CLI::App* verb =
        app.add_subcommand("validate", "Predictions against published measurements: error and coverage by series");
    auto options = std::make_shared<ValidateOptions>();
    verb->add_option("--series", options->request.series, "This series only");
    verb->add_flag("--loso", options->request.leave_one_out, "Predict every series with constants fitted without it");
    verb->add_option("--file", options->file, "Measurements of your own instead of the published ones");
    verb->add_flag("--rows", options->rows, "With --json: every row with its prediction and interval");
    CLI::Option* json = verb->add_flag("--json", options->json, "Write JSON");
    CLI::Option* markdown = verb->add_flag("--markdown", options->markdown, "Write the page docs/validation.md");
    verb->add_flag("--parity-svg", options->parity, "Write a picture of predicted over measured step times")
        ->excludes(json)
        ->excludes(markdown);
    verb->add_flag("--ablate", options->ablate, "Errors without one piece of the model at a time")->excludes(markdown);
    markdown->excludes(json);
    verb->callback(
        [&chosen, options] { chosen = [options](Streams streams) { return validateCommand(*options, streams); }; });
}

} // namespace kneepoint
