// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/physics.h"
#include "model/cost/memory.h"
#include "model/cost/training_state.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

using namespace kneepoint;
using test::edited;

namespace {

/// GPT-3 175B as Korthikanti et al. 2022 train it: 8-way tensor, 8-way pipeline parallel, one sequence of 2048.
Scenario gpt3(std::string_view recompute)
{
    return edited(test::bareJob(),
        {{"workload.model", "gpt3-175b"}, {"workload.sequence_length", "2048"}, {"workload.batch_per_gpu", "1"},
            {"workload.precision", "fp16"}, {"cluster.gpus", "64"}, {"cluster.gpus_per_node", "8"},
            {"plan.tensor_parallel", "8"}, {"plan.pipeline_parallel", "8"}, {"plan.accumulation", "64"},
            {"plan.recompute", recompute}});
}

} // namespace

class MemoryTest : public QObject {
    Q_OBJECT

private slots:
    void adamHoldsSixteenBytesPerParameter()
    {
        const MemoryUse use = memoryUse(edited(test::bareJob(), {{"workload.parameters", "7B"}}));
        QCOMPARE(use.weights, 14e9);
        QCOMPARE(use.gradients, 14e9);
        QCOMPARE(use.optimizer, 84e9);
        QCOMPARE(use.total(), use.weights + use.gradients + use.optimizer + use.activations);
    }

    void fp32WeightsNeedNoSecondCopy()
    {
        const MemoryUse use =
            memoryUse(edited(test::bareJob(), {{"workload.parameters", "7B"}, {"workload.precision", "fp32"}}));
        QCOMPARE(use.weights + use.gradients + use.optimizer, 16 * 7e9);
    }

    void aGenericModelKeepsWhatItsExamplesKeep()
    {
        Scenario s = test::bareJob();
        s.workload.kind = ModelKind::generic;
        s.workload.batch_per_gpu = 32;
        s.workload.activation_per_example = 3e6;
        QCOMPARE(memoryUse(s).activations, 32 * 3e6);
    }

    void ownRunsCorrectWhatIsEstimatedAndNoState()
    {
        for (const ComputeModel depth : {ComputeModel::sustained, ComputeModel::kernels}) {
            Scenario s = gpt3("none");
            s.assumptions.compute_model = depth;
            const MemoryUse published = memoryUse(s);
            s.own_runs = {.used = true, .runs = 1, .memory = 1.25, .memory_runs = 2};
            const MemoryUse own = memoryUse(s);
            QVERIFY(published.activations > 0);
            for (double MemoryUse::*part :
                {&MemoryUse::activations, &MemoryUse::logits, &MemoryUse::buffers, &MemoryUse::reserve})
                VERIFY_CLOSE(own.*part, 1.25 * published.*part, 1e-12);
            for (double MemoryUse::*part : {&MemoryUse::weights, &MemoryUse::gradients, &MemoryUse::optimizer})
                QCOMPARE(own.*part, published.*part);
        }
    }

    void lowPrecisionMomentsSaveMemory()
    {
        const auto optimizer = [](std::string_view moments) {
            return memoryUse(edited(test::bareJob(), {{"workload.parameters", "7B"}, {"plan.moment_bytes", moments}}))
                .optimizer;
        };
        QCOMPARE(optimizer("8"), 7e9 * (4 + 8));
        QCOMPARE(optimizer("2"), 7e9 * (4 + 2));
        QCOMPARE(optimizer("0"), 7e9 * 4);
    }

    void eachZeroStageShardsOneMoreKind_data()
    {
        QTest::addColumn<QString>("stage");
        QTest::addColumn<double>("bytes_per_parameter");
        QTest::newRow("nothing") << "0" << 2.0 + 2.0 + 12.0;
        QTest::newRow("optimizer") << "1" << 2.0 + 2.0 + 12.0 / 64;
        QTest::newRow("and gradients") << "2" << 2.0 + (2.0 + 12.0) / 64;
        QTest::newRow("and weights") << "3" << (2.0 + 2.0 + 12.0) / 64;
    }
    void eachZeroStageShardsOneMoreKind()
    {
        QFETCH(QString, stage);
        QFETCH(double, bytes_per_parameter);
        const MemoryUse use = memoryUse(edited(test::bareJob(),
            {{"workload.parameters", "7.5e9"}, {"cluster.gpus", "64"}, {"plan.zero_stage", stage.toStdString()}}));
        VERIFY_CLOSE(use.weights + use.gradients + use.optimizer, bytes_per_parameter * 7.5e9, 1e-12);
    }

