// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/layout_walk.h"

#include <tuple>

namespace kneepoint {

Layout LayoutWalk::layoutOf(const LayoutFamily& f) const
{
    Layout l;
    l[Dimension::tensor] = f.tensor;
    l[Dimension::pipeline] = f.pipeline;
    l[Dimension::context] = f.context;
    l[Dimension::expert] = f.expert;
    l[Dimension::sequence] = f.sequence;
    l[Dimension::recompute] = f.recompute;
    l[Dimension::micro_batch] = f.micro_batch;
    l[Dimension::accumulation] = m_rules.accumulation(f.micro_batch, replicas(l));
    l[Dimension::schedule] = static_cast<double>(PipelineSchedule::one_f_one_b);
    l[Dimension::virtual_stages] = 1;
    return l;
}

namespace {

/// A figure that depends on one or two numbers, which have few values.
class Remembered {
public:
    using Key = std::pair<double, double>;
    template <class Compute> double at(const Key& key, Compute compute)
    {
        const auto known = std::ranges::find(m_known, key, &std::pair<Key, double>::first);
        return known != m_known.end() ? known->second : m_known.emplace_back(key, compute()).second;
    }

private:
    std::vector<std::pair<Key, double>> m_known;
};

bool isSameButStages(const LayoutFamily& a, const LayoutFamily& b)
{
    const auto rest = [](const LayoutFamily& f) {
        return std::tie(f.tensor, f.context, f.expert, f.sequence, f.recompute, f.micro_batch);
    };
    return rest(a) == rest(b);
}

} // namespace

std::vector<LayoutFamily> LayoutWalk::families(std::size_t most) const
{
    std::vector<LayoutFamily> all;
    Remembered states;
    Remembered schedules;
    struct Stages {
        double pipeline, replicas;
        std::vector<char> experts; ///< which of the candidates may be spread over the ranks
    };
    const auto addStages = [&](LayoutFamily f, const std::vector<Stages>& stages, std::size_t expert) {
        for (const auto& [p, k, experts] : stages) {
            if (all.size() >= most || !experts[expert] || !m_rules.batch(f.micro_batch, k))
                continue;
            const double micro_batches = m_rules.accumulation(f.micro_batch, k);
            if (!m_space.takes(Dimension::accumulation, micro_batches))
                continue;
            f.pipeline = p;
            f.layouts = schedules.at({p, micro_batches}, [&] { return schedulesOf(f); })
                * states.at({k * f.context, 0}, [&] { return statesOf(f); });
            if (f.layouts > 0)
                all.push_back(f);
        }
    };
    const std::vector<double>& expert_degrees = m_all.of(Dimension::expert);
    for (const double t : m_all.of(Dimension::tensor))
        for (const double c : m_all.of(Dimension::context)) {
            if (!m_rules.tensor(t) || !m_rules.context(c) || !m_rules.fills(t * c))
                continue;
            std::vector<Stages> stages;
            for (const double p : m_all.of(Dimension::pipeline)) {
                if (!m_rules.pipeline(p) || !m_rules.fills(t * c * p))
                    continue;
                const double k = m_rules.gpus() / (t * c * p);
                Stages& added = stages.emplace_back(Stages{p, k, {}});
                for (const double e : expert_degrees)
                    added.experts.push_back(m_rules.expert(e, t, k * c) ? 1 : 0);
            }
            for (const double on : m_all.of(Dimension::sequence))
                for (const double r : m_all.of(Dimension::recompute))
                    for (const double b : m_all.of(Dimension::micro_batch))
                        for (std::size_t e = 0; e < expert_degrees.size(); ++e)
                            if (m_rules.sequence(on, t, c) && m_rules.recompute(r))
                                addStages({t, 1, c, expert_degrees[e], on, r, b}, stages, e);
        }
    return all;
}

std::vector<FamilyRun> LayoutWalk::runsOf(const std::vector<LayoutFamily>& families)
{
    std::vector<FamilyRun> runs;
    for (std::size_t i = 0; i < families.size(); ++i)
        if (i > 0 && families[i].pipeline > families[i - 1].pipeline && isSameButStages(families[i], families[i - 1]))
            ++runs.back().last;
        else
            runs.push_back({i, i + 1});
    return runs;
}

double LayoutWalk::schedulesOf(const LayoutFamily& f) const
{
    Layout l = layoutOf(f);
    double schedules = 0;
    forEachSchedule(l, [&] { ++schedules; });
    return schedules;
}

double LayoutWalk::statesOf(const LayoutFamily& f) const
{
    Layout l = layoutOf(f);
    double states = 0;
    forEachState(l, [&] { ++states; });
    return states;
}

} // namespace kneepoint
