// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/better_layout.h"

#include "model/cost/memory.h"
#include "model/job/job.h"
#include "model/job/pipeline.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <initializer_list>
#include <iterator>

namespace kneepoint {
namespace {

bool divides(double part, double whole)
{
    return std::fmod(whole, part) == 0;
}

/// The heads of a model given only by its size can be chosen freely.
bool splitsHeads(double tensor, const Scenario& s)
{
    return s.workload.model == 0 || divides(tensor, s.workload.heads);
}

/// Another layout of the job, and the changes that lead to it.
struct Turned {
    Scenario scenario;
    ParameterChanges changes = {};
};

/// The current job in this layout; unchanged if it does not divide evenly.
Turned split(const Scenario& s, double tensor, double pipeline, const Calibration& calibration)
{
    Turned turned{s};
    // Values of parameters of which none follows from another; unchanged ones are left out.
    const auto turn = [&](std::initializer_list<ParameterChange> values) {
        const std::size_t before = turned.changes.size();
        std::ranges::copy_if(values, std::back_inserter(turned.changes),
            [&](const ParameterChange& c) { return parameter(c.id).get(turned.scenario) != c.value; });
        if (turned.changes.size() > before)
            turned.scenario = applied(s, editOf(turned.changes), calibration);
    };
    const double replicas = s.cluster.gpus / (tensor * pipeline * s.plan.context_parallel);
    const double microbatches = s.workload.global_batch / (s.workload.batch_per_gpu * replicas);
    if (replicas < 1 || !divides(1, replicas) || microbatches < 1 || !divides(1, microbatches)
        || !splitsHeads(tensor, s) || pipeline > s.workload.layers)
        return turned;
    const double chunks = chunksPerStage(s.plan);
    const bool interleaved = pipeline > 1 && divides(pipeline * chunks, s.workload.layers);
    turn({{"plan.tensor_parallel", tensor}, {"plan.pipeline_parallel", pipeline},
        {"plan.virtual_stages", interleaved ? chunks : 1}});
    turn({{"workload.batch_per_gpu", s.workload.batch_per_gpu}});
    turn({{"plan.accumulation", microbatches}});
    return turned;
}

} // namespace

Edit editOf(const ParameterChanges& changes)
{
    Edit edit;
    for (const ParameterChange& change : changes)
        edit.push_back({&parameter(change.id), change.value});
    return edit;
}

BetterLayout betterLayout(
    const Scenario& s, const StepReport& step, Splitting splitting, const Calibration& calibration)
{
    constexpr double noticeable = 0.995;
    constexpr double most_stages = 64;
    const Plan& p = s.plan;
    BetterLayout best{{}, step.memory.fits() ? noticeable * step.step_s : HUGE_VAL};
    if (s.workload.kind == ModelKind::generic)
        return best;
    const bool narrower = splitting == Splitting::narrower;
    const double widest = narrower ? p.tensor_parallel : std::max(p.tensor_parallel, s.cluster.gpus_per_node);
    const double deepest = narrower ? p.pipeline_parallel : std::max(p.pipeline_parallel, most_stages);
    for (double tensor = 1; tensor <= widest; tensor *= 2)
        for (double pipeline = 1; pipeline <= deepest; pipeline *= 2) {
            const Turned turned = split(s, tensor, pipeline, calibration);
            // With automatic planning a new layout may come with another batch, whose step is no comparison.
            if (turned.changes.empty() || turned.scenario.workload.global_batch != s.workload.global_batch)
                continue;
            const Job job = resolve(turned.scenario, calibration);
            if (!memoryUse(job).fits())
                continue;
            if (const double step_s = stepSeconds(job); step_s < best.step_s)
                best = {turned.changes, step_s};
        }
    return best;
}

std::string layoutLabel(const Scenario& s, const ParameterChanges& changes, const Calibration& calibration)
{
    const Plan& p = applied(s, editOf(changes), calibration).plan;
    std::string label = fmt::format("TP {} × PP {}", p.tensor_parallel, p.pipeline_parallel);
    if (p.virtual_stages != s.plan.virtual_stages)
        label += fmt::format(", VPP {}", p.virtual_stages);
    if (p.accumulation != s.plan.accumulation)
        label += fmt::format(" with {} micro-batch{}", p.accumulation, p.accumulation == 1 ? "" : "es");
    return label;
}

int brokenLayoutRules(const Scenario& s)
{
    const Plan& p = s.plan;
    const bool layered = s.workload.kind == ModelKind::transformer;
    return static_cast<int>(!divides(gpusPerReplica(s), s.cluster.gpus))
        + static_cast<int>(s.workload.batch_per_gpu < 1) + static_cast<int>(!divides(1, p.accumulation))
        + static_cast<int>(layered && !splitsHeads(p.tensor_parallel, s))
        + static_cast<int>(layered && chunksPerStage(s.plan) * p.pipeline_parallel > s.workload.layers);
}

} // namespace kneepoint
