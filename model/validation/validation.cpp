// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/validation.h"

#include "model/catalogue/apply_presets.h"
#include "model/constants/left_out_constants.h"
#include "model/cost/collectives.h"
#include "model/step/step_model.h"
#include "model/uncertainty/team_effect.h"
#include "model/units/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace kneepoint {
namespace {

const ErrorKind* errorsOf(const std::string& kind)
{
    const auto found = std::ranges::find(linkErrors(), kind, &ErrorKind::kind);
    return found == linkErrors().end() ? nullptr : &*found;
}

/// Errors over the points up to a size.
RowError curveError(const MeasuredCollective& curve, const LinkSet& links, double most_bytes)
{
    const Cluster cluster = clusterWith(curve, links);
    RowError row;
    row.id = curve.record->id;
    row.series = curve.series;
    row.points = static_cast<double>(
        std::ranges::count_if(curve.record->points, [&](const SizeTime& p) { return p.bytes <= most_bytes; }));
    for (const SizeTime& point : curve.record->points) {
        if (point.bytes > most_bytes)
            continue;
        const double predicted = predictedCollective(curve, cluster, links.law, point.bytes);
        const ErrorKind* errors = errorsOf(collectiveKind(curve, point.bytes));
        const double low = errors ? predicted * errors->low : predicted;
        const double high = errors ? predicted * errors->high : predicted;
        row.error += std::abs(predicted / point.seconds - 1) / row.points;
        row.bias += (predicted / point.seconds - 1) / row.points;
        row.inside += low <= point.seconds && point.seconds <= high ? 1 : 0;
        row.measured_s += point.seconds;
        row.curve_score += intervalScore(low, high, point.seconds) / row.points;
        row.predicted_s += predicted;
        row.low_s += low;
        row.high_s += high;
    }
    return row;
}

constexpr double per_cent = 100;

/// An absolute and a signed error; for a curve, the means of both over its points.
struct SizeAndBias {
    double size = 0, bias = 0;
};

template <class Row, class Error>
ErrorSummary summarizeErrors(std::string series, std::span<const Row> rows, Error errorOf)
{
    ErrorSummary sum;
    sum.series = std::move(series);
    sum.rows = rows.size();
    if (rows.empty())
        return sum;
    std::vector<double> sizes;
    const double share = per_cent / static_cast<double>(rows.size());
    for (const Row& row : rows) {
        const SizeAndBias error = errorOf(row);
        sizes.push_back(error.size);
        sum.mape += share * error.size;
        sum.bias += share * error.bias;
    }
    sum.median = per_cent * quantile(sizes, 0.5);
    sum.p90 = per_cent * quantile(sizes, 0.9);
    return sum;
}

/// The rows of a kind, summed up under a name.
template <class IsOfKind>
void addSummary(std::vector<ErrorSummary>& all, const char* name, std::span<const RowError> rows, IsOfKind isOfKind)
{
    std::vector<RowError> of_kind;
    std::ranges::copy_if(rows, std::back_inserter(of_kind), isOfKind);
    if (!of_kind.empty())
        all.push_back(summarize(name, of_kind));
}

void addKinds(ValidationReport& report, std::span<const RowError> runs)
{
    addSummary(report.bases, "measured stack", runs, [](const RowError& r) { return r.basis == Basis::measured; });
    addSummary(report.bases, "similar software", runs,
        [](const RowError& r) { return r.basis == Basis::similar && !r.generic; });
    addSummary(
        report.bases, "generic stack", runs, [](const RowError& r) { return r.basis == Basis::similar && r.generic; });
    addSummary(report.bases, "no data", runs, [](const RowError& r) { return r.basis == Basis::none; });
    using Work = RunKind::Work;
    for (const auto& [work, name] :
        {std::pair{Work::dense, "dense"}, {Work::mixture, "mixture of experts"}, {Work::long_context, "long context"}})
        addSummary(report.families, name, runs, [work = work](const RowError& r) { return r.work == work; });
}

RowError withTeam(RowError row, TeamSetting setting)
{
    PredictionInterval interval;
    interval.low_s = row.low_s;
    interval.high_s = row.high_s;
    interval.rows = 1;
    interval.basis = row.basis;
    interval = withTeam(std::move(interval), row.predicted_s, setting);
    row.low_s = interval.low_s;
    row.high_s = interval.high_s;
    return row;
}

struct Collected {
    std::map<std::string, std::vector<RowError>> by_series;
    std::map<std::string, std::vector<RowError>> small; ///< curves up to 8 MiB, by series
    std::vector<RowError> dense, runs, curves;
};

void collectRuns(
    Collected& all, const MeasuredRuns& questions, const ValidationRequest& request, const Calibration& calibration)
{
    for (const MeasuredRun& run : questions.runs) {
        if (!request.series.empty() && run.series != request.series)
            continue;
        const RowError row = withTeam(
            rowError(run, predictedReport(run, request.leave_out, calibration), request.leave_out, calibration),
            request.setting);
        all.by_series[run.series].push_back(row);
        if (run.gate)
            all.runs.push_back(row);
        if (run.gate && !run.mixture && !run.scaling)
            all.dense.push_back(row);
    }
}

void collectCurves(Collected& all, const MeasuredCollectives& questions, const ValidationRequest& request,
    const Calibration& calibration)
{
    const LinkSet own{calibration.law, calibration.constants->links};
    for (const MeasuredCollective& curve : questions.curves) {
        if (!request.series.empty() && curve.series != request.series)
            continue;
        const LinkSet* other = request.leave_out != LeaveOut::nothing ? linksWithout(curve.campaign) : nullptr;
        const LinkSet& links = other ? *other : own;
        all.curves.push_back(curveError(curve, links, std::numeric_limits<double>::infinity()));
        all.by_series[curve.series].push_back(all.curves.back());
        if (const RowError small = curveError(curve, links, small_collective_bytes); small.points > 0)
            all.small[curve.series + "-8MiB"].push_back(small);
    }
}

void addMemory(ValidationReport& report, const MeasuredMemories& questions, const ValidationRequest& request)
{
    report.memory_figures = memoryErrors(questions.figures, request.series, request.leave_out != LeaveOut::nothing);
    std::map<std::string, std::vector<MemoryError>> by_series;
    std::vector<MemoryError> counted;
    for (const MemoryError& figure : report.memory_figures) {
        by_series[figure.series].push_back(figure);
        if (figure.gate)
            counted.push_back(figure);
    }
    std::map<std::string, std::size_t> skipped;
    for (const SkippedRow& row : questions.skipped) {
        if (!request.series.empty() && row.series != request.series)
            continue;
        ++skipped[row.series];
        by_series.try_emplace(row.series);
        report.skipped.push_back(row);
    }
    for (const auto& [name, figures] : by_series) {
        report.series.push_back(summarize(name, figures));
        report.series.back().skipped = skipped[name];
    }
    report.memory = summarize("memory", counted);
}

} // namespace

