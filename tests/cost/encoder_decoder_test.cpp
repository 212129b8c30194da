// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/activations.h"
#include "model/cost/operations.h"
#include "model/job/adapters.h"
#include "model/job/encoder.h"
#include "model/step/micro_batch.h"
#include "tests/support/compare.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

/// One GPU, kernels by size, one example of a model.
Scenario modelOnOneGpu(std::string_view model, std::initializer_list<test::Edit> settings = {})
{
    const Scenario s = test::edited(test::bareJob(),
        {{"assumptions.compute_model", "kernels"}, {"workload.model", model}, {"workload.sequence_length", "114"},
            {"workload.batch_per_gpu", "1"}});
    return test::edited(s, settings);
}

double sentInTensorGroup(const LayerPass& pass)
{
    return pass.bytes[static_cast<std::size_t>(Route::tensor)];
}

double sentInContextGroup(const LayerPass& pass)
{
    return pass.bytes[static_cast<std::size_t>(Route::context)];
}

} // namespace

/// Encoder–decoders, and cross-attention to a source that is given: by hand, and their limits.
class EncoderDecoderTest : public QObject {
    Q_OBJECT

    /// T5 v1.1 XXL: 24 layers of an encoder that reads 512 tokens, and 24 of a decoder of 114.
    static constexpr double h = 4096, f = 10240, vocabulary = 32128, source = 512, target = 114, half = 24;
    static constexpr double self = 4 * h * h, ffn = 3 * h * f, crossing = 4 * h * h;

private slots:
    void withoutASourceThereIsNoEncoder()
    {
        test::RandomScenarios random(8801);
        for (int left = test::scenariosWanted(100); left > 0; --left) {
            Scenario s = random.walked();
            s.workload.source_length = s.workload.encoder_layers = 0;
            Scenario same = s;
            same.workload.encoder_layers = 3;
            HOLDS(evaluate(same).step_s == evaluate(s).step_s, s);
            HOLDS(memoryUse(same) == memoryUse(s), s);
        }
    }

    void parametersAreThoseOfBothStacks()
    {
        const Workload w = modelOnOneGpu("t5-v1.1-xxl").workload;
        QCOMPARE(countParameters(w).total, half * (self + ffn) + half * (self + crossing + ffn) + 2 * vocabulary * h);
        Workload given = w;
        given.encoder_layers = 0;
        QCOMPARE(countParameters(given).total - countParameters(w).total, half * crossing);
    }

    void flopsAreThoseOfEachTokenInItsStack()
    {
        const double encoder = source * (2 * (self + ffn) + 4 * h * source);
        const double decoder =
            target * (2 * (self + ffn + crossing / 2) + 4 * h * (target / 2 + source)) + source * 2 * crossing / 2;
        const double logits = 2 * target * vocabulary * h;
        VERIFY_CLOSE(flopsPerExample(resolve(modelOnOneGpu("t5-v1.1-xxl")).setup),
            3 * (half * (encoder + decoder) + logits), 1e-4); // norms
    }

    void atTheTextbooksDepthEachWeightCountsForTheTokensThatPassIt()
    {
        const Scenario s = modelOnOneGpu("t5-v1.1-xxl", {{"assumptions.compute_model", "sustained"}});
        const double of_source = half * (self + ffn) + half * crossing / 2;
        VERIFY_CLOSE(flopsPerExample(shapeOf(s.workload)),
            6 * (source * of_source + target * (s.workload.parameters - of_source)), 1e-9);
    }

    /// A layer of an encoder as long as the sequence is one of a model that attends in both directions.
    void anEncodersLayerIsThatOfABidirectionalModel()
    {
        for (const char* recompute : {"none", "selective", "full"}) {
            const Scenario s =
                modelOnOneGpu("t5-v1.1-xxl", {{"workload.source_length", "114"}, {"plan.recompute", recompute}});
            const Scenario bert = test::edited(
                s, {{"workload.encoder_layers", "0"}, {"workload.source_length", "0"}, {"workload.causal", "off"}});
            const Job one = resolve(s), other = resolve(bert);
            VERIFY_CLOSE(microBatch(one).encoder.seconds(), microBatch(other).dense.seconds(), 1e-12);
            VERIFY_CLOSE(
                layerActivations(encoderOf(one.setup), encoderOf(one.placement.layer, one.setup.model), false).kept,
                layerActivations(other.setup, other.placement.layer, false).kept, 1e-12);
        }
    }

    /// Of a third part: inputs of its norm and of its GEMMs, queries and output, and for each token of the source keys
    /// and values, all in 16 bits.
    void crossAttentionKeepsItsInputsAndTheKeysOfTheSource()
    {
        const Scenario s = modelOnOneGpu("t5-v1.1-xxl", {{"workload.encoder_layers", "0"}});
        const Job with = resolve(s), without = resolve(test::edited(s, {{"workload.source_length", "0"}}));
        QVERIFY(!with.setup.hasUnfusedNorms());
        const double more = layerActivations(with.setup, with.placement.layer, false).kept
            - layerActivations(without.setup, without.placement.layer, false).kept;
        VERIFY_CLOSE(more, target * h * (4 + 4) + source * 4 * h, 1e-12);
    }

