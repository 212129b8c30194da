// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/stragglers.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace kneepoint;

namespace {

/// Sequences of 32768 tokens packed with examples of a mean length, on 64 replicas.
Scenario packed(double mean, double spread)
{
    Scenario s = test::edited(test::preset("llama3-8b-64xh100"), {{"workload.sequence_length", "32768"}});
    s.workload.length_mean = mean;
    s.workload.length_spread = spread;
    s.workload.length_stragglers = true;
    return s;
}

double waited(const Scenario& s)
{
    Scenario even = s;
    even.workload.length_stragglers = false;
    return evaluate(s).step_s - evaluate(even).step_s;
}

} // namespace

/// Replicas that wait for the one whose examples have most attention.
class LengthStragglersTest : public QObject {
    Q_OBJECT

private slots:
    void theyAreOffByDefault() { QVERIFY(!Scenario{}.workload.length_stragglers); }

    void equalExamplesAreNotWaitedFor()
    {
        QCOMPARE(waited(packed(4096, 0)), 0.0);
        QCOMPARE(waited(packed(0, 1)), 0.0);     // as long as the sequence
        QCOMPARE(waited(packed(32768, 1)), 0.0); // the same, stated
        Scenario padded = packed(4096, 1);
        padded.workload.packing = Packing::padded;
        QCOMPARE(waited(padded), 0.0);
        Scenario alone = packed(4096, 1);
        alone.cluster.gpus = gpusPerReplica(alone);
        QCOMPARE(waited(alone), 0.0);
    }

    void moreSpreadOrReplicasWaitLonger()
    {
        double last = 0;
        for (const double spread : {0.2, 0.4, 0.6, 0.8}) {
            const double now = waited(packed(1024, spread));
            QVERIFY(now > last);
            last = now;
        }
        Scenario few = packed(1024, 0.5);
        few.cluster.gpus = 8;
        few.workload.global_batch /= 8;
        QVERIFY(waited(few) < waited(packed(1024, 0.5)));
    }

    /// A sequence has at most one example: attention of S² instead of the mean.
    void aWaitEndsAtOneExamplePerSequence()
    {
        const Scenario s = packed(8192, 1);
        const StepReport r = evaluate(s);
        QVERIFY(waited(s) <= (32768 / 16384.0 - 1) * r.attention_s * (1 + 1e-9));
    }

    /// Examples of 300 tokens that fill 60000, drawn from a log-normal distribution.
    void theSpreadMatchesASimulation()
    {
        constexpr double spread = 0.5, mean = 300, tokens = 60000;
        const double sigma = std::sqrt(std::log(1 + spread * spread));
        std::mt19937 bits(7);
        std::lognormal_distribution<double> length(std::log(mean) - sigma * sigma / 2, sigma);
        double sum = 0, squares = 0;
        constexpr int draws = 4000;
        for (int i = 0; i < draws; ++i) {
            double filled = 0, attention = 0;
            while (filled < tokens) {
                const double one = length(bits);
                const double kept = std::min(one, tokens - filled);
                filled += kept;
                attention += kept * kept;
            }
            sum += attention;
            squares += attention * attention;
        }
        const double average = sum / draws;
        const double seen = std::sqrt(squares / draws - average * average) / average;
        VERIFY_CLOSE(attentionSpread(spread, tokens / mean), seen, 0.06);
    }
};

KNEEPOINT_TEST(LengthStragglersTest)
#include "length_stragglers_test.moc"
