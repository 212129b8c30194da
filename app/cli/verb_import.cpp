// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/import_json.h"
#include "app/cli/scenario_request.h"
#include "model/catalogue/catalogue.h"
#include "model/constants/calibration.h"
#include "model/evidence/apply_evidence.h"
#include "model/evidence/trace_difference.h"
#include "model/imports/import.h"
#include "model/results/metric.h"
#include "widgets/save_file.h"

#include <QByteArray>
#include <QString>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace kneepoint {

namespace {

struct ImportVerbOptions {
    std::vector<std::string> files;
    std::string scenario;
    std::string output;
    std::vector<std::string> answers; ///< "cluster.gpus=64"
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

std::optional<TraceDifference> differenceOf(const ReadFiles& read)
{
    return traceDifference(keptOf(read.files));
}

Json answerJson(const ReadFiles& read, const ImportSet& set, const std::optional<ScenarioFile>& scenario)
{
    Json json = {{"files", Json::array()}, {"findings", findingsJson(set.findings)}, {"errors", read.errors},
        {"disagreements", Json::array()}, {"questions", questionsJson(set.combined.questions)}, {"comparison", nullptr},
        {"scenario", nullptr}};
    if (const auto difference = differenceOf(read))
        json["comparison"] = differenceJson(*difference);
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

std::string questionText(const JobQuestion& question)
{
    return question.parameter.empty() ? question.text
                                      : fmt::format("{} (--set {}=…)", question.text, question.parameter);
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

/// Whether the file's own part of the answer lists what its settings as a job leave out.
bool isSaidBy(const Evidence& file, const SkippedItem& item)
{
    return std::ranges::any_of(file.skipped, [&](const SkippedItem& own) { return own.reason == item.reason; });
}

/// "  compute: 76 ms, 54.4 ms, −21.6 ms"
std::string differenceText(const TraceDifference& d)
{
    std::string text = fmt::format("comparison: {}\n", d.sentence);
    const auto add = [&](const TracePart& part) {
        text += fmt::format("  {}: {}, {}, {}\n", part.label, formatQuantity(part.a_s, Unit::seconds),
            formatQuantity(part.b_s, Unit::seconds), signedSeconds(part.difference_s()));
    };
    if (d.parts.empty())
        return text;
    text += fmt::format("  part: {}, {}, difference\n", d.a, d.b);
    for (const TracePart& part : d.parts)
        add(part);
    add(d.total);
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
    if (const auto difference = differenceOf(read))
        text += differenceText(*difference);
    const bool are_of_several = read.files.size() > 1;
    for (const SkippedItem& item : set.combined.skipped)
        if (are_of_several || !isSaidBy(read.files.front(), item))
            text += fmt::format("not used: {}: {}\n", item.place, item.reason);
    for (const JobQuestion& question : set.combined.questions)
        text += fmt::format("question: {}\n", questionText(question));
    return text;
}

bool isOfJob(const ReadFiles& read)
{
    return std::ranges::any_of(read.files, [](const Evidence& file) { return file.job.has_value(); });
}

/// The scenario that the configurations of a job state. An error if a question is open: a prediction would rest on a
/// figure that nobody gave.
Result<ScenarioFile> jobFile(const ReadFiles& read, const ImportSet& set)
{
    if (!set.combined.questions.empty()) {
        std::string open;
        for (const JobQuestion& question : set.combined.questions)
            open += (open.empty() ? "" : " ") + questionText(question);
        return failure(fmt::format("the job is not complete: {}", open));
    }
    std::vector<ObservedSetting> settings = set.combined.settings;
    settings.push_back({"assumptions.input_limited", 0, "the data loader is taken to keep up"});
    const Result<Scenario> scenario = scenarioOf(settings, shippedCalibration());
    if (!scenario)
        return tl::unexpected(scenario.error());
    ScenarioFile file;
    file.title = read.files.front().source.name;
    file.about = "A job read from its configuration.";
    file.scenario = *scenario;
    return file;
}

/// The values of --set.
Result<std::vector<ObservedSetting>> answersIn(const std::vector<std::string>& texts)
{
    std::vector<ObservedSetting> answers;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        const Parameter* p = findParameter(text.substr(0, equals));
        if (!p || equals == std::string::npos)
            return failure(fmt::format("{}: expected ID=VALUE with the id of a parameter", text));
        const Result<double> value = parseValue(*p, text.substr(equals + 1));
        if (!value)
            return failure(fmt::format("{}: {}", p->id, value.error().message));
        answers.push_back({std::string(p->id), *value, "--set"});
    }
    return answers;
}

/// The scenario with what the files say; nothing if none is asked for.
Result<std::optional<ScenarioFile>> scenarioWith(
    const ImportVerbOptions& options, const ReadFiles& read, const ImportSet& set)
{
    if (options.scenario.empty() && (options.output.empty() || !isOfJob(read)))
        return std::nullopt;
    Result<ScenarioFile> file = options.scenario.empty() ? jobFile(read, set) : readScenario({options.scenario, {}});
    if (!file)
        return tl::unexpected(file.error());
    if (!options.scenario.empty()) {
        const Result<Scenario> scenario = withSettings(file->scenario, set.combined.settings, shippedCalibration());
        if (!scenario)
            return tl::unexpected(scenario.error());
        if (*scenario != file->scenario)
            markChanged(*file);
        file->scenario = *scenario;
    }
    for (KeptEvidence& evidence : keptOf(read.files))
        replaceOrAdd(file->evidence, std::move(evidence));
    if (const auto reason = noRoomFor(file->evidence))
        return failure(*reason);
    return std::optional(std::move(*file));
}

ExitCode importCommand(const ImportVerbOptions& options, Streams streams)
{
    const auto answers = answersIn(options.answers);
    if (!answers)
        return complain(streams, ExitCode::bad_input, answers.error().message);
    const ReadFiles read = readFiles(options.files);
    if (read.files.empty())
        return complain(streams, ExitCode::bad_input, fmt::format("{}", fmt::join(read.errors, "\n")));
    if (!options.output.empty() && options.scenario.empty() && !isOfJob(read))
        return complain(streams, ExitCode::usage,
            "--output needs --scenario, the scenario to write with the settings, unless a file is a job's "
            "configuration");
    const ImportSet set = combine(read.files, *answers);
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
    options.push_back({"FILE", &read.files,
        "Files to read: PyTorch profiler traces, nccl-tests output, NCCL Inspector logs, config.json, training "
        "logs, scaling tables, nvidia-smi topo -m, job configurations (launch scripts, DeepSpeed JSON, YAML "
        "and TOML of training software); the kind is recognized by the content",
        "FILE", {.required = true}});
    options.push_back({"--scenario", &read.scenario,
        "Apply the settings of the files to this scenario (a file or a preset id)", "SCENARIO"});
    options.push_back({"-o,--output", &read.output,
        "Write the scenario with the settings here; of a job's configuration, --scenario is not needed", "FILE"});
    options.push_back(
        {"--set", &read.answers, "Answer what a job's configuration leaves open, such as cluster.gpus=64", "ID=VALUE"});
    options.push_back({"--json", &read.json, "Write JSON"});
}

} // namespace

Verb importVerb()
{
    return makeVerb("import", "Read job configurations, model configs, traces, logs, nccl-tests output and tables",
        addImportOptions, importCommand,
        {
            {"kneepoint import config.json --scenario llama3-8b-64xh100 -o mine.kneepoint",
                "A scenario with the model of a configuration file"},
            {"kneepoint import train.sh --set cluster.gpu=h100-sxm --set cluster.interconnect=ib-ndr -o job.kneepoint",
                "The scenario of a launch script"},
            {"kneepoint import before.json after.json", "Two profiler traces, part by part"},
        });
}

} // namespace kneepoint
