// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/recomputation.h"

#include "model/constants/calibration.h"
#include "model/job/job.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <utility>

using namespace kneepoint;

namespace {

Scenario keeping(const char* preset, double kept)
{
    Scenario s = test::preset(preset);
    s.plan.recompute = Recompute::selective;
    s.stack.selective_recompute = 0;
    s.stack.selective_kept = kept;
    return s;
}

RepeatedShares sharesOf(const Scenario& s)
{
    return selectiveShares(resolve(s).setup).mean;
}

} // namespace

class RecomputationTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsKeptIsNotRepeated_data()
    {
        QTest::addColumn<QString>("preset");
        for (const char* preset :
            {"llama3-405b-16384xh100", "mixtral-8x7b-256xh100", "deepseek-v3-2048xh800", "gpt3-175b-1024xa100"})
            QTest::newRow(preset) << preset;
    }
    void whatIsKeptIsNotRepeated()
    {
        QFETCH(QString, preset);
        const std::string id = preset.toStdString();
        RepeatedShares before = sharesOf(keeping(id.c_str(), 1));
        QCOMPARE(before.traffic + before.gemms + before.attention, 0.0);
        for (int kept = 99; kept >= 0; --kept) {
            const RepeatedShares share = sharesOf(keeping(id.c_str(), kept / 100.0));
            QVERIFY(share.traffic >= before.traffic && share.gemms >= before.gemms);
            QVERIFY(share.attention >= before.attention);
            before = share;
        }
        VERIFY_CLOSE(before.traffic, 1.0, 1e-12);
        VERIFY_CLOSE(before.attention, 1.0, 1e-12);
        QVERIFY(before.gemms > 0.5 && before.gemms <= 1); // without the last GEMM, whose output nobody keeps
        for (const auto& [beyond, end] : {std::pair{1.2, 1.0}, {-0.2, 0.0}}) {
            const RepeatedShares share = sharesOf(keeping(id.c_str(), beyond));
            const RepeatedShares at_end = sharesOf(keeping(id.c_str(), end));
            QVERIFY(share.traffic == at_end.traffic && share.gemms == at_end.gemms);
            QVERIFY(share.attention == at_end.attention);
        }
    }

    /// Per token 3 hidden sizes besides the input, queries, keys, values and attention output, and 4 feed-forward
    /// widths; norms and activation functions restore 2 hidden sizes and 2 feed-forward widths.
    void normsAndActivationFunctionsGoFirst()
    {
        const Workload w = keeping("llama3-405b-16384xh100", 1).workload;
        const double attention = 2 * 128 * 128 + 2 * 8 * 128;
        const double besides = 3 * w.hidden + attention + 4 * w.ffn;
        const double free = 2 * w.hidden + 2 * w.ffn;
        Scenario s = keeping("llama3-405b-16384xh100", 1 - free / besides);
        s.stack.fused_gate = false;
        VERIFY_CLOSE(sharesOf(s).traffic, free / besides, 1e-9);
        QVERIFY(sharesOf(s).gemms < 1e-9);
        // One hidden size more is one GEMM output of 10.125 hidden sizes, of GEMMs that multiply hidden-wide inputs.
        s.stack.selective_kept -= w.hidden / besides;
        const double outputs = w.hidden + attention - 128 * 128 + 2 * w.ffn;
        const double share = w.hidden / outputs * outputs / (outputs + w.ffn);
        VERIFY_CLOSE(sharesOf(s).gemms, share, 1e-11);
    }

    /// Two experts per token, whose tokens are sent and returned: what is returned goes with the norms, and half of the
    /// GEMM outputs repeat half of all GEMMs but the last one.
    void everyChosenExpertRepeatsItsGemms()
    {
        Scenario s = keeping("mixtral-8x7b-256xh100", 1);
        s.stack.fused_gate = false;
        const double h = 4096, projected = (32 + 2 * 8) * 128, attended = 32 * 128, ffn = 2 * 14336;
        const double besides = 3 * h + projected + attended + 4 * ffn + 2 * 2 * h;
        const double free = 2 * h + 2 * ffn + 2 * h;
        s.stack.selective_kept = 1 - free / besides;
        VERIFY_CLOSE(sharesOf(s).traffic, free / besides, 1e-12);
        QVERIFY(sharesOf(s).gemms < 1e-12);
        s.stack.selective_kept -= 0.5 * (h + projected + 2 * ffn) / besides;
        const double all = projected + attended + 3 * ffn;
        VERIFY_CLOSE(sharesOf(s).gemms, 0.5 * (all - ffn) / all, 1e-11);
    }

    void upProjectionsOfLatentsAreTheCheapestGemms()
    {
        const Scenario s = keeping("deepseek-v3-2048xh800", 0.5);
        Scenario plain = s;
        plain.workload.key_latent = plain.workload.query_latent = 0;
        QVERIFY(sharesOf(s).gemms > 0);
        QVERIFY(sharesOf(s).gemms < sharesOf(plain).gemms);
    }

    void latentsAreRestoredByGemmsOfTheirOwn_data()
    {
        QTest::addColumn<double>("query_latent");
        QTest::newRow("queries from latents") << 1536.0;
        QTest::newRow("queries from the input") << 0.0;
    }
    /// A dense layer: queries, keys and values from latents follow the norms, then all other outputs but the last.
    void latentsAreRestoredByGemmsOfTheirOwn()
    {
        QFETCH(const double, query_latent);
        Scenario s = keeping("deepseek-v3-2048xh800", 1);
        s.workload.precision = Precision::bf16;
        s.workload.query_latent = query_latent;
        s.stack.fused_gate = false;
        const double h = 7168, ffn = 18432, values = 128 * 128, queries = 128 * (128 + 64), key_latent = 512;
        const double latents = query_latent + key_latent + 64, projected = 2 * queries + values;
        const double free = 2 * h + 2 * ffn, outputs = h + latents + 2 * ffn;
        const double besides = 3 * h + latents + projected + values + 4 * ffn;
        const double from_latents = key_latent * 2 * values + query_latent * queries;
        const double others = h * (latents + (query_latent > 0 ? 0 : queries) + values + 2 * ffn);
        const double all = from_latents + others + ffn * h;
        const auto repeated = [&](double dropped) {
            s.stack.selective_kept = 1 - dropped / besides;
            return selectiveShares(resolve(s).setup).dense.gemms;
        };
        VERIFY_WITHIN(repeated(free), 0, 1e-12);
        VERIFY_CLOSE(repeated(free + projected / 2), from_latents / 2 / all, 1e-9);
        VERIFY_CLOSE(repeated(free + projected + outputs / 2), (from_latents + others / 2) / all, 1e-9);
        VERIFY_CLOSE(repeated(besides), (from_latents + others) / all, 1e-9);
    }

    void softwareNeverRepeatsLessThanItIsKnownTo()
    {
        Scenario s = keeping("llama3-405b-16384xh100", 1);
        s.stack.selective_recompute = 0.5;
        QCOMPARE(sharesOf(s).gemms, 0.5);
        s.stack.selective_kept = 0;
        QVERIFY(sharesOf(s).gemms > 0.5);
    }

    void stepTimeAndHardwareFlopsFollowTheSameShare()
    {
        const Scenario all = keeping("llama3-405b-16384xh100", 1), half = keeping("llama3-405b-16384xh100", 0.5);
        const StepReport kept = evaluate(all), dropped = evaluate(half);
        QCOMPARE(kept.hardware_flops, kept.step_flops);
        QCOMPARE(dropped.step_flops, kept.step_flops);
        QVERIFY(dropped.hardware_flops > 1.03 * dropped.step_flops);
        QVERIFY(dropped.compute_s > 1.02 * kept.compute_s);
        QVERIFY(dropped.memory.total() < kept.memory.total());
    }
};

KNEEPOINT_TEST(RecomputationTest)
#include "recomputation_test.moc"
