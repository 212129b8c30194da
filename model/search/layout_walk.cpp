// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/layout_walk.h"

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

std::vector<LayoutFamily> LayoutWalk::families() const
{
    std::vector<LayoutFamily> all;
    const auto& stages = m_all.of(Dimension::pipeline);
    const auto addStages = [&](LayoutFamily f) {
        for (const double p : stages) {
            if (!m_rules.pipeline(p) || !m_rules.fills(f.tensor * f.context * p))
                continue;
            const double k = m_rules.gpus() / (f.tensor * f.context * p);
            f.pipeline = p;
            if (m_rules.expert(f.expert, k * f.context) && m_rules.batch(f.micro_batch, k)
                && m_space.takes(Dimension::accumulation, m_rules.accumulation(f.micro_batch, k)) && size(f) > 0)
                all.push_back(f);
        }
    };
    for (const double t : m_all.of(Dimension::tensor))
        for (const double c : m_all.of(Dimension::context)) {
            if (!m_rules.tensor(t) || !m_rules.context(c) || !m_rules.fills(t * c))
                continue;
            for (const double on : m_all.of(Dimension::sequence))
                for (const double r : m_all.of(Dimension::recompute))
                    for (const double b : m_all.of(Dimension::micro_batch))
                        for (const double e : m_all.of(Dimension::expert))
                            if (m_rules.sequence(on, t, c) && m_rules.recompute(r))
                                addStages({t, 1, c, e, on, r, b});
        }
    return all;
}

Layout LayoutWalk::base(const LayoutFamily& f) const
{
    Layout l = layoutOf(f);
    Layout most = l;
    forEachSchedule(l, [&] {
        if (l[Dimension::virtual_stages] >= most[Dimension::virtual_stages])
            most = l;
    });
    return most;
}

double LayoutWalk::size(const LayoutFamily& f) const
{
    Layout l = layoutOf(f);
    double schedules = 0, states = 0;
    forEachSchedule(l, [&] { ++schedules; });
    forEachState(l, [&] { ++states; });
    return schedules * states;
}

} // namespace kneepoint
