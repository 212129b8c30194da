// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/parity.h"

#include "model/constants/fitted.h"
#include "model/presets/presets.h"
#include "model/uncertainty/prediction_interval.h"
#include "model/units/units.h"

#include <fmt/format.h>

namespace kneepoint {
namespace {

std::string gpuName(const Cluster& cluster)
{
    const GpuPreset* const gpu = presetAt(gpuPresets(), cluster.gpu);
    return gpu ? gpu->name : "another GPU";
}

std::string stackName(const MeasuredRun& run)
{
    for (const StackPreset& preset : stackPresets())
        if (preset.id == run.stack)
            return preset.name;
    return run.stack;
}

/// The kinds of model parallelism, in the order in which ranks are numbered.
std::string layoutName(const Plan& plan)
{
    std::string name;
    const auto add = [&](bool used, std::string_view word) {
        if (used)
            name += name.empty() ? word : fmt::format(", {}", word);
    };
    add(plan.tensor_parallel > 1, "tensor");
    add(plan.context_parallel > 1, "context");
    add(plan.pipeline_parallel > 1, "pipeline");
    add(plan.expert_parallel > 1, "experts");
    add(plan.zero_stage == 3, "sharded");
    return name.empty() ? "data" : name;
}

ScenarioFile scenarioOf(const MeasuredRun& run, const Calibration& calibration)
{
    ScenarioFile file;
    file.title = run.id;
    file.source = run.source;
    file.about =
        fmt::format("A published run with a measured step time of {}. {}", formatQuantity(run.step_s, Unit::seconds),
            run.scaling ? "Its compute time is taken from the smallest run of its series." : run.source);
    file.scenario = *PlausibleScenarios(run, calibration).median().scenario;
    return file;
}

} // namespace

std::vector<ParityPoint> parityPoints(const MeasuredRuns& runs, LeaveOut leave_out, const Calibration& calibration)
{
    std::vector<ParityPoint> points;
    points.reserve(runs.runs.size());
    for (const MeasuredRun& run : runs.runs) {
        ParityPoint p;
        const StepReport predicted = predictedReport(run, leave_out, calibration);
        p.row = rowError(run, predicted, leave_out, calibration);
        p.scenario = scenarioOf(run, calibration);
        p.gpu = gpuName(p.scenario.scenario.cluster);
        p.stack = stackName(run);
        p.layout = layoutName(p.scenario.scenario.plan);
        p.kind = kindLabel(kindOf(p.scenario.scenario, basisOf(run, calibration)));
        p.gpus = p.scenario.scenario.cluster.gpus;
        points.push_back(std::move(p));
    }
    return points;
}

bool ParityFilter::matches(const ParityPoint& point) const
{
    const auto fits = [](const std::string& wanted, const std::string& is) { return wanted.empty() || wanted == is; };
    return fits(series, point.row.series) && fits(gpu, point.gpu) && fits(stack, point.stack)
        && fits(layout, point.layout);
}

ErrorSummary summarize(const std::vector<const ParityPoint*>& points)
{
    std::vector<RowError> rows;
    rows.reserve(points.size());
    for (const ParityPoint* point : points)
        rows.push_back(point->row);
    return summarize({}, rows);
}

std::string paritySentence(const std::vector<const ParityPoint*>& points)
{
    if (points.empty())
        return "No measured run matches.";
    const ErrorSummary e = summarize(points);
    const auto percent = [](double value) { return formatQuantity(value / 100, Unit::ratio, 2); };
    const std::string side = std::abs(e.bias) < 1 ? "on neither side"
        : e.bias > 0                              ? fmt::format("{} too slow", percent(e.bias))
                                                  : fmt::format("{} too fast", percent(-e.bias));
    return fmt::format(
        "{} runs: half are predicted within {}, 90 % within {}; on average {}; {} are within their stated interval.",
        e.rows, percent(e.median), percent(e.p90), side, percent(e.coverage.value_or(0)));
}

} // namespace kneepoint
