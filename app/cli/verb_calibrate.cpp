// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/scenario_request.h"
#include "app/document/runs_to_measure.h"
#include "model/answers/calibration_answer.h"
#include "model/calibrate/calibration_words.h"
#include "model/calibrate/evidence_rows.h"
#include "model/calibrate/evidence_worth.h"
#include "model/constants/calibration.h"
#include "model/evidence/apply_evidence.h"
#include "model/imports/import.h"
#include "model/step/step_model.h"
#include "widgets/save_file.h"

#include <QByteArray>
#include <QString>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <vector>

namespace kneepoint {

namespace {

struct CalibrateOptions {
    ScenarioRequest request;
    std::vector<std::string> evidence;
    std::string runs;
    std::string output;
    std::string name;
    int suggest = 0;
    bool json = false;
};

/// Rows for --runs, without the measurements.
Json suggestedJson(const Scenario& job, const std::vector<FoundLayout>& layouts)
{
    Json rows = Json::array();
    for (const FoundLayout& found : layouts) {
        Json row = {{"id", layoutText(job, found.layout)}};
        for (const Dimension d : informative_dimensions)
            row[std::string(parameterOf(d).id)] = found.layout[d];
        row["predicted_step_s"] = found.step.step_s;
        row["step_time_s"] = nullptr;
        rows.push_back(std::move(row));
    }
    return {{"rows", std::move(rows)}};
}

std::string suggestedText(const Scenario& job, const std::vector<FoundLayout>& layouts)
{
    std::string text = "These runs are the most informative about the others; measure their step times for --runs:\n";
    for (const FoundLayout& found : layouts)
        text += fmt::format(
            "  {}, predicted {}\n", layoutText(job, found.layout), formatQuantity(found.step.step_s, Unit::seconds));
    return text;
}

/// What evidence is worth to this job before its calibration.
std::string worthText(Scenario job)
{
    job.own_runs = {};
    return evidenceLines(job, evaluate(job, shippedCalibration()), shippedCalibration());
}

ExitCode suggestRuns(const Scenario& job, const CalibrateOptions& options, Streams streams)
{
    const auto layouts = runsToMeasure(job, static_cast<std::size_t>(options.suggest), shippedCalibration());
    if (layouts.empty())
        return complain(streams, ExitCode::no, nothingToMeasure());
    streams.out << (options.json ? jsonText(suggestedJson(job, layouts))
                                 : suggestedText(job, layouts) + worthText(job));
    return ExitCode::done;
}

std::string fitText(const ScalingFit& fit)
{
    std::string text;
    for (const FittedRun& run : fit.runs) {
        text += fmt::format("  {}: {} GPUs, {} measured, {} fitted", run.name, run.gpus,
            formatQuantity(run.measured_s, Unit::seconds), formatQuantity(run.fitted_s, Unit::seconds));
        if (run.left_out_s > 0)
            text += fmt::format(", {} predicted without it", formatQuantity(run.left_out_s, Unit::seconds));
        text += '\n';
    }
    if (fit.runs.size() > 1)
        text += fmt::format("Each run predicted from the others: mean error {:.1f} %.\n", 100 * fit.left_out_error);
    if (fit.measured_efficiency > 0)
        text += fmt::format("Measured throughput per GPU at {} GPUs is {} of that at {}{}.\n", fit.runs.back().gpus,
            formatQuantity(fit.measured_efficiency, Unit::ratio), fit.runs.front().gpus,
            fit.measured_knee ? fmt::format("; it falls below the tolerance between {} and {} GPUs",
                fit.measured_knee->low, fit.measured_knee->high)
                              : "");
    return text + fit.outlook.sentence + '\n';
}

std::string calibrationText(const CalibrationReport& report, const OwnRows& rows)
{
    std::string text = calibrationSentence(report) + "\n";
    for (const std::string& factor : movedFactors(report))
        text += fmt::format("  {}\n", factor);
    for (const auto& [row, reason] : rows.refused)
        text += fmt::format("  not used: {}: {}\n", row, reason);
    return text;
}

/// The runs of the files and of --runs; the files become evidence of the scenario.
Result<OwnRows> rowsOf(const CalibrateOptions& options, ScenarioFile& file)
{
    std::vector<Evidence> read;
    read.reserve(options.evidence.size());
    for (const std::string& path : options.evidence) {
        Result<Evidence> evidence = importFile(path);
        if (!evidence)
            return tl::unexpected(evidence.error());
        read.push_back(std::move(*evidence));
    }
    for (KeptEvidence& evidence : keptOf(read))
        replaceOrAdd(file.evidence, std::move(evidence));
    if (const auto reason = noRoomFor(file.evidence))
        return failure(*reason);
    OwnRows rows;
    if (!options.evidence.empty())
        rows = runsIn(file.evidence, file.scenario, shippedCalibration());
    if (options.runs.empty())
        return rows;
    Result<OwnRows> listed = loadOwnRows(options.runs, file.scenario, shippedCalibration());
    if (!listed)
        return listed;
    std::ranges::move(listed->rows, std::back_inserter(rows.rows));
    std::ranges::move(listed->refused, std::back_inserter(rows.refused));
    return rows;
}

ExitCode calibrateCommand(const CalibrateOptions& options, Streams streams)
{
    Result<ScenarioFile> file = readScenario(options.request);
    if (!file)
        return complain(streams, ExitCode::bad_input, file.error().message);
    if (options.suggest > 0)
        return suggestRuns(file->scenario, options, streams);
    if (options.runs.empty() && options.evidence.empty())
        return complain(streams, ExitCode::usage, "evidence files, --runs or --suggest are required");
    const Result<OwnRows> rows = rowsOf(options, *file);
    if (!rows)
        return complain(streams, ExitCode::bad_input, rows.error().message);
    if (!options.name.empty())
        file->scenario.own_runs.name = ShortName(options.name);
    const std::string& place = options.evidence.empty() ? options.runs : options.evidence.front();
    if (const Result<void> usable = checkRows(*rows, place); !usable)
        return complain(streams, ExitCode::bad_input, usable.error().message);
    const CalibrationReport report = calibrate(file->scenario, rows->rows, shippedCalibration());
    const ScalingFit fit = scalingFit(report, rows->rows, shippedCalibration());
    if (const std::string unexplained = unexplainedText(fit.runs); !unexplained.empty())
        return complain(streams, ExitCode::bad_input, unexplained);
    file->scenario = report.scenario;
    if (!options.output.empty())
        if (const Result<void> saved = saveOutput(QString::fromStdString(options.output),
                QByteArray::fromStdString(writeScenario(*file, shippedCalibration())));
            !saved)
            return complain(streams, ExitCode::bad_input, saved.error().message);
    if (options.json)
        streams.out << jsonText(calibrationJson(report, *rows, fit, shippedCalibration()));
    else
        streams.out << calibrationText(report, *rows) << worthText(file->scenario) << fitText(fit);
    return ExitCode::done;
}

void addCalibrateOptions(VerbOptions& options, CalibrateOptions& read)
{
    addScenarioOptions(options, read.request);
    options.push_back({"FILE", &read.evidence,
        "Files with runs, as kneepoint import reads them: training logs, scaling tables, profiler traces", "FILE"});
    options.push_back({"--runs", &read.runs,
        "Your measured runs: JSON rows with their settings and step_time_s, tokens_per_s, examples_per_s or "
        "mfu, and memory_bytes or mem_gb",
        "FILE"});
    options.push_back({"-o,--output", &read.output, "Write the calibrated scenario here", "FILE"});
    options.push_back({"--name", &read.name, "Name of the calibration in the scenario", "NAME"});
    options.push_back({"--suggest", &read.suggest,
        "Instead of calibrating, list the N layouts whose step times would be most informative about the others", "N",
        {.range = std::pair{1.0, 10.0}, .excludes = {"FILE", "--runs", "--output"}}});
    options.push_back({"--json", &read.json, "Write JSON"});
}

} // namespace

Verb calibrateVerb()
{
    return makeVerb("calibrate", "Calibrate a scenario with a few of your own measured runs", addCalibrateOptions,
        calibrateCommand,
        {
            {"kneepoint calibrate llama3-8b-64xh100 --runs runs.json -o mine.kneepoint",
                "Adapt the prediction to your own measured runs"},
            {"kneepoint calibrate llama3-8b-64xh100 scaling.csv", "The same from a table of measured sizes"},
            {"kneepoint calibrate llama3-8b-64xh100 --suggest 3", "Runs worth measuring"},
        });
}

} // namespace kneepoint
