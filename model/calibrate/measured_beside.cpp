// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/measured_beside.h"

#include "model/analysis/collective_rate.h"
#include "model/calibrate/evidence_rows.h"
#include "model/calibrate/matching_networks.h"
#include "model/calibrate/traced_runs.h"
#include "model/catalogue/catalogue.h"
#include "model/job/model_shape.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>

namespace kneepoint {
namespace {

/// Settings in which sizes of one job differ.
constexpr std::array<std::string_view, 4> sizing{
    "cluster.gpus", "workload.global_batch", "plan.accumulation", "plan.data_parallel"};

/// Whether a run with these settings is the scenario at some size.
bool isThisJob(const Scenario& s, std::span<const ObservedSetting> settings)
{
    constexpr double near = 0.02; // rounded sizes of models
    return std::ranges::all_of(settings, [&](const ObservedSetting& setting) {
        if (std::ranges::find(sizing, setting.parameter) != sizing.end())
            return true;
        const Parameter* p = findParameter(setting.parameter);
        return !p || std::abs(p->get(s) - setting.value) <= near * std::abs(setting.value);
    });
}

double gpusOf(const Scenario& s, std::span<const ObservedSetting> settings)
{
    return settingOf(settings, "cluster.gpus").value_or(s.cluster.gpus);
}

/// The examples of a step on this many replicas.
double batchOf(const Scenario& s, std::span<const ObservedSetting> settings, double replicas)
{
    const double usual = s.workload.scaling == Scaling::strong
        ? s.workload.global_batch
        : s.workload.batch_per_gpu * s.plan.accumulation * replicas;
    return settingOf(settings, "workload.global_batch").value_or(usual);
}

/// Measured examples per second.
std::optional<double> rateOf(const Analysis& a, const std::vector<Measurement>& measurements, double gpus, double batch)
{
    if (const Measurement* tokens = measurementOf(measurements, "tokens_per_s"))
        return tokens->value / tokensPerExample(a.scenario.workload);
    if (const Measurement* examples = measurementOf(measurements, "examples_per_s"))
        return examples->value;
    if (const Measurement* step = measurementOf(measurements, "step_s"); step && step->value > 0)
        return batch / step->value;
    const double flops_per_example = a.step.step_flops * a.step.workers / a.step.global_batch;
    if (const Measurement* mfu = measurementOf(measurements, "mfu"); mfu && flops_per_example > 0)
        return mfu->value * a.step.roof.peak_flops * gpus / flops_per_example;
    return {};
}

std::optional<MeasuredSize> sizeOf(const Analysis& a, std::span<const ObservedSetting> settings,
    const std::vector<Measurement>& measurements, std::string source)
{
    const double gpus = gpusOf(a.scenario, settings);
    const double replicas = gpus / gpusPerReplica(a.scenario);
    if (replicas < 1)
        return {};
    const double batch = batchOf(a.scenario, settings, replicas);
    const std::optional<double> rate = rateOf(a, measurements, gpus, batch);
    if (!rate || !(*rate > 0) || a.baseline.single.global_batch <= 0)
        return {};
    MeasuredSize size{.workers = replicas, .gpus = gpus, .step_s = batch / *rate, .source = std::move(source)};
    size.speedup = *rate * a.baseline.single.step_s / a.baseline.single.global_batch;
    size.efficiency = size.speedup / replicas;
    return size;
}

/// Of several measurements of one size, the fastest counts.
void addSize(Measured& measured, std::optional<MeasuredSize> size)
{
    if (!size)
        return;
    const auto place = std::ranges::lower_bound(measured.sizes, size->workers, {}, &MeasuredSize::workers);
    if (place == measured.sizes.end() || place->workers != size->workers)
        measured.sizes.insert(place, std::move(*size));
    else if (size->speedup > place->speedup)
        *place = std::move(*size);
}

double exposed(const StepReport& step, std::initializer_list<Part> parts)
{
    double sum = 0;
    for (const Part part : parts)
        sum += step.part(part).exposed_s;
    return sum;
}

struct PartGroup {
    std::string_view measured; ///< as in the breakdown of a trace
    std::string_view label;
    Part like;
    double (*predicted)(const StepReport&);
};

/// A trace sees kernels: HBM traffic and the optimizer are in compute, waiting for slow ranks is in communication.
constexpr std::array groups{
    PartGroup{"compute", "compute", Part::compute,
        [](const StepReport& s) {
            return exposed(s, {Part::compute, Part::memory, Part::optimizer});
        }},
    PartGroup{"exposed_comm", "communication", Part::data_comm,
        [](const StepReport& s) { return s.exposedCommunication() + exposed(s, {Part::straggler}); }},
    PartGroup{"memory", "memory copies", Part::memory, [](const StepReport&) { return 0.0; }},
    PartGroup{"input", "input", Part::input, [](const StepReport& s) { return exposed(s, {Part::input}); }},
    PartGroup{"idle", "idle", Part::delay,
        [](const StepReport& s) {
            return exposed(s, {Part::launch, Part::bubble, Part::delay});
        }},
};

/// The mean breakdown of the ranks of a run, as shares of its step: a mean over steps and a median of them differ.
void addParts(Measured& measured, const Analysis& a, const TracedRun& run)
{
    std::map<std::string_view, double> sums;
    double total = 0;
    for (const KeptEvidence* trace : run.ranks)
        for (const StepPart& part : trace->breakdown) {
            sums[part.part] += part.seconds;
            total += part.seconds;
        }
    if (!(total > 0))
        return;
    for (const PartGroup& group : groups) {
        const double share = sums.contains(group.measured) ? sums[group.measured] / total : 0;
        const double seconds = share * run.step_s();
        const double predicted = group.predicted(a.step);
        if (seconds > 0 || predicted > 0)
            measured.parts.push_back({std::string(group.label), group.like, predicted, seconds});
    }
}

void addTransfers(Measured& measured, const Analysis& a, const KeptEvidence& file)
{
    for (const MeasuredCurve& curve : file.curves) {
        const std::optional<CollectiveGroup> group = measuredGroup(curve);
        if (curve.x_unit != Unit::bytes || curve.y_unit != Unit::seconds || !group)
            continue;
        MeasuredTransfer transfer{*group, file.source.name,
            std::ranges::find(file.findings, curve.place, &EvidenceFinding::place) != file.findings.end(), {}};
        const CollectiveRate rate(a.scenario, a.calibration, transfer.group);
        for (const MeasuredPoint& p : curve.points)
            if (const double predicted = rate.seconds(p.x);
                p.x > 0 && p.y > 0 && predicted > 0 && std::isfinite(predicted))
                transfer.points.push_back({p.x, p.y, predicted});
        if (!transfer.points.empty())
            measured.transfers.push_back(std::move(transfer));
    }
    std::ranges::stable_sort(measured.transfers, [](const MeasuredTransfer& x, const MeasuredTransfer& y) {
        return std::pair(y.group.nodes, x.group.operation) < std::pair(x.group.nodes, y.group.operation);
    });
}

std::string signedPercent(double ratio)
{
    return fmt::format("{:.3g} % {}", 100 * std::abs(ratio - 1), ratio > 1 ? "longer" : "shorter");
}

/// What the findings of the traces say about a group of parts.
const EvidenceFinding* causeOf(const MeasuredPart& part, const TracedRun& run)
{
    for (const KeptEvidence* trace : run.ranks)
        for (const EvidenceFinding& finding : trace->findings) {
            const bool communication = finding.cause == "straggler" || finding.cause == "exposed-communication";
            if ((part.like == Part::data_comm && communication)
                || (part.like == Part::input && finding.cause == "starved-input"))
                return &finding;
        }
    return nullptr;
}

void addSentences(Measured& measured, const Analysis& a, const TracedRun& run)
{
    if (measured.step_s > 0)
        measured.sentences.push_back(fmt::format("The measured step is {} than predicted: {} instead of {}.",
            signedPercent(measured.step_s / a.step.step_s), formatQuantity(measured.step_s, Unit::seconds),
            formatQuantity(a.step.step_s, Unit::seconds)));
    if (!measured.transfers.empty())
        measured.sentences.push_back(transferSentence(a, &measured.transfers.front()));
    const auto most = std::ranges::max_element(
        measured.parts, {}, [](const MeasuredPart& part) { return std::abs(part.measured_s - part.predicted_s); });
    constexpr double notable = 0.02; // of the step
    if (most == measured.parts.end() || std::abs(most->measured_s - most->predicted_s) < notable * a.step.step_s)
        return;
    std::string text = fmt::format("The largest difference is {}: {} measured, {} predicted.", most->label,
        formatQuantity(most->measured_s, Unit::seconds), formatQuantity(most->predicted_s, Unit::seconds));
    if (const EvidenceFinding* cause = causeOf(*most, run))
        text += fmt::format(" Likely cause: {}.", cause->sentence);
    measured.sentences.push_back(std::move(text));
}

std::optional<MeasuredSize> sizeOf(const Analysis& a, const TracedRun& run)
{
    return sizeOf(a, run.ranks.front()->settings, {{"step_s", run.step_s(), 0, 1, "ranks"}}, run.name());
}

/// Adds the sizes of all runs, and the parts of the fastest at this size, which is returned.
TracedRun addRuns(Measured& measured, const Analysis& a, const std::vector<TracedRun>& runs)
{
    TracedRun shown;
    for (const TracedRun& run : runs) {
        addSize(measured, sizeOf(a, run));
        const bool has_parts =
            std::ranges::any_of(run.ranks, [](const KeptEvidence* r) { return !r->breakdown.empty(); });
        const bool is_here = gpusOf(a.scenario, run.ranks.front()->settings) == a.scenario.cluster.gpus;
        if (is_here && has_parts && run.step_s() > 0 && (shown.ranks.empty() || run.step_s() < shown.step_s()))
            shown = run;
    }
    if (!shown.ranks.empty())
        addParts(measured, a, shown);
    return shown;
}

} // namespace

Measured measuredBeside(const Analysis& a, std::span<const KeptEvidence> files)
{
    Measured measured;
    std::vector<const KeptEvidence*> traces; // with steps, at this size
    const auto atThisSize = [&](std::span<const ObservedSetting> settings) {
        return gpusOf(a.scenario, settings) == a.scenario.cluster.gpus;
    };
    const auto addMemory = [&](const std::vector<Measurement>& measurements) {
        if (const Measurement* memory = measurementOf(measurements, "memory_bytes"))
            measured.memory_bytes = std::max(measured.memory_bytes, memory->value);
    };
    for (const KeptEvidence& file : files) {
        if (!file.used)
            continue;
        if (file.kind == "nccl-tests")
            addTransfers(measured, a, file);
        if (file.kind == "nccl-tests" && isNetworkOf(a.scenario, file))
            measured.network = file.source.name;
        if (!isThisJob(a.scenario, file.settings))
            continue;
        const std::string series = seriesFor(file, a.scenario);
        for (const EvidenceRow& row : file.rows) {
            if (row.series != series || !isThisJob(a.scenario, row.settings))
                continue;
            addSize(
                measured, sizeOf(a, row.settings, row.measurements, fmt::format("{}, {}", file.source.name, row.name)));
            if (atThisSize(row.settings))
                addMemory(row.measurements);
        }
        if (!file.rows.empty())
            continue;
        if (file.kind == "trace")
            traces.push_back(&file);
        else
            addSize(measured, sizeOf(a, file.settings, file.measurements, file.source.name));
        if (atThisSize(file.settings))
            addMemory(file.measurements);
    }
    const TracedRun shown = addRuns(measured, a, tracedRuns(traces));
    const auto here = std::ranges::find(measured.sizes, a.scenario.cluster.gpus, &MeasuredSize::gpus);
    const auto fastest = here == measured.sizes.end() ? std::nullopt : std::optional(*here);
    if (const auto of = measured.parts.empty() ? fastest : sizeOf(a, shown)) {
        measured.step_s = of->step_s;
        const double rate = of->speedup * a.baseline.single.global_batch / a.baseline.single.step_s;
        measured.flops = rate * a.step.step_flops * a.step.workers / a.step.global_batch / a.scenario.cluster.gpus;
    }
    addSentences(measured, a, shown);
    if (!measured.parts.empty() && fastest && fastest->source != shown.name())
        measured.sentences.push_back(
            fmt::format("{} measured {}; the step that is shown is that of {}, whose parts are known.", fastest->source,
                formatQuantity(fastest->step_s, Unit::seconds), shown.name()));
    return measured;
}

Analysis analyzeWithEvidence(const ScenarioFile& file, const Calibration& calibration)
{
    Analysis analysis = analyze(file.scenario, calibration);
    if (!file.evidence.empty())
        analysis.measured = measuredBeside(analysis, file.evidence);
    return analysis;
}

} // namespace kneepoint
