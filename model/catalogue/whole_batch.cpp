// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/whole_batch.h"

#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

bool isWhole(double value)
{
    return value >= 1 && value == std::floor(value);
}

double replicas(const Scenario& s)
{
    return s.cluster.gpus / gpusPerReplica(s);
}

bool isWholeBatch(const Scenario& s)
{
    const double k = replicas(s);
    const double b = s.workload.batch_per_gpu;
    const double m = s.plan.accumulation;
    return isWhole(k) && isWhole(b) && isWhole(m) && s.workload.global_batch == b * m * k;
}

/// The whole multiples of `unit` around a value, the nearer one first.
std::vector<double> multiplesAround(double value, double unit)
{
    const double below = unit * std::floor(value / unit);
    const double above = below + unit;
    if (below < unit)
        return {above};
    return value - below <= above - value ? std::vector{below, above} : std::vector{above, below};
}

std::string either(const std::vector<double>& values)
{
    return values.size() == 1 ? fmt::format("{}", values.front())
                              : fmt::format("{} or {}", std::min(values[0], values[1]), std::max(values[0], values[1]));
}

/// The largest divisor of a whole number up to a limit.
double divisorUpTo(double whole, double most)
{
    double divisor = std::min(whole, std::floor(most));
    while (divisor > 1 && std::fmod(whole, divisor) != 0)
        --divisor;
    return std::max(1.0, divisor);
}

/// The nearest number of replicas that divides a batch of micro-batches of b.
double dividingReplicas(double batch, double b, double k)
{
    const double micro_batches = batch / (std::fmod(batch, b) == 0 ? b : 1);
    constexpr double furthest = 1024;
    for (double away = 0; away <= furthest; ++away)
        for (const double near : {k + away, k - away})
            if (near >= 1 && near <= micro_batches && std::fmod(micro_batches, near) == 0)
                return near;
    return divisorUpTo(micro_batches, k);
}

class Keeper {
public:
    Keeper(Scenario& next, const Scenario& before, std::span<const Parameter* const> edited)
        : m_next(next)
        , m_before(before)
        , m_edited(edited)
    {
    }

    WholeBatch kept()
    {
        if (!isWhole(replicas(m_next)))
            return wrongReplicas();
        const Workload& w = m_next.workload;
        for (const char* id : {"workload.batch_per_gpu", "plan.accumulation"})
            if (const double value = parameter(id).get(m_next); isEdited(id) && !isWhole(value))
                return refused(id, fmt::format("{} must be a whole number, not {}", parameter(id).label, value),
                    multiplesAround(value, 1));
        // Under weak scaling the global batch follows the replicas, unless it was given.
        const bool follows = !isEdited("workload.global_batch") || isEdited("plan.accumulation");
        if (w.scaling == Scaling::weak && follows) {
            takeWhole(m_before.workload.batch_per_gpu, m_before.plan.accumulation);
            return {};
        }
        return divided();
    }

private:
    [[nodiscard]] bool isEdited(std::string_view id) const
    {
        return std::ranges::find(m_edited, id, &Parameter::id) != m_edited.end();
    }

    WholeBatch refused(std::string_view id, const std::string& why, const std::vector<double>& nearest) const
    {
        WholeBatch answer;
        if (isEdited(id))
            answer.nearest = nearest;
        answer.refusal = fmt::format("{}; the nearest {} {}", why,
            nearest.size() == 1 ? "value that works is" : "values that work are", either(nearest));
        return answer;
    }

    WholeBatch wrongReplicas() const
    {
        const double replica = gpusPerReplica(m_next);
        const double gpus = m_next.cluster.gpus;
        WholeBatch answer = refused("cluster.gpus",
            fmt::format("{} GPUs are not whole replicas of {} GPUs (TP {} × PP {} × CP {})", gpus, replica,
                m_next.plan.tensor_parallel, m_next.plan.pipeline_parallel, m_next.plan.context_parallel),
            multiplesAround(gpus, replica));
        for (const char* id : {"plan.tensor_parallel", "plan.pipeline_parallel", "plan.context_parallel"})
            if (isEdited(id) && !isEdited("cluster.gpus"))
                answer.nearest = nearestDegrees(parameter(id));
        return answer;
    }

