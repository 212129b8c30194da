// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/activations.h"
#include "model/cost/adapter_time.h"
#include "model/cost/operations.h"
#include "model/job/adapters.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

Scenario llama(std::string_view model, std::string_view tuning, std::string_view rank = "16")
{
    return test::edited(test::bareJob(),
        {{"assumptions.compute_model", "kernels"}, {"workload.model", model}, {"workload.sequence_length", "4096"},
            {"workload.batch_per_gpu", "1"}, {"workload.tuning", tuning}, {"workload.lora_rank", rank}});
}

double trained(const Scenario& s)
{
    return trainedOfStages(shapeOf(s.workload), 1);
}

} // namespace

/// Low-rank adapters by hand: parameters, FLOPs, memory.
class TuningTest : public QObject {
    Q_OBJECT

    /// Of Llama 2 7B and its like: 4 matrices of h × h and 3 of h × f in each of 32 layers.
    static constexpr double h = 4096, f = 11008, layers = 32, vocabulary = 32000;

private slots:
    /// r·Σ(in + out): q and o 8192, k and v 5120, gate, up and down 18432, in each of 32 layers.
    void adaptersOfLlama3AreCounted()
    {
        QCOMPARE(trained(llama("llama3.1-8b", "lora")), 32 * 16 * (2 * 8192 + 2 * 5120 + 3 * 18432.0));
        VERIFY_CLOSE(trained(llama("llama3.1-70b", "lora")), 207e6, 0.002);
    }

    void targetsChooseMatrices_data()
    {
        QTest::addColumn<QString>("targets");
        QTest::addColumn<double>("sides"); ///< in + out of all adapted matrices of a layer
        QTest::newRow("query-value") << "query-value" << 4 * h;
        QTest::newRow("attention") << "attention" << 8 * h;
        QTest::newRow("feed-forward") << "feed-forward" << 3 * (h + f);
        QTest::newRow("all-linear") << "all-linear" << 8 * h + 3 * (h + f);
    }
    void targetsChooseMatrices()
    {
        QFETCH(QString, targets);
        QFETCH(double, sides);
        const Scenario s =
            test::edited(llama("llama2-7b", "lora", "8"), {{"workload.lora_targets", targets.toStdString()}});
        QCOMPARE(trained(s), layers * 8 * sides);
    }

    void aRankOfTheFullWidthTrainsEveryMatrix()
    {
        const double matrices = layers * (4 * h * h + 3 * h * f);
        QVERIFY(trained(llama("llama2-7b", "lora", "1024")) < 0.8 * matrices);
        VERIFY_CLOSE(trained(llama("llama2-7b", "lora", "4096")), matrices, 1e-12);
        VERIFY_CLOSE(trained(llama("llama2-7b", "lora", "65536")), matrices, 1e-12);
        VERIFY_CLOSE(trained(llama("llama2-7b", "full")), matrices + 2 * vocabulary * h, 1e-4);
    }

    /// Forward and the gradients of activations: 4 FLOPs per frozen parameter, 6 per parameter of an adapter.
    void frozenWeightsTakeTwoThirdsOfTheFlops()
    {
        const Scenario s = llama("llama2-7b", "lora");
        const ModelShape m = shapeOf(s.workload);
        VERIFY_CLOSE(flopsPerExample(m), 4096 * (4 * m.parameters + 6 * trained(s)), 1e-12);
    }

    /// 6·N without the embedding and three passes of causal attention: 433 GFLOP per token in full, 294 with adapters.
    void flopsOfSeventyBillionParametersAreAsCountedByHand()
    {
        const auto per_token = [](const char* tuning) {
            return flopsPerExample(resolve(llama("llama3.1-70b", tuning)).setup) / 4096;
        };
        VERIFY_CLOSE(per_token("full"), 433e9, 0.01);
        VERIFY_CLOSE(per_token("lora"), 294e9, 0.01);
    }

    void fullRecomputationTakesTheSavingBack()
    {
        const Scenario s = test::edited(llama("llama2-7b", "lora", "1"), {{"assumptions.compute_model", "sustained"}});
        const Job job = resolve(s);
        VERIFY_CLOSE(recomputeFactor(job.setup, Recompute::full), 1.5, 1e-3);
        VERIFY_CLOSE(recomputeFactor(job.setup, Recompute::full) * flopsPerExample(job.setup),
            flopsPerExample(shapeOf(llama("llama2-7b", "full").workload)), 2e-3);
    }

