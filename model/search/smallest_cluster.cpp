// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/smallest_cluster.h"

#include "model/scenario/whole_nodes.h"
#include "model/search/layout.h"
#include "model/search/layout_rules.h"
#include "model/step/step_series.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kneepoint {
namespace {

/// 1, 2, 4 … GPUs of a node, then 1, 2, 4 … nodes, and the job's own number; without those that cannot even hold a few
/// bytes of state per parameter.
std::vector<double> clusterSizes(const Scenario& job)
{
    constexpr double least_state_bytes = 4; // weights and gradients in 16 bits
    const Cluster& c = job.cluster;
    const double node = wholeNode(c);
    const double least = job.workload.parameters * least_state_bytes / std::max(1.0, c.memory_bytes);
    std::vector<double> sizes;
    for (double n = 1; n < node && n < c.gpus; n *= 2)
        if (n >= least)
            sizes.push_back(n);
    for (double n = node; n < c.gpus; n *= 2)
        if (n >= least)
            sizes.push_back(n);
    sizes.push_back(c.gpus);
    return sizes;
}

double largestPowerOfTwoIn(double whole)
{
    double power = 1;
    while (power < whole && std::fmod(whole, 2 * power) == 0)
        power *= 2;
    return power;
}

/// The fastest usual layout of a job on its GPUs.
class UsualLayouts {
public:
    UsualLayouts(const Scenario& job, Recompute most, const Calibration& calibration)
        : m_job(job)
        , m_most_recompute(static_cast<double>(most))
        , m_rules(job)
        , m_series(job, calibration)
    {
    }

    std::optional<Layout> best()
    {
        const double n = m_rules.gpus();
        for (double t = 1; t <= std::min(n, wholeNode(m_job.cluster)); t *= 2)
            for (double p = 1; p * t <= n && m_rules.tensor(t); p *= 2)
                if (m_rules.pipeline(p) && m_rules.fills(t * p))
                    tryReplicas(t, p, n / (t * p));
        return m_best;
    }

    void tryLayout(const Layout& l)
    {
        if (!m_rules.allows(l) || !m_series.memoryAt(versionOf(m_job, l)).fits())
            return;
        const double seconds = m_series.at(versionOf(m_job, l)).step_s;
        if (!m_best || seconds < m_best_s) {
            m_best = l;
            m_best_s = seconds;
        }
    }

private:
    void tryReplicas(double t, double p, double replicas)
    {
        Layout l = layoutOf(m_job);
        l[Dimension::tensor] = t;
        l[Dimension::pipeline] = p;
        l[Dimension::context] = 1;
        l[Dimension::sequence] = m_rules.sequence(1, t, 1) ? 1 : 0;
        l[Dimension::schedule] = static_cast<double>(PipelineSchedule::one_f_one_b);
        l[Dimension::virtual_stages] = 1;
        l[Dimension::shard_group] = 0;
        const double experts = std::min(largestPowerOfTwoIn(m_job.workload.experts), largestPowerOfTwoIn(replicas));
        const std::vector<double> shares = experts > 1 ? std::vector{1.0, experts} : std::vector{1.0};
        const std::vector<double> stages = replicas > 1 ? std::vector{1.0, 3.0} : std::vector{0.0};
        for (const double e : shares)
            for (const double zero : stages) {
                l[Dimension::expert] = e;
                l[Dimension::zero] = m_rules.zero(zero, 0, replicas) ? zero : 0;
                if (m_rules.expert(e, t, replicas))
                    tryMicroBatches(l, replicas);
            }
    }

    void tryMicroBatches(Layout l, double replicas)
    {
        for (const double b : {1.0, 2.0, 4.0}) {
            l[Dimension::micro_batch] = b;
            if (m_rules.batch(b, replicas) && !fitsWithLeastRecomputation(l, replicas))
                return; // a larger one does not fit either
        }
    }

    bool fitsWithLeastRecomputation(Layout l, double replicas)
    {
        l[Dimension::accumulation] = m_rules.accumulation(l[Dimension::micro_batch], replicas);
        for (double recompute = 0; recompute <= m_most_recompute; ++recompute) {
            l[Dimension::recompute] = recompute;
            if (m_rules.recompute(recompute) && m_series.memoryAt(versionOf(m_job, l)).fits()) {
                tryLayout(l);
                return true;
            }
        }
        return false;
    }

    const Scenario& m_job;
    double m_most_recompute;
    LayoutRules m_rules;
    StepSeries m_series;
    std::optional<Layout> m_best;
    double m_best_s = 0;
};

Scenario onGpus(const Scenario& job, double gpus)
{
    Scenario s = job;
    s.cluster.gpus = gpus;
    s.workload.scaling = Scaling::strong;
    s.workload.global_batch = std::max(1.0, std::round(job.workload.global_batch));
    return s;
}

std::optional<SmallestCluster> smallestWith(const Scenario& job, Recompute most, const Calibration& calibration)
{
    for (const double gpus : clusterSizes(job)) {
        const Scenario there = onGpus(job, gpus);
        UsualLayouts usual(there, most, calibration);
        if (gpus == job.cluster.gpus)
            usual.tryLayout(layoutOf(job));
        const std::optional<Layout> best = usual.best();
        if (!best)
            continue;
        StepSeries series(there, calibration);
        SmallestCluster answer{there, series.at(versionOf(there, *best))};
        answer.scenario = series.scenario();
        return answer;
    }
    return {};
}

} // namespace

std::optional<SmallestCluster> smallestCluster(const Scenario& job, const Calibration& calibration)
{
    if (std::optional<SmallestCluster> found = smallestWith(job, Recompute::selective, calibration))
        return found;
    return smallestWith(job, Recompute::full, calibration);
}

} // namespace kneepoint
