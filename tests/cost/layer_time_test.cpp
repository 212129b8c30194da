// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <functional>

using namespace kneepoint;

namespace {

constexpr double rate = 312e12 * 0.8, bandwidth = 2e12 * 0.75, attention_rate = 312e12 * 0.5;
constexpr double tokens = 2 * 2048, sequence = 2048, hidden = 4096, ffn = 12288, heads = 32, head = 128;
constexpr double layer_count = 8, vocabulary = 32000;

/// One GPU of 312 TFLOP/s and 2 TB/s; launches take no time, so that kernels are all there is.
Scenario layerJob()
{
    Scenario s;
    Workload& w = s.workload;
    w.kind = ModelKind::transformer;
    w.parameters = w.active_parameters = 2e9;
    w.layers = layer_count;
    w.hidden = hidden;
    w.heads = w.kv_heads = heads;
    w.ffn = ffn;
    w.vocabulary = vocabulary;
    w.sequence_length = sequence;
    w.batch_per_gpu = 2;
    Cluster& c = s.cluster;
    c.gpus = 1;
    c.resizeNode(8);
    c.memory_bandwidth = 2e12;
    c.memory_efficiency = 0.75;
    c.gemm_efficiency = 0.8;
    c.attention_efficiency = 0.5;
    c.portable_attention = 0.4;
    Stack& stack = s.stack;
    stack.layer_launch_s = 0;
    stack.token_passes = 10;
    stack.ffn_passes = 3;
    stack.expert_generation = 0.5;
    s.assumptions.compute_model = ComputeModel::kernels;
    s.assumptions.overlap_model = OverlapModel::stack;
    sumGlobalBatch(s);
    return s;
}

/// 2mnk FLOPs with 70, 70 and 150 elements of padding.
double gemm(double m, double n, double k, double of = rate)
{
    return 2 * (m + 70) * (n + 70) * (k + 150) / of;
}

struct Passes {
    double forward = 0, backward = 0;
    Passes operator+(const Passes& other) const { return {forward + other.forward, backward + other.backward}; }
};

/// A linear layer: its product, and the gradients of input and weights.
Passes linear(double rows, double out, double in, double of = rate)
{
    return {gemm(rows, out, in, of), gemm(rows, in, out, of) + gemm(in, out, rows, of)};
}

/// What a layer does: GEMMs, attention, bytes of elementwise kernels, of scores and of norms; forward.
struct Layer {
    Passes gemms, attention;
    double bytes = 0, score_bytes = 0, norm_bytes = 0;
    double repeated = 0, repeated_bytes = 0; ///< by recomputation
};

const double causal_attention = 4 * tokens * sequence * heads * head / 2 / attention_rate * (1 + 256 / sequence);

Layer plainLayer()
{
    return {linear(tokens, hidden, hidden) + linear(tokens, 3 * hidden, hidden) + linear(tokens, ffn, hidden)
            + linear(tokens, hidden, ffn),
        {causal_attention, 2.5 * causal_attention}, 2 * (10 * tokens * hidden + 3 * tokens * ffn)};
}

using Change = std::function<void(Scenario&, Layer&)>;

} // namespace

Q_DECLARE_METATYPE(Change)

