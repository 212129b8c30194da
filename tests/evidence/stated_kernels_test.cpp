// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/stated_kernels.h"

#include "model/catalogue/apply_presets.h"
#include "model/presets/presets.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

namespace {

Scenario on(const char* stack)
{
    Scenario s;
    applyStack(s, presetIndex(stackPresets(), stack), shippedCalibration());
    return s;
}

} // namespace

/// Kernels that the texts of a published run state.
class StatedKernelsTest : public QObject {
    Q_OBJECT

private slots:
    void attentionIsPlainWhereTheRunSaysSo_data()
    {
        QTest::addColumn<QString>("notes");
        QTest::addColumn<bool>("fused");
        QTest::newRow("nothing stated") << "" << true;
        QTest::newRow("stated") << "flash attention; bf16" << true;
        QTest::newRow("off") << "Flash attention off; policy from configs.py" << false;
        QTest::newRow("without") << "without flash attention" << false;
    }
    void attentionIsPlainWhereTheRunSaysSo()
    {
        QFETCH(QString, notes);
        QFETCH(bool, fused);
        RunRecord run;
        run.notes = notes.toStdString();
        Scenario s = on("nemo-2025");
        applyStatedKernels(run, s);
        QCOMPARE(s.stack.fused_attention, fused);
        QCOMPARE(s.stack.score_bytes, on("nemo-2025").stack.score_bytes);
    }

    void theEncodersOfHuggingFaceHavePlainAttention()
    {
        RunRecord run;
        run.software = "PyTorch DDP, Hugging Face Trainer (2024)";
        Scenario decoder = on("generic-fsdp");
        applyStatedKernels(run, decoder);
        QVERIFY(decoder.stack.fused_attention);
        run.stated.settings.push_back({"workload.causal", 0, "bidirectional"});
        Scenario encoder = on("generic-fsdp");
        applyStatedKernels(run, encoder);
        QVERIFY(!encoder.stack.fused_attention);
    }

    void attentionIsOfTheGenerationThatTheRunStates_data()
    {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("software");
        QTest::addColumn<bool>("native");
        QTest::newRow("nothing stated") << ""
                                        << "PyTorch FSDP2, torch.compile (2026)" << false;
        QTest::newRow("second") << "flash_attention_2"
                                << "MaxText (GPU, 2025)" << false;
        QTest::newRow("third") << "flash_attention_3"
                               << "PyTorch FSDP2, torch.compile (2026)" << true;
        QTest::newRow("cuDNN") << "cudnn_flash_te"
                               << "PyTorch FSDP2, torch.compile (2026)" << true;
        QTest::newRow("Transformer Engine") << ""
                                            << "Pax (paxml, JAX on GPU, 2024), Transformer Engine" << true;
        QTest::newRow("MaxText") << ""
                                 << "MaxText (GPU, 2025)" << true;
    }
    void attentionIsOfTheGenerationThatTheRunStates()
    {
        QFETCH(QString, kernel);
        QFETCH(QString, software);
        QFETCH(bool, native);
        RunRecord run;
        run.attention_kernel = kernel.toStdString();
        run.software = software.toStdString();
        Scenario s = on("generic-fsdp-compiled");
        applyStatedKernels(run, s);
        QCOMPARE(s.stack.native_attention, native);
    }

    void theSecondFlashAttentionIsNoFasterOnBlackwellThanOnHopper()
    {
        RunRecord run;
        run.attention_kernel = "flash_attention_2";
        const auto rateOn = [&](const char* gpu) {
            Scenario s = on("generic-fsdp-compiled");
            applyGpu(s, presetIndex(gpuPresets(), gpu), shippedCalibration());
            applyStatedKernels(run, s);
            const double share = std::min(s.cluster.attention_efficiency, s.cluster.portable_attention);
            return share * s.cluster.peak[static_cast<std::size_t>(Precision::bf16)];
        };
        QVERIFY(std::abs(rateOn("b200-sxm") / rateOn("h100-sxm") - 1) < 0.1);
    }

    void onlyEagerSoftwareDoesNotFuseTheSoftmaxEither()
    {
        RunRecord run;
        run.notes = "no flash attention";
        Scenario eager = on("generic-fsdp"), compiled = on("generic-fsdp-compiled");
        const double fused_softmax = eager.stack.score_bytes;
        for (Scenario* s : {&eager, &compiled})
            applyStatedKernels(run, *s);
        QCOMPARE(eager.stack.score_bytes, fused_softmax + unfused_softmax_bytes);
        QCOMPARE(compiled.stack.score_bytes, fused_softmax);
    }

    void ofALossInPartsOnePartExistsAtATime()
    {
        Scenario s;
        s.workload.sequence_length = 16384;
        s.workload.batch_per_gpu = 2;
        s.workload.vocabulary = 128000;
        s.workload.hidden = 4096;
        s.plan.context_parallel = 2;
        RunRecord run;
        run.software = "PyTorch FSDP2";
        QCOMPARE(lossParts(run, s), 1.0);
        run.notes = "policy step, LM head in chunks of 2048; mean of three";
        QCOMPARE(lossParts(run, s), 8.0);
        run.notes = "lm head in chunks of 65536";
        QCOMPARE(lossParts(run, s), 1.0);
        for (const char* unread : {"LM head in chunks of", "LM head in chunks of 0", "LM head in chunks of many"}) {
            run.notes = unread;
            QCOMPARE(lossParts(run, s), 1.0);
        }
        run.software = "torchtune (2026)";
        QCOMPARE(lossParts(run, s), 8.0);
        run.software = "Hugging Face Trainer with Liger kernels";
        QCOMPARE(lossParts(run, s), 32.0);
    }

    void eagerPyTorchHasNoKernelForRmsNorm()
    {
        QVERIFY(!on("generic-fsdp").stack.fused_norms);
        QVERIFY(on("generic-fsdp-compiled").stack.fused_norms && on("nemo-2025").stack.fused_norms);
    }
};

KNEEPOINT_TEST(StatedKernelsTest)
#include "stated_kernels_test.moc"
