// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/cost/memory.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

/// GPT-3 on eight stages, in a schedule; interleaved with two chunks.
Scenario gpt3(PipelineSchedule schedule)
{
    Scenario s = test::preset("gpt3-175b-1024xa100");
    s.plan.pipeline_schedule = schedule;
    s.plan.virtual_stages = schedule == PipelineSchedule::interleaved ? 2 : 1;
    return s;
}

/// DeepSeek-V3 on 16 stages with software that hides no all-to-all by itself.
Scenario deepseek(PipelineSchedule schedule)
{
    Scenario s = test::preset("deepseek-v3-2048xh800");
    s.plan.pipeline_schedule = schedule;
    s.stack.expert_overlap = 0;
    return s;
}

double bubble(const Scenario& s)
{
    return evaluate(s).part(Part::bubble).exposed_s;
}

} // namespace

/// Steps in schedules with gradients of weights apart.
class ZeroBubbleStepTest : public QObject {
    Q_OBJECT

private slots:
    void gradientsOfWeightsFillTheBubble()
    {
        const double usual = bubble(gpt3(PipelineSchedule::one_f_one_b));
        const double filled = bubble(gpt3(PipelineSchedule::zb_h1));
        QVERIFY(filled < 0.75 * usual);
        QVERIFY(filled > usual / 3); // a third if all three parts of a pass took equally long
        QVERIFY(bubble(gpt3(PipelineSchedule::zb_v)) < filled);
    }

    void onlyTheBubbleOfAStepChanges()
    {
        const StepReport usual = evaluate(gpt3(PipelineSchedule::one_f_one_b));
        const StepReport filled = evaluate(gpt3(PipelineSchedule::zb_h1));
        for (const Part part : {Part::compute, Part::memory, Part::tensor_comm, Part::pipeline_comm, Part::optimizer})
            QCOMPARE(filled.part(part).exposed_s, usual.part(part).exposed_s);
    }

    /// In V order a micro-batch passes every stage twice, as with two chunks.
    void turningBackSendsTwiceAsMuch()
    {
        VERIFY_CLOSE(evaluate(gpt3(PipelineSchedule::zb_v)).part(Part::pipeline_comm).exposed_s,
            2 * evaluate(gpt3(PipelineSchedule::one_f_one_b)).part(Part::pipeline_comm).exposed_s, 1e-9);
    }

    /// Frozen weights have no gradients to fill it with, except of small adapters.
    void loraLeavesTheBubble()
    {
        Scenario usual = gpt3(PipelineSchedule::one_f_one_b);
        usual.workload.tuning = Tuning::lora;
        Scenario filled = usual;
        filled.plan.pipeline_schedule = PipelineSchedule::zb_h1;
        QVERIFY(bubble(filled) <= bubble(usual));
        QVERIFY(bubble(filled) > 0.9 * bubble(usual));
    }

    void aSingleStageHasNoBubble()
    {
        for (const PipelineSchedule schedule : {PipelineSchedule::zb_h1, PipelineSchedule::zb_v,
                 PipelineSchedule::dualpipe, PipelineSchedule::dualpipe_v}) {
            Scenario s = gpt3(schedule);
            s.plan.pipeline_parallel = 1;
            Scenario usual = s;
            usual.plan.pipeline_schedule = PipelineSchedule::one_f_one_b;
            QCOMPARE(evaluate(s).part(Part::bubble).exposed_s, 0.0);
            QCOMPARE(evaluate(s).step_s, evaluate(usual).step_s);
            QCOMPARE(evaluate(s).memory.total(), evaluate(usual).memory.total());
        }
    }

    /// DualPipe holds the layers of two stages, whose optimizer state is shared out among twice as many GPUs.
    void dualPipeHoldsWeightsTwice()
    {
        Scenario usual = deepseek(PipelineSchedule::one_f_one_b);
        usual.plan.zero_stage = 1;
        Scenario dual = usual;
        dual.plan.pipeline_schedule = PipelineSchedule::dualpipe;
        const MemoryUse one = memoryOfStage(resolve(usual), 8), two = memoryOfStage(resolve(dual), 8);
        VERIFY_CLOSE(two.weights / one.weights, 2.0, 0.05);
        VERIFY_CLOSE(two.optimizer / one.optimizer, 1.0, 0.05);
    }

    /// 17 micro-batches in flight instead of 16 on the first stage, and as many on the last.
    void dualPipeKeepsOneMicroBatchMore()
    {
        const Job usual = resolve(deepseek(PipelineSchedule::one_f_one_b));
        const Job dual = resolve(deepseek(PipelineSchedule::dualpipe));
        const double of_one = activationsOfMicroBatch(usual);
        VERIFY_CLOSE(keptActivations(usual, 0), 16 * of_one, 1e-9);
        VERIFY_CLOSE(keptActivations(dual, 8), 17 * keptActivations(usual, 8) / 8, 1e-9);
    }

    /// 93 % of the all-to-all in the 103 of 120 micro-batches that overlap.
    void dualPipeHidesTheAllToAll()
    {
        const PartTime usual = evaluate(deepseek(PipelineSchedule::one_f_one_b)).part(Part::expert_comm);
        const PartTime dual = evaluate(deepseek(PipelineSchedule::dualpipe)).part(Part::expert_comm);
        VERIFY_CLOSE(dual.total_s(), usual.total_s(), 1e-9);
        QVERIFY(dual.exposed_s < usual.exposed_s);
        QVERIFY(dual.hidden_s <= 0.93 * 103.0 / 120 * usual.total_s() * (1 + 1e-9));
    }

    void dualPipeHidesNothingOfDenseModels()
    {
        const StepReport usual = evaluate(gpt3(PipelineSchedule::one_f_one_b));
        const StepReport dual = evaluate(gpt3(PipelineSchedule::dualpipe_v));
        QCOMPARE(dual.part(Part::tensor_comm).exposed_s, usual.part(Part::tensor_comm).exposed_s);
    }

    /// One third of the pass is the gradients of weights: 1F1B's bubble but two of three thirds.
    void textbooksFillAThirdOfEachPass()
    {
        Scenario s = test::edited(test::bareJob(),
            {{"workload.model", "gpt2-xl"}, {"cluster.gpus", "8"}, {"plan.pipeline_parallel", "4"},
                {"plan.accumulation", "16"}});
        const double usual = bubble(s);
        s.plan.pipeline_schedule = PipelineSchedule::zb_h1;
        VERIFY_CLOSE(bubble(s), usual / 3, 1e-9);
        s.plan.pipeline_schedule = PipelineSchedule::zb_v;
        VERIFY_CLOSE(bubble(s), usual / 6, 1e-9);
        s.plan.pipeline_schedule = PipelineSchedule::dualpipe;
        VERIFY_CLOSE(bubble(s), usual * (2.0 / 3) / 3, 1e-9);
    }
};

KNEEPOINT_TEST(ZeroBubbleStepTest)
#include "zero_bubble_step_test.moc"
