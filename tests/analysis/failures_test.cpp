// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/cost/failures.h"
#include "model/job/reliability.h"
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

class FailuresTest : public QObject {
    Q_OBJECT

private slots:
    void noFailuresMeanNoLoss()
    {
        const Analysis a = analyze(Scenario{});
        QCOMPARE(a.training.goodput.share, 1.0);
        QCOMPARE(a.training.time_s, a.training.steps * a.step.step_s);
    }

    void thePublishedRunHasItsReportedInterruptions()
    {
        Scenario s;
        s.assumptions.failures = true;
        const double days_54 = 54.0 * 24 * 3600;
        QCOMPARE(days_54 / goodput(reliabilityOf(s), 16384).interruption_s, 419.0);
    }

    /// The Llama 3 Herd of Models, section 3.3.4: more than 90 % of effective training time at 16 384 GPUs. The default
    /// checkpoint pause of 30 s is too long for that; 10 s is enough.
    void thePublishedRunHasNinetyPercentGoodput()
    {
        Scenario s;
        s.assumptions.failures = true;
        QVERIFY(goodput(reliabilityOf(s), 16384).share > 0.87);
        s.plan.checkpoint_write_s = 10;
        QVERIFY(goodput(reliabilityOf(s), 16384).share > 0.9);
        QVERIFY(goodput(reliabilityOf(s), 16384).share < 0.95);
    }

    void theOptimalIntervalMinimizesTheLoss()
    {
        Scenario s;
        s.assumptions.failures = true;
        const Goodput best = goodput(reliabilityOf(s), 4096);
        for (const double factor : {0.25, 0.5, 0.9, 1.1, 2.0, 4.0}) {
            s.plan.checkpoint_every_s = factor * best.checkpoint_interval_s;
            QVERIFY(goodput(reliabilityOf(s), 4096).share < best.share);
        }
    }

    /// The first order leaves out interruptions of checkpoints, repeated work and restarts.
    void manyInterruptionsCostMoreThanTheFirstOrder()
    {
        const double m = 3600, interval = 600, write = 30, restart = 600;
        const double first_order = 1 / (1 + write / interval + (interval / 2 + write + restart) / m);
        QVERIFY(keptShare(m, interval, write, restart) < first_order);
        QVERIFY(std::abs(keptShare(1000 * m, interval, write, restart)
                        * (1 + write / interval + (interval / 2 + write + restart) / (1000 * m))
                    - 1)
            < 1e-4);
        Scenario s;
        s.assumptions.failures = true;
        s.cluster.gpu_mtbf_s = 1; // never reaches a checkpoint
        QCOMPARE(goodput(reliabilityOf(s), 1e6).share, least_goodput);
    }

    void theSharesAddUp()
    {
        Scenario s;
        s.assumptions.failures = true;
        const Goodput g = goodput(reliabilityOf(s), 100000);
        QVERIFY(std::abs(g.share + g.checkpoint_share + g.rework_share + g.restart_share - 1) < 1e-12);
    }

    void failuresLengthenTheRunButNotTheStep()
    {
        const Scenario s = test::preset("cause-failures");
        Scenario lucky = s;
        lucky.assumptions.failures = false;
        const Analysis a = analyze(s);
        const Analysis b = analyze(lucky);
        QCOMPARE(a.step.step_s, b.step.step_s);
        QCOMPARE(a.training.time_s * a.training.goodput.share, b.training.time_s);
    }
};

KNEEPOINT_TEST(FailuresTest)
#include "failures_test.moc"
