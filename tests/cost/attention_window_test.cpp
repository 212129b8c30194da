// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/operations.h"
#include "model/cost/transformer_layer.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

/// FLOPs and time of attention, with everything else the same.
struct Attention {
    double flops = 0;
    double seconds = 0;
};

Attention attention(Scenario s, double window)
{
    s.workload.attention_window = window;
    const Job job = resolve(s);
    return {attentionFlops(job.setup.model),
        denseLayer(job.setup, job.placement.layer, selectiveShares(job.setup).dense).forward.matrix_s};
}

} // namespace

class AttentionWindowTest : public QObject {
    Q_OBJECT

private slots:
    void aLongerWindowNeverCostsLessUpToFullAttention_data()
    {
        QTest::addColumn<bool>("causal");
        QTest::addColumn<bool>("fused");
        for (const bool causal : {false, true})
            for (const bool fused : {false, true})
                QTest::addRow("%s, %s", causal ? "causal" : "bidirectional", fused ? "fused" : "not fused")
                    << causal << fused;
    }

    void aLongerWindowNeverCostsLessUpToFullAttention()
    {
        QFETCH(const bool, causal);
        QFETCH(const bool, fused);
        Scenario s = test::preset("llama3-8b-64xh100");
        s.workload.causal = causal;
        s.stack.fused_attention = fused;
        const double sequence = s.workload.sequence_length;
        const Attention full = attention(s, 0);
        Attention shorter = attention(s, 1);
        QVERIFY(shorter.flops < 0.51 * full.flops);
        for (double window = 2; window <= sequence; ++window) {
            const Attention now = attention(s, window);
            QVERIFY(now.flops >= shorter.flops && now.seconds >= shorter.seconds);
            QVERIFY(now.flops <= full.flops && now.seconds <= full.seconds);
            shorter = now;
        }
        for (const double window : {sequence, sequence + 1, 100 * sequence}) {
            QCOMPARE(attention(s, window).flops, full.flops);
            QCOMPARE(attention(s, window).seconds, full.seconds);
        }
        VERIFY_CLOSE(attention(s, sequence - 1).flops, full.flops, 1e-6);
    }

    void alternateLayersSeeTheWindowAndTheOthersEverything()
    {
        Workload w = test::preset("llama3-8b-64xh100").workload;
        w.sequence_length = 1000;
        w.attention_window = 100;
        double windowed = 0, all = 0;
        for (double token = 0.5; token < w.sequence_length; ++token) {
            windowed += std::min(token, w.attention_window);
            all += token;
        }
        VERIFY_CLOSE(attendedShare(w), (1 + windowed / all) / 2, 1e-4);
    }
};

KNEEPOINT_TEST(AttentionWindowTest)
#include "attention_window_test.moc"
