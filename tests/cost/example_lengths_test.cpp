// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/operations.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

Scenario filledLlama(std::string_view mean, std::string_view spread, std::string_view packing)
{
    return test::edited(test::bareJob(),
        {{"assumptions.compute_model", "kernels"}, {"workload.model", "llama2-7b"},
            {"workload.sequence_length", "4096"}, {"workload.batch_per_gpu", "1"}, {"workload.length_mean", mean},
            {"workload.length_spread", spread}, {"workload.packing", packing}});
}

ModelShape filledShape(std::string_view mean, std::string_view spread, std::string_view packing)
{
    return shapeOf(filledLlama(mean, spread, packing).workload);
}

/// Of Llama 2 7B: parameters in GEMMs, and FLOPs of causal scores per token and earlier token.
constexpr double llama_gemm_parameters = 6.738e9 - 32000 * 4096.0, llama_scores = 32 * 2 * 2 * 4096.0 / 2;

} // namespace

/// Examples shorter than the sequence, by hand.
class ExampleLengthsTest : public QObject {
    Q_OBJECT

private slots:
    void fullSequencesHaveNeitherPaddingNorDocuments()
    {
        for (const char* packing : {"packed", "padded"}) {
            const ModelShape m = filledShape("0", "2", packing);
            QCOMPARE(m.counted, 1.0);
            QCOMPARE(m.counted_attended, m.attended);
            QCOMPARE(m.document_length, 4096.0);
        }
    }

    /// Σ L² of four documents of 1024 tokens is a quarter of 4096²; of lengths as spread as their mean, half.
    void packedDocumentsAttendToThemselves()
    {
        QCOMPARE(filledShape("1024", "0", "packed").attended, 0.25);
        QCOMPARE(filledShape("1024", "1", "packed").attended, 0.5);
        QCOMPARE(filledShape("4096", "1", "packed").attended, 1.0);
        QCOMPARE(tokensPerExample(filledLlama("1024", "0", "packed").workload), 4096.0);
    }

    void paddingIsComputedAndDoesNotCount()
    {
        const ModelShape m = filledShape("1024", "0", "padded");
        QCOMPARE(m.attended, 1.0);
        QCOMPARE(m.counted, 0.25);
        QCOMPARE(m.counted_attended, 0.0625);
        QCOMPARE(tokensPerExample(filledLlama("1024", "0", "padded").workload), 1024.0);
    }

    /// 6·N + 3·(2·2·h·L/2) FLOPs for each of 1024 tokens; the GPU computes them for 4096, of whole sequences.
    void flopsAreThoseOfTheText()
    {
        const Setup padded = setupOf(filledLlama("1024", "0", "padded"), {});
        const double text = 1024 * (6 * llama_gemm_parameters + 3 * llama_scores * 1024);
        const double all = 4096 * (6 * llama_gemm_parameters + 3 * llama_scores * 4096);
        VERIFY_CLOSE(flopsPerExample(padded), text, 1e-6);
        VERIFY_CLOSE(recomputeFactor(padded, Recompute::none), all / text, 1e-6);
        const Setup packed = setupOf(filledLlama("1024", "0", "packed"), {});
        VERIFY_CLOSE(flopsPerExample(packed), 4 * text, 1e-6);
        QCOMPARE(recomputeFactor(packed, Recompute::none), 1.0);
    }

    /// A window of 2048 reaches beyond a document of 1024 tokens.
    void windowsEndWithTheDocument()
    {
        Scenario s = filledLlama("1024", "0", "packed");
        s.workload.attention_window = 2048;
        s.workload.full_attention_every = 0;
        QCOMPARE(attendedShare(s.workload), 0.25);
        s.workload.attention_window = 512; // 2w − w² = 3/4 of each document
        QCOMPARE(attendedShare(s.workload), 0.1875);
    }
};

KNEEPOINT_TEST(ExampleLengthsTest)
#include "example_lengths_test.moc"
