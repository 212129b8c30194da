// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/catalogue/architecture.h"
#include "model/cost/activations.h"
#include "model/cost/operations.h"
#include "model/cost/transformer_layer.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

double attentionFlopsOf(const Scenario& s)
{
    return attentionFlops(resolve(s).setup.model);
}

/// What one layer costs: time forward and backward, and activations.
struct LayerCost {
    double forward_s, backward_s, kept_bytes, flops;
    bool operator==(const LayerCost&) const = default;
};
LayerCost layerCostOf(const Scenario& s)
{
    const Job job = resolve(s);
    const LayerTime time = denseLayer(job.setup, job.placement.layer, selectiveShares(job.setup).dense);
    return {time.forward.matrix_s, time.backward.matrix_s, layerActivations(job.setup, job.placement.layer, false).kept,
        flopsPerExample(job.setup)};
}

/// Parameters of one layer's attention: what it adds to a model without feed-forward and embedding.
double attentionParametersOf(Workload w, double full_every)
{
    w.full_attention_every = full_every;
    w.experts = 1;
    w.ffn = w.vocabulary = 0;
    return countParameters(w).total / w.layers;
}

} // namespace

Q_DECLARE_METATYPE(Workload)

/// Models whose layers differ in their attention or in their feed-forward, repeated in cycles.
class LayerPatternTest : public QObject {
    Q_OBJECT

private slots:
    void fullAttentionInEveryLayerIsTheModelWithoutAPattern_data()
    {
        QTest::addColumn<double>("window");
        QTest::addColumn<double>("linear_heads");
        QTest::newRow("windows") << 128. << 0.;
        QTest::newRow("linear attention") << 0. << 32.;
    }
    void fullAttentionInEveryLayerIsTheModelWithoutAPattern()
    {
        QFETCH(const double, window);
        QFETCH(const double, linear_heads);
        for (const char* id : {"llama3-8b-64xh100", "mixtral-8x7b-256xh100"}) {
            const Scenario plain = test::preset(id);
            Scenario s = plain;
            s.workload.attention_window = window;
            s.workload.linear_heads = linear_heads;
            QVERIFY(layerCostOf(s) != layerCostOf(plain));
            s.workload.full_attention_every = 1;
            QVERIFY(layerCostOf(s) == layerCostOf(plain));
        }
    }

    void rarerFullAttentionNeverCostsMore()
    {
        Scenario s = test::jobOf("gemma3-12b", 8192);
        s.workload.full_attention_every = 1;
        double former = attentionFlopsOf(s);
        for (double every = 2; every <= 50; ++every) {
            s.workload.full_attention_every = every;
            const double now = attentionFlopsOf(s);
            QVERIFY(now <= former);
            former = now;
        }
        s.workload.full_attention_every = 0; // none at all
        QCOMPARE(attentionFlopsOf(s), former);
    }

    // Gemma 3 12B: 8 of 48 layers attend to all earlier tokens, 40 to W = 1024: W − W²/(2S) of them on average; 16
    // heads of 256.
    void layersOfGemmaAreCountedByHand()
    {
        const double sequence = 8192, window = 1024;
        const double all = sequence / 2, near = window - window * window / (2 * sequence);
        const double by_hand = sequence * 2 * 16 * (256 + 256) * (8 * all + 40 * near);
        VERIFY_CLOSE(attentionFlopsOf(test::jobOf("gemma3-12b", sequence)), by_hand, 1e-12);
    }

    // Megatron-Bridge states 32.6 GFLOP per token for gpt-oss-120b at 4096 tokens (docs/performance-summary.md, TFLOP/s
    // per GPU over tokens/s per GPU); without its windows it would be 34.4.
    void gptOssHasItsPublishedFlops()
    {
        const Scenario s = test::jobOf("gpt-oss-120b", 4096);
        VERIFY_CLOSE(flopsPerExample(resolve(s).setup) / 4096, 32.6e9, 0.01);
    }

    // Qwen3.5 397B-A17B: full attention with gate 3·4096·8192 + 2·4096·512, Gated DeltaNet of 16 key and 64 value
    // heads of 128.
    void attentionOfQwenIsCountedByHand()
    {
        const Workload w = test::jobOf("qwen3.5-397b-a17b", 4096).workload;
        QCOMPARE(attentionParametersOf(w, 1), 3. * 4096 * 8192 + 2. * 4096 * 512);
        QCOMPARE(attentionParametersOf(w, 0), 4096. * (2 * 2048 + 3 * 8192 + 2 * 64) + 4. * (2 * 2048 + 8192));
    }