/// Compute and memory time of transformer layers from their matrix shapes and passes, by hand.
class LayerTimeTest : public QObject {
    Q_OBJECT

private slots:
    void aLayerTakesItsGemmsItsAttentionAndItsPasses_data()
    {
        QTest::addColumn<Change>("change");
        const auto row = [](const char* name, const Change& change) { QTest::newRow(name) << change; };
        row("GPT", [](Scenario&, Layer&) {});
        row("grouped queries and a gate", [](Scenario& s, Layer& l) {
            s.workload.kv_heads = 8;
            s.workload.gated = true;
            l.gemms = linear(tokens, hidden, hidden) + linear(tokens, hidden + 2 * 8 * head, hidden)
                + linear(tokens, 2 * ffn, hidden) + linear(tokens, hidden, ffn);
            l.bytes = 2 * (10 * tokens * hidden + 2 * 3 * tokens * ffn);
        });
        row("heads of their own width", [](Scenario& s, Layer& l) {
            s.workload.head_width = 64;
            l.gemms = linear(tokens, hidden, heads * 64) + linear(tokens, 3 * heads * 64, hidden)
                + linear(tokens, ffn, hidden) + linear(tokens, hidden, ffn);
            l.attention = {causal_attention / 2, 2.5 * causal_attention / 2};
        });
        row("no mask", [](Scenario& s, Layer& l) {
            s.workload.causal = false;
            l.attention = {2 * causal_attention, 5 * causal_attention};
        });
        row("a window of a quarter in every second layer", [](Scenario& s, Layer& l) {
            s.workload.attention_window = sequence / 4;
            const double seen = (1 + 1 - 0.75 * 0.75) / 2; // of the causal half
            l.attention = {seen * causal_attention, 2.5 * seen * causal_attention};
        });
        row("attention of an earlier generation", [](Scenario& s, Layer& l) {
            s.stack.native_attention = false;
            s.stack.attention_generation = 1.25;
            l.attention = {causal_attention, 2.5 * causal_attention}; // 0.4 × 1.25 = 0.5
        });
        row("unfused attention", [](Scenario& s, Layer& l) {
            s.stack.fused_attention = false;
            s.stack.score_bytes = 5;
            const double seconds = 4 * tokens * sequence * heads * head / (0.68 * rate);
            l.attention = {seconds, 2 * seconds};
            l.score_bytes = 5 * tokens * sequence * heads;
        });
        row("unfused attention, unaligned rows", [](Scenario& s, Layer& l) {
            s.stack.fused_attention = false;
            s.stack.score_bytes = 10;
            s.workload.head_width = 100;
            l.gemms = linear(tokens, hidden, heads * 100) + linear(tokens, 3 * heads * 100, hidden)
                + linear(tokens, ffn, hidden) + linear(tokens, hidden, ffn);
            const double seconds = 4 * tokens * sequence * heads * 100 / (0.68 * 0.79 * 19.5e12);
            l.attention = {seconds, 2 * seconds};
            l.score_bytes = 10 * tokens * sequence * heads;
        });
        row("unfused norms", [](Scenario& s, Layer& l) {
            s.workload.gated = true;
            s.stack.fused_norms = false;
            s.stack.norm_passes = 16;
            l.gemms = linear(tokens, hidden, hidden) + linear(tokens, 3 * hidden, hidden)
                + linear(tokens, 2 * ffn, hidden) + linear(tokens, hidden, ffn);
            l.bytes = 2 * (10 * tokens * hidden + 2 * 3 * tokens * ffn);
            l.norm_bytes = 2 * 16 * tokens * hidden;
        });
        row("layer norm, one kernel in all software", [](Scenario& s, Layer&) {
            s.stack.fused_norms = false;
            s.stack.norm_passes = 16;
        });
        row("full recomputation", [](Scenario& s, Layer& l) {
            s.plan.recompute = Recompute::full;
            l.repeated = l.gemms.forward + l.attention.forward;
            l.repeated_bytes = l.bytes;
        });
        row("full recomputation that stops early", [](Scenario& s, Layer& l) {
            s.plan.recompute = Recompute::full;
            s.stack.stops_recomputing = true;
            l.repeated = l.gemms.forward + l.attention.forward - gemm(tokens, hidden, ffn);
            l.repeated_bytes = l.bytes;
        });
        row("selective recomputation of half the GEMMs", [](Scenario& s, Layer& l) {
            s.plan.recompute = Recompute::selective;
            s.stack.selective_recompute = 0.5;
            l.repeated = 0.5 * l.gemms.forward;
            l.repeated_bytes = l.bytes;
        });
        row("selective recomputation of unfused scores", [](Scenario& s, Layer& l) {
            s.plan.recompute = Recompute::selective;
            s.stack.fused_attention = false;
            s.stack.score_bytes = 5;
            const double seconds = 4 * tokens * sequence * heads * head / (0.68 * rate);
            l.attention = {seconds, 2 * seconds};
            l.score_bytes = l.repeated_bytes = 5 * tokens * sequence * heads;
            l.repeated = seconds;
        });
        row("latent attention", [](Scenario& s, Layer& l) {
            s.workload.key_latent = 512;
            s.workload.query_latent = 1536;
            l.gemms = linear(tokens, hidden, heads * head) + linear(tokens, 1536, hidden)
                + linear(tokens, heads * (head + 64), 1536) + linear(tokens, 512 + 64, hidden)
                + linear(tokens, 2 * heads * head, 512) + linear(tokens, ffn, hidden) + linear(tokens, hidden, ffn);
            l.attention = {causal_attention * 160 / 128, 2.5 * causal_attention * 160 / 128};
        });
        row("latent keys, plain queries", [](Scenario& s, Layer& l) {
            s.workload.key_latent = 512;
            l.gemms = linear(tokens, hidden, heads * head) + linear(tokens, heads * (head + 64), hidden)
                + linear(tokens, 512 + 64, hidden) + linear(tokens, 2 * heads * head, 512) + linear(tokens, ffn, hidden)
                + linear(tokens, hidden, ffn);
            l.attention = {causal_attention * 160 / 128, 2.5 * causal_attention * 160 / 128};
        });
        row("experts", [](Scenario& s, Layer& l) {
            s.workload.experts = 4;
            s.workload.top_k = 2;
            s.workload.shared_experts = 1;
            const Passes one =
                linear(tokens * 2 / 4, ffn, hidden, rate / 2) + linear(tokens * 2 / 4, hidden, ffn, rate / 2);
            l.gemms = l.gemms + Passes{4 * one.forward, 4 * one.backward}; // beside the shared one
            l.bytes = 2 * (10 * tokens * hidden + 3 * tokens * 3 * ffn + 12 * tokens * 2 * hidden);
        });
    }

