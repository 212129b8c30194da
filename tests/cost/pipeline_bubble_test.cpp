// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/pipeline_bubble.h"
#include "tests/support/compare.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <array>
#include <random>

using namespace kneepoint;

namespace {

Pipeline pipelineOf(PipelineSchedule schedule, double stages, double micro_batches)
{
    Pipeline pipe;
    pipe.schedule = schedule;
    pipe.stages = stages;
    pipe.micro_batches = micro_batches;
    pipe.chunks = turnsBack(schedule) ? 2 : 1;
    return pipe;
}

double bubble(PipelineSchedule schedule, double stages, double micro_batches, const StagePass& pass)
{
    const Pipeline pipe = pipelineOf(schedule, stages, micro_batches);
    return fillRounds(pipe) * waitPerRound(pipe, pass);
}

constexpr std::array split{
    PipelineSchedule::zb_h1, PipelineSchedule::zb_v, PipelineSchedule::dualpipe, PipelineSchedule::dualpipe_v};

/// Passes of stages of transformers: gradients of weights take no longer than the forward pass, and the rest of the
/// backward pass no less.
StagePass randomPass(std::mt19937& random)
{
    std::uniform_real_distribution<double> share(0, 1);
    const double forward = 1 + share(random);
    return {forward, forward * (1 + share(random)), forward * share(random), 0};
}

} // namespace

/// How long stages wait, by schedule.
class PipelineBubbleTest : public QObject {
    Q_OBJECT

private slots:
    /// The tables of arXiv:2401.10241 and of DualPipe's README for 8 stages, F = 2, B = 5, W = 1.5.
    void bubblesAreThoseOfThePapers()
    {
        const StagePass pass{2, 3.5, 1.5, 0};
        VERIFY_CLOSE(bubble(PipelineSchedule::one_f_one_b, 8, 32, pass), 7 * (2 + 5.0), 1e-12);
        VERIFY_CLOSE(bubble(PipelineSchedule::gpipe, 8, 32, pass), 7 * (2 + 5.0), 1e-12);
        VERIFY_CLOSE(bubble(PipelineSchedule::zb_h1, 8, 32, pass), 7 * (2 + 5.0 - 2 * 1.5), 1e-12);
        VERIFY_CLOSE(bubble(PipelineSchedule::dualpipe, 8, 32, pass), 3 * (7 + 5 - 3 * 1.5), 1e-12);
        VERIFY_CLOSE(bubble(PipelineSchedule::dualpipe_v, 8, 32, pass), 7 * (7 + 5 - 3 * 1.5) / 2, 1e-12);
    }

    /// With passes of equal length a stage of ZB-V waits only for its first micro-batch: 7 halves of a forward pass.
    void equalPassesLeaveZbvOnlyTheWayToTheLastStage()
    {
        VERIFY_CLOSE(bubble(PipelineSchedule::zb_v, 8, 32, {1, 1, 1, 0}), 7 * 0.5, 1e-12);
    }

    /// Its bubble with other lengths is that of its fixed order, played for 8 stages: 7 · (2·1.9 − 2·0.5) / 2.
    void longBackwardPassesKeepZbvWaiting()
    {
        VERIFY_CLOSE(bubble(PipelineSchedule::zb_v, 8, 32, {1, 1.9, 0.5, 0}), 7 * 2.8 / 2, 1e-12);
    }

    void zeroBubbleIsNeverLongerThan1f1b()
    {
        std::mt19937 random(7);
        for (int i = 0; i < 500; ++i) {
            const StagePass pass = randomPass(random);
            const double stages = 2 + static_cast<double>(random() % 15);
            const double micro_batches = 1 + static_cast<double>(random() % 64);
            QVERIFY(bubble(PipelineSchedule::zb_h1, stages, micro_batches, pass)
                <= bubble(PipelineSchedule::one_f_one_b, stages, micro_batches, pass) + 1e-9);
        }
    }

