// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/import_json.h"
#include "app/cli/scenario_request.h"
#include "model/catalogue/catalogue.h"
#include "model/constants/calibration.h"
#include "model/evidence/apply_evidence.h"
#include "model/imports/import.h"
#include "model/results/metric.h"
#include "widgets/save_file.h"

#include <QByteArray>
#include <QString>

#include <fmt/format.h>

#include <cmath>
#include <ostream>

namespace kneepoint {

namespace {

struct ImportVerbOptions {
    std::vector<std::string> files;
    std::string scenario;
    std::string output;
    bool json = false;
};

/// The files that could be read, and the reasons of the others.
struct ReadFiles {
    std::vector<Evidence> files;
    std::vector<std::string> errors;
};

ReadFiles readFiles(const std::vector<std::string>& paths)
{
    ReadFiles read;
    for (const std::string& path : paths)
        if (Result<Evidence> evidence = importFile(path))
            read.files.push_back(std::move(*evidence));
        else
            read.errors.push_back(evidence.error().message);
    return read;
}

Json answerJson(const ReadFiles& read, const ImportSet& set, const std::optional<ScenarioFile>& scenario)
{
    Json json = {{"files", Json::array()}, {"findings", findingsJson(set.findings)}, {"errors", read.errors},
        {"disagreements", Json::array()}, {"scenario", nullptr}};
    for (const Evidence& evidence : read.files)
        json["files"].push_back(evidenceJson(evidence));
    for (const SkippedItem& item : set.combined.skipped)
        json["disagreements"].push_back({{"place", item.place}, {"reason", item.reason}});
    if (scenario)
        json["scenario"] = Json::parse(writeScenario(*scenario, shippedCalibration()));
    return json;
}

std::string placeText(const std::string& place)
{
    return place.empty() ? "\n" : fmt::format("    ({})\n", place);
}

std::string settingText(const ObservedSetting& setting)
{
    const Parameter& p = parameter(setting.parameter);
    return fmt::format("  {} = {}{}", p.id, briefText(p, setting.value), placeText(setting.place));
}

std::string measurementText(const Measurement& m)
{
    const Metric* metric = findMetric(m.metric);
    const Unit unit = metric ? metric->unit : Unit::none;
    constexpr double rounding = 1e-9;
    std::string spread;
    if (m.samples > 1 && m.spread > rounding * std::abs(m.value))
        spread += " ± " + formatQuantity(m.spread, unit);
    if (m.samples > 1)
        spread += fmt::format(", {} samples", number(m.samples).dump());
    return fmt::format(
        "  {}: {}{}{}", metric ? metric->label : m.metric, formatQuantity(m.value, unit), spread, placeText(m.place));
}

std::string fileText(const Evidence& e)
{
    std::string text = fmt::format("{} ({}): {}\n", e.source.name, e.kind, e.summary);
    for (const ObservedSetting& setting : e.settings)
        text += settingText(setting);
    for (const Measurement& m : e.measurements)
        text += measurementText(m);
    for (const StepPart& part : e.breakdown)
        text += fmt::format("  {}: {}\n", part.part, formatQuantity(part.seconds, Unit::seconds));
    for (const MeasuredCurve& curve : e.curves)
        text += fmt::format("  curve {}: {} {}{}", curve.name, curve.points.size(),
            curve.points.size() == 1 ? "point" : "points", placeText(curve.place));
    if (!e.rows.empty())
        text += fmt::format("  {} measured {}\n", e.rows.size(), e.rows.size() == 1 ? "run" : "runs");
    for (const SkippedItem& item : e.skipped)
        text += fmt::format("  not used: {}: {}\n", item.place, item.reason);
    return text;
}

std::string answerText(const ReadFiles& read, const ImportSet& set)
{
    std::string text;
    for (const Evidence& evidence : read.files)
        text += fileText(evidence);
    for (const std::string& error : read.errors)
        text += fmt::format("not read: {}\n", error);
    for (const EvidenceFinding& finding : set.findings)
        text += fmt::format("{}: {}\n", finding.cause, finding.sentence);
    for (const SkippedItem& item : set.combined.skipped)
        text += fmt::format("not used: {}: {}\n", item.place, item.reason);
    return text;
}

/// The scenario with what the files say; nothing if none is asked for.
Result<std::optional<ScenarioFile>> scenarioWith(
    const ImportVerbOptions& options, const ReadFiles& read, const ImportSet& set)
{
    if (options.scenario.empty())
        return std::nullopt;
    Result<ScenarioFile> file = readScenario({options.scenario, {}});
    if (!file)
        return tl::unexpected(file.error());
    const Result<Scenario> scenario = withSettings(file->scenario, set.combined.settings, shippedCalibration());
    if (!scenario)
        return tl::unexpected(scenario.error());
    if (*scenario != file->scenario)
        markChanged(*file);
    file->scenario = *scenario;
    for (KeptEvidence& evidence : keptOf(read.files))
        replaceOrAdd(file->evidence, std::move(evidence));
    if (const auto reason = noRoomFor(file->evidence))
        return failure(*reason);
    return std::optional(std::move(*file));
}

ExitCode importCommand(const ImportVerbOptions& options, Streams streams)
{
    if (!options.output.empty() && options.scenario.empty())
        return complain(streams, ExitCode::usage, "--output needs --scenario, the scenario to write with the settings");
    const ReadFiles read = readFiles(options.files);
    if (read.files.empty())
        return complain(streams, ExitCode::bad_input, fmt::format("{}", fmt::join(read.errors, "\n")));
    const ImportSet set = combine(read.files);
    const auto scenario = scenarioWith(options, read, set);
    if (!scenario)
        return complain(streams, ExitCode::bad_input, scenario.error().message);
    if (*scenario && !options.output.empty())
        if (const Result<void> saved = saveOutput(QString::fromStdString(options.output),
                QByteArray::fromStdString(writeScenario(**scenario, shippedCalibration())));
            !saved)
            return complain(streams, ExitCode::bad_input, saved.error().message);
    streams.out << (options.json ? jsonText(answerJson(read, set, *scenario)) : answerText(read, set));
    return ExitCode::done;
}

void addImportOptions(VerbOptions& options, ImportVerbOptions& read)
{
    options.push_back({.name = "FILE",
        .target = &read.files,
        .help = "Files to read: PyTorch profiler traces, nccl-tests output, NCCL Inspector logs, config.json, training "
                "logs, scaling tables, nvidia-smi topo -m; the kind is recognized by the content",
        .type_name = "FILE",
        .required = true});
    options.push_back({.name = "--scenario",
        .target = &read.scenario,
        .help = "Apply the settings of the files to this scenario (a file or a preset id)",
        .type_name = "SCENARIO"});
    options.push_back({.name = "-o,--output",
        .target = &read.output,
        .help = "Write the scenario with the settings here",
        .type_name = "FILE"});
    options.push_back({"--json", &read.json, "Write JSON"});
}

} // namespace

Verb importVerb()
{
    return makeVerb("import", "Read traces, logs, nccl-tests output, model configs and tables as evidence",
        addImportOptions, importCommand,
        {
            {"kneepoint import config.json --scenario llama3-8b-64xh100 -o mine.kneepoint",
                "A scenario with the model of a configuration file"},
        });
}

} // namespace kneepoint
