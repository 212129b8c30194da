// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/auto_planner.h"

#include "model/catalogue/architecture.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"

#include <QSignalSpy>
#include <QTest>

using namespace kneepoint;

namespace {

Scenario plannedJob()
{
    return applied(findScenarioPreset("llama3-8b-64xh100")->scenario,
        {{&parameter("plan.auto"), 1}, {&parameter("workload.scaling"), static_cast<double>(Scaling::strong)},
            {&parameter("workload.global_batch"), 1024}},
        shippedCalibration());
}

/// A batch with very many divisors, so that only a part of the space is searched at once, on GPUs too small for it.
Scenario tooLarge()
{
    Scenario s = plannedJob();
    s.cluster.gpus = 8;
    s.cluster.memory_bytes = 12e9;
    s.workload.global_batch = 5040;
    return s;
}

Scenario onGpus(Scenario s, double gpus)
{
    s.cluster.gpus = gpus;
    return s;
}

/// All dimensions of the layout keep their values.
Scenario withPins(Scenario s)
{
    for (std::size_t i = 0; i < dimension_count; ++i)
        if (const Parameter* pin = pinOf(parameterOf(static_cast<Dimension>(i))))
            pin->assign(s, 1);
    return s;
}

/// Fails if a search still runs or will begin, or has posted what it found.
void verifySilence(const AutoPlanner& planner, const QSignalSpy& refined)
{
    const qsizetype before = refined.size();
    QVERIFY(!planner.isBusy());
    test::processPostedEvents();
    QCOMPARE(refined.size(), before);
}

void addRunning()
{
    QTest::addColumn<bool>("running");
    QTest::newRow("before it begins") << false;
    QTest::newRow("while it runs") << true;
}

} // namespace

/// Automatic planning at once and on a separate thread, and what it says.
class AutoPlannerTest : public QObject {
    Q_OBJECT

private slots:
    /// 1024 examples on 96 GPUs: replicas of the same layout divide 1056.
    void aBatchThatMovesAloneIsOneSentence()
    {
        AutoPlanner planner(shippedCalibration());
        const Scenario before = planner.planned(plannedJob(), plannedJob());
        const Scenario after = planner.planned(onGpus(withPins(before), 96), before);
        QCOMPARE(after.workload.global_batch, 1056.0);
        QCOMPARE(after.plan.tensor_parallel, before.plan.tensor_parallel);
        QCOMPARE(QString::fromStdString(planner.note().sentence),
            QStringLiteral("Global batch 1024 → 1056, which 96 GPUs divide."));
        QVERIFY(planner.note().fits && !planner.note().refining && !planner.note().change);
    }

    /// At first by a part of the space, then by all of it, which needs less memory, with a change that helps.
    void whatIsSaidOfAJobThatDoesNotFitIsRefined()
    {
        const Scenario job = tooLarge();
        AutoPlanner planner(shippedCalibration());
        const QSignalSpy refined(&planner, &AutoPlanner::refined);
        QVERIFY(planner.planned(job, job) == job);
        QVERIFY(!planner.note().fits && planner.note().refining);
        const std::string at_first = planner.note().sentence;
        const AutoPlanAnswer part = autoPlan(
            job, {.most_families = families_at_once, .objective = expectedStepObjective()}, shippedCalibration());
        QVERIFY(!part.whole && !part.layout);
        QCOMPARE(at_first, noLayoutText(job, part));
        COMPARE_EVENTUALLY(refined.size(), 1);
        QVERIFY(!refined.front().front().value<std::optional<Layout>>());
        const AutoPlanAnswer whole = autoPlan(job, {.objective = expectedStepObjective()}, shippedCalibration());
        QVERIFY(whole.whole && !whole.layout);
        QCOMPARE(planner.note().sentence, noLayoutText(job, whole));
        QVERIFY(planner.note().sentence != at_first);
        QVERIFY(!planner.note().fits && !planner.note().refining && planner.note().change);
        const Scenario changed = applied(job, planner.note().change->edit, shippedCalibration());
        QVERIFY(autoPlan(changed, {}, shippedCalibration()).layout);
    }

