// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/architecture.h"
#include "model/catalogue/state_mixer.h"
#include "model/cost/activations.h"
#include "model/cost/operations.h"
#include "model/cost/transformer_layer.h"
#include "model/scenario/scenario.h"
#include "model/step/micro_batch.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

double flopsPerToken(const Scenario& s)
{
    return flopsPerExample(resolve(s).setup) / s.workload.sequence_length;
}

/// Of the mixer of a layer, forward.
double coreFlopsPerToken(const Scenario& s)
{
    return attentionFlops(resolve(s).setup.model) / s.workload.sequence_length / s.workload.layers;
}

/// What all layers cost: GEMMs and attention, elementwise kernels, activations, FLOPs, parameters.
struct ModelCost {
    double matrix_s, traffic_s, kept_bytes, flops, parameters;
    bool operator==(const ModelCost&) const = default;
};
ModelCost costOf(const Scenario& s)
{
    const Job job = resolve(s);
    const LayerTime time = denseLayer(job.setup, job.placement.layer, selectiveShares(job.setup).dense);
    const double layers = s.workload.layers;
    return {layers * (time.forward.matrix_s + time.backward.matrix_s),
        layers * (time.forward.traffic_s + time.backward.traffic_s),
        layers * layerActivations(job.setup, job.placement.layer, false).kept, flopsPerExample(job.setup),
        countParameters(s.workload).total};
}

} // namespace

/// State spaces, sparse attention, blocks of one part, experts on a latent and multi-token prediction.
class LayerMixersTest : public QObject {
    Q_OBJECT

private slots:
    // Nemotron 3 Nano: a state space of 64 heads of 64 with a state of 128 and 8 groups has 38.7 M parameters.
    void aStateSpaceIsCountedByHand()
    {
        const Workload w = test::jobOf("nemotron3-nano-30b-a3b", 8192).workload;
        const double inner = 4096, shared = 2 * 8 * 128;
        const double by_hand = 2688. * (2 * inner + shared + 64) + 4 * (inner + shared) + inner * 2688 + 3 * 64 + inner;
        QCOMPARE(stateMixerOf(w).parameters, by_hand);
        VERIFY_CLOSE(by_hand, 38.7e6, 2e-3);
        QCOMPARE(stateMixerOf(w).flops, 7 * inner * 128);
    }