    /// Frozen weights in 2 bytes, and 2 + 2 + 12 bytes per parameter of the adapters.
    void onlyAdaptersHaveGradientsAndOptimizerState()
    {
        for (const char* depth : {"kernels", "sustained"}) {
            const Scenario s = test::edited(llama("llama2-7b", "lora"), {{"assumptions.compute_model", depth}});
            const MemoryUse use = memoryUse(s);
            VERIFY_CLOSE(use.weights, 2 * (s.workload.parameters + trained(s)), 1e-9);
            VERIFY_CLOSE(use.optimizer, 12 * trained(s), 1e-9);
            VERIFY_CLOSE(use.gradients, 2 * trained(s), 1e-9);
        }
    }

    /// 4 bits, 1/64 byte of scale, 4/(64·256) byte of scale of scales; embedding and output layer in 16 bits.
    void quantizedWeightsTakeAboutHalfAByte()
    {
        const Scenario s = llama("llama2-7b", "qlora");
        const double tables = 2 * vocabulary * h;
        const double frozen = (s.workload.parameters - tables) * (0.5 + 1.0 / 64 + 4.0 / 16384) + 2 * tables;
        VERIFY_CLOSE(memoryUse(s).weights, frozen + 2 * trained(s), 1e-9);
    }

    void oneLayerOfQuantizedWeightsIsRestoredAtATime()
    {
        const Scenario s = llama("llama2-7b", "qlora");
        VERIFY_CLOSE(memoryUse(s).gathered, 2 * (4 * h * h + 3 * h * f), 1e-3);
    }

    /// Every weight of the layer is read in 4 bits and written in 16, at a third of the rate of elementwise kernels.
    void restoringWeightsTakesAsLongForAnyNumberOfTokens()
    {
        Scenario s = llama("llama2-7b", "qlora");
        const Job job = resolve(s);
        const double bytes = (4 * h * h + 3 * h * f) * (0.5 + 1.0 / 64 + 4.0 / 16384 + 2);
        VERIFY_CLOSE(dequantizeSeconds(job.setup, job.placement.layer, false),
            bytes / (0.33 * job.setup.rates.memory_Bps), 1e-12);
        s.workload.batch_per_gpu = 7;
        QCOMPARE(dequantizeSeconds(resolve(s).setup, resolve(s).placement.layer, false),
            dequantizeSeconds(job.setup, job.placement.layer, false));
        QCOMPARE(dequantizeSeconds(resolve(llama("llama2-7b", "lora")).setup, job.placement.layer, false), 0.0);
    }

    /// Without adapters in attention: the output of the norm before it. Without any in the feed-forward layer: the
    /// output of its norm, and the input of its last GEMM.
    void inputsThatNoAdapterReadsAreNotKept()
    {
        const auto kept = [](const char* targets) {
            const Job job = resolve(test::edited(llama("llama2-7b", "lora"), {{"workload.lora_targets", targets}}));
            return layerActivations(job.setup, job.placement.layer, false).kept;
        };
        const Job full = resolve(llama("llama2-7b", "full"));
        const double tokens = 4096;
        QCOMPARE(kept("all-linear"), layerActivations(full.setup, full.placement.layer, false).kept);
        VERIFY_CLOSE(kept("all-linear") - kept("attention"), 2 * tokens * (h + f), 1e-12);
        VERIFY_CLOSE(kept("all-linear") - kept("feed-forward"), 2 * tokens * h, 1e-12);
    }

    void genericModelsHaveNoAdapters()
    {
        Scenario s = test::bareJob();
        s.workload.kind = ModelKind::generic;
        const double flops = flopsPerExample(shapeOf(s.workload));
        s.workload.tuning = Tuning::qlora;
        QCOMPARE(flopsPerExample(shapeOf(s.workload)), flops);
        QVERIFY(!shapeOf(s.workload).adapters.used);
    }
};

KNEEPOINT_TEST(TuningTest)
#include "tuning_test.moc"
