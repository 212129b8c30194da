// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/layout_validation.h"
#include "app/cli/matrix_tables.h"
#include "app/cli/offscreen_application.h"
#include "app/cli/table.h"
#include "app/cli/validation_tables.h"
#include "model/catalogue/catalogue.h"
#include "model/constants/left_out_constants.h"
#include "model/validation/parity.h"
#include "model/validation/tables.h"
#include "model/validation/validation.h"
#include "widgets/charts/kit/chart_export.h"
#include "widgets/charts/parity_chart.h"
#include "widgets/style/style.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <ostream>

namespace kneepoint {

namespace {

struct ValidateOptions {
    ValidationRequest request;
    std::string file;
    bool leaves_series = false;
    bool leaves_source = false;
    bool rows = false;
    bool json = false;
    bool markdown = false;
    bool parity = false;
    bool layouts = false;
    bool matrix = false;
    int calibrated = 0; ///< runs of each group; 0: none
};

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
    const auto summary = [](const ErrorSummary& e) { return errorsJson(errorFigures(), e); };
    Json json = {{"series", Json::object()}, {"dense", summary(report.dense)}, {"summary", summary(report.summary)},
        {"memory", summary(report.memory)}, {"ran", ranJson(report.ran)}, {"skipped", Json::array()}};
    for (const ErrorSummary& e : report.series)
        json["series"][e.series] = summary(e);
    for (const auto& [key, summaries] : {std::pair{"bases", &report.bases}, {"families", &report.families}})
        for (const ErrorSummary& e : *summaries)
            json[key][e.series] = summary(e);
    for (const SkippedRow& row : report.skipped)
        json["skipped"].push_back({{"id", row.id}, {"series", row.series}, {"reason", row.reason}});
    if (!rows)
        return json;
    for (const RowError& row : report.rows)
        json["rows"].push_back(rowJson(row));
    for (const MemoryError& figure : report.memory_figures)
        json["memory_figures"].push_back(figureJson(figure));
    for (const RanMemory& run : report.ran)
        json["ran_rows"].push_back(ranRowJson(run));
    return json;
}

std::string validationText(const ValidationReport& report)
{
    Table table{{{"series", "series", false}}, {}};
    addColumns(table, errorFigures());
    const auto add = [&table](std::span<const ErrorSummary> summaries) {
        for (const ErrorSummary& e : summaries)
            addCells(table.rows.emplace_back(std::vector{textCell(e.series)}), errorFigures(), e);
    };
    add(report.series);
    add(report.bases);
    add(report.families);
    add(std::array{report.dense, report.summary, report.memory});
    std::string text = "Errors of the predicted time (for memory series, bytes) in per cent of the measured\n\n"
        + tableText(table) + ranText(report.ran);
    std::map<std::string, int> reasons;
    for (const SkippedRow& row : report.skipped)
        ++reasons[row.reason];
    if (!reasons.empty())
        text += "\nSkipped\n";
    for (const auto& [reason, count] : reasons)
        text += fmt::format("  {:4}  {}\n", count, reason);
    return text;
}

/// Predicted against measured step time of every row of the report, drawn by the validation chart, as an SVG file.
Result<QByteArray> parityPicture(const ValidationReport& report)
{
    constexpr QSize size(720, 720);
    const OffscreenApplication application;
    applyTheme(*qApp, ThemeMode::light);
    std::vector<ParityPoint> points;
    for (const RowError& row : report.rows)
        if (!row.series.starts_with("collectives")) // those are not steps
            points.emplace_back().row = row;
    std::vector<const ParityPoint*> shown;
    shown.reserve(points.size());
    for (const ParityPoint& point : points)
        shown.push_back(&point);
    ParityChart chart;
    chart.setPoints(shown);
    chart.show(share({}));
    return chartBytes(chart, QStringLiteral("chart.svg"), size);
}

/// Sets which constants are used in the request.
ValidationRequest requestOf(const ValidateOptions& options)
{
    ValidationRequest request = options.request;
    request.leave_out = options.leaves_source ? LeaveOut::source
        : options.leaves_series               ? LeaveOut::series
                                              : LeaveOut::nothing;
    request.setting = options.file.empty() ? TeamSetting::tuned : TeamSetting::typical;
    return request;
}

ExitCode writeCalibrated(const ValidateOptions& options, const Measurements& measurements, Streams streams)
{
    const auto runs = static_cast<std::size_t>(options.calibrated);
    std::vector<MeasuredRun> measured = questionsOf(measurements, shippedCalibration()).runs;
    if (!options.request.series.empty())
        std::erase_if(measured, [&](const MeasuredRun& run) { return run.series != options.request.series; });
    const std::vector<CalibratedRow> rows =
        predictCalibrated(measured, runs, requestOf(options).setting, shippedCalibration());
    if (rows.empty())
        return complain(streams, ExitCode::bad_input,
            fmt::format("no source has {} or more runs on one machine", options.calibrated + 2));
    streams.out << (options.json ? jsonText(calibratedJson(rows, runs, options.rows))
            : options.markdown   ? calibratedMarkdown(rows, runs)
                                 : calibratedText(rows, runs));
    return ExitCode::done;
}

ExitCode validateCommand(const ValidateOptions& options, Streams streams)
{
    if (options.rows && !options.json)
        return complain(streams, ExitCode::usage, "--rows requires --json");
    if (options.layouts && options.file.empty())
        return complain(streams, ExitCode::usage, "--layouts requires --file: a JSON file of measured layouts");
    if (options.layouts)
        return writeLayoutValidation(
            options.file, {.json = options.json, .rows = options.rows, .markdown = options.markdown}, streams);
    if (options.markdown && !options.matrix && options.calibrated == 0)
        return complain(streams, ExitCode::usage, "--markdown requires --layouts, --calibrated or --matrix");
    const bool leaves_out = options.leaves_series || options.leaves_source || options.matrix || options.calibrated > 0;
    if (const auto loaded = leaves_out ? loadLeftOutConstants() : Result<void>(); !loaded)
        return complain(streams, ExitCode::bad_input, loaded.error().message);
    Result<Measurements> read =
        options.file.empty() ? Result<Measurements>(publishedMeasurements()) : loadMeasurements(options.file);
    if (!read)
        return complain(streams, ExitCode::bad_input, read.error().message);
    if (options.calibrated > 0)
        return writeCalibrated(options, *read, streams);
    if (options.matrix) {
        const EvidenceMatrices matrices =
            evidenceMatrices(questionsOf(*read, shippedCalibration()).runs, shippedCalibration());
        streams.out << (options.json ? jsonText(matrixJson(matrices))
                : options.markdown   ? matrixMarkdown(matrices)
                                     : matrixText(matrices));
        return ExitCode::done;
    }
    const ValidationReport report = validate(*read, requestOf(options), shippedCalibration());
    if (report.series.empty())
        return complain(streams, ExitCode::bad_input,
            options.request.series.empty() ? "it has no measurements"
                                           : fmt::format("there is no series '{}'", options.request.series));
    if (options.parity) {
        const Result<QByteArray> svg = parityPicture(report);
        if (!svg)
            return complain(streams, ExitCode::bad_input, svg.error().message);
        streams.out << svg->toStdString();
        return ExitCode::done;
    }
    streams.out << (options.json ? jsonText(validationJson(report, options.rows)) : validationText(report));
    return ExitCode::done;
}

void addValidateOptions(VerbOptions& options, ValidateOptions& read)
{
    options.push_back({"--series", &read.request.series, "This series only"});
    options.push_back({"--loso", &read.leaves_series, "Predict every series with constants fitted without it"});
    options.push_back({"--source-out", &read.leaves_source,
        "Predict every series with constants fitted without anything that its source measured", {},
        {.excludes = {"--loso"}}});
    options.push_back({"--file", &read.file, "Your own measurements instead of the published ones", "FILE"});
    options.push_back({"--rows", &read.rows, "With --json: every row with its prediction and interval"});
    options.push_back({"--json", &read.json, "Write JSON"});
    options.push_back({"--markdown", &read.markdown, "With --layouts, --calibrated or --matrix: write Markdown", {},
        {.excludes = {"--json"}}});
    options.push_back({"--parity-svg", &read.parity, "Write a picture of predicted over measured step times", {},
        {.excludes = {"--json", "--markdown"}}});
    options.push_back({"--layouts", &read.layouts,
        "Instead, judge measured layouts of the same job from --file: rank correlation, regret, out of memory", {},
        {.excludes = {"--series", "--loso", "--source-out", "--parity-svg"}}});
    options.push_back({"--calibrated", &read.calibrated,
        "Instead, calibrate with this many runs of every source and machine and predict its others", "N",
        {.range = std::pair{1.0, 16.0}, .excludes = {"--layouts", "--loso", "--source-out", "--parity-svg"}}});
    options.push_back({"--matrix", &read.matrix,
        "Instead, what was measured by GPU architecture, software and kind of job; with --markdown, the page "
        "docs/measured.md",
        {},
        {.excludes = {"--layouts", "--loso", "--source-out", "--parity-svg", "--calibrated", "--series", "--rows"}}});
}

} // namespace

Verb validateVerb()
{
    return makeVerb("validate", "Predictions against published measurements: error and coverage by series",
        addValidateOptions, validateCommand,
        {
            {"kneepoint validate --series megatron21-table1", "Prediction errors for one published series"},
        });
}

} // namespace kneepoint
