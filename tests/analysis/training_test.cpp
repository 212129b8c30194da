// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/training.h"
#include "model/catalogue/site_power.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;
using test::edited;
using test::preset;

class TrainingTest : public QObject {
    Q_OBJECT

private slots:
    void sampleEfficiencyIsHalfAtTheCriticalBatch()
    {
        QCOMPARE(statisticalEfficiency(8192, 8192), 0.5);
        QCOMPARE(statisticalEfficiency(8192, 0), 1.0);
        VERIFY_CLOSE(statisticalEfficiency(65536, 8192), 1.0 / 9, 1e-12);
    }

    void stepsFollowFromTokens()
    {
        const Scenario s = preset("llama3-8b-64xh100");
        const Training run = analyze(s).training;
        VERIFY_CLOSE(run.steps, 1e12 / (s.workload.global_batch * 8192), 1e-12);
    }

    void lowerSampleEfficiencyTakesMoreSteps()
    {
        const Scenario s = preset("suspect-large-batch");
        const Training run = analyze(s).training;
        const double steps_if_all_helped = 115e6 / s.workload.global_batch;
        VERIFY_CLOSE(run.steps, steps_if_all_helped * (1 + s.workload.global_batch / 8192), 1e-12);
    }

    void timeMoneyAndEnergyFollowFromTheSteps()
    {
        const Scenario s = edited(preset("comm-wall-1024"), {{"cluster.price_per_gpu_hour", "$2.5/h"}});
        const Analysis a = analyze(s);
        VERIFY_CLOSE(a.training.time_s, 1e6 * a.step.step_s, 1e-12);
        VERIFY_CLOSE(a.training.gpu_hours, a.training.time_s * 1024 / 3600, 1e-12);
        VERIFY_CLOSE(a.training.cost, a.training.gpu_hours * 2.5, 1e-12);
        VERIFY_CLOSE(a.training.energy_j, a.training.time_s * sitePowerW(s.cluster, 1024), 1e-12);
    }
};

KNEEPOINT_TEST(TrainingTest)
#include "training_test.moc"
