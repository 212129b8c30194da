// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/activations.h"
#include "model/cost/memory.h"
#include "model/job/job.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;
using test::edited;

namespace {

LayerActivations layerActivations(const Scenario& s, bool experts)
{
    const Job job = resolve(s);
    return kneepoint::layerActivations(job.setup, job.placement.layer, experts);
}

constexpr double gib = 1024.0 * 1024 * 1024;

/// A model and layout of Korthikanti et al. 2022, table 3, on Megatron-LM.
Scenario megatron(double layers, double hidden, double heads, double stages, double chunks, double examples)
{
    Scenario s = edited(test::bareJob(), {{"stack.software", "megatron-2021"}});
    Workload& w = s.workload;
    w.model = 0;
    w.layers = layers;
    w.hidden = hidden;
    w.heads = w.kv_heads = heads;
    w.ffn = 4 * hidden;
    w.vocabulary = 51200;
    w.parameters = w.active_parameters = 12 * layers * hidden * hidden + w.vocabulary * hidden;
    w.sequence_length = 2048;
    w.batch_per_gpu = examples;
    s.plan.tensor_parallel = 8;
    s.plan.pipeline_parallel = stages;
    s.plan.virtual_stages = chunks;
    s.plan.pipeline_schedule = chunks > 1 ? PipelineSchedule::interleaved : PipelineSchedule::one_f_one_b;
    s.plan.accumulation = 8 * stages;
    s.cluster.gpus = 8 * stages;
    return s;
}

/// Llama 3.1 8B on one node of fully sharded H100.
Scenario sharded(std::string_view gpus)
{
    return edited(test::bareJob(),
        {{"workload.model", "llama3.1-8b"}, {"workload.sequence_length", "8192"}, {"workload.batch_per_gpu", "1"},
            {"cluster.gpu", "h100-sxm"}, {"cluster.gpus", gpus}, {"cluster.gpus_per_node", "8"},
            {"stack.software", "torchtitan-2024"}, {"plan.gradient_precision", "fp32"}, {"plan.zero_stage", "3"}});
}

} // namespace

class StageMemoryTest : public QObject {
    Q_OBJECT

private slots:
    /// Figure 1 of Korthikanti et al. 2022: activations of the first stage in GiB.
    void activationsMatchThePublishedFigure_data()
    {
        QTest::addColumn<double>("layers");
        QTest::addColumn<double>("hidden");
        QTest::addColumn<double>("heads");
        QTest::addColumn<double>("stages");
        QTest::addColumn<double>("chunks");
        QTest::addColumn<double>("examples");
        QTest::addColumn<double>("none_gib");
        QTest::addColumn<double>("selective_gib");
        QTest::newRow("22B") << 48.0 << 6144.0 << 64.0 << 1.0 << 1.0 << 4.0 << 59.25 << 9.5625;
        QTest::newRow("175B") << 96.0 << 12288.0 << 96.0 << 8.0 << 3.0 << 1.0 << 66.84375 << 12.3515625;
        QTest::newRow("530B") << 105.0 << 20480.0 << 128.0 << 35.0 << 3.0 << 1.0 << 114.0234375 << 23.076171875;
        QTest::newRow("1T") << 128.0 << 25600.0 << 160.0 << 64.0 << 1.0 << 1.0 << 131.25 << 26.5625;
    }
    void activationsMatchThePublishedFigure()
    {
        QFETCH(double, layers);
        QFETCH(double, hidden);
        QFETCH(double, heads);
        QFETCH(double, stages);
        QFETCH(double, chunks);
        QFETCH(double, examples);
        QFETCH(double, none_gib);
        QFETCH(double, selective_gib);
        Scenario s = megatron(layers, hidden, heads, stages, chunks, examples);
        VERIFY_CLOSE(memoryOfStage(s, 0).activations, none_gib * gib, 1e-9);
        s.plan.recompute = Recompute::selective;
        s.plan.sequence_parallel = true;
        const double working = std::max(0.0, layerActivations(s, false).working - memoryOfStage(s, 0).logits);
        VERIFY_CLOSE(memoryOfStage(s, 0).activations - working, selective_gib * gib, 1e-9);
    }

