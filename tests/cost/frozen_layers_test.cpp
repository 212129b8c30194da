// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/operations.h"
#include "model/job/adapters.h"
#include "model/results/tuning_remark.h"
#include "tests/support/compare.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

Scenario withFrozen(const Scenario& s, double share)
{
    Scenario part = s;
    part.workload.tuning = Tuning::frozen_part;
    part.workload.frozen_share = share;
    return part;
}

/// One sequence of 4096 tokens on one GPU.
Scenario bareModel(std::string_view model, std::string_view depth = "kernels")
{
    return test::edited(test::bareJob(),
        {{"assumptions.compute_model", depth}, {"workload.model", model}, {"workload.sequence_length", "4096"},
            {"workload.batch_per_gpu", "1"}});
}

double trainedParameters(const Scenario& s)
{
    return trainedOfStages(shapeOf(s.workload), 1);
}

} // namespace

/// A model whose first layers, and the embedding below them, are not trained, by hand.
class FrozenLayersTest : public QObject {
    Q_OBJECT

    /// Of Llama 2 7B: 4 matrices of h × h, 3 of h × f and 2 norms in each of 32 layers; 4·h flops a score pair, causal.
    static constexpr double h = 4096, f = 11008, vocabulary = 32000, tokens = 4096;
    static constexpr double matrices = 4 * h * h + 3 * h * f, layer = matrices + 2 * h;
    static constexpr double attention = 2 * tokens * h; ///< forward, per token and layer

private slots:
    void nothingFrozenIsFullTuningToTheLastDigit()
    {
        test::RandomScenarios random(7501);
        for (int left = test::scenariosWanted(200); left > 0; --left) {
            Scenario s = random.walked();
            s.workload.tuning = Tuning::full;
            const Scenario same = withFrozen(s, 0);
            HOLDS(evaluate(same).step_s == evaluate(s).step_s, s);
            HOLDS(memoryUse(same) == memoryUse(s), s);
        }
    }

    void moreFrozenLayersTakeNoMoreMemoryAndFlops()
    {
        test::RandomScenarios random(7502);
        for (int left = test::scenariosWanted(300); left > 0; --left) {
            Scenario s = random.walked();
            s.workload.tuning = Tuning::full;
            double memory = memoryUse(s).total(), flops = evaluate(s).step_flops;
            for (const double share : {0.01, 0.4, 0.8, 0.99}) {
                const Scenario less = withFrozen(s, share);
                const double now = memoryUse(less).total(), work = evaluate(less).step_flops;
                HOLDS(now <= memory * (1 + 1e-12), less);
                HOLDS(work <= flops * (1 + 1e-12), less);
                memory = now;
                flops = work;
            }
        }
    }

    void theEmbeddingAndTheFirstLayersAreNotTrained()
    {
        const Scenario s = bareModel("llama2-7b");
        VERIFY_CLOSE(trainedParameters(withFrozen(s, 0.5)), s.workload.parameters - vocabulary * h - 16 * layer, 1e-4);
        VERIFY_CLOSE(
            trainedParameters(withFrozen(s, 0.52)), trainedParameters(withFrozen(s, 0.5)), 1e-12); // whole layers
        VERIFY_CLOSE(trainedParameters(withFrozen(s, 0.99)), vocabulary * h + layer, 1e-4);
    }

    /// Llama 3.2 1B ties its tables: with the embedding, the output layer is frozen, too.
    void aTiedOutputLayerIsFrozenWithTheEmbedding()
    {
        const Scenario s = bareModel("llama3.2-1b");
        const Workload& w = s.workload;
        QVERIFY(w.tied_embeddings);
        const double tables = w.vocabulary * w.hidden;
        VERIFY_CLOSE(trainedParameters(withFrozen(s, 0.5)), (w.parameters - tables) / 2, 1e-6);
        const auto flops = [&](double share) { return flopsPerExample(resolve(withFrozen(s, share)).setup); };
        const double saved = 2 * tables + 4 * (w.parameters - tables) / 2;
        const double scores = 2 * 2 * w.heads * 64 * tokens * 8; // both gradients of 8 layers, 4·S/2·a·d forward
        VERIFY_CLOSE(flops(0) - flops(0.5), tokens * (saved + scores), 1e-3);
    }

    void frozenLayersHaveTheForwardPassOnly()
    {
        const Scenario textbook = bareModel("llama2-7b", "sustained");
        VERIFY_CLOSE(flopsPerExample(shapeOf(withFrozen(textbook, 0.5).workload)),
            tokens * (6 * textbook.workload.parameters - 4 * 16 * layer), 1e-4);
        const auto flops = [](double share) {
            return flopsPerExample(resolve(withFrozen(bareModel("llama2-7b"), share)).setup);
        };
        VERIFY_CLOSE(flops(0) - flops(0.5), tokens * 16 * 2 * (2 * matrices + attention), 1e-3);
    }

