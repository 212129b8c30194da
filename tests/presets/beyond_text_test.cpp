// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/cost/operations.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using namespace kneepoint;

namespace {

Workload modelOf(const char* id)
{
    return workloadOf(modelPresets()[static_cast<std::size_t>(presetIndex(modelPresets(), id) - 1)]);
}

constexpr double flops_per_weight = 2; ///< a multiplication and an addition
constexpr double passes = 3;           ///< forward, and both gradients

ModelShape shapeOf(Workload w, double tokens)
{
    w.sequence_length = tokens;
    return kneepoint::shapeOf(w);
}

/// FLOPs forward of an example of so many tokens, counted layer by layer.
double forwardFlops(const Workload& w, double tokens)
{
    Setup setup;
    setup.kernels = true;
    setup.model = shapeOf(w, tokens);
    return flopsPerExample(setup) / passes;
}

/// A stack of layers with attention h wide and a feed-forward of `matrices` matrices.
struct LayerStack {
    double layers, hidden, ffn, tokens;
    double matrices = 2, seen = 1; ///< of all tokens, the fraction that one attends to
    [[nodiscard]] double weights() const { return layers * hidden * (4 * hidden + matrices * ffn); }
    [[nodiscard]] double forward() const
    {
        return tokens * (flops_per_weight * weights() + 2 * flops_per_weight * hidden * seen * tokens * layers);
    }
};

/// Attention of the layers of `to` to the output of `from`: queries and outputs of the one, keys and values of the
/// other.
double crossAttention(const LayerStack& to, const LayerStack& from)
{
    const double projections = 2 * to.hidden * to.hidden * (to.tokens + from.tokens);
    return to.layers * (flops_per_weight * projections + 2 * flops_per_weight * to.hidden * to.tokens * from.tokens);
}

constexpr double half = 0.5; ///< what a causal token sees

/// The U-Net of Stable Diffusion 2, layer by layer (arXiv:2112.10752; Stability-AI/stablediffusion, v2-training.yaml).
class UNet {
public:
    explicit UNet(double latent)
        : m_side(latent)
    {
        linear(width(0), time_width, 1);
        linear(time_width, time_width, 1);
        convolution(latent_channels, width(0), filter);
        std::vector<double> skipped{width(0)};
        double channels = width(0);
        for (std::size_t level = 0; level < levels; ++level) {
            for (int block = 0; block < 2; ++block) {
                residual(channels, width(level));
                channels = width(level);
                if (level + 1 < levels)
                    attention(channels);
                skipped.push_back(channels);
            }
            if (level + 1 < levels) {
                m_side /= 2;
                convolution(channels, channels, filter);
                skipped.push_back(channels);
            }
        }
        residual(channels, channels);
        attention(channels);
        residual(channels, channels);
        for (std::size_t level = levels; level-- > 0;) {
            for (int block = 0; block < 3; ++block) {
                residual(channels + skipped.back(), width(level));
                skipped.pop_back();
                channels = width(level);
                if (level + 1 < levels)
                    attention(channels);
            }
            if (level > 0) {
                m_side *= 2;
                convolution(channels, channels, filter);
            }
        }
        norm(channels);
        convolution(channels, latent_channels, filter);
    }
    [[nodiscard]] double parameters() const { return m_parameters; }
    [[nodiscard]] double forward() const { return flops_per_weight * m_multiplications; }

private:
    static constexpr std::size_t levels = 4;
    static constexpr double filter = 3, latent_channels = 4, time_width = 1280, text_width = 1024, text_tokens = 77;
    static double width(std::size_t level) { return std::min(320. * std::exp2(static_cast<double>(level)), 1280.); }
    [[nodiscard]] double places() const { return m_side * m_side; }
    void norm(double channels) { m_parameters += 2 * channels; }
    void linear(double in, double out, double tokens, bool biased = true)
    {
        m_parameters += in * out + (biased ? out : 0);
        m_multiplications += in * out * tokens;
    }
    void convolution(double in, double out, double size)
    {
        m_parameters += out;
        linear(in * size * size, out, places(), false);
    }
    void residual(double in, double out)
    {
        norm(in);
        convolution(in, out, filter);
        linear(time_width, out, 1);
        norm(out);
        convolution(out, out, filter);
        if (in != out)
            convolution(in, out, 1);
    }
    /// Attention to all places and to the text, and a gated feed-forward of four times the width.
    void attention(double channels)
    {
        constexpr int norms = 4, gated = 8, wide = 4;
        const double tokens = places();
        for (int i = 0; i < norms; ++i)
            norm(channels);
        for (int i = 0; i < 4; ++i) // queries, keys and values of the places; queries of the text
            linear(channels, channels, tokens, false);
        for (int i = 0; i < 4; ++i) // outputs of both, into the block and out of it
            linear(channels, channels, tokens);
        for (int i = 0; i < 2; ++i)
            linear(text_width, channels, text_tokens, false);
        m_multiplications += 2 * channels * tokens * (tokens + text_tokens);
        linear(channels, gated * channels, tokens);
        linear(wide * channels, channels, tokens);
    }
    double m_side = 0, m_parameters = 0, m_multiplications = 0;
};

} // namespace

