// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/whole_batch.h"

#include "model/catalogue/derive.h"
#include "model/catalogue/divide_batch.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

double replicas(const Scenario& s)
{
    return s.cluster.gpus / gpusPerReplica(s);
}

std::string either(const std::vector<double>& values)
{
    return values.size() == 1 ? fmt::format("{}", values.front())
                              : fmt::format("{} or {}", std::min(values[0], values[1]), std::max(values[0], values[1]));
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

class Report {
public:
    Report(const Scenario& next, const Scenario& before, std::span<const Parameter* const> edited)
        : m_next(next)
        , m_before(before)
        , m_edited(edited)
    {
    }

    [[nodiscard]] WholeBatch made() const
    {
        if (!isWholeNumber(replicas(m_next)))
            return wrongReplicas();
        for (const char* id : {"workload.batch_per_gpu", "plan.accumulation"})
            if (const double value = statedValue(parameter(id), m_next); isEdited(id) && !isWholeNumber(value))
                return refused(id, fmt::format("{} must be a whole number, not {}", parameter(id).label, value),
                    multiplesAround(value, 1));
        const Parameter& batch = parameter("workload.global_batch");
        const double asked = statedValue(batch, isEdited(batch.id) || !isStated(batch, m_before) ? m_next : m_before);
        if (isStated(batch, m_next) && asked != m_next.workload.global_batch)
            return movedFrom(asked);
        const Parameter& micro = parameter("workload.batch_per_gpu");
        const double b = statedValue(micro, m_next);
        if (isStated(micro, m_next) && b != m_next.workload.batch_per_gpu)
            return {
                .sentence = fmt::format("Micro-batch {} → {}, because each of {} replicas takes {} examples.", b,
                    m_next.workload.batch_per_gpu, replicas(m_next), m_next.workload.global_batch / replicas(m_next))};
        return {};
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
        const auto fits = [&](double d) { return d >= 1 && isWholeNumber(m_next.cluster.gpus / (others * d)); };
        std::vector<double> found;
        for (double away = 1; away < wanted + m_next.cluster.gpus && found.size() < 2; ++away)
            for (const double d : {wanted - away, wanted + away})
                if (fits(d) && found.size() < 2)
                    found.push_back(d);
        return found;
    }

    [[nodiscard]] WholeBatch movedFrom(double batch) const
    {
        const double k = replicas(m_next);
        const double b = m_before.workload.batch_per_gpu;
        if (isEdited("workload.global_batch") && isEdited("cluster.gpus"))
            return refused("workload.global_batch",
                fmt::format("a global batch of {} cannot be divided among {} replicas", batch, k),
                multiplesAround(batch, k * std::clamp(std::floor(batch / k), 1.0, b)));
        WholeBatch answer;
        answer.sentence = fmt::format(
            "Global batch {} → {}, the nearest that {} replicas divide.", batch, m_next.workload.global_batch, k);
        const double other = dividingReplicas(batch, b, k) * gpusPerReplica(m_next);
        answer.keep = {{&parameter("cluster.gpus"), other}, {&parameter("workload.global_batch"), batch}};
        answer.keep_text = fmt::format("Keep {} on {} GPUs", batch, other);
        return answer;
    }

    const Scenario& m_next;
    const Scenario& m_before;
    std::span<const Parameter* const> m_edited;
};

} // namespace

WholeBatch keptWhole(const Scenario& next, const Scenario& before, std::span<const Parameter* const> edited)
{
    const bool batch_edited =
        std::ranges::any_of(edited, [](const Parameter* p) { return p->follows & Follows::batch; });
    if (!batch_edited || !needsWholeBatch(next) || !isWholeBatch(before))
        return {};
    return Report(next, before, edited).made();
}

bool takesWholeValues(const Parameter& p, const Scenario& s)
{
    return p.isWhole() || (p.fractional && (p.follows & Follows::batch) && needsWholeBatch(s) && isWholeBatch(s));
}

} // namespace kneepoint