    /// All but the last of 32 layers: a third of the passes of the others.
    void almostEverythingFrozenIsAlmostOnlyAForwardPass()
    {
        const auto flops = [](double share) {
            return flopsPerExample(resolve(withFrozen(bareModel("llama2-7b"), share)).setup);
        };
        const double forward = tokens * (32 * (2 * matrices + attention) + 2 * vocabulary * h);
        const double backward = tokens * 2 * ((2 * matrices + attention) + 2 * vocabulary * h);
        VERIFY_CLOSE(flops(0.99), forward + backward, 2e-3);
        QVERIFY(flops(0.99) < 0.4 * flops(0));
    }

    /// 2 bytes of every weight, and 2 + 12 more of those that are trained.
    void onlyOtherLayersHaveGradientsAndOptimizerState()
    {
        for (const char* depth : {"kernels", "sustained"}) {
            const Scenario s = withFrozen(bareModel("llama2-7b", depth), 0.5);
            const MemoryUse use = memoryUse(s);
            VERIFY_CLOSE(use.weights, 2 * s.workload.parameters, 1e-9);
            VERIFY_CLOSE(use.optimizer, 12 * trainedParameters(s), 1e-9);
            VERIFY_CLOSE(use.gradients, 2 * trainedParameters(s), 1e-9);
        }
    }

    void frozenLayersKeepNoActivations()
    {
        for (const char* depth : {"kernels", "sustained"}) {
            const Scenario s = bareModel("llama2-7b", depth);
            const double all = memoryUse(s).activations;
            VERIFY_CLOSE(memoryUse(withFrozen(s, 0.5)).activations, all / 2, 0.04);
            QVERIFY(memoryUse(withFrozen(s, 0.99)).activations < 0.1 * all);
        }
    }

    /// The last stage trains all of its layers and has the output layer, so it takes as long as ever.
    void theLastStageOfAPipelineLimitsIt()
    {
        const Scenario s = test::edited(test::preset("llama3-8b-64xh100"),
            {{"plan.auto", "false"}, {"plan.zero_stage", "1"}, {"plan.pipeline_parallel", "2"}});
        const StepReport all = evaluate(s), half = evaluate(withFrozen(s, 0.5));
        VERIFY_CLOSE(half.part(Part::compute).exposed_s, all.part(Part::compute).exposed_s, 1e-12);
        QVERIFY(half.part(Part::bubble).exposed_s < 0.7 * all.part(Part::bubble).exposed_s);
        QVERIFY(half.traffic.of(RankGroup::pipeline) < 0.6 * all.traffic.of(RankGroup::pipeline));
        const double first = memoryOfStage(withFrozen(s, 0.5), 0).total(),
                     last = memoryOfStage(withFrozen(s, 0.5), 1).total();
        QVERIFY2(first < last, "the first stage keeps neither states nor activations");
    }

    void onlyTrainedWeightsAreSynchronized()
    {
        const Scenario s = test::edited(
            test::preset("llama3-8b-64xh100"), {{"plan.zero_stage", "1"}, {"plan.gradient_precision", "bf16"}});
        VERIFY_CLOSE(evaluate(withFrozen(s, 0.5)).gradient_bytes, 2 * trainedParameters(withFrozen(s, 0.5)), 1e-9);
    }

    /// FSDP that keeps whole weights between passes gathers the updated ones only: a frozen one never changes.
    void frozenWeightsAreGatheredAtStageThreeOnly()
    {
        const auto bytes = [](const char* tuning, const char* stage) {
            return evaluate(test::edited(test::preset("llama3-8b-64xh100"),
                                {{"stack.software", "torchtitan-2024"}, {"plan.zero_stage", stage},
                                    {"workload.tuning", tuning}, {"workload.frozen_share", "0.75"}}))
                .network_bytes;
        };
        QVERIFY(bytes("lora", "2") < 0.02 * bytes("lora", "3"));
        QVERIFY(bytes("frozen-part", "2") < 0.5 * bytes("full", "2"));
        VERIFY_BETWEEN(bytes("frozen-part", "3") / bytes("full", "3"), 1.0 / 3, 0.6);
    }

    void aRemarkSaysWhatIsFrozen()
    {
        const auto remark = [](const Scenario& s) { return tuningRemark(analyze(s)); };
        const Scenario s = bareModel("llama2-7b");
        QVERIFY(remark(withFrozen(s, 0)).empty());
        const std::string half = remark(withFrozen(s, 0.5));
        QVERIFY2(half.find("the first 16 of 32 layers") != std::string::npos, half.c_str());
        QVERIFY2(half.find("forward pass only") != std::string::npos, half.c_str());
    }
};

KNEEPOINT_TEST(FrozenLayersTest)
#include "frozen_layers_test.moc"