/// Diffusion transformers, speech, pairs of pictures and text: FLOPs per example against what is published, and against
/// their layers.
class BeyondTextTest : public QObject {
    Q_OBJECT

private slots:
    void diffusionTransformersDoThePublishedWork_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<double>("tokens");
        QTest::addColumn<double>("forward");
        // arXiv:2212.09748, table 4, states multiply-adds
        QTest::newRow("DiT-XL/2: 118.6 G multiply-adds") << QByteArray("dit-xl-2") << 256. << 2 * 118.6e9;
        // MLPerf Training v6.0, flux1, config_common.sh: MODEL_TFLOP_PER_SAMPLE, forward and backward
        QTest::newRow("FLUX.1 at 256 × 256: 20.3 T a training step") << QByteArray("flux1-12b") << 512. << 20.3e12 / 3;
        // counted from the layers, with cross-attention, times and texts
        QTest::newRow("FLUX.1 at 1024 × 1024") << QByteArray("flux1-12b") << 4608. << 74.4e12;
        QTest::newRow("Wan 2.1 14B, 480 × 832") << QByteArray("wan2.1-14b") << 32760. << 1.678e15;
        QTest::newRow("Wan 2.1 14B, 720 × 1280") << QByteArray("wan2.1-14b") << 75600. << 6.52e15;
    }
    void diffusionTransformersDoThePublishedWork()
    {
        QFETCH(const QByteArray, id);
        QFETCH(const double, tokens);
        QFETCH(const double, forward);
        VERIFY_CLOSE(forwardFlops(modelOf(id.constData()), tokens), forward, 0.01);
    }

    void aVideoHasATokenForEveryPatchOfItsLatent()
    {
        constexpr double frames = 81, height = 480, width = 832;
        constexpr double frames_per_latent = 4, pixels_per_patch = 16; // autoencoder of 8 × 8, patches of 2 × 2
        const ModelPreset& wan =
            modelPresets()[static_cast<std::size_t>(presetIndex(modelPresets(), "wan2.1-14b") - 1)];
        QCOMPARE(wan.training_sequence,
            (1 + (frames - 1) / frames_per_latent) * (height / pixels_per_patch) * (width / pixels_per_patch));
    }

    void attentionIsMostOfALongVideo()
    {
        const Workload wan = modelOf("wan2.1-14b");
        constexpr double tokens = 75600;
        const double gemms = flops_per_weight * shapeOf(wan, tokens).active_parameters * tokens;
        const double share = 1 - gemms / forwardFlops(wan, tokens);
        QVERIFY(share > 0.7 && share < 0.74); // 72 %
    }

    void pairsOfStacksDoTheWorkOfTheirLayers_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<double>("tokens");
        QTest::addColumn<double>("forward");
        const LayerStack pictures{.layers = 24, .hidden = 1024, .ffn = 4096, .tokens = 257};
        const LayerStack texts{.layers = 12, .hidden = 768, .ffn = 3072, .tokens = 77, .seen = half};
        QTest::newRow("CLIP ViT-L/14") << QByteArray("clip-vit-l-14") << 1. << pictures.forward() + texts.forward();

        const LayerStack sound{.layers = 32, .hidden = 1280, .ffn = 5120, .tokens = 1500};
        const LayerStack words{.layers = 32, .hidden = 1280, .ffn = 5120, .tokens = 448, .seen = half};
        const double word_logits = flops_per_weight * 51866 * words.hidden * words.tokens;
        QTest::newRow("Whisper large-v3")
            << QByteArray("whisper-large-v3") << words.tokens
            << sound.forward() + words.forward() + crossAttention(words, sound) + word_logits;

        const LayerStack inputs{.layers = 24, .hidden = 4096, .ffn = 10240, .tokens = 512, .matrices = 3};
        const LayerStack targets{
            .layers = 24, .hidden = 4096, .ffn = 10240, .tokens = 114, .matrices = 3, .seen = half};
        const double target_logits = flops_per_weight * 32128 * targets.hidden * targets.tokens;
        QTest::newRow("T5 v1.1 XXL") << QByteArray("t5-v1.1-xxl") << targets.tokens
                                     << inputs.forward() + targets.forward() + crossAttention(targets, inputs)
                + target_logits;
    }
    void pairsOfStacksDoTheWorkOfTheirLayers()
    {
        QFETCH(const QByteArray, id);
        QFETCH(const double, tokens);
        QFETCH(const double, forward);
        const Workload w = modelOf(id.constData());
        VERIFY_CLOSE(
            w.kind == ModelKind::generic ? w.flops_per_example / passes : forwardFlops(w, tokens), forward, 0.01);
    }

    void aUNetDoesTheWorkOfItsLayers()
    {
        for (const auto& [id, latent] : {std::pair{"sd2-unet-256", 32.}, {"sd2-unet-512", 64.}}) {
            const UNet net(latent);
            QCOMPARE(net.parameters(), 865'910'724.);
            QCOMPARE(modelOf(id).parameters, net.parameters());
            VERIFY_CLOSE(modelOf(id).flops_per_example, passes * net.forward(), 0.001);
        }
    }

    void pairsOfStacksHaveTheirPublishedSizes()
    {
        const LayerStack sound{.layers = 32, .hidden = 1280, .ffn = 5120, .tokens = 1500};
        const double crossing = 32 * 4 * sound.hidden * sound.hidden;
        const double words = 51866 * sound.hidden;
        VERIFY_CLOSE(modelOf("whisper-large-v3").parameters, 2 * sound.weights() + crossing + words, 0.01);

        const LayerStack inputs{.layers = 24, .hidden = 4096, .ffn = 10240, .tokens = 512, .matrices = 3};
        const double t5_crossing = 24 * 4 * inputs.hidden * inputs.hidden;
        const double t5_tables = 2. * 32128 * inputs.hidden;
        VERIFY_CLOSE(modelOf("t5-v1.1-xxl").parameters, 2 * inputs.weights() + t5_crossing + t5_tables, 0.01);

        const LayerStack pictures{.layers = 24, .hidden = 1024, .ffn = 4096, .tokens = 257};
        const LayerStack texts{.layers = 12, .hidden = 768, .ffn = 3072, .tokens = 77};
        VERIFY_CLOSE(
            modelOf("clip-vit-l-14").parameters, pictures.weights() + texts.weights() + 49408 * texts.hidden, 0.01);
    }
};

KNEEPOINT_TEST(BeyondTextTest)
#include "beyond_text_test.moc"
