// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/claimed_gains.h"
#include "model/catalogue/derive.h"

#include "model/analysis/throughput.h"
#include "model/search/auto_plan.h"
#include "model/search/layout_rules.h"
#include "model/step/step_model.h"
#include "model/units/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace kneepoint::fit {
namespace {

double mfuOf(const Scenario& s, StepReport step, double seconds)
{
    step.step_s = seconds;
    return modelFlopsUtilization(s, step);
}

/// All that a job is, without its layout.
std::string jobKey(const MeasuredRun& run)
{
    const Scenario& s = run.candidates.front();
    const Workload& w = s.workload;
    return fmt::format("{} {} {} {} {} {} {} {} {} {}", run.series, run.stack, run.gpu, s.cluster.gpus,
        s.cluster.gpus_per_node, w.parameters, w.layers, w.sequence_length, static_cast<int>(w.precision),
        w.global_batch);
}

/// Whether another layout of the same job is measured to be faster, or is the same one in a faster run; of equally fast
/// runs only the first counts.
bool outruns(const ClaimedGain& g, const ClaimedGain& other, bool other_first)
{
    constexpr double noise = 1.02;
    if (g.stated != other.stated)
        return g.measured_s > noise * other.measured_s;
    return g.measured_s > other.measured_s || (other_first && g.measured_s == other.measured_s);
}

void markOutrun(std::span<ClaimedGain> gains, std::span<const std::string> jobs)
{
    for (std::size_t i = 0; i < gains.size(); ++i)
        for (std::size_t other = 0; other < gains.size() && !gains[i].outrun; ++other)
            gains[i].outrun = jobs[i] == jobs[other] && outruns(gains[i], gains[other], other < i);
}

ClaimedGain claimedGain(const MeasuredRun& run, const Calibration& calibration)
{
    Scenario job = run.candidates.front();
    job.plan.batch_tolerance = 0;
    job.automatic.accumulation = !run.accumulates;
    const LayoutRules rules(job);
    const Layout stated = rules.neutral(layoutOf(job));
    const StepReport step = evaluate(job, calibration);
    ClaimedGain gain{.id = run.id,
        .series = run.series,
        .gpu = run.gpu,
        .stated = layoutText(job, stated),
        .measured_s = run.step_s,
        .stated_s = step.step_s,
        .measured_mfu = mfuOf(job, step, run.step_s),
        .allowed = rules.allows(stated),
        .fits = step.memory.fits(),
        .cut = run.cut};
    const AutoPlanAnswer plan = autoPlan(job, {.objective = expectedStepObjective()}, calibration);
    if (!plan.layout)
        return gain;
    const Scenario chosen = inLayout(job, editOf(*plan.layout));
    const StepReport chosen_step = evaluate(chosen, calibration);
    gain.chosen = layoutText(job, *plan.layout);
    gain.difference = layoutDifference(stated, *plan.layout);
    gain.chosen_s = chosen_step.step_s;
    gain.chosen_mfu = mfuOf(chosen, chosen_step, chosen_step.step_s);
    return gain;
}

struct SeriesGains {
    std::vector<double> gains;
    double outrun = 0, cut = 0, not_allowed = 0, not_fitting = 0;

    void add(const ClaimedGain& g)
    {
        not_allowed += g.allowed ? 0 : 1;
        not_fitting += g.allowed && !g.fits ? 1 : 0;
        cut += g.allowed && g.fits && g.cut ? 1 : 0;
        outrun += g.allowed && g.fits && !g.cut && g.outrun ? 1 : 0;
        if (g.counts())
            gains.push_back(g.gain());
    }
    [[nodiscard]] GainSummary summary(const std::string& series)
    {
        constexpr double most_part = 0.9;
        std::ranges::sort(gains);
        return {.series = series,
            .rows = static_cast<double>(gains.size()),
            .outrun = outrun,
            .cut = cut,
            .not_allowed = not_allowed,
            .not_fitting = not_fitting,
            .median = quantile(gains, 0.5),
            .p90 = quantile(gains, most_part),
            .most = gains.empty() ? 0 : gains.back()};
    }
};

} // namespace

std::vector<ClaimedGain> claimedGains(std::span<const MeasuredRun> runs, const Calibration& calibration)
{
    std::vector<ClaimedGain> gains;
    std::vector<std::string> jobs;
    for (const MeasuredRun& run : runs)
        if (run.gate && !run.scaling && run.candidates.size() == 1) {
            gains.push_back(claimedGain(run, calibration));
            jobs.push_back(jobKey(run));
        }
    markOutrun(gains, jobs);
    return gains;
}

std::vector<GainSummary> summarizeGains(std::span<const ClaimedGain> gains)
{
    std::map<std::string, SeriesGains> by_series;
    SeriesGains sum;
    for (const ClaimedGain& g : gains) {
        by_series[g.series].add(g);
        sum.add(g);
    }
    std::vector<GainSummary> all;
    all.reserve(by_series.size() + 1);
    for (auto& [series, collected] : by_series)
        all.push_back(collected.summary(series));
    all.push_back(sum.summary("all"));
    return all;
}

std::vector<HighestUtilization> highestUtilizations(std::span<const ClaimedGain> gains)
{
    std::map<std::string, HighestUtilization> by_gpu;
    for (const ClaimedGain& g : gains) {
        if (g.cut)
            continue;
        HighestUtilization& highest = by_gpu[g.gpu];
        highest.gpu = g.gpu;
        ++highest.rows;
        highest.measured = std::max(highest.measured, g.measured_mfu);
        if (g.chosen_mfu > highest.chosen) {
            highest.chosen = g.chosen_mfu;
            highest.chosen_id = g.id;
        }
    }
    std::vector<HighestUtilization> all;
    all.reserve(by_gpu.size());
    for (auto& [gpu, highest] : by_gpu)
        all.push_back(std::move(highest));
    return all;
}

} // namespace kneepoint::fit
