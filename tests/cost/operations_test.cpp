// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/formats.h"
#include "model/cost/operations.h"
#include "model/cost/recomputation.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/data_row.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;
using test::edited;

namespace {

double flops(const Scenario& s)
{
    return flopsPerExample(resolve(s).setup);
}

double flops(const Workload& w)
{
    return flopsPerExample(shapeOf(w));
}

double attention(const Workload& w)
{
    return attentionFlops(shapeOf(w));
}

double recomputed(const Scenario& s)
{
    return recomputeFactor(resolve(s).setup, s.plan.recompute);
}

bool stopsEarly(const Scenario& s)
{
    return stopsRecomputingEarly(resolve(s).setup, s.plan.recompute);
}

double gradientBytes(const Scenario& s)
{
    return resolve(s).placement.exchange.gradient_bytes;
}

} // namespace

class OperationsTest : public QObject {
    Q_OBJECT

private slots:
    void aTransformerTakesSixFlopsPerActiveParameterAndToken()
    {
        Workload w = test::preset("llama3-8b-64xh100").workload;
        QCOMPARE(flops(w), 6 * w.active_parameters * 8192);
        w = test::preset("mixtral-8x7b-256xh100").workload;
        QVERIFY(w.active_parameters < w.parameters);
        QCOMPARE(flops(w), 6 * w.active_parameters * 4096);
    }

    void pyTorchRecomputesFp8GemmsExceptTheLast()
    {
        const Scenario s = edited(test::preset("llama3-8b-64xh100"),
            {{"stack.software", "torchtitan-2024"}, {"plan.recompute", "selective"}, {"workload.precision", "bf16"}});
        const Scenario full = edited(s, {{"plan.recompute", "full"}});
        const Scenario narrow = edited(s, {{"workload.precision", "fp8"}});
        QCOMPARE(selectiveShares(resolve(s).setup).mean.gemms, s.stack.selective_recompute);
        QCOMPARE(selectiveShares(resolve(narrow).setup).mean.gemms, 1.0);
        QVERIFY(!stopsEarly(s) && stopsEarly(narrow) && stopsEarly(full));
        QVERIFY(recomputed(s) < recomputed(narrow));
        QVERIFY(recomputed(narrow) < recomputed(full)); // attention is kept
        Scenario eager = full;
        eager.stack.stops_recomputing = false;
        QVERIFY(recomputed(full) < recomputed(eager));
    }

    void contextParallelRanksHoldTheSameParameters()
    {
        const Scenario s = edited(test::preset("llama3-70b-512xh100"), {{"plan.zero_stage", "0"}});
        const Scenario split = edited(s, {{"plan.context_parallel", "4"}});
        QVERIFY(workers(split) < workers(s));
        QCOMPARE(resolve(split).placement.ranks, resolve(s).placement.ranks);
        QCOMPARE(resolve(split).placement.parameters, resolve(s).placement.parameters);
        QCOMPARE(gradientBytes(split), gradientBytes(s));
    }

    void expertsAlsoSpreadOverContextParallelRanks()
    {
        Scenario s = edited(test::preset("mixtral-8x7b-256xh100"), {{"plan.expert_parallel", "8"}});
        s.cluster.gpus = 2 * gpusPerReplica(s);
        QCOMPARE(resolve(s).placement.layer.experts, 2.0);
        s.plan.context_parallel = 4;
        s.cluster.gpus = 2 * gpusPerReplica(s);
        QCOMPARE(resolve(s).placement.layer.experts, 8.0);
    }

    void aGenericModelUsesItsStatedFlops()
    {
        const Workload w = test::preset("resnet50-10gbe").workload;
        QCOMPARE(flops(w), 24.54e9);
        QCOMPARE(tokensPerExample(w), 1.0);
    }

    void fullRecomputationAddsAThird()
    {
        const Scenario s =
            edited(test::bareJob(), {{"workload.model", "gpt3-175b"}, {"workload.sequence_length", "2048"}});
        QCOMPARE(recomputed(s), 1.0);
        VERIFY_CLOSE(recomputed(edited(s, {{"plan.recompute", "full"}})), 4.0 / 3, 1e-12);
        const double selective = recomputed(edited(s, {{"plan.recompute", "selective"}}));
        VERIFY_CLOSE(selective, 1 + 4 * 2048 * 12288.0 * 96 / (6 * s.workload.active_parameters), 1e-12);
    }

