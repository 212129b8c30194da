// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/training.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/catalogue/site_power.h"
#include "model/job/model_shape.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
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

    /// Of the examples of a second, those that help, in the time that makes progress; per dollar, or per GPU-hour.
    void usefulExamplesAreThoseThatHelpAndAreKept()
    {
        Scenario s = edited(preset("suspect-large-batch"),
            {{"assumptions.failures", "on"}, {"cluster.gpu_mtbf", "1000 h"}, {"cluster.price_per_gpu_hour", "$4/h"}});
        const Analysis a = analyze(s);
        const double helps = a.training.statistical_efficiency, kept = a.training.goodput.share;
        QVERIFY(helps < 0.9 && kept < 0.99);
        const double useful = a.step.global_batch / a.step.step_s * helps * kept;
        VERIFY_CLOSE(usefulExamplesPerSecond(s, a.step), useful, 1e-12);
        VERIFY_CLOSE(usefulExamplesPerDollar(s, a.step), useful * 3600 / (a.step.gpus * 4), 1e-12);
        s.cluster.price_per_gpu_hour = 0;
        VERIFY_CLOSE(usefulExamplesPerDollar(s, a.step), useful * 3600 / a.step.gpus, 1e-12);
    }

    /// What remedies are judged by are the figures of the analysis.
    void anOutcomeHasTheFiguresOfTheAnalysis()
    {
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            const Outcome o = outcome(file.scenario);
            QCOMPARE(o.step_s, a.step.step_s);
            QCOMPARE(o.global_batch, a.step.global_batch);
            QCOMPARE(o.efficiency, a.headline.efficiency);
            QCOMPARE(o.examples_per_s, a.step.global_batch / a.step.step_s);
            QCOMPARE(o.statistical_efficiency, a.training.statistical_efficiency);
            QCOMPARE(o.goodput, a.training.goodput.share);
            QCOMPARE(o.text, countedShare(file.scenario.workload));
            QCOMPARE(o.useful_per_s, o.text * usefulExamplesPerSecond(file.scenario, a.step));
            QCOMPARE(o.useful_per_dollar, o.text * usefulExamplesPerDollar(file.scenario, a.step));
            QCOMPARE(o.training_s, a.training.time_s);
            QCOMPARE(o.cost, a.training.cost);
            QCOMPARE(o.memory_bytes, a.step.memory.total());
            QCOMPARE(o.fits, a.step.memory.fits());
        }
    }
};

KNEEPOINT_TEST(TrainingTest)
#include "training_test.moc"