    /// Rajbhandari et al. 2020, figure 1: 7.5 B parameters on 64 GPUs, in GB.
    void zeroShardsSixteenBytesPerParameterAsPublished()
    {
        const std::array published{120.0, 31.4, 16.6, 1.88};
        for (int stage = 0; stage <= 3; ++stage) {
            const MemoryUse use = trainingState(7.5e9, {}, stage, 64);
            VERIFY_CLOSE(use.total() / 1e9, published[static_cast<std::size_t>(stage)], 0.003);
            QCOMPARE(use.weights, 7.5e9 * 2 / (stage >= 3 ? 64 : 1));
            QCOMPARE(use.gradients, 7.5e9 * 2 / (stage >= 2 ? 64 : 1));
            QCOMPARE(use.optimizer, 7.5e9 * 12 / (stage >= 1 ? 64 : 1));
        }
        QVERIFY(trainingState(0, {}, 0, 1) == MemoryUse{});
        QCOMPARE(MemoryUse{}.total(), 0.0);
        QVERIFY(MemoryUse{}.fits() && MemoryUse{}.capacity == 0 && MemoryUse{}.stage == 0);
    }

    /// s·b·h·L·(10 + 24/t + 5·a·s/(h·t)) with s = 2048, h = 12288, L = 96, a = 96, t = 8; the first of eight stages
    /// holds eight micro-batches of twelve layers.
    void activationsOfGpt3MatchThePaper_data()
    {
        QTest::addColumn<double>("bytes_per_token_and_width");
        QTest::newRow("none") << 10.0 + 24.0 / 8 + 5.0 * 96 * 2048 / (12288 * 8);
        QTest::newRow("selective") << 13.0;
        QTest::newRow("full") << 2.0;
    }
    void activationsOfGpt3MatchThePaper()
    {
        QFETCH(double, bytes_per_token_and_width);
        const MemoryUse use = memoryUse(gpt3(QTest::currentDataTag()));
        VERIFY_CLOSE(use.activations, 2048.0 * 12288 * 96 * bytes_per_token_and_width, 1e-12);
    }

    void weightsAreSplitOverTheGpusOfAReplica()
    {
        VERIFY_CLOSE(memoryUse(gpt3("full")).weights, 2 * gpt3("full").workload.parameters / 64, 1e-12);
    }

    void noMoreMicroBatchesAreInFlightThanThereAre()
    {
        const Scenario many = gpt3("selective");
        const Scenario few = edited(many, {{"plan.accumulation", "2"}});
        VERIFY_CLOSE(memoryUse(few).activations / memoryUse(many).activations, 2.0 / 8, 1e-12);
    }

    void expertsAreSpreadOverReplicas()
    {
        const Scenario together = edited(test::bareJob(), {{"workload.model", "mixtral-8x7b"}, {"cluster.gpus", "8"}});
        const Scenario apart = edited(together, {{"plan.expert_parallel", "8"}});
        const double shared = together.workload.parameters
            - (together.workload.parameters - together.workload.active_parameters) / (1 - 2.0 / 8);
        VERIFY_CLOSE(memoryUse(apart).weights, 2 * (shared + (together.workload.parameters - shared) / 8), 1e-9);
    }

    /// Runs of the same software show what all of them need, and never what each needs beside it.
    void runsNarrowOnlyTheErrorThatTheyShare()
    {
        const double own = memory_spread * std::sqrt(1 - shared_memory_error);
        for (const double spread : {0.03, 0.05, memory_spread, 0.2, 1.0}) {
            VERIFY_CLOSE(memorySpread(spread, 0), spread, 1e-12);
            VERIFY_CLOSE(memorySpread(spread, 1e12), std::min(spread, own), 1e-6);
            QVERIFY(memorySpread(spread, 3) <= memorySpread(spread, 1) * (1 + 1e-12));
        }
    }

    void aJobFitsUpToTheLastByte()
    {
        Scenario s = edited(test::bareJob(), {{"workload.parameters", "1e9"}});
        s.cluster.memory_bytes = memoryUse(s).total();
        QVERIFY(memoryUse(s).fits());
        s.cluster.memory_bytes *= 0.999;
        QVERIFY(!memoryUse(s).fits());
    }
};

KNEEPOINT_TEST(MemoryTest)
#include "memory_test.moc"
