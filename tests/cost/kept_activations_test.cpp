// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

constexpr double kept_tokens = 2 * 1024, kept_hidden = 2048, kept_heads = 16, kept_head = 128, kept_ffn = 8192;

Scenario keepingJob()
{
    Scenario s;
    Workload& w = s.workload;
    w.kind = ModelKind::transformer;
    w.parameters = w.active_parameters = 1e9;
    w.layers = 8;
    w.hidden = kept_hidden;
    w.heads = w.kv_heads = kept_heads;
    w.ffn = kept_ffn;
    w.gated = true;
    w.sequence_length = 1024;
    w.batch_per_gpu = 2;
    s.cluster.gpus = 1;
    s.stack.logit_bytes = 0;
    s.assumptions.compute_model = ComputeModel::kernels;
    return s;
}

} // namespace

/// Activations of a single GPU, tensor by tensor, in 16 bits.
class KeptActivationsTest : public QObject {
    Q_OBJECT

private slots:
    void aLayerKeepsItsInputsAndWhatItsFunctionsNeed()
    {
        Scenario s = keepingJob();
        const double layer = kept_tokens * (8 * kept_hidden + 2 * (4 * kept_heads * kept_head + 4 * kept_ffn));
        VERIFY_CLOSE(evaluate(s).memory.activations, 8 * layer, 1e-12);
        s.workload.gated = false; // dropout masks, and two tensors instead of four
        const double plain = kept_tokens * (10 * kept_hidden + 2 * (4 * kept_heads * kept_head + 2 * kept_ffn));
        VERIFY_CLOSE(evaluate(s).memory.activations, 8 * plain, 1e-12);
    }

    void fusedSwigluKeepsThreeTensorsAndTheirGradientsForOneLayer()
    {
        Scenario s = keepingJob();
        s.stack.fused_gate = true;
        const double layer = kept_tokens * (8 * kept_hidden + 2 * (4 * kept_heads * kept_head + 3 * kept_ffn));
        VERIFY_CLOSE(evaluate(s).memory.activations, 8 * layer + kept_tokens * 2 * 3 * kept_ffn, 1e-12);
        s.workload.gated = false; // there is no gate to fuse
        const double plain = kept_tokens * (10 * kept_hidden + 2 * (4 * kept_heads * kept_head + 2 * kept_ffn));
        VERIFY_CLOSE(evaluate(s).memory.activations, 8 * plain, 1e-12);
    }

    /// The layer in its backward pass holds what it restores, the gradients of its fused gate, and its scores.
    void recomputationRestoresALayerWithItsScoresAndGradients()
    {
        Scenario s = keepingJob();
        s.stack.fused_gate = true;
        s.stack.selective_kept = 0.6;
        const double layer = kept_tokens * (8 * kept_hidden + 2 * (4 * kept_heads * kept_head + 3 * kept_ffn));
        const double gradients = kept_tokens * 2 * 3 * kept_ffn;
        const double input = kept_tokens * 2 * kept_hidden;
        for (const bool fused : {true, false}) {
            s.stack.fused_attention = fused;
            const double scores = fused ? 0 : 5 * kept_tokens * 1024 * kept_heads;
            s.plan.recompute = Recompute::full;
            VERIFY_CLOSE(evaluate(s).memory.activations, 8 * input + (layer - input) + scores + gradients, 1e-12);
            s.plan.recompute = Recompute::selective;
            const double kept = input + 0.6 * (layer - input);
            VERIFY_CLOSE(evaluate(s).memory.activations, 8 * kept + (layer - kept) + scores + gradients, 1e-12);
        }
    }

    void inputsOfNarrowGemmsAreKeptInOneByteWhereTheSoftwareDoes()
    {
        Scenario s = keepingJob();
        s.cluster.peak[static_cast<std::size_t>(Precision::fp8)] = 2e15;
        s.stack.narrow_inputs = true;
        const double wide = evaluate(s).memory.activations;
        s.workload.precision = Precision::fp8;
        // Two norm outputs and the product of the gate in 8 bits; the attention output in 16 bits for attention and in
        // 8 for its projection.
        const double less = kept_tokens * (2 * kept_hidden - kept_heads * kept_head + kept_ffn);
        VERIFY_CLOSE(evaluate(s).memory.activations, wide - 8 * less, 1e-12);
        s.stack.narrow_inputs = false;
        VERIFY_CLOSE(evaluate(s).memory.activations, wide, 1e-12);
    }

    void latentAttentionKeepsItsLatentsAndWiderQueriesAndKeys()
    {
        Scenario s = keepingJob();
        s.workload.key_latent = 512;
        s.workload.query_latent = 1536;
        const double attention = kept_heads * (2 * (kept_head + 64) + 2 * kept_head);
        const double layer = kept_tokens * (8 * kept_hidden + 2 * (1536 + 512 + 64) + 2 * (attention + 4 * kept_ffn));
        VERIFY_CLOSE(evaluate(s).memory.activations, 8 * layer, 1e-12);
    }

    void leadingLayersWithoutExpertsHaveTheirOwnWidth()
    {
        Scenario s = keepingJob();
        s.workload.experts = 2;
        s.workload.top_k = 1;
        s.workload.dense_layers = 3;
        const double attention = kept_tokens * (8 * kept_hidden + 2 * 4 * kept_heads * kept_head);
        const double expert = attention + kept_tokens * (2 * 4 * kept_ffn + 4 * kept_hidden); // sent, and back
        for (const double width : {0.0, 20000.0}) {
            s.workload.dense_ffn = width;
            const double dense = attention + kept_tokens * 2 * 4 * (width > 0 ? width : kept_ffn);
            VERIFY_CLOSE(evaluate(s).memory.activations, 3 * dense + 5 * expert, 1e-12);
        }
    }

    void softwareThatRepeatsNarrowGemmsKeepsTheAttentionOutput()
    {
        Scenario s = keepingJob();
        s.workload.precision = Precision::fp8;
        s.cluster.peak[static_cast<std::size_t>(Precision::fp8)] = 1e15;
        s.plan.recompute = Recompute::selective;
        s.stack.repeats_low_precision = true;
        const double layer = kept_tokens * (8 * kept_hidden + 2 * (4 * kept_heads * kept_head + 4 * kept_ffn));
        const double kept = 2 * kept_tokens * (kept_hidden + kept_heads * kept_head);
        VERIFY_CLOSE(evaluate(s).memory.activations, 8 * kept + layer - kept, 1e-12);
    }
};

KNEEPOINT_TEST(KeptActivationsTest)
#include "kept_activations_test.moc"