StepReport predictedReport(const MeasuredRun& run, const Calibration& calibration)
{
    return evaluate(*PlausibleScenarios(run, calibration).median().scenario, calibration);
}

double predictedStep(const MeasuredRun& run, const Calibration& calibration)
{
    return predictedReport(run, calibration).step_s;
}

MeasuredRun withConstants(MeasuredRun run, const ConstantSet& constants, const Calibration& calibration)
{
    for (Scenario& s : run.candidates) {
        const std::vector<PresetValue> stated = statedOfSoftware(s, calibration);
        applySettings(s, constants.gpu(run.gpu));
        applySettings(s, constants.stack(run.stack));
        applySettings(s, stated);
    }
    return run;
}

StepReport predictedReport(const MeasuredRun& run, const ConstantSet& constants, const Calibration& calibration)
{
    return predictedReport(withConstants(run, constants, calibration), calibration);
}

StepReport predictedReport(const MeasuredRun& run, LeaveOut leave_out, const Calibration& calibration)
{
    const ConstantSet* other = leave_out == LeaveOut::nothing ? nullptr
        : leave_out == LeaveOut::series                       ? constantsWithout(run.series)
                                                              : constantsWithout(run.group);
    return other ? predictedReport(run, *other, calibration) : predictedReport(run, calibration);
}

Basis basisOf(const MeasuredRun& run, const Calibration& calibration)
{
    return basisOf(run.candidates.front(), calibration);
}

double predictedCollective(
    const MeasuredCollective& curve, const Cluster& cluster, const CollectiveLaw& law, double bytes)
{
    const GroupLinks links = groupLinks(cluster, curve.record->gpus, 1);
    return collective(curve.operation, links, bytes, curve.algorithm, law).seconds;
}