    /// The same figure: 18 bytes per layer parameter; the first and last stages add their tables.
    void megatronHoldsEighteenBytesPerParameter()
    {
        const Scenario s = megatron(105, 20480, 128, 35, 3, 1);
        const auto state = [&](int stage) {
            const MemoryUse use = memoryOfStage(s, stage);
            return use.weights + use.gradients + use.optimizer;
        };
        VERIFY_CLOSE(state(1), 31.640625 * gib, 1e-9);
        const double table = 18.0 * 51200 * 20480 / 8;
        VERIFY_CLOSE(state(0), state(1) + table, 1e-9);
        VERIFY_CLOSE(state(34), state(1) + table, 1e-9);
    }

    void onlyTheLastStageHoldsLogits()
    {
        const Scenario s = megatron(96, 12288, 96, 8, 1, 1);
        for (int stage = 0; stage < 7; ++stage)
            QCOMPARE(memoryOfStage(s, stage).logits, 0.0);
        VERIFY_CLOSE(memoryOfStage(s, 7).logits, s.stack.logit_bytes * 2048 * 51200 / 8, 1e-12);
    }

    void logitsAreNotShardedWithoutAVocabularyParallelLoss()
    {
        Scenario s = megatron(96, 12288, 96, 8, 1, 1);
        const double shared = memoryOfStage(s, 7).logits;
        s.stack.gathers_logits = true;
        VERIFY_CLOSE(memoryOfStage(s, 7).logits, 8 * shared + 4.0 * 2048 * 51200, 1e-12);
        s.plan.tensor_parallel = 1;
        const double alone = memoryOfStage(s, 7).logits;
        s.stack.gathers_logits = false;
        QCOMPARE(memoryOfStage(s, 7).logits, alone);
    }

    void gradientsHaveTheSoftwaresAccumulationWidth()
    {
        Scenario s = megatron(96, 12288, 96, 8, 1, 1);
        const double parameters = memoryOfStage(s, 1).weights / 2;
        const auto widthOf = [&] { return memoryOfStage(s, 1).gradients / parameters; };
        QCOMPARE(widthOf(), 4.0);
        s.plan.gradient_precision = GradientPrecision::fp32;
        s.stack.narrow_gradients = true;
        QCOMPARE(widthOf(), 2.0);
    }

    void laterStagesKeepFewerMicroBatches()
    {
        const Scenario s = megatron(96, 12288, 96, 8, 1, 1);
        for (int stage = 1; stage < 8; ++stage)
            VERIFY_CLOSE(
                memoryOfStage(s, stage).activations / memoryOfStage(s, 0).activations, (8.0 - stage) / 8, 1e-12);
    }

    void fusedAttentionKeepsNoScores()
    {
        Scenario s = megatron(96, 12288, 96, 8, 1, 1);
        const double scores = 5.0 * 2048 * 2048 * 96 / 8;
        const double unfused = layerActivations(s, false).kept;
        s.stack.fused_attention = true;
        VERIFY_CLOSE(unfused - layerActivations(s, false).kept, scores, 1e-12);
    }

    void unfusedNormsKeepMoreAndTensorParallelismDoesNotShardIt()
    {
        Scenario s = megatron(96, 12288, 96, 8, 1, 1);
        s.workload.gated = true; // as models with RMSNorm are
        const double fused = layerActivations(s, false).kept;
        s.stack.fused_norms = false;
        VERIFY_CLOSE(layerActivations(s, false).kept - fused, 8.0 * 2048 * 12288, 1e-12);
        s.plan.sequence_parallel = true;
        const double shared = layerActivations(s, false).kept;
        s.stack.fused_norms = true;
        VERIFY_CLOSE(shared - layerActivations(s, false).kept, 8.0 * 2048 * 12288 / 8, 1e-12);
    }

    void fullRecomputationKeepsInputsAndOneLayersActivations()
    {
        Scenario s = megatron(96, 12288, 96, 8, 1, 1);
        const double all = layerActivations(s, false).kept;
        s.plan.recompute = Recompute::full;
        VERIFY_CLOSE(layerActivations(s, false).kept, 2.0 * 2048 * 12288, 1e-12);
        VERIFY_CLOSE(layerActivations(s, false).working, all - 2.0 * 2048 * 12288, 1e-12);
    }

    void groupedQueriesAndContextParallelRanksKeepLess()
    {
        const Scenario s = sharded("8");
        Scenario all_heads = s;
        all_heads.workload.kv_heads = all_heads.workload.heads;
        const double tokens = 8192;
        VERIFY_CLOSE(layerActivations(all_heads, false).kept - layerActivations(s, false).kept,
            2 * tokens * 2 * (32 - 8) * 128, 1e-9);
        Scenario apart = s;
        apart.plan.context_parallel = 4;
        VERIFY_CLOSE(layerActivations(apart, false).kept, layerActivations(s, false).kept / 4, 1e-12);
    }