    /// Degrees near the one that was edited, with which the GPUs are whole replicas.
    [[nodiscard]] std::vector<double> nearestDegrees(const Parameter& degree) const
    {
        const double wanted = degree.get(m_next);
        const double others = gpusPerReplica(m_next) / wanted;
        const auto fits = [&](double d) { return d >= 1 && isWhole(m_next.cluster.gpus / (others * d)); };
        std::vector<double> found;
        for (double away = 1; away < wanted + m_next.cluster.gpus && found.size() < 2; ++away)
            for (const double d : {wanted - away, wanted + away})
                if (fits(d) && found.size() < 2)
                    found.push_back(d);
        return found;
    }

    void takeWhole(double b, double m)
    {
        Workload& w = m_next.workload;
        w.batch_per_gpu = isWhole(w.batch_per_gpu) ? w.batch_per_gpu : b;
        m_next.plan.accumulation = isWhole(m_next.plan.accumulation) ? m_next.plan.accumulation : m;
        sumGlobalBatch(m_next);
    }

    void take(double batch, double b)
    {
        m_next.workload.global_batch = batch;
        m_next.workload.batch_per_gpu = b;
        m_next.plan.accumulation = batch / (b * replicas(m_next));
    }

    /// A given global batch over whole replicas.
    WholeBatch divided()
    {
        const double k = replicas(m_next);
        const bool own_batch = isEdited("workload.global_batch");
        const bool own_size = isEdited("workload.batch_per_gpu");
        const double batch = (own_batch ? m_next : m_before).workload.global_batch;
        const double b = (own_size ? m_next : m_before).workload.batch_per_gpu;
        if (std::fmod(batch, k * b) == 0) {
            take(batch, b);
            return {};
        }
        if (std::fmod(batch, k) == 0 && !own_size) {
            const double smaller = divisorUpTo(batch / k, b);
            take(batch, smaller);
            return {.sentence = fmt::format("Micro-batch {} → {}, because each of {} replicas takes {} examples.", b,
                        smaller, k, batch / k)};
        }
        const double size = own_size ? b : std::clamp(std::floor(batch / k), 1.0, b);
        const std::vector<double> near = multiplesAround(batch, k * size);
        if (own_batch && isEdited("cluster.gpus"))
            return refused("workload.global_batch",
                fmt::format("a global batch of {} cannot be divided among {} replicas", batch, k), near);
        take(near.front(), divisorUpTo(near.front() / k, b));
        return moved(batch, b);
    }

    [[nodiscard]] WholeBatch moved(double batch, double b) const
    {
        const double k = replicas(m_next);
        WholeBatch answer;
        answer.sentence = fmt::format(
            "Global batch {} → {}, the nearest that {} replicas divide.", batch, m_next.workload.global_batch, k);
        const double other = dividingReplicas(batch, b, k) * gpusPerReplica(m_next);
        answer.keep = {{&parameter("cluster.gpus"), other}, {&parameter("workload.global_batch"), batch}};
        answer.keep_text = fmt::format("Keep {} on {} GPUs", batch, other);
        return answer;
    }

    Scenario& m_next;
    const Scenario& m_before;
    std::span<const Parameter* const> m_edited;
};

} // namespace

WholeBatch keepWhole(Scenario& next, const Scenario& before, std::span<const Parameter* const> edited)
{
    const bool modeled = next.workload.kind == ModelKind::transformer
        && next.assumptions.compute_model == ComputeModel::kernels && !next.automatic.on;
    if (!modeled || !isWholeBatch(before) || isWholeBatch(next))
        return {};
    return Keeper(next, before, edited).kept();
}

} // namespace kneepoint