    // OLMo-core, GEOMETRY_MATCHED_SCALE.md: 15 or 20 layers, every fifth with full attention, the others with Gated
    // DeltaNet whose values are twice as wide as its keys, here as twice the heads, each with two numbers of its own;
    // the first layer dense.
    void hybridsOfOlmoHaveTheirPrintedSizes_data()
    {
        QTest::addColumn<Workload>("shape");
        QTest::addColumn<double>("total");
        QTest::addColumn<double>("active");
        const auto hybrid = [](double layers, double hidden, double heads, double expert, double dense) {
            Workload w;
            w.gated = true;
            w.tied_embeddings = false;
            w.layers = layers;
            w.hidden = hidden;
            w.heads = w.linear_key_heads = heads;
            w.kv_heads = heads / 2;
            w.head_width = w.linear_head_width = 128;
            w.linear_heads = 2 * heads;
            w.full_attention_every = 5;
            w.ffn = expert;
            w.dense_ffn = dense;
            w.experts = 256;
            w.top_k = 8;
            w.shared_experts = w.dense_layers = 1;
            w.vocabulary = 100352;
            return w;
        };
        QTest::newRow("480m") << hybrid(15, 768, 8, 840, 7560) << 7'220'707'776. << 501'137'856.;
        QTest::newRow("810m") << hybrid(15, 1024, 16, 1032, 9288) << 11'865'532'544. << 858'237'056.;
        QTest::newRow("1.2b") << hybrid(20, 1280, 16, 952, 8568) << 18'515'005'440. << 1'289'441'280.;
    }
    void hybridsOfOlmoHaveTheirPrintedSizes()
    {
        QFETCH(const Workload, shape);
        QFETCH(const double, total);
        QFETCH(const double, active);
        const ParameterCount count = countParameters(shape);
        VERIFY_CLOSE(count.total, total, 1e-4);
        VERIFY_CLOSE(count.active, active, 1e-3);
    }

    void linearAttentionGrowsWithTheSequenceAndNotWithItsSquare()
    {
        Scenario s = test::jobOf("qwen3-next-80b-a3b", 4096);
        s.workload.full_attention_every = 0;
        const double once = attentionFlopsOf(s);
        QCOMPARE(once, 48. * 4096 * 8 * 32 * 128 * 128);
        s.workload.sequence_length *= 2;
        QCOMPARE(attentionFlopsOf(s), 2 * once);
    }

    void moreLinearLayersMakeLongSequencesFaster()
    {
        Scenario s = test::jobOf("qwen3-next-80b-a3b", 131072);
        s.workload.full_attention_every = 1;
        double former = layerCostOf(s).forward_s;
        for (const double every : {2., 4., 8., 0.}) {
            s.workload.full_attention_every = every;
            const double now = layerCostOf(s).forward_s;
            QVERIFY(now < former);
            former = now;
        }
    }

    void stagesHoldTheLayersOfTheCycle_data()
    {
        QTest::addColumn<double>("layers");
        QTest::addColumn<double>("leading");
        QTest::addColumn<double>("every");
        QTest::addColumn<double>("stages");
        for (const double layers : {48., 47., 13.})
            for (const double leading : {0., 3.})
                for (const double every : {1., 2., 3., 60.})
                    for (const double stages : {1., 4., 5.})
                        QTest::addRow("%g layers, %g leading, every %g, %g stages", layers, leading, every, stages)
                            << layers << leading << every << stages;
    }
    void stagesHoldTheLayersOfTheCycle()
    {
        QFETCH(const double, layers);
        QFETCH(const double, leading);
        QFETCH(const double, every);
        QFETCH(const double, stages);
        Workload w = test::jobOf("llama4-maverick-400b", 4096).workload;
        w.layers = layers;
        w.dense_layers = leading;
        w.expert_every = every;
        const ModelShape shape = shapeOf(w);
        const StageLayers split(shape, stages, false);
        double all_experts = 0;
        for (double stage = 0; stage < stages; ++stage) {
            double experts = 0;
            for (double layer = split.before(stage); layer < split.before(stage) + split.of(stage); ++layer)
                experts += layer >= leading && std::fmod(layer - leading + 1, every) == 0 ? 1 : 0;
            QCOMPARE(split.load(stage).expert(), experts);
            QCOMPARE(split.load(stage).layers, split.of(stage));
            all_experts += experts;
        }
        QCOMPARE(shape.layers - shape.dense_layers, all_experts);
    }
};

KNEEPOINT_TEST(LayerPatternTest)
#include "layer_pattern_test.moc"