    /// Llama 3 8B: 8 heads for keys and values of 128 each, in two bytes; each rank receives those of the other ranks.
    void contextParallelRanksReceiveTheKeysAndValuesOfTheOthers()
    {
        Scenario s = sharded("8");
        QCOMPARE(memoryUse(s).buffers, 0.0);
        for (const double ranks : {2, 4}) {
            s.plan.context_parallel = ranks;
            const double kv_bytes = 2 * 2 * (8192 / ranks) * 8 * 128;
            VERIFY_CLOSE(memoryUse(s).buffers, (ranks - 1) * kv_bytes, 1e-12);
        }
    }

    /// Tensors of 4·2048 tokens and 6144 values of two bytes: one gathered with sequence parallelism; with a pipeline
    /// one received, and one for each micro-batch in flight.
    void buffersHoldWhatCollectivesFill()
    {
        Scenario s = megatron(48, 6144, 64, 1, 1, 4);
        const double tensor = 2 * 4 * 2048 * 6144;
        s.plan.sequence_parallel = false;
        QCOMPARE(memoryUse(s).buffers, 0.0);
        s.plan.sequence_parallel = true;
        QCOMPARE(memoryUse(s).buffers, tensor);
        s = megatron(48, 6144, 64, 4, 1, 4);
        for (const bool split : {false, true}) {
            s.plan.sequence_parallel = split;
            for (int stage = 0; stage < 4; ++stage)
                QCOMPARE(memoryOfStage(s, stage).buffers,
                    split ? tensor + (1 + 4 - stage) * tensor / 8 : (1 + 4 - stage) * tensor);
        }
        Scenario experts = edited(test::bareJob(),
            {{"workload.model", "mixtral-8x7b"}, {"cluster.gpus", "64"}, {"workload.sequence_length", "4096"},
                {"workload.batch_per_gpu", "3"}, {"stack.software", "megatron-bridge-2025"}});
        QCOMPARE(memoryUse(experts).buffers, 0.0);
        experts.plan.expert_parallel = 8; // two experts per token, sent and returned
        QCOMPARE(memoryUse(experts).buffers, 2.0 * 2 * (2 * 3 * 4096 * 4096));
    }

    void fullShardingSpreadsSixteenBytesPerParameterOverAllRanks()
    {
        for (const char* gpus : {"8", "64", "1024"}) {
            const Scenario s = sharded(gpus);
            const MemoryUse use = memoryUse(s);
            VERIFY_CLOSE(
                use.weights + use.gradients + use.optimizer, 16 * s.workload.parameters / s.cluster.gpus, 1e-9);
            QVERIFY(use.gathered > 0);
        }
    }

    void contextParallelRanksShareTheShards()
    {
        Scenario s = sharded("8");
        const double together = memoryUse(s).optimizer;
        s.plan.context_parallel = 4;
        VERIFY_CLOSE(memoryUse(s).optimizer, together, 1e-12);
    }

    void aPipelineStageIsGatheredWhole()
    {
        Scenario s = sharded("64");
        s.stack.wide_gradients = true;
        const double two_layers = memoryUse(s).gathered;
        s.plan.pipeline_parallel = 2;
        s.plan.accumulation = 4;
        const double each = (2.0 + 4.0) * s.workload.parameters / 2 * (1 - 1.0 / 32);
        VERIFY_CLOSE(memoryOfStage(s, 0).gathered + memoryOfStage(s, 1).gathered, 2 * each, 1e-9);
        QVERIFY(each > two_layers);
    }

    void expertsAreShardedAndTokensAreKeptPerChosenExpert()
    {
        const Scenario one = edited(test::bareJob(),
            {{"workload.model", "mixtral-8x7b"}, {"cluster.gpus", "64"}, {"stack.software", "megatron-bridge-2025"}});
        Scenario eight = one;
        eight.plan.expert_parallel = 8;
        const double experts = (one.workload.parameters - one.workload.active_parameters) / (1 - 2.0 / 8);
        VERIFY_CLOSE(memoryUse(one).weights - memoryUse(eight).weights, 2 * experts * (1 - 1.0 / 8), 1e-9);
        Scenario single = one;
        single.workload.top_k = 1;
        QVERIFY(layerActivations(single, true).kept < layerActivations(one, true).kept);
    }