    void aForgottenSearchSaysNothing_data() { addRunning(); }
    void aForgottenSearchSaysNothing()
    {
        QFETCH(const bool, running);
        AutoPlanner planner(shippedCalibration());
        const QSignalSpy refined(&planner, &AutoPlanner::refined);
        QVERIFY(planner.planned(tooLarge(), tooLarge()) == tooLarge());
        if (running)
            planner.refine();
        QVERIFY(planner.isBusy());
        planner.forget();
        QVERIFY(planner.note().fits && !planner.note().refining && planner.note().sentence.empty());
        verifySilence(planner, refined);
        QCOMPARE(refined.size(), 0);
    }

    /// What is found for a former job is never said of the next one, which is only compared with its fastest layout.
    void aSearchEndsWithTheNextJob_data() { addRunning(); }
    void aSearchEndsWithTheNextJob()
    {
        QFETCH(const bool, running);
        AutoPlanner planner(shippedCalibration());
        const Scenario before = planner.planned(plannedJob(), plannedJob());
        const QSignalSpy refined(&planner, &AutoPlanner::refined);
        QVERIFY(planner.planned(tooLarge(), before) == tooLarge());
        QVERIFY(planner.note().refining);
        if (running)
            planner.refine();
        const Scenario pinned = planner.planned(withPins(before), before);
        QVERIFY(planner.note().fits && !planner.note().refining);
        COMPARE_EVENTUALLY(refined.size(), 1);
        verifySilence(planner, refined);
        QVERIFY(!refined.front().front().value<std::optional<Layout>>());
        QVERIFY(planner.note().fits && !planner.note().change);
        QVERIFY(pinned.plan.tensor_parallel == before.plan.tensor_parallel);
    }

    void aModelOfAnotherSizeHasASentenceOfItsOwn()
    {
        Scenario job = plannedJob();
        parameter("workload.parameters").edit(job, 7e9, shippedCalibration());
        AutoPlanner planner(shippedCalibration());
        const Scenario before = planner.planned(job, job);
        Scenario larger = withPins(before);
        parameter("workload.parameters").edit(larger, 9e9, shippedCalibration());
        const Scenario after = planner.planned(larger, before);
        const std::string model = architectureChangeText(before.workload, after.workload);
        QVERIFY(!model.empty());
        QCOMPARE(planner.note().sentence, model); // pinned: the layout is the same
        AutoPlanner free(shippedCalibration());
        larger.automatic = job.automatic;
        larger.cluster.gpus = 96;
        const Scenario moved = free.planned(larger, before);
        QVERIFY2(free.note().sentence.starts_with(model + " Global batch 1024 → 1056"), free.note().sentence.c_str());
        QCOMPARE(moved.workload.global_batch, 1056.0);
    }

    void aCanceledSearchKeepsWhatWasFound_data() { addRunning(); }
    void aCanceledSearchKeepsWhatWasFound()
    {
        QFETCH(const bool, running);
        AutoPlanner planner(shippedCalibration());
        const QSignalSpy refined(&planner, &AutoPlanner::refined);
        QVERIFY(planner.planned(tooLarge(), tooLarge()) == tooLarge());
        const std::string at_first = planner.note().sentence;
        if (running)
            planner.refine();
        planner.cancel();
        QVERIFY(!planner.note().fits && !planner.note().refining && !planner.note().change);
        QCOMPARE(planner.note().sentence, at_first);
        QCOMPARE(refined.size(), 1);
        QVERIFY(!refined.front().front().value<std::optional<Layout>>());
        verifySilence(planner, refined);
        QCOMPARE(planner.note().sentence, at_first);
    }
};

KNEEPOINT_TEST(AutoPlannerTest)
#include "auto_planner_test.moc"
