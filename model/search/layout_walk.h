// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/layout_space.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

/// Visits the layouts of a space, each once.
namespace kneepoint {

/// Layouts with the same micro-batch time and number of replicas. They differ only in ZeRO stage, sharding group,
/// gradient format, schedule and virtual stages.
struct LayoutFamily {
    double tensor = 1, pipeline = 1, context = 1, expert = 1;
    double sequence = 0, recompute = 0, micro_batch = 1;
    double layouts = 0; ///< how many it has
    double floor_s = 0; ///< lower bound of all steps of the family
};

/// Adjacent families that differ only in pipeline stages.
struct FamilyRun {
    std::size_t first = 0, last = 0; ///< range of the walk's families, end exclusive; the last one has the most stages
    double floor_s = 0;              ///< lower bound of all their steps
};

/// Enumerates the valid layouts of a space. Adjacent families differ in pipeline stages first, so that a StepSeries can
/// reuse most of its results.
class LayoutWalk {
public:
    LayoutWalk(const LayoutRules& rules, LayoutSpace space)
        : m_rules(rules)
        , m_space(std::move(space))
        , m_all(candidatesOf(rules, m_space))
    {
    }
    [[nodiscard]] const Candidates& candidates() const { return m_all; }
    /// Run by run, in ascending order of pipeline stages; at most as many as requested.
    [[nodiscard]] std::vector<LayoutFamily> families(std::size_t most = static_cast<std::size_t>(-1)) const;
    [[nodiscard]] static std::vector<FamilyRun> runsOf(const std::vector<LayoutFamily>& families);
    /// The least of a time of a family's layouts that each may be the bound of others with: the one with the most
    /// virtual stages, and the ones whose schedules compute gradients of weights apart.
    template <class Time> [[nodiscard]] double leastOfBases(const LayoutFamily& f, Time time) const
    {
        Layout l = layoutOf(f);
        Layout most = l;
        double least = std::numeric_limits<double>::infinity();
        forEachSchedule(l, [&] {
            if (splitsBackward(static_cast<PipelineSchedule>(static_cast<int>(l[Dimension::schedule]))))
                least = std::min(least, time(l));
            else if (l[Dimension::virtual_stages] >= most[Dimension::virtual_stages])
                most = l;
        });
        return std::min(least, time(most));
    }

    /// Calls visit(layout) for every layout of a family.
    template <class Visit> void forEach(const LayoutFamily& f, Visit visit) const
    {
        Layout l = layoutOf(f);
        forEachSchedule(l, [&] { forEachState(l, [&] { visit(l); }); });
    }

private:
    [[nodiscard]] double replicas(const Layout& l) const { return m_rules.gpus() / l.replicaGpus(); }
    [[nodiscard]] Layout layoutOf(const LayoutFamily& f) const;
    [[nodiscard]] double schedulesOf(const LayoutFamily& f) const;
    [[nodiscard]] double statesOf(const LayoutFamily& f) const;

    template <class Visit> void forEachSchedule(Layout& l, Visit visit) const
    {
        for (const double schedule : m_all.of(Dimension::schedule))
            for (const double v : m_all.of(Dimension::virtual_stages))
                if (m_rules.schedule(schedule, v, l[Dimension::pipeline], l[Dimension::accumulation])) {
                    l[Dimension::schedule] = schedule;
                    l[Dimension::virtual_stages] = v;
                    visit();
                }
    }
    template <class Visit> void forEachState(Layout& l, Visit visit) const
    {
        const double ranks = replicas(l) * l[Dimension::context];
        for (const double zero : m_all.of(Dimension::zero))
            for (const double group : m_all.of(Dimension::shard_group))
                if (m_rules.zero(zero, group, ranks))
                    for (const double gradients : m_all.of(Dimension::gradients)) {
                        l[Dimension::zero] = zero;
                        l[Dimension::shard_group] = group;
                        l[Dimension::gradients] = gradients;
                        visit();
                    }
    }

    const LayoutRules& m_rules;
    LayoutSpace m_space;
    Candidates m_all;
};

} // namespace kneepoint
