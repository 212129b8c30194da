// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/equal_terms.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/site_power.h"

#include "model/analysis/training.h"
#include "model/scenario/scenario.h"
#include "model/scenario/whole_nodes.h"
#include "model/search/auto_plan.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace kneepoint {
namespace {

Edit gpusEdit(double gpus)
{
    const Parameter& p = parameter("cluster.gpus");
    return {{&p, std::clamp(gpus, p.range.min, p.range.max)}};
}

/// The number of GPUs by which the job may grow: whole nodes, and whole replicas unless their layout is planned anew.
double wholePart(const Scenario& job)
{
    const double node = wholeNode(job.cluster);
    if (job.automatic.on)
        return node;
    const Plan& p = job.plan;
    const double replica = p.tensor_parallel * p.pipeline_parallel * p.context_parallel;
    for (double part = node; part < node * replica; part += node)
        if (std::fmod(part, replica) == 0)
            return part;
    return node * replica;
}

/// GPUs for which `each` of one adds up to `all`, in whole nodes and replicas.
Edit within(const Scenario& job, double all, double each)
{
    const double part = wholePart(job);
    if (!(all > 0) || !(each > 0))
        return {};
    return gpusEdit(std::max(1.0, std::floor(all / each / part)) * part);
}

/// Whole nodes for the dollars per hour of the reference.
Edit forMoney(const Scenario& job, const Cluster& there, const PriceList& prices, const Calibration& calibration)
{
    const std::optional<double> listed_there = prices.perGpuHour(there);
    const bool same_for_any =
        job.cluster.price_per_gpu_hour == there.price_per_gpu_hour && job.cluster.gpu != there.gpu;
    const bool as_entered = !isListed(job.cluster, prices) && !same_for_any;
    if (as_entered || !listed_there || !prices.perGpuHour(job.cluster))
        return within(job, there.gpus * there.price_per_gpu_hour, job.cluster.price_per_gpu_hour);
    const double all = there.gpus * *listed_there;
    Cluster many = job.cluster;
    many.gpus = 2 * std::max(many.gpus, many.gpus_per_node); // with a network between the nodes
    Edit edit = within(job, all, *prices.perGpuHour(many));
    if (edit.empty())
        return edit;
    const Cluster chosen = applied(job, edit, calibration).cluster;
    edit.push_back({&parameter("cluster.price_per_gpu_hour"), *prices.perGpuHour(chosen)});
    return edit;
}

std::optional<double> timeOn(const Scenario& job, double gpus, const Calibration& calibration)
{
    Scenario s = applied(job, gpusEdit(gpus), calibration);
    if (s.automatic.on) {
        const AutoPlanAnswer answer = autoPlan(s, {}, calibration);
        if (!answer.layout)
            return {};
        s = inLayout(s, editOf(*answer.layout));
    }
    const StepReport step = evaluate(s, calibration);
    return step.memory.fits() ? std::optional(training(s, step).time_s) : std::nullopt;
}

Edit asFast(const Scenario& job, double time_s, const Calibration& calibration)
{
    constexpr double most_nodes = 8192;
    const double node = wholePart(job);
    std::optional<double> fastest;
    Edit best;
    for (double nodes = 1; nodes <= most_nodes; nodes *= 2)
        for (const double share : {1.0, 1.5}) {
            const double gpus = nodes * share * node;
            const auto time =
                nodes * share == std::floor(nodes * share) ? timeOn(job, gpus, calibration) : std::nullopt;
            if (!time)
                continue;
            if (*time <= time_s)
                return gpusEdit(gpus);
            if (!fastest || *time < *fastest) {
                fastest = time;
                best = gpusEdit(gpus);
            }
        }
    return best;
}

/// With automatic planning, there may be no layout that divides the batch among this many GPUs: then the smallest
/// change is included.
Edit feasible(const Scenario& job, Edit edit, const Calibration& calibration)
{
    const Scenario there = applied(job, edit, calibration);
    if (edit.empty() || !there.automatic.on || autoPlan(there, {}, calibration).layout)
        return edit;
    if (const std::optional<FeasibleChange> change = feasibleChange(there, calibration))
        edit.insert(edit.end(), change->edit.begin(), change->edit.end());
    return edit;
}

} // namespace

Edit equalTerms(const Scenario& job, const Analysis& reference, Terms terms, const Calibration& calibration,
    const PriceList& prices)
{
    const Cluster& there = reference.scenario.cluster;
    switch (terms) {
    case Terms::money:
        return feasible(job, forMoney(job, there, prices, calibration), calibration);
    case Terms::power:
        return feasible(job, within(job, sitePowerW(there, there.gpus), sitePowerW(job.cluster, 1)), calibration);
    case Terms::time:
        return asFast(job, reference.training.time_s, calibration);
    }
    return {};
}

} // namespace kneepoint