    void aLayerTakesItsGemmsItsAttentionAndItsPasses()
    {
        QFETCH(const Change, change);
        Scenario s = layerJob();
        Layer l = plainLayer();
        change(s, l);
        const StepReport r = evaluate(s);
        const Passes head_gemms = linear(tokens, vocabulary, hidden);
        const double compute =
            layer_count * (l.gemms.forward + l.gemms.backward + l.attention.forward + l.attention.backward + l.repeated)
            + head_gemms.forward + head_gemms.backward;
        const double forward_bytes = l.bytes + l.score_bytes + l.norm_bytes;
        const double backward_bytes = 1.7 * l.bytes + 2 * l.score_bytes + 86.0 / 32 * l.norm_bytes + l.repeated_bytes;
        VERIFY_CLOSE(r.part(Part::compute).exposed_s, compute, 1e-12);
        VERIFY_CLOSE(r.part(Part::memory).exposed_s,
            (layer_count * (forward_bytes + backward_bytes) + 22 * tokens * vocabulary) / bandwidth, 1e-12);
        QCOMPARE(r.part(Part::launch).exposed_s, 0.0);
        const double head_s = head_gemms.forward + head_gemms.backward + 22 * tokens * vocabulary / bandwidth;
        const double forward_s = layer_count * (l.gemms.forward + l.attention.forward + forward_bytes / bandwidth);
        VERIFY_CLOSE(r.forward_s, forward_s + head_s / 3, 1e-12);
    }

    void sequenceParallelRanksPermuteTheirOwnTokens()
    {
        Scenario s = layerJob();
        s.workload.experts = 4;
        s.workload.top_k = 2;
        s.cluster.gpus = 4;
        s.plan.tensor_parallel = 4;
        const double whole = evaluate(s).part(Part::memory).exposed_s;
        s.plan.sequence_parallel = true;
        const double own = evaluate(s).part(Part::memory).exposed_s;
        const double passes = 10 * (0.75 + 0.25 / 4 - 0.25) + 12 * 2 * 0.75; // elementwise and permuting
        VERIFY_CLOSE(whole - own, layer_count * 2.7 * 2 * passes * tokens * hidden / bandwidth, 1e-9);
    }

    /// The heads of queries, keys and values are divided, the projections into latents are not.
    void tensorParallelRanksProjectToTheLatentsOfAllHeads()
    {
        Scenario s = layerJob();
        s.cluster.gpus = 4;
        s.plan.tensor_parallel = 4;
        s.workload.query_latent = 1536;
        s.workload.key_latent = 512;
        const double rope = 64, width = head + rope;
        const Passes gemms = linear(tokens, hidden, heads * head / 4) + linear(tokens, 1536, hidden)
            + linear(tokens, heads * width / 4, 1536) + linear(tokens, 512 + rope, hidden)
            + linear(tokens, 2 * heads * head / 4, 512) + linear(tokens, ffn / 4, hidden)
            + linear(tokens, hidden, ffn / 4);
        const Passes head_gemms = linear(tokens, vocabulary / 4, hidden);
        const double attention = 3.5 * causal_attention / 4 * (head + rope / 2) / head;
        VERIFY_CLOSE(evaluate(s).part(Part::compute).exposed_s,
            layer_count * (gemms.forward + gemms.backward + attention) + head_gemms.forward + head_gemms.backward,
            1e-12);
    }

    void tensorParallelismDividesWhatItCan_data()
    {
        QTest::addColumn<bool>("sequence_parallel");
        QTest::newRow("without sequence parallelism") << false;
        QTest::newRow("with sequence parallelism") << true;
    }
    void tensorParallelismDividesWhatItCan()
    {
        QFETCH(const bool, sequence_parallel);
        Scenario s = layerJob();
        s.cluster.gpus = 4;
        s.plan.tensor_parallel = 4;
        s.plan.sequence_parallel = sequence_parallel;
        s.workload.gated = true;
        s.stack.fused_norms = false;
        s.stack.norm_passes = 8;
        const Passes gemms = linear(tokens, hidden, hidden / 4) + linear(tokens, 3 * hidden / 4, hidden)
            + linear(tokens, 2 * ffn / 4, hidden) + linear(tokens, hidden, ffn / 4);
        const Passes head_gemms = linear(tokens, vocabulary / 4, hidden);
        const double whole = sequence_parallel ? 0.25 : 0.75 + 0.25 / 4, norms = sequence_parallel ? 0.25 : 1;
        const double bytes = 2 * (10 * tokens * hidden * whole + 2 * 3 * tokens * ffn / 4);
        const double norm_bytes = 2 * 8 * tokens * hidden * norms;
        const StepReport r = evaluate(s);
        VERIFY_CLOSE(r.part(Part::compute).exposed_s,
            layer_count * (gemms.forward + gemms.backward + 3.5 * causal_attention / 4) + head_gemms.forward
                + head_gemms.backward,
            1e-12);
        VERIFY_CLOSE(r.part(Part::memory).exposed_s,
            (layer_count * (2.7 * bytes + (1 + 86.0 / 32) * norm_bytes) + 22 * tokens * vocabulary / 4) / bandwidth,
            1e-12);
    }
};

KNEEPOINT_TEST(LayerTimeTest)
#include "layer_time_test.moc"
