// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/layout_space.h"

#include "model/scenario/scenario.h"

#include <algorithm>
#include <array>

namespace kneepoint {
namespace {

/// All values of a choice, a flag or a small number.
std::vector<double> wholeRange(double first, double last)
{
    std::vector<double> all;
    for (double value = first; value <= last; ++value)
        all.push_back(value);
    return all;
}

template <class Keep> std::vector<double> kept(std::vector<double> values, Keep keep)
{
    std::erase_if(values, [&](double value) { return !keep(value); });
    return values;
}

std::vector<double> freeValues(const LayoutRules& rules, Dimension d)
{
    const Parameter& p = parameterOf(d);
    const Scenario& job = rules.job();
    const auto ofGpus = [&](auto keep) { return kept(divisors(rules.gpus()), keep); };
    switch (d) {
    case Dimension::tensor:
        return ofGpus([&](double t) { return t <= std::max(1.0, job.cluster.gpus_per_node) && rules.tensor(t); });
    case Dimension::pipeline:
        return ofGpus([&](double stages) { return rules.pipeline(stages); });
    case Dimension::context:
        return ofGpus([&](double c) { return rules.context(c); });
    case Dimension::expert:
        return ofGpus([&](double e) { return rules.expert(e, 1, rules.gpus()); });
    case Dimension::shard_group: {
        std::vector<double> groups = ofGpus([&](double g) { return rules.zero(3, g, rules.gpus()); });
        groups.insert(groups.begin(), 0);
        return groups;
    }
    case Dimension::micro_batch:
        return kept(divisors(rules.globalBatch()), [&](double b) { return b <= p.range.max; });
    case Dimension::virtual_stages:
        return kept(rules.chunkCounts(), [&](double v) { return v <= p.range.max; });
    case Dimension::recompute:
        return kept(wholeRange(p.range.min, p.range.max), [&](double r) { return rules.recompute(r); });
    default:
        return wholeRange(p.range.min, p.range.max);
    }
}

} // namespace

void LayoutSpace::limit(Dimension d, std::vector<double> values)
{
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    limits[static_cast<std::size_t>(d)] = std::move(values);
}

bool LayoutSpace::takes(Dimension d, double value) const
{
    const auto& limit = limits[static_cast<std::size_t>(d)];
    return !limit || std::ranges::find(*limit, value) != limit->end();
}

LayoutSpace defaultSpace(const Scenario& job)
{
    LayoutSpace space;
    space.fix(Dimension::gradients, parameterOf(Dimension::gradients).get(job));
    constexpr std::array usual{PipelineSchedule::one_f_one_b, PipelineSchedule::interleaved};
    const SoftwareLimits software = softwareLimits(job);
    const bool known = job.stack.software > 0, has_1f1b = software.offers(PipelineSchedule::one_f_one_b);
    std::vector<double> schedules{static_cast<double>(PipelineSchedule::one_f_one_b)}; // also of a single stage
    for (std::size_t i = has_1f1b ? 1 : 0; i < schedule_count; ++i)
        if (const auto kind = static_cast<PipelineSchedule>(i);
            known ? software.offers(kind) : std::ranges::find(usual, kind) != usual.end())
            schedules.push_back(static_cast<double>(i));
    space.limit(Dimension::schedule, std::move(schedules));
    return space;
}

LayoutSpace fixedSpace(const Scenario& job)
{
    LayoutSpace space;
    const Layout layout = layoutOf(job);
    for (std::size_t i = 0; i < dimension_count; ++i)
        space.fix(static_cast<Dimension>(i), layout.values[i]);
    space.free(Dimension::accumulation);
    return space;
}

double Candidates::combinations() const
{
    double product = 1;
    for (std::size_t i = 0; i < dimension_count; ++i)
        if (static_cast<Dimension>(i) != Dimension::accumulation)
            product *= static_cast<double>(values[i].size());
    return product;
}

Candidates candidatesOf(const LayoutRules& rules, const LayoutSpace& space)
{
    Candidates all;
    for (std::size_t i = 0; i < dimension_count; ++i) {
        const auto d = static_cast<Dimension>(i);
        if (space.limits[i])
            all.values[i] = *space.limits[i];
        else if (d != Dimension::accumulation)
            all.values[i] = freeValues(rules, d);
    }
    return all;
}

} // namespace kneepoint
