// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/ran_memory.h"

#include "model/constants/physics.h"
#include "model/cost/fit_chance.h"
#include "model/cost/memory.h"
#include "model/job/job.h"
#include "model/validation/layout_choice.h"

#include <map>

namespace kneepoint {
namespace {

RanMemory memoryOfRun(const MeasuredRun& run)
{
    RanMemory ran{.id = run.id, .series = run.series, .recompute_stated = run.recompute_stated, .chance = -1};
    const auto consider = [&](const Scenario& s) {
        const MemoryUse use = memoryUse(resolveWithoutLaw(s));
        if (const double chance = fitChance(use); chance > ran.chance) {
            ran.needed = use.total();
            ran.capacity = use.capacity;
            ran.chance = chance;
        }
    };
    const auto considerRecomputing = [&](Scenario s) {
        consider(s);
        if (run.recompute_stated)
            return;
        s.plan.recompute = Recompute::selective;
        consider(s);
    };
    for (const Scenario& s : run.candidates) {
        considerRecomputing(s);
        if (run.sharding_stated || s.plan.zero_stage > 0)
            continue;
        Scenario sharded = s;
        sharded.plan.zero_stage = 1;
        considerRecomputing(sharded);
    }
    return ran;
}

} // namespace

std::vector<RanMemory> memoryOfRuns(std::span<const MeasuredRun> runs)
{
    std::vector<RanMemory> all;
    for (const MeasuredRun& run : runs)
        if (run.gate && !run.scaling)
            all.push_back(memoryOfRun(run));
    return all;
}

void RanOutcomes::add(const RanMemory& run)
{
    ++rows;
    too_large += run.fits() ? 0 : 1;
    unlikely += run.chance < likely_fit_chance ? 1 : 0;
}

void RanOutcomes::add(const RanOutcomes& other)
{
    rows += other.rows;
    too_large += other.too_large;
    unlikely += other.unlikely;
}

RanOutcomes RanSummary::all() const
{
    RanOutcomes sum = stated;
    sum.add(open);
    return sum;
}

std::vector<RanSummary> summarizeRan(std::span<const RanMemory> runs)
{
    std::map<std::string, RanSummary> by_series;
    RanSummary sum{"all", {}, {}};
    for (const RanMemory& run : runs)
        for (RanSummary* series : {&by_series[run.series], &sum})
            (run.recompute_stated ? series->stated : series->open).add(run);
    std::vector<RanSummary> all;
    for (auto& [name, series] : by_series) {
        series.series = name;
        all.push_back(series);
    }
    all.push_back(sum);
    return all;
}

} // namespace kneepoint
