// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/smaller_clusters.h"

#include "model/scenario/whole_nodes.h"
#include "model/search/auto_plan.h"
#include "model/search/layout_rules.h"
#include "model/step/step_series.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace kneepoint {
namespace {

/// 1, 2, 4 … GPUs of a node, then 1, 2, 4 … nodes, below the job's number; without those that cannot even hold a few
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
    return sizes;
}

double largestPowerOfTwoIn(double whole)
{
    double power = 1;
    while (power < whole && std::fmod(whole, 2 * power) == 0)
        power *= 2;
    return power;
}

/// The job on this many GPUs.
Scenario onGpus(const Scenario& job, double gpus)
{
    const bool strong = job.workload.scaling == Scaling::strong;
    Scenario s = job;
    s.cluster.gpus = gpus;
    s.workload.scaling = Scaling::strong;
    s.workload.global_batch = LayoutRules(job).globalBatch() * (strong ? 1 : gpus / job.cluster.gpus);
    s.workload.global_batch = std::max(1.0, std::round(s.workload.global_batch));
    return s;
}

/// The fastest usual layout of a job on its GPUs.
class UsualLayouts {
public:
    UsualLayouts(const Scenario& job, const Calibration& calibration)
        : m_job(job)
        , m_rules(job)
        , m_series(job, calibration)
    {
    }

    std::optional<StepVersion> best()
    {
        const double n = m_rules.gpus();
        const double context = own(Dimension::context).value_or(1);
        for (double t = 1; t <= std::min(n, wholeNode(m_job.cluster)); t *= 2)
            for (double p = 1; p * t * context <= n && m_rules.tensor(t); p *= 2)
                if (m_rules.pipeline(p) && m_rules.fills(t * p * context))
                    tryReplicas(t, p, context);
        return m_best;
    }
    /// Of the best layout.
    [[nodiscard]] double seconds() const { return m_best_s; }

private:
    /// The job's value of a pinned dimension.
    [[nodiscard]] std::optional<double> own(Dimension d) const
    {
        return isPlanned(m_job, d) ? std::nullopt : std::optional(parameterOf(d).get(m_job));
    }
    [[nodiscard]] std::vector<double> choices(Dimension d, std::vector<double> usual) const
    {
        if (const std::optional<double> pinned = own(d))
            usual = {*pinned};
        return usual;
    }

    void tryReplicas(double t, double p, double context)
    {
        if ((own(Dimension::tensor) && t != *own(Dimension::tensor))
            || (own(Dimension::pipeline) && p != *own(Dimension::pipeline)))
            return;
        const double replicas = m_rules.gpus() / (t * p * context);
        const double ranks = replicas * context;
        Layout l = layoutOf(m_job);
        l[Dimension::tensor] = t;
        l[Dimension::pipeline] = p;
        l[Dimension::context] = context;
        l[Dimension::sequence] = own(Dimension::sequence).value_or(m_rules.sequence(1, t, context) ? 1 : 0);
        l[Dimension::shard_group] = own(Dimension::shard_group).value_or(0);
        const double experts = std::min(largestPowerOfTwoIn(m_job.workload.experts), largestPowerOfTwoIn(ranks));
        const std::vector<double> shares =
            choices(Dimension::expert, experts > 1 ? std::vector{1.0, experts} : std::vector{1.0});
        const std::vector<double> stages =
            choices(Dimension::zero, ranks > 1 ? std::vector{1.0, 3.0} : std::vector{0.0});
        for (const double v : chunks(p))
            for (const double e : shares)
                for (const double zero : stages) {
                    l[Dimension::virtual_stages] = v;
                    l[Dimension::schedule] = usualSchedule(p, v);
                    l[Dimension::expert] = e;
                    l[Dimension::zero] = m_rules.zero(zero, l[Dimension::shard_group], ranks) ? zero : 0;
                    if (m_rules.expert(e, t, ranks))
                        tryMicroBatches(m_rules.neutral(l), replicas);
                }
    }

    /// The pinned one if gradients of weights are computed apart.
    [[nodiscard]] double usualSchedule(double p, double v) const
    {
        const double pinned = own(Dimension::schedule).value_or(0);
        if (p > 1 && splitsBackward(static_cast<PipelineSchedule>(static_cast<int>(pinned))))
            return pinned;
        return static_cast<double>(p > 1 ? m_rules.usualSchedule(v) : PipelineSchedule::one_f_one_b);
    }

    /// None, and as many virtual stages as are usual.
    [[nodiscard]] std::vector<double> chunks(double p) const
    {
        constexpr double most = 8;
        if (p <= 1)
            return {1};
        if (const std::optional<double> pinned = own(Dimension::virtual_stages))
            return {*pinned};
        for (double v = most; v > 1; --v)
            if (m_rules.schedule(static_cast<double>(m_rules.usualSchedule(v)), v, p, p))
                return {1, v};
        return {1};
    }

    void tryMicroBatches(Layout l, double replicas)
    {
        for (const double b : choices(Dimension::micro_batch, {1, 2, 4})) {
            l[Dimension::micro_batch] = b;
            if (m_rules.batch(b, replicas) && !fitsWithLeastRecomputation(l, replicas))
                return; // a larger one does not fit either
        }
    }

    bool fitsWithLeastRecomputation(Layout l, double replicas)
    {
        l[Dimension::accumulation] = m_rules.accumulation(l[Dimension::micro_batch], replicas);
        for (const double recompute : choices(Dimension::recompute, {0, 1, 2})) {
            l[Dimension::recompute] = recompute;
            if (m_rules.recompute(recompute) && m_series.memoryAt(versionOf(m_job, l)).fits()) {
                tryLayout(l);
                return true;
            }
        }
        return false;
    }

    void tryLayout(const Layout& l)
    {
        if (!m_rules.allows(l))
            return;
        const StepVersion version = versionOf(m_job, l);
        const double seconds = m_series.at(version).step_s;
        if (seconds < m_best_s) {
            m_best = version;
            m_best_s = seconds;
        }
    }

    const Scenario& m_job;
    LayoutRules m_rules;
    StepSeries m_series;
    std::optional<StepVersion> m_best;
    double m_best_s = std::numeric_limits<double>::infinity();
};

} // namespace

std::vector<StepVersion> smallerClusters(const Scenario& job, const Calibration& calibration)
{
    std::vector<StepVersion> faster;
    double least = std::numeric_limits<double>::infinity(); // seconds of a GPU per example
    for (const double gpus : clusterSizes(job)) {
        const Scenario there = onGpus(job, gpus);
        UsualLayouts usual(there, calibration);
        const std::optional<StepVersion> best = usual.best();
        if (!best || !(usual.seconds() * gpus / best->global_batch < least))
            continue;
        least = usual.seconds() * gpus / best->global_batch;
        faster.push_back(*best);
    }
    return faster;
}

} // namespace kneepoint