    /// Narayanan et al. 2021, equation 3, per example and without recomputation: 72·L·S·h²·(1 + S/(6h) + V/(12·h·L)); a
    /// causal model needs half of the attention term.
    void kernelLevelCountsOnlyUnmaskedAttention()
    {
        Scenario s = edited(test::bareJob(), {{"stack.software", "megatron-2021"}});
        Workload& w = s.workload;
        w.layers = 96;
        w.hidden = 12288;
        w.heads = w.kv_heads = 96;
        w.head_width = 0;
        w.vocabulary = 51200;
        w.tied_embeddings = true;
        w.sequence_length = 2048;
        w.parameters = w.active_parameters = 12 * w.layers * w.hidden * w.hidden + w.vocabulary * w.hidden;
        const auto published = [&](double share_of_attention) {
            return 72 * w.layers * w.sequence_length * w.hidden * w.hidden
                * (1 + share_of_attention * w.sequence_length / (6 * w.hidden)
                    + w.vocabulary / (12 * w.hidden * w.layers));
        };
        w.causal = false;
        VERIFY_CLOSE(flops(s), published(1), 1e-12);
        w.causal = true;
        VERIFY_CLOSE(flops(s), published(0.5), 1e-12);
    }

    void kernelLevelRecomputesWhatTheStackRecomputes()
    {
        const Scenario s = edited(test::bareJob(),
            {{"workload.model", "gpt3-175b"}, {"workload.sequence_length", "2048"},
                {"stack.software", "megatron-2021"}});
        const Workload& w = s.workload;
        QCOMPARE(recomputed(s), 1.0);
        const double full = recomputed(edited(s, {{"plan.recompute", "full"}}));
        const double output = 2 * w.vocabulary * w.hidden * w.sequence_length;
        VERIFY_CLOSE(full, 4.0 / 3 - output / flops(s), 1e-12);
        const Scenario selective = edited(s, {{"plan.recompute", "selective"}});
        VERIFY_CLOSE(recomputed(selective), 1 + attention(w) / flops(s), 1e-12);
        const Scenario fused = edited(selective, {{"stack.fused_attention", "on"}});
        VERIFY_CLOSE(recomputed(fused), 1, 1e-12);
    }

    void windowsAndUnmaskedModelsChangeTheScores()
    {
        Workload w = test::preset("llama3-8b-64xh100").workload;
        const double causal = attention(w);
        Workload narrow = w;
        narrow.attention_window = 1024;
        const double seen = 1024 / w.sequence_length; // share of causal scores inside the window: 2w − w²
        VERIFY_CLOSE(attention(narrow), causal * (0.5 + 0.5 * seen * (2 - seen)), 1e-12);
        w.causal = false;
        VERIFY_CLOSE(attention(w), 2 * causal, 1e-12);
    }

    void anUnsupportedFormatFallsBackToTheNextWider_data()
    {
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<QString>("used");
        test::dataRow("B200 has FP4", "b200-sxm", "fp4");
        test::dataRow("H100 goes to FP8", "h100-sxm", "fp8");
        test::dataRow("A100 goes to BF16", "a100-sxm-80", "bf16");
        test::dataRow("V100 goes to FP16", "v100-sxm2-32", "fp16");
        test::dataRow("TPU v5p computes FP8 no faster than BF16", "tpu-v5p", "bf16");
    }
    void anUnsupportedFormatFallsBackToTheNextWider()
    {
        QFETCH(QString, gpu);
        QFETCH(QString, used);
        const Scenario s =
            edited(Scenario{}, {{"cluster.gpu", gpu.toStdString()}, {"workload.precision", used.toStdString()}});
        QCOMPARE(nativePrecision(s.cluster, Precision::fp4), s.workload.precision);
    }

    void gradientsShrinkWithPrecisionCompressionAndLayout()
    {
        const Scenario s = edited(test::bareJob(), {{"workload.parameters", "8e9"}, {"cluster.gpus", "64"}});
        QCOMPARE(gradientBytes(s), 16e9);
        QCOMPARE(gradientBytes(edited(s, {{"plan.gradient_precision", "fp32"}})), 32e9);
        QCOMPARE(gradientBytes(edited(s, {{"plan.gradient_precision", "fp8"}})), 8e9);
        QCOMPARE(gradientBytes(edited(s, {{"plan.gradient_compression", "100"}})), 160e6);
        QCOMPARE(gradientBytes(edited(s, {{"plan.tensor_parallel", "4"}, {"plan.pipeline_parallel", "2"}})), 2e9);
    }

    void hbmTrafficIsWeightsThreeTimesAndActivationsTwice()
    {
        Scenario s = edited(test::bareJob(), {{"workload.parameters", "1e9"}, {"workload.sequence_length", "1024"}});
        s.workload.hidden = 2000;
        s.workload.layers = 25;
        s.workload.batch_per_gpu = 4;
        VERIFY_CLOSE(hbmBytes(resolve(s)), 3 * 2 * 1e9 + 2 * 34 * 4 * 1024.0 * 2000 * 25, 1e-12);
        s.workload.batch_per_gpu = 0;
        VERIFY_CLOSE(hbmBytes(resolve(s)), 6e9, 1e-12);
    }
};

KNEEPOINT_TEST(OperationsTest)
#include "operations_test.moc"
