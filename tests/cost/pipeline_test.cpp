// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/pipeline.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace kneepoint;

namespace {

/// One pass of one micro-batch through one chunk of a stage.
struct Work {
    bool backward;
    int micro_batch;
    int chunk;
};

constexpr double forward_s = 1;
constexpr double backward_s = 2;

struct Shape {
    PipelineSchedule schedule;
    int stages, micro_batches, chunks;
};

/// The k-th forward (or backward) pass of a stage: groups of p micro-batches go through one chunk after the other,
/// breadth-first all of them.
Work passOf(const Shape& s, int k, bool backward)
{
    const int group = s.schedule == PipelineSchedule::breadth_first ? s.micro_batches : s.stages;
    const int round = k / (group * s.chunks);
    const int place = k % (group * s.chunks);
    const int chunk = place / group;
    return {backward, round * group + place % group, backward ? s.chunks - 1 - chunk : chunk};
}

/// The order of a stage's passes (Narayanan et al. 2021, figures 3 and 4).
std::vector<Work> orderOf(const Shape& s, int stage)
{
    const int passes = s.micro_batches * s.chunks;
    int warm_up = s.stages - 1 - stage;
    if (s.schedule == PipelineSchedule::gpipe || s.schedule == PipelineSchedule::breadth_first)
        warm_up = passes;
    if (s.schedule == PipelineSchedule::interleaved)
        warm_up = 2 * (s.stages - 1 - stage) + (s.chunks - 1) * s.stages;
    warm_up = std::min(warm_up, passes);
    std::vector<Work> order;
    for (int k = 0; k < warm_up; ++k)
        order.push_back(passOf(s, k, false));
    for (int k = 0; k < passes; ++k) {
        if (warm_up + k < passes)
            order.push_back(passOf(s, warm_up + k, false));
        order.push_back(passOf(s, k, true));
    }
    return order;
}

struct Simulated {
    double makespan_s = 0;
    std::vector<double> most_in_flight; ///< per stage, in whole stages
};

/// Runs every stage's list; a pass starts once its stage is free and its input has arrived.
Simulated simulated(const Shape& s)
{
    const auto index = [&](const Work& w, int stage) {
        const int place =
            w.backward ? s.stages * s.chunks * 2 - 1 - (w.chunk * s.stages + stage) : w.chunk * s.stages + stage;
        return static_cast<std::size_t>(w.micro_batch * s.stages * s.chunks * 2 + place);
    };
    std::vector<double> done(static_cast<std::size_t>(s.micro_batches * s.stages * s.chunks * 2), -1);
    std::vector<std::vector<Work>> orders;
    for (int stage = 0; stage < s.stages; ++stage)
        orders.push_back(orderOf(s, stage));
    std::vector<std::size_t> next(orders.size(), 0);
    std::vector<double> free(orders.size(), 0), held(orders.size(), 0);
    Simulated out{0, std::vector<double>(orders.size(), 0)};
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t i = 0; i < orders.size(); ++i)
            for (; next[i] < orders[i].size(); ++next[i], moved = true) {
                const Work& w = orders[i][next[i]];
                const std::size_t own = index(w, static_cast<int>(i));
                const bool first = own % static_cast<std::size_t>(s.stages * s.chunks * 2) == 0;
                if (!first && done[own - 1] < 0)
                    break;
                const double start = std::max(free[i], first ? 0 : done[own - 1]);
                free[i] = done[own] = start + (w.backward ? backward_s : forward_s) / s.chunks;
                held[i] += (w.backward ? -1.0 : 1.0) / s.chunks;
                out.most_in_flight[i] = std::max(out.most_in_flight[i], held[i]);
                out.makespan_s = std::max(out.makespan_s, free[i]);
            }
    }
    return out;
}

Scenario pipelined(const Shape& shape, double layers)
{
    Scenario s = test::bareJob();
    s.workload.layers = layers;
    s.plan.pipeline_parallel = shape.stages;
    s.plan.pipeline_schedule = shape.schedule;
    s.plan.virtual_stages = shape.chunks;
    s.plan.accumulation = shape.micro_batches;
    s.cluster.gpus = shape.stages;
    return s;
}

StageLayers stageLayers(const Scenario& s)
{
    return resolve(s).placement.pipeline.layers;
}

constexpr Shape shapes[] = {
    {PipelineSchedule::gpipe, 4, 8, 1},
    {PipelineSchedule::gpipe, 8, 3, 1},
    {PipelineSchedule::one_f_one_b, 4, 8, 1},
    {PipelineSchedule::one_f_one_b, 8, 24, 1},
    {PipelineSchedule::one_f_one_b, 8, 3, 1},
    {PipelineSchedule::interleaved, 4, 8, 2},
    {PipelineSchedule::interleaved, 4, 16, 3},
    {PipelineSchedule::interleaved, 8, 16, 4},
    {PipelineSchedule::breadth_first, 4, 8, 2},
    {PipelineSchedule::breadth_first, 8, 11, 3},
};

} // namespace

/// Pipeline schedules against a pass-by-pass simulation.
class PipelineTest : public QObject {
    Q_OBJECT

private slots:
    void theBubbleMatchesASimulationOfTheSchedule()
    {
        for (const Shape& shape : shapes) {
            const Scenario s = pipelined(shape, 48);
            const double busy = shape.micro_batches * (forward_s + backward_s);
            const double expected = busy + (shape.stages - 1) / chunksPerStage(s.plan) * (forward_s + backward_s);
            QCOMPARE(simulated(shape).makespan_s, expected);
            const StepReport r = evaluate(s);
            QCOMPARE(r.part(Part::bubble).exposed_s / r.compute_s, expected / busy - 1);
        }
    }