    // FLOPs per token by the shapes of the published configs, at 8192 tokens; Megatron-Bridge states 84.3 GFLOP for
    // Nemotron 3 Super, with its two MTP depths.
    void hybridsHaveTheirFlops_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<double>("expected");
        QTest::newRow("Nemotron 3 Nano") << QByteArray("nemotron3-nano-30b-a3b") << 20.83e9;
        QTest::newRow("Nemotron 3 Super, without MTP") << QByteArray("nemotron3-super-120b-a12b") << 75.4e9;
        QTest::newRow("Nemotron 3 Ultra, without MTP") << QByteArray("nemotron3-ultra-550b-a55b") << 336e9;
    }
    void hybridsHaveTheirFlops()
    {
        QFETCH(const QByteArray, model);
        QFETCH(const double, expected);
        VERIFY_CLOSE(flopsPerToken(test::jobOf(model.constData(), 8192)), expected, 0.01);
    }

    // DeepSeek-V3.2, forward core per token and layer: attention over latents of 2·512 + 64 in 128 heads to 2048 of the
    // earlier tokens, and 64 index heads of 128 over all of them.
    void sparseAttentionIsCountedByHand_data()
    {
        QTest::addColumn<double>("sequence");
        QTest::addColumn<double>("attention");
        QTest::addColumn<double>("index");
        QTest::newRow("4k") << 4096. << 428e6 << 34e6;
        QTest::newRow("32k") << 32768. << 553e6 << 271e6;
        QTest::newRow("128k") << 131072. << 566e6 << 1082e6;
    }
    void sparseAttentionIsCountedByHand()
    {
        QFETCH(const double, sequence);
        QFETCH(const double, attention);
        QFETCH(const double, index);
        VERIFY_CLOSE(coreFlopsPerToken(test::jobOf("deepseek3.2-671b", sequence)), attention + index, 2e-3);
    }

    // In all, with the index scores, it takes fewer FLOPs than full attention only beyond about 17 000 tokens.
    void sparseAttentionSavesOnlyAtLongSequences()
    {
        const auto saves = [](double sequence) {
            return flopsPerToken(test::jobOf("deepseek3.2-671b", sequence))
                < flopsPerToken(test::jobOf("deepseek3-671b", sequence));
        };
        QVERIFY(!saves(14000));
        QVERIFY(saves(20000));
    }

    void fullAttentionInEveryLayerIsTheModelWithoutOthers_data()
    {
        QTest::addColumn<double>("state_heads");
        QTest::addColumn<double>("index_heads");
        QTest::newRow("state space") << 64. << 0.;
        QTest::newRow("sparse attention") << 0. << 64.;
    }
    void fullAttentionInEveryLayerIsTheModelWithoutOthers()
    {
        QFETCH(const double, state_heads);
        QFETCH(const double, index_heads);
        for (const char* id : {"llama3-8b-64xh100", "mixtral-8x7b-256xh100", "deepseek-v3-2048xh800"}) {
            const Scenario plain = test::preset(id);
            Scenario s = plain;
            s.workload.state_heads = state_heads;
            s.workload.index_heads = index_heads;
            QVERIFY(costOf(s) != costOf(plain));
            Scenario every = s, all = s;
            every.workload.full_attention_every = 1;
            all.workload.full_attention_layers = s.workload.layers;
            QVERIFY(costOf(every) == costOf(plain));
            QVERIFY(costOf(all) == costOf(plain));
        }
    }

    // The same matrices in the same order, so the same parameters, FLOPs, time and activations.
    void twiceAsManyBlocksOfOnePartAreTheSameModel()
    {
        Scenario plain = test::preset("llama3-8b-64xh100");
        plain.plan.recompute = Recompute::none; // which would keep the input of each block
        Scenario blocks = plain;
        blocks.workload.layers *= 2;
        blocks.workload.feed_forward_layers = plain.workload.layers;
        const ModelCost a = costOf(plain), b = costOf(blocks);
        QCOMPARE(b.parameters, a.parameters);
        QCOMPARE(b.flops, a.flops);
        VERIFY_CLOSE(b.matrix_s, a.matrix_s, 1e-12);
        VERIFY_CLOSE(b.traffic_s, a.traffic_s, 1e-12);
        VERIFY_CLOSE(b.kept_bytes, a.kept_bytes, 1e-12);
    }

    void expertsAsWideAsTheModelAreNoLatents()
    {
        Scenario s = test::preset("mixtral-8x7b-256xh100");
        const Job plain = resolve(s);
        s.workload.expert_hidden = s.workload.hidden;
        const Job same = resolve(s);
        QCOMPARE(expertLayer(same.setup, same.placement.layer, selectiveShares(same.setup).expert).forward.matrix_s,
            expertLayer(plain.setup, plain.placement.layer, selectiveShares(plain.setup).expert).forward.matrix_s);
        QCOMPARE(
            countParameters(s.workload).total, countParameters(test::preset("mixtral-8x7b-256xh100").workload).total);
    }

    void theAllToAllSendsTheLatent()
    {
        Scenario s = test::preset("mixtral-8x7b-256xh100");
        const auto sent = [](const Scenario& job) {
            const MicroBatch batch = microBatch(resolve(job));
            return batch.expert.bytes[static_cast<std::size_t>(Route::experts_inside)]
                + batch.expert.bytes[static_cast<std::size_t>(Route::experts_between)];
        };
        s.plan.expert_parallel = 8;
        const double whole = sent(s);
        QVERIFY(whole > 0);
        s.workload.expert_hidden = s.workload.hidden / 4;
        VERIFY_CLOSE(sent(s), whole / 4, 1e-12);
    }

    void aStateSpaceGrowsWithTheSequenceAndNotWithItsSquare()
    {
        Scenario s = test::jobOf("nemotron-h-8b", 4096);
        s.workload.full_attention_layers = s.workload.full_attention_every = 0;
        const double once = attentionFlops(resolve(s).setup.model);
        QCOMPARE(once, 28. * 4096 * 7 * 8192 * 128); // 4 blocks of attention became state spaces
        s.workload.sequence_length *= 2;
        QCOMPARE(attentionFlops(resolve(s).setup.model), 2 * once);
    }

    void attentionBesideAStateSpaceCostsBoth()
    {
        Scenario s = test::jobOf("falcon-h1-7b", 8192);
        const double both = attentionFlops(resolve(s).setup.model);
        Scenario attention = s;
        attention.workload.state_heads = 0;
        Scenario states = s;
        states.workload.parallel_mixers = false;
        states.workload.full_attention_every = 0;
        QCOMPARE(both, attentionFlops(resolve(attention).setup.model) + attentionFlops(resolve(states).setup.model));
    }

    // DeepSeek-V3 at 4096 tokens: 250.4 GFLOP per token, 260.6 with one MTP depth.
    void aDepthOfPredictionIsALayerAndTheLogitsAgain()
    {
        Scenario s = test::jobOf("deepseek3-671b", 4096);
        const double without = flopsPerToken(s);
        VERIFY_CLOSE(without, 250.4e9, 5e-3);
        s.workload.prediction_depths = 1;
        VERIFY_CLOSE(flopsPerToken(s) - without, 10.2e9, 0.01);
        const double parameters = resolve(s).setup.model.parameters - s.workload.parameters;
        VERIFY_CLOSE(parameters, 11.5e9, 0.02); // a layer with 256 experts of 44 M, its attention, 2·7168²
    }

    void aDepthOfPredictionIsOnTheLastStage()
    {
        Scenario s = test::jobOf("deepseek3-671b", 4096);
        const MicroBatch without = microBatch(resolve(s));
        s.workload.prediction_depths = 2;
        const MicroBatch with = microBatch(resolve(s));
        VERIFY_CLOSE(with.head.forward_s, 3 * without.head.forward_s + 2 * with.expert.forward_s, 1e-9);
    }
};

KNEEPOINT_TEST(LayerMixersTest)
#include "layer_mixers_test.moc"