    void longerGradientsOfWeightsNeverLengthenTheBubble()
    {
        std::mt19937 random(8);
        for (const PipelineSchedule schedule : split)
            for (int i = 0; i < 200; ++i) {
                StagePass pass = randomPass(random);
                const double before = bubble(schedule, 8, 32, pass);
                pass.weight_s = pass.forward_s;
                QVERIFY(bubble(schedule, 8, 32, pass) <= before + 1e-9);
            }
    }

    /// LoRA: there is nothing to fill the bubble with.
    void frozenWeightsLeaveThe1f1bBubble()
    {
        const StagePass frozen{2, 3, 0, 0};
        VERIFY_CLOSE(bubble(PipelineSchedule::zb_h1, 8, 32, frozen),
            bubble(PipelineSchedule::one_f_one_b, 8, 32, frozen), 1e-12);
    }

    void moreMicroBatchesNeverLengthenTheBubble()
    {
        std::mt19937 random(9);
        for (const PipelineSchedule schedule : {PipelineSchedule::zb_h1, PipelineSchedule::zb_v})
            for (int i = 0; i < 50; ++i) {
                const StagePass pass = randomPass(random);
                for (double m = 1; m < 20; ++m)
                    QVERIFY(bubble(schedule, 8, m + 1, pass) <= bubble(schedule, 8, m, pass) + 1e-9);
            }
    }

    /// One micro-batch alone leaves a stage idle while it is on the other stages, as in 1F1B but for its gradients of
    /// weights, which all stages compute at the end.
    void oneMicroBatchWaitsForAllOtherStages()
    {
        const StagePass pass{2, 3, 1.5, 0};
        VERIFY_CLOSE(bubble(PipelineSchedule::zb_h1, 8, 1, pass), 7 * (2 + 3.0), 1e-12);
        VERIFY_CLOSE(bubble(PipelineSchedule::zb_v, 8, 1, pass), 7 * (2 + 3.0), 1e-12);
    }

    void whatPairsHideShortensDualPipesBubble()
    {
        VERIFY_CLOSE(bubble(PipelineSchedule::dualpipe, 8, 32, {2, 3.5, 1.5, 1}), 3 * (6 + 5 - 3 * 1.5), 1e-12);
    }

    /// A stage holds p micro-batches with zero bubble, p + 1 with DualPipe, 2p + 1 halves in V order.
    void microBatchesInFlightAreThoseOfThePapers()
    {
        const auto flying = [](PipelineSchedule schedule, double stage) {
            return microbatchesInFlight(pipelineOf(schedule, 8, 32), stage);
        };
        for (const double stage : {0.0, 3.0, 7.0}) {
            QCOMPARE(flying(PipelineSchedule::zb_h1, stage), 8.0);
            QCOMPARE(flying(PipelineSchedule::zb_v, stage), 8.0);
            QCOMPARE(flying(PipelineSchedule::dualpipe, stage), 9.0);
            QCOMPARE(flying(PipelineSchedule::dualpipe_v, stage), 8.5);
        }
    }

    /// Of 20 micro-batches on 8 stages, DualPipe's middle stages overlap 11 (its figure), the others fewer.
    void onlyDualPipePairsPasses()
    {
        VERIFY_CLOSE(pairedShare(pipelineOf(PipelineSchedule::dualpipe, 8, 20)), 11.0 / 20, 1e-12);
        VERIFY_CLOSE(pairedShare(pipelineOf(PipelineSchedule::dualpipe_v, 4, 10)), 11.0 / 20, 1e-12);
        QCOMPARE(pairedShare(pipelineOf(PipelineSchedule::zb_v, 8, 20)), 0.0);
        QCOMPARE(pairedShare(pipelineOf(PipelineSchedule::dualpipe, 8, 4)), 0.0);
    }
};

KNEEPOINT_TEST(PipelineBubbleTest)
#include "pipeline_bubble_test.moc"