Cluster clusterWith(const MeasuredCollective& curve, const LinkSet& links)
{
    Scenario s;
    s.cluster = curve.cluster;
    const bool can_reduce = s.cluster.switch_reduction > 0;
    applySettings(s, links.of(curve.gpu));
    applySettings(s, links.of(curve.network));
    if (!can_reduce)
        s.cluster.switch_reduction = 0;
    return s.cluster;
}

std::string collectiveKind(const MeasuredCollective& curve, double bytes)
{
    return curve.series + (bytes <= small_collective_bytes ? "/small" : "/large");
}

RowError rowError(
    const MeasuredRun& run, const StepReport& predicted, LeaveOut leave_out, const Calibration& calibration)
{
    const LearnedErrors learned = leave_out == LeaveOut::nothing
        ? LearnedErrors{calibration.constants->errors, calibration.constants->spreads}
        : LearnedErrors{errorKindsWithout(run.group), factorSpreadsWithout(run.group)};
    const PlausibleScenarios plausible(run, calibration);
    const PredictionInterval interval = predictionInterval(
        *plausible.median().scenario, basisOf(run, calibration), predicted, learned, plausible.spread(), calibration);
    const double bias = predicted.step_s / run.step_s - 1;
    return {.id = run.id,
        .series = run.series,
        .measured_s = run.step_s,
        .predicted_s = predicted.step_s,
        .low_s = interval.low_s,
        .high_s = interval.high_s,
        .error = std::abs(bias),
        .bias = bias,
        .gate = run.gate,
        .basis = interval.basis,
        .generic = run.software == SoftwareKnowledge::generic,
        .work = kindOf(run.candidates.front(), interval.basis).work};
}

double intervalScore(double low, double high, double measured)
{
    constexpr double outside_weight = 20; // 2/α
    const double outside = std::max({0.0, std::log(low / measured), std::log(measured / high)});
    return std::log(high / low) + outside_weight * outside;
}

ErrorSummary summarize(std::string series, std::span<const RowError> rows)
{
    ErrorSummary sum = summarizeErrors(std::move(series), rows, [](const RowError& row) {
        return SizeAndBias{row.error, row.bias};
    });
    double covered = 0, score = 0;
    std::vector<double> widths;
    for (const RowError& row : rows) {
        covered += row.covered();
        if (!row.hasInterval())
            continue;
        score += row.score();
        widths.push_back(row.high_s / row.low_s);
    }
    if (!rows.empty())
        sum.coverage = covered * per_cent / static_cast<double>(rows.size());
    if (widths.empty())
        return sum;
    sum.width = quantile(widths, 0.5);
    sum.score = score / static_cast<double>(widths.size());
    return sum;
}

ErrorSummary summarize(std::string series, std::span<const MemoryError> figures)
{
    return summarizeErrors(std::move(series), figures, [](const MemoryError& figure) {
        return SizeAndBias{std::abs(figure.bias()), figure.bias()};
    });
}

ValidationReport validate(
    const Measurements& measurements, const ValidationRequest& request, const Calibration& calibration)
{
    const MeasuredRuns runs = questionsOf(measurements, calibration);
    const MeasuredCollectives curves = collectiveQuestionsOf(measurements, calibration);
    Collected all;
    collectRuns(all, runs, request, calibration);
    collectCurves(all, curves, request, calibration);
    ValidationReport report;
    std::map<std::string, std::size_t> skipped;
    for (const auto* list : {&runs.skipped, &curves.skipped})
        for (const SkippedRow& row : *list) {
            if (!request.series.empty() && row.series != request.series)
                continue;
            ++skipped[row.series];
            all.by_series.try_emplace(row.series);
            report.skipped.push_back(row);
        }
    for (const auto& [name, rows] : all.by_series) {
        report.series.push_back(summarize(name, rows));
        report.series.back().skipped = skipped[name];
        report.rows.insert(report.rows.end(), rows.begin(), rows.end());
        const std::string part = name + "-8MiB";
        if (all.small.contains(part))
            report.series.push_back(summarize(part, all.small[part]));
    }
    report.dense = summarize("dense", all.dense);
    addKinds(report, all.runs);
    report.summary = summarize("summary", all.runs.empty() ? all.curves : all.runs);
    report.summary.skipped = report.skipped.size();
    addMemory(report, memoryQuestionsOf(measurements, calibration), request);
    report.ran = memoryOfRuns(runs.runs);
    if (!request.series.empty())
        std::erase_if(report.ran, [&](const RanMemory& run) { return run.series != request.series; });
    std::ranges::sort(report.series, {}, &ErrorSummary::series);
    return report;
}

} // namespace kneepoint
