// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/training.h"
#include "model/diagnosis/diagnosis.h"
#include "model/step/step_model.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;
using test::edited;
using test::preset;

namespace {

/// The largest part of the step other than useful compute.
Part largestLoss(const StepReport& step)
{
    Part worst = Part::input;
    for (std::size_t i = 0; i < part_count; ++i)
        if (const auto part = static_cast<Part>(i);
            part != Part::compute && step.part(part).exposed_s > step.part(worst).exposed_s)
            worst = part;
    return worst;
}

double lostShare(const StepReport& step)
{
    return step.part(largestLoss(step)).exposed_s / step.step_s;
}

} // namespace

Q_DECLARE_METATYPE(Part)

/// What the scaling-efficiency simulator (chapter 15, section 9) says beside the figures in tests/seeds/cases.
class SimulatorTest : public QObject {
    Q_OBJECT

private slots:
    void communicationIsTheCauseOfTheKnee_data()
    {
        QTest::addColumn<double>("usable_workers");
        QTest::newRow("knee-simulator") << 8.0;
        QTest::newRow("knee-simulator-fp8") << 16.0;
        QTest::newRow("knee-simulator-double-batch") << 16.0;
    }
    void communicationIsTheCauseOfTheKnee()
    {
        const Knees knees = analyze(preset(QTest::currentDataTag())).curve.knees;
        QVERIFY(knees.gamma && knees.tolerance);
        QCOMPARE(knees.gamma->cause, Cause::exposed_communication);
        QTEST(knees.tolerance->usable_workers, "usable_workers");
    }

    void bothRemediesHelpTheJobThatStoppedScalingAt32()
    {
        const Scenario s = preset("knee-1p3b");
        const Scenario half_payload = edited(s, {{"plan.gradient_precision", "bf16"}});
        const Scenario larger_batch = edited(half_payload, {{"workload.global_batch", "512"}});
        const auto efficiency = [](const Scenario& job) { return scalePoint(job, 32).efficiency; };
        QVERIFY(efficiency(s) < efficiency(half_payload));
        QVERIFY(efficiency(half_payload) < efficiency(larger_batch));
    }

    void eachSuspectsLargestLossIsItsCause_data()
    {
        QTest::addColumn<Part>("part");
        QTest::newRow("suspect-exposed-communication") << Part::data_comm;
        QTest::newRow("suspect-starved-input") << Part::input;
        QTest::newRow("suspect-straggler") << Part::straggler;
        QTest::newRow("suspect-tiny-batch") << Part::launch;
    }
    void eachSuspectsLargestLossIsItsCause()
    {
        QFETCH(Part, part);
        const Analysis a = analyze(preset(QTest::currentDataTag()));
        QCOMPARE(partId(largestLoss(a.step)), partId(part));
        QVERIFY(lostShare(a.step) > 0.1);
        QVERIFY(lostShare(a.step) > 1 - a.training.statistical_efficiency);
    }

    void theFifthSuspectLosesExamplesRatherThanTime()
    {
        const Analysis a = analyze(preset("suspect-large-batch"));
        QVERIFY(1 - a.training.statistical_efficiency > 0.5);
        QVERIFY(lostShare(a.step) < 0.1);
    }

    void aFasterNetworkMovesOnlyTheSystemsWall()
    {
        const Analysis systems = analyze(preset("suspect-exposed-communication"));
        const Analysis statistical = analyze(preset("suspect-large-batch"));
        const auto onFasterNetwork = [](const Analysis& a) {
            Scenario s = a.scenario;
            s.cluster.link_rate *= 10;
            return analyze(s);
        };
        QVERIFY(onFasterNetwork(systems).training.time_s < systems.training.time_s / 2);
        QVERIFY(onFasterNetwork(statistical).training.time_s > 0.95 * statistical.training.time_s);
        QCOMPARE(
            onFasterNetwork(statistical).training.statistical_efficiency, statistical.training.statistical_efficiency);
        QCOMPARE(onFasterNetwork(statistical).training.steps, statistical.training.steps);
    }

    void aBetterOptimizerMovesOnlyTheStatisticalWall()
    {
        const Analysis systems = analyze(edited(preset("suspect-exposed-communication"),
            {{"workload.training_goal", "tokens"}, {"workload.critical_batch", "8192"}}));
        const Analysis statistical = analyze(preset("suspect-large-batch"));
        const auto withBetterOptimizer = [](const Analysis& a) {
            Scenario s = a.scenario;
            s.workload.critical_batch *= 10;
            return analyze(s);
        };
        QCOMPARE(withBetterOptimizer(systems).step.step_s, systems.step.step_s);
        QCOMPARE(withBetterOptimizer(systems).headline.efficiency, systems.headline.efficiency);
        QVERIFY(withBetterOptimizer(systems).training.time_s > 0.95 * systems.training.time_s);
        QVERIFY(withBetterOptimizer(statistical).training.time_s < statistical.training.time_s / 2);
    }
};

KNEEPOINT_TEST(SimulatorTest)
#include "simulator_test.moc"