    /// Forward and backward, after each part: 3 · 2 all-reduces of the sequence, and one of the gradients of the
    /// source; 2 · 2 of the source in the encoder.
    void tensorParallelRanksAddUpTheTokensOfEachPart()
    {
        const MicroBatch one = microBatch(resolve(modelOnOneGpu("t5-v1.1-xxl", {{"plan.tensor_parallel", "8"}})));
        constexpr double all_reduce = 2 * h; // bytes a token
        VERIFY_CLOSE(sentInTensorGroup(one.dense), all_reduce * (6 * target + source), 1e-9);
        VERIFY_CLOSE(sentInTensorGroup(one.encoder), all_reduce * 4 * source, 1e-9);
    }

    /// What an encoder puts out is divided among context-parallel ranks; a text that is given is whole on each.
    void onlyAnEncodersKeysAreSentAround()
    {
        const auto sent = [](const char* encoder, const char* length) {
            return sentInContextGroup(microBatch(
                resolve(modelOnOneGpu("t5-v1.1-xxl",
                    {{"plan.context_parallel", "2"}, {"workload.encoder_layers", encoder},
                        {"workload.source_length",
                            length}}))).dense);
        };
        QCOMPARE(sent("0", "512"), sent("0", "0"));
        VERIFY_CLOSE(sent("24", "512"), sent("0", "0") * (1 + source / target), 1e-12);
    }

    void stagesHaveAllLayersAndEqualShares()
    {
        for (int stages = 1; stages <= 16; ++stages) {
            const std::string degree = std::to_string(stages);
            const Job job = resolve(
                modelOnOneGpu("t5-v1.1-xxl", {{"workload.batch_per_gpu", "32"}, {"plan.pipeline_parallel", degree}}));
            const MicroBatch one = microBatch(job);
            double layers = 0, encoder = 0, longest = 0, all = 0;
            for (int stage = 0; stage < stages; ++stage) {
                const StageLoad load = job.placement.pipeline.layers.load(stage);
                QVERIFY(load.layers >= 1);
                layers += load.layers;
                encoder += load.encoder;
                const double seconds = load.encoder * one.encoder.seconds() + load.decoder() * one.dense.seconds();
                longest = std::max(longest, seconds);
                all += seconds;
            }
            QCOMPARE(layers, 48.);
            QCOMPARE(encoder, 24.);
            QVERIFY(longest <= 1.1 * all / stages + std::max(one.encoder.seconds(), one.dense.seconds()));
        }
    }

    /// With the encoder and its embedding frozen, half of the layers have a forward pass only and keep nothing.
    void aFrozenEncoderHasTheForwardPassOnly()
    {
        const Scenario full = modelOnOneGpu("t5-v1.1-xxl");
        const Scenario part =
            test::edited(full, {{"workload.tuning", "frozen-part"}, {"workload.frozen_share", "0.5"}});
        const double forward = source * half * (2 * (self + ffn) + 4 * h * source);
        VERIFY_CLOSE(flopsPerExample(resolve(full).setup) - flopsPerExample(resolve(part).setup), 2 * forward, 1e-4);
        VERIFY_CLOSE(trainedOfStages(shapeOf(part.workload), 1), half * (self + crossing + ffn) + vocabulary * h, 1e-3);
        const MicroBatch one = microBatch(resolve(part)), all = microBatch(resolve(full));
        VERIFY_CLOSE(one.frozen_encoder.forward_s, all.encoder.forward_s, 1e-12);
        QCOMPARE(one.frozen_encoder.backward_s, 0.);
        QCOMPARE(one.encoder.seconds(), 0.);
    }

    /// PEFT's print_trainable_parameters(): FLAN-T5 XXL with rank 16 (philschmid.de/fine-tune-flan-t5-peft), Whisper
    /// large-v2, as deep and as wide as v3, with rank 32 (huggingface/peft, examples/int8_training).
    void adaptersOfBothStacksAreThePublishedNumbers()
    {
        const auto adapters = [](const char* model, const char* rank) {
            return trainedOfStages(shapeOf(modelOnOneGpu(model,
                                       {{"workload.tuning", "lora"}, {"workload.lora_targets", "query-value"},
                                           {"workload.lora_rank", rank}})
                                               .workload),
                1);
        };
        QCOMPARE(adapters("t5-v1.1-xxl", "16"), 18'874'368.);
        QCOMPARE(adapters("whisper-large-v3", "32"), 15'728'640.);
    }

    void aLongerSourceTakesMore()
    {
        double before = 0, memory = 0;
        for (const char* length : {"0", "1", "64", "512", "4096"}) {
            const Scenario s = modelOnOneGpu(
                "wan2.1-1.3b", {{"workload.sequence_length", "32760"}, {"workload.source_length", length}});
            QVERIFY(evaluate(s).step_s > before);
            QVERIFY(memoryUse(s).total() > memory);
            before = evaluate(s).step_s;
            memory = memoryUse(s).total();
        }
    }
};

KNEEPOINT_TEST(EncoderDecoderTest)
#include "encoder_decoder_test.moc"
