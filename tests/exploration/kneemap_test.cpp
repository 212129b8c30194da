// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/knees.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/exploration/kneemap.h"
#include "model/exploration/sensitivity.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <stop_token>

using namespace kneepoint;
using test::preset;

class KneeMapTest : public QObject {
    Q_OBJECT

private slots:
    void computingInSlicesGivesTheSameMap()
    {
        const Scenario s = preset("knee-simulator");
        KneeMap whole(s, shippedCalibration(), parameter("workload.parameters"), parameter("cluster.link_rate"),
            metric("efficiency"), 21, 13);
        KneeMap sliced = whole;
        QVERIFY(!whole.advance(21 * 13));
        while (sliced.advance(7)) { }
        QVERIFY(sliced.isDone());
        QCOMPARE(sliced.progress(), 1.0);
        for (int row = 0; row < 13; ++row)
            for (int column = 0; column < 21; ++column)
                QCOMPARE(sliced.value(column, row), whole.value(column, row));
    }

    void aCoarseMapIsCompleteEarly()
    {
        KneeMap map(preset("knee-simulator"), shippedCalibration(), parameter("workload.parameters"),
            parameter("cluster.gpus"), metric("step_s"), 32, 32);
        map.advance(16);
        QVERIFY(!map.isDone());
        for (int row = 0; row < 32; ++row)
            for (int column = 0; column < 32; ++column)
                QVERIFY(map.value(column, row) > 0);
    }

    void aSliceOfNoTimeIsCoarselyDone()
    {
        KneeMap map(preset("knee-simulator"), shippedCalibration(), parameter("workload.parameters"),
            parameter("cluster.gpus"), metric("step_s"), 32, 32);
        std::stop_source stop;
        map.advanceFor({}, stop.get_token());
        QVERIFY(map.isCoarselyDone());
        QVERIFY(!map.isDone());
        stop.request_stop();
        const double before = map.progress();
        map.advanceFor(std::chrono::hours(1), stop.get_token());
        QCOMPARE(map.progress(), before);
    }

    void aCellShowsTheKneeThatAClickWouldGive()
    {
        const Scenario s = preset("knee-simulator");
        KneeMap map(s, shippedCalibration(), parameter("workload.global_batch"), parameter("cluster.link_rate"),
            metric("knee"), 3, 3);
        map.advance(9);
        const auto knee = theKnee(analyze(applied(s, map.editTo(1, 1))).curve);
        QVERIFY(knee);
        QCOMPARE(map.value(1, 1), knee->workers);
    }

    void theTornadoSkipsIdleKnobsAndIsSorted()
    {
        const Scenario s = preset("knee-simulator");
        const Sensitivity t = sensitivity(s, metric("step_s"), shippedCalibration());
        QVERIFY(!t.knobs.empty());
        QVERIFY(std::ranges::is_sorted(t.knobs, std::ranges::greater{}, &Leverage::swing));
        for (const Leverage& knob : t.knobs)
            QVERIFY(!knob.parameter->idle || knob.parameter->idle(s).empty());
    }

    void theTornadoSkipsKnobsAtZero()
    {
        const Scenario s = preset("knee-simulator");
        for (const Leverage& knob : sensitivity(s, metric("step_s"), shippedCalibration()).knobs)
            QVERIFY2(knob.value != 0 && knob.parameter->id != "workload.measured_example_s", knob.parameter->id.data());
    }

    /// Efficiencies of hardware, constants of software and assumptions are nobody's to choose.
    void theTornadoShowsWhatCanBeBoughtOrChosen()
    {
        for (const ScenarioFile& file : scenarioPresets())
            for (const Leverage& knob : sensitivity(file.scenario, metric("step_s"), shippedCalibration()).knobs) {
                const Parameter& p = *knob.parameter;
                QVERIFY2(
                    p.group == Group::workload || p.group == Group::cluster || p.group == Group::plan, p.id.data());
                QVERIFY2(!p.source.starts_with("Fitted"), p.id.data());
            }
    }

    void theTornadoTriesNoHalfExample()
    {
        const Scenario s = preset("llama3-70b-512xh100"); // with a micro-batch of 1
        const Sensitivity t = sensitivity(s, metric("step_s"), shippedCalibration());
        const auto batch = std::ranges::find(
            t.knobs, &parameter("workload.batch_per_gpu"), [](const Leverage& knob) { return knob.parameter; });
        QVERIFY(batch != t.knobs.end());
        QCOMPARE(batch->low_value, 1.0);
        QCOMPARE(batch->low, t.here);
        QCOMPARE(batch->high_value, 2.0);
    }

    void aCommunicationBoundJobIsSensitiveToItsLink()
    {
        const Scenario s = preset("bert-base-1gbe");
        const Sensitivity t = sensitivity(s, metric("step_s"), shippedCalibration());
        const auto link = std::ranges::find(
            t.knobs, &parameter("cluster.link_rate"), [](const Leverage& knob) { return knob.parameter; });
        QVERIFY(link != t.knobs.end());
        QVERIFY(link->low > 1.9 * t.here);
        QVERIFY(link->high < 0.6 * t.here);
    }
};

KNEEPOINT_TEST(KneeMapTest)
#include "kneemap_test.moc"
