// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/search/small_spaces.h"

#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/support/scenarios.h"

#include <QtGlobal>

#include <algorithm>

namespace kneepoint::test {

Scenario SmallQuestions::job()
{
    static const std::array presets{"llama3-8b-64xh100", "mixtral-8x7b-256xh100", "gpt3-175b-1024xa100",
        "llama3-70b-512xh100", "knee-1p3b", "moe-alltoall", "knee-simulator", "comm-wall-1024", "resnet50-10gbe"};
    Scenario s = preset(presets[m_bits() % presets.size()]);
    Workload& w = s.workload;
    w.layers = pick({2, 4, 6, 7, 8, 12});
    w.hidden = pick({512, 1024, 2048, 8192});
    w.heads = pick({4, 6, 8, 16});
    w.kv_heads = pick({2, 4, w.heads});
    w.ffn = 4 * w.hidden;
    w.head_width = 0;
    w.dense_layers = chance(0.5) ? 0 : 1;
    if (w.experts > 1)
        w.experts = pick({4, 8});
    w.parameters = w.layers * w.hidden * w.hidden * 12 * (w.experts > 1 ? 4 : 1) + 2 * w.vocabulary * w.hidden;
    w.active_parameters = w.experts > 1 ? w.parameters / 2 : w.parameters;
    w.scaling = chance(0.5) ? Scaling::strong : Scaling::weak;
    s.cluster.gpus = pick({1, 2, 4, 6, 8, 12, 16});
    s.cluster.resizeNode(pick({1, 2, 4, 8}));
    s.plan = Plan{};
    s.plan.collective = static_cast<CollectiveAlgorithm>(m_bits() % 5);
    if (w.kind == ModelKind::transformer)
        w.sequence_length = pick({1, 512, 2048, 4096});
    w.batch_per_gpu = pick({1, 2, 3, 4});
    sumGlobalBatch(s);
    w.global_batch = pick({4, 8, 12, 16, 24});
    s.stack.software = chance(0.5) ? 0 : s.stack.software;
    s.cluster.memory_bytes = pick({8e9, 16e9, 40e9, 80e9, 1e12});
    s.cluster.link_rate = pick({1e9, 12.5e9, 50e9});
    if (chance(0.2))
        s.assumptions.overlap_model = chance(0.5) ? OverlapModel::fixed : OverlapModel::stack;
    if (chance(0.2))
        s.assumptions.compute_model = chance(0.5) ? ComputeModel::sustained : ComputeModel::kernels;
    if (chance(0.1))
        s.plan.synchronization = static_cast<Synchronization>(m_bits() % 3);
    s.assumptions.stragglers = chance(0.3);
    if (chance(0.2))
        s.own_runs = ownRuns();
    s.stack.straggler_slope = chance(0.3) ? 0.02 : s.stack.straggler_slope;
    return s;
}

OwnRuns SmallQuestions::ownRuns()
{
    OwnRuns own;
    own.used = true;
    own.runs = 3;
    own.memory_runs = 3;
    for (const OwnFactor& factor : own_factors)
        own.*factor.value = pick({0.5, 1, 2});
    own.pipelined_launch = pick({1, 1000});
    own.memory = pick({0.8, 1, 1.2});
    return own;
}

LayoutSpace SmallQuestions::space(const Scenario& s)
{
    LayoutSpace all = chance(0.5) ? defaultSpace(s) : LayoutSpace{};
    const auto limit = [&](Dimension d, std::vector<double> values, double share) {
        if (chance(share))
            all.limit(d, std::move(values));
        else if (chance(share))
            all.fix(d, pick(std::move(values)));
    };
    limit(Dimension::tensor, {1, 2, 4}, 0.3);
    limit(Dimension::pipeline, {1, 2, 4}, 0.3);
    limit(Dimension::context, {1, 2}, 0.6);
    limit(Dimension::expert, {1, 2, 4}, 0.3);
    limit(Dimension::sequence, {0, 1}, 0.3);
    limit(Dimension::virtual_stages, {1, 2, 3}, 0.3);
    limit(Dimension::zero, {0, 1, 3}, 0.4);
    limit(Dimension::shard_group, {0, 2}, 0.5);
    limit(Dimension::recompute, {0, 1}, 0.4);
    limit(Dimension::gradients, {0, 1}, 0.7);
    limit(Dimension::micro_batch, {1, 2}, 0.4);
    limit(Dimension::accumulation, {1, 2, 4, 8}, 0.1);
    return all;
}

SmallQuestion SmallQuestions::next()
{
    SmallQuestion q{job(), {}};
    q.request.space = space(q.job);
    q.request.top = 1 + m_bits() % 4;
    q.request.threads = static_cast<unsigned>(1 + m_bits() % 3);
    if (chance(0.2))
        q.request.objective = {[](const Scenario&, const StepReport& r) { return r.memory.total(); }, false, false};
    else if (chance(0.3))
        q.request.objective = expectedStepObjective();
    else if (chance(0.3))
        q.request.objective = {
            [](const Scenario&, const StepReport& r) { return r.global_batch / r.step_s; }, true, true};
    if (chance(0.2))
        q.request.constraints.push_back(
            {"network", [](const Scenario&, const StepReport& r) { return r.network_bytes; }, 1e9});
    return q;
}

int spacesWanted(int usual)
{
    constexpr int all = 10000;
    bool given = false;
    const int wanted = qEnvironmentVariableIntValue("KNEEPOINT_SEARCH_SPACES", &given);
    return given ? static_cast<int>(static_cast<double>(usual) * wanted / all) : usual;
}

std::vector<FoundLayout> byTryingAll(const SmallQuestion& q)
{
    const LayoutRules rules(q.job);
    const Candidates all = candidatesOf(rules, q.request.space);
    std::vector<FoundLayout> found;
    Layout l;
    const auto isWanted = [&](const StepReport& step, const Scenario& s) {
        return step.memory.total() <= q.request.memory_share * step.memory.capacity
            && std::ranges::all_of(
                q.request.constraints, [&](const LayoutConstraint& c) { return c.isKept(c.value(s, step)); });
    };
    const auto tryLayout = [&] {
        if (!rules.allows(l))
            return;
        const Scenario s = applied(q.job, editOf(l), shippedCalibration());
        const StepReport step = evaluate(s, shippedCalibration());
        if (isWanted(step, s))
            found.push_back({l, step, q.request.objective.value(s, step), {}});
    };
    const auto over = [&](Dimension d, const auto& inner) {
        for (const double value : all.of(d)) {
            l[d] = value;
            inner();
        }
    };
    const auto accumulate = [&] {
        const double replicas = rules.gpus() / l.replicaGpus();
        l[Dimension::accumulation] = rules.globalBatch() / (replicas * l[Dimension::micro_batch]);
        if (q.request.space.takes(Dimension::accumulation, l[Dimension::accumulation]))
            tryLayout();
    };
    over(Dimension::tensor, [&] {
        over(Dimension::pipeline, [&] {
            over(Dimension::context, [&] {
                if (!rules.fills(l.replicaGpus()))
                    return;
                over(Dimension::expert, [&] {
                    over(Dimension::sequence, [&] {
                        over(Dimension::schedule, [&] {
                            over(Dimension::virtual_stages, [&] {
                                over(Dimension::zero, [&] {
                                    over(Dimension::shard_group, [&] {
                                        over(Dimension::recompute, [&] {
                                            over(Dimension::gradients,
                                                [&] { over(Dimension::micro_batch, accumulate); });
                                        });
                                    });
                                });
                            });
                        });
                    });
                });
            });
        });
    });
    std::ranges::sort(found, [&](const auto& a, const auto& b) { return isBefore(q.job, a, b, q.request.objective); });
    return found;
}

} // namespace kneepoint::test
