// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/pipeline_bubble.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

/// GPT-3 on eight stages; several micro-batches of as many replicas as there are.
Scenario gpt3(PipelineSchedule schedule, double chunks, int zero_stage)
{
    Scenario s = test::preset("gpt3-175b-1024xa100");
    s.plan.pipeline_schedule = schedule;
    s.plan.virtual_stages = chunks;
    s.plan.zero_stage = zero_stage;
    s.assumptions.overlap_model = OverlapModel::stack;
    return s;
}

} // namespace

/// All micro-batches through one chunk after another (Lamy-Poirier 2022, arXiv:2211.05953).
class BreadthFirstTest : public QObject {
    Q_OBJECT

private slots:
    /// (p−1)/v rounds, as interleaved ones: 7/4 of a stage's forward and backward pass.
    void theBubbleIsThatOfAsManyChunks()
    {
        QCOMPARE(fillRounds({8, 4, 96, PipelineSchedule::breadth_first, {}}), 7.0 / 4);
        const StepReport looped = evaluate(gpt3(PipelineSchedule::breadth_first, 4, 1));
        const StepReport interleaved = evaluate(gpt3(PipelineSchedule::interleaved, 4, 1));
        QCOMPARE(looped.step_s, interleaved.step_s);
        QCOMPARE(looped.part(Part::bubble).exposed_s, interleaved.part(Part::bubble).exposed_s);
    }

    void withOneChunkItIsGPipe()
    {
        QVERIFY(evaluate(gpt3(PipelineSchedule::breadth_first, 1, 1)) == evaluate(gpt3(PipelineSchedule::gpipe, 1, 1)));
    }

    /// As GPipe's, whatever the chunks.
    void allMicroBatchesAreInFlight()
    {
        const double all = evaluate(gpt3(PipelineSchedule::gpipe, 1, 1)).memory.activations;
        for (const double chunks : {2.0, 4.0, 12.0})
            QCOMPARE(evaluate(gpt3(PipelineSchedule::breadth_first, chunks, 1)).memory.activations, all);
        QVERIFY(evaluate(gpt3(PipelineSchedule::interleaved, 4, 1)).memory.activations < all);
    }

    /// Sharded weights are gathered, and gradients scattered, once for all micro-batches instead of for each.
    void weightsAreGatheredOnceForAllMicroBatches()
    {
        const Scenario s = gpt3(PipelineSchedule::breadth_first, 4, 3);
        const StepReport once = evaluate(s);
        const StepReport each = evaluate(gpt3(PipelineSchedule::interleaved, 4, 3));
        VERIFY_CLOSE(each.traffic.of(RankGroup::data) / once.traffic.of(RankGroup::data), s.plan.accumulation, 1e-9);
        QVERIFY(once.step_s < each.step_s);
    }

    void aSingleMicroBatchHasNothingToShare()
    {
        const auto alone = [](PipelineSchedule schedule) {
            Scenario s = gpt3(schedule, 4, 3);
            s.plan.accumulation = 1;
            s.workload.global_batch = s.workload.batch_per_gpu * workers(s);
            return evaluate(s).step_s;
        };
        QCOMPARE(alone(PipelineSchedule::breadth_first), alone(PipelineSchedule::interleaved));
    }
};

KNEEPOINT_TEST(BreadthFirstTest)
#include "breadth_first_test.moc"