    void microbatchesInFlightMatchASimulationOfTheSchedule()
    {
        for (const Shape& shape : shapes) {
            const Simulated played = simulated(shape);
            for (int stage = 0; stage < shape.stages; ++stage)
                QCOMPARE(microbatchesInFlight(resolve(pipelined(shape, 48)).placement.pipeline, stage),
                    played.most_in_flight[static_cast<std::size_t>(stage)]);
        }
    }

    void gPipeHoldsAllAndInterleavingMoreThan1F1B()
    {
        const auto held = [](PipelineSchedule schedule, int chunks) {
            return microbatchesInFlight(resolve(pipelined({schedule, 8, 64, chunks}, 48)).placement.pipeline, 0);
        };
        QCOMPARE(held(PipelineSchedule::gpipe, 1), 64.0);
        QCOMPARE(held(PipelineSchedule::one_f_one_b, 1), 8.0);
        VERIFY_CLOSE(held(PipelineSchedule::interleaved, 3), 8 * (1 + 7.0 / (8 * 3)), 1e-12);
    }

    /// Without a pipeline, gradient accumulation finishes each micro-batch before the next.
    void aSingleStageHoldsOneMicrobatch()
    {
        for (const PipelineSchedule schedule : {PipelineSchedule::gpipe, PipelineSchedule::one_f_one_b})
            QCOMPARE(microbatchesInFlight(resolve(pipelined({schedule, 1, 16, 1}, 48)).placement.pipeline, 0), 1.0);
    }

    void stagesHoldAllLayersAndTheEndsHoldFewer()
    {
        for (const int stages : {1, 2, 3, 5, 8, 16, 35})
            for (const double layers : {1.0, 24.0, 35.0, 61.0, 105.0, 126.0}) {
                const Scenario s = pipelined({PipelineSchedule::one_f_one_b, stages, 8, 1}, layers);
                double before = 0, least = layers, most = 0;
                for (int i = 0; i < stages; ++i) {
                    QCOMPARE(stageLayers(s).before(i), before);
                    before += stageLayers(s).of(i);
                    least = std::min(least, stageLayers(s).of(i));
                    most = std::max(most, stageLayers(s).of(i));
                }
                QCOMPARE(before, layers);
                QVERIFY(most - least <= 1);
                QCOMPARE(stageLayers(s).of(stages - 1), least);
            }
        const Scenario llama = pipelined({PipelineSchedule::one_f_one_b, 16, 16, 1}, 126);
        QCOMPARE(stageLayers(llama).of(0), 7.0);
        QCOMPARE(stageLayers(llama).of(7), 8.0);
        QCOMPARE(stageLayers(llama).of(15), 7.0);
    }

    /// Nanotron's rule: assign layer by layer; a stage ends once the accumulated cost exceeds its even share.
    void stagesByCostEndOnceTheirShareIsExceeded()
    {
        for (const double vocabulary : {1000.0, 32000.0, 131072.0})
            for (const int stages : {2, 4, 8, 16, 40})
                for (const double layers : {16.0, 28.0, 32.0, 80.0}) {
                    Scenario s = pipelined({PipelineSchedule::one_f_one_b, stages, 8, 1}, layers);
                    s.stack.stages_by_cost = true;
                    s.workload.vocabulary = vocabulary;
                    const double head =
                        vocabulary / (4 * s.workload.hidden + (s.workload.gated ? 3 : 2) * s.workload.ffn);
                    std::vector<double> held(static_cast<std::size_t>(stages));
                    std::size_t stage = 0;
                    for (double cost = 1; cost <= layers; ++cost) {
                        ++held[stage];
                        if (cost > (layers + head) * static_cast<double>(stage + 1) / stages && stage + 1 < held.size())
                            ++stage;
                    }
                    for (int i = 0; i < stages; ++i)
                        QCOMPARE(stageLayers(s).of(i), held[static_cast<std::size_t>(i)]);
                }
    }

    void stagesByCostGiveTheOutputStageFewerLayers()
    {
        Scenario s = pipelined({PipelineSchedule::one_f_one_b, 16, 16, 1}, 32);
        Workload& w = s.workload;
        w.hidden = 4096;
        w.ffn = 14336;
        w.gated = true;
        w.vocabulary = 131072;
        QCOMPARE(stageLayers(s).of(15), 2.0);
        s.stack.stages_by_cost = true;
        QCOMPARE(stageLayers(s).of(0), 3.0);
        QCOMPARE(stageLayers(s).of(15), 0.0);
    }

    void onlyTheInterleavedScheduleHasChunks()
    {
        QCOMPARE(chunksPerStage(pipelined({PipelineSchedule::interleaved, 8, 16, 10}, 48).plan), 10.0);
        QCOMPARE(chunksPerStage(pipelined({PipelineSchedule::one_f_one_b, 8, 16, 10}, 48).plan), 1.0);
    }

    void scheduleAndChunksStayConsistent()
    {
        const Scenario s = test::edited(test::preset("gpt3-175b-1024xa100"), {{"plan.virtual_stages", "4"}});
        QVERIFY(s.plan.pipeline_schedule == PipelineSchedule::interleaved);
        QCOMPARE(test::edited(s, {{"plan.pipeline_schedule", "gpipe"}}).plan.virtual_stages, 1.0);
        QCOMPARE(test::edited(s, {{"plan.pipeline_schedule", "interleaved"}}).plan.virtual_stages, 4.0);
        const Scenario plain = test::edited(s, {{"plan.virtual_stages", "1"}});
        QVERIFY(plain.plan.pipeline_schedule == PipelineSchedule::one_f_one_b);
        QCOMPARE(test::edited(plain, {{"plan.pipeline_schedule", "interleaved"}}).plan.virtual_stages, 2.0);
    }
};

KNEEPOINT_TEST(PipelineTest)
#include "pipeline_test.moc"