    void everyStageIsListedInItsOrder()
    {
        Scenario s = sharded("64");
        s.plan.pipeline_parallel = 4;
        s.plan.accumulation = 8;
        const std::vector<MemoryUse> stages = memoryByStage(resolve(s, shippedCalibration()));
        QCOMPARE(stages.size(), 4U);
        double most = 0;
        for (int i = 0; i < 4; ++i) {
            QVERIFY(stages[static_cast<std::size_t>(i)] == memoryOfStage(s, i));
            QCOMPARE(stages[static_cast<std::size_t>(i)].stage, i);
            most = std::max(most, stages[static_cast<std::size_t>(i)].total());
        }
        QCOMPARE(memoryUse(s).total(), most);
    }

    /// Whatever stages a search of the fullest one leaves out.
    void noStageHoldsMoreThanTheOneReported()
    {
        int inner = 0;
        for (const char* id :
            {"llama3-8b-64xh100", "llama3-405b-16384xh100", "deepseek-v3-2048xh800", "mixtral-8x7b-256xh100"})
            for (const double layers : {16.0, 31.0, 62.0})
                for (const double stages : {1.0, 2.0, 4.0, 8.0})
                    for (const double dense_layers : {0.0, 3.0, 9.0})
                        for (const bool by_cost : {false, true}) {
                            Scenario s = test::preset(id);
                            if (s.workload.experts <= 1 && dense_layers > 0)
                                continue;
                            s.workload.layers = layers;
                            s.workload.dense_layers = dense_layers;
                            s.plan.pipeline_parallel = stages;
                            s.plan.virtual_stages = 1;
                            s.plan.pipeline_schedule = PipelineSchedule::one_f_one_b;
                            s.plan.accumulation = 2 * stages;
                            s.stack.stages_by_cost = by_cost;
                            const MemoryUse use = memoryUse(s);
                            for (const MemoryUse& stage : memoryByStage(resolve(s, shippedCalibration())))
                                QVERIFY2(stage.total() <= use.total() * (1 + 1e-12),
                                    QByteArray(id) + QByteArray::number(stages) + " " + QByteArray::number(layers) + " "
                                        + QByteArray::number(dense_layers));
                            QVERIFY(memoryOfStage(s, use.stage) == use);
                            inner += use.stage > 0 && use.stage < stages - 1 ? 1 : 0;
                        }
        QVERIFY(inner > 0);
    }

    /// With more micro-batches in flight than the stages after it, and more experts than those before it.
    void theStageWhereExpertsBeginMayHoldTheMost()
    {
        Scenario s = test::preset("deepseek-v3-2048xh800");
        s.workload.layers = 16;
        s.workload.dense_layers = 9; // one of the third stage's four
        s.workload.batch_per_gpu *= 8;
        s.plan.expert_parallel = 64;
        s.plan.pipeline_parallel = 4;
        s.plan.virtual_stages = 1;
        s.plan.pipeline_schedule = PipelineSchedule::one_f_one_b;
        s.plan.accumulation = 8;
        QCOMPARE(memoryUse(s).stage, 2);
        for (const int stage : {0, 1, 3})
            QVERIFY(memoryOfStage(s, stage).total() < memoryUse(s).total());
    }

    /// Leading layers without experts are held by the first stages alone.
    void aStageHoldsWhatItsOwnLayersKeep()
    {
        Scenario s = test::preset("deepseek-v3-2048xh800");
        s.plan.pipeline_parallel = 4;
        s.plan.virtual_stages = 1;
        s.plan.pipeline_schedule = PipelineSchedule::one_f_one_b;
        s.plan.recompute = Recompute::full; // so that the layer at work is the larger part
        QVERIFY(s.workload.dense_layers > 0 && s.workload.dense_layers < s.workload.layers / 4);
        Scenario wide = s;
        wide.workload.dense_ffn *= 10;
        QVERIFY(memoryOfStage(wide, 0).activations > memoryOfStage(s, 0).activations);
        for (const int stage : {1, 2, 3})
            QCOMPARE(memoryOfStage(wide, stage).activations, memoryOfStage(s, stage).activations);
    }

    void theReserveGrowsWithTemporaryAllocations()
    {
        Scenario s = sharded("8");
        s.stack.reserved_bytes = 2e9;
        s.stack.allocator_overhead = 0.25;
        const MemoryUse use = memoryUse(s);
        VERIFY_CLOSE(use.reserve, 2e9 + 0.25 * (use.activations + use.logits + use.buffers), 1e-12);
    }
};

KNEEPOINT_TEST(StageMemoryTest)
#include "stage_memory_test.moc"
