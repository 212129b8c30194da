// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/knees.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/divide_batch.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/catalogue/whole_batch.h"
#include "model/exploration/kneemap.h"
#include "model/exploration/sensitivity.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <cmath>
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

    /// Whole numbers stay whole, and options are theirs; a logarithmic axis grows by a factor.
    void axesHaveTheValuesThatAParameterCanHave()
    {
        const std::vector<double> layers = axisValues(parameter("workload.layers"), 7, true);
        QVERIFY(std::ranges::all_of(layers, [](double value) { return value == std::round(value); }));
        QCOMPARE(layers.back(), parameter("workload.layers").range.slider_max);
        const Parameter& schedule = parameter("plan.pipeline_schedule");
        for (const double value : axisValues(schedule, 5, true))
            QVERIFY(value == std::round(value) && value < static_cast<double>(schedule.choices().size()));
        const std::vector<double> overlap = axisValues(parameter("assumptions.overlap"), 5, false);
        QCOMPARE(overlap, (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
        const std::vector<double> rates = axisValues(parameter("cluster.link_rate"), 3, false);
        QVERIFY(std::abs(rates[1] * rates[1] / (rates[0] * rates[2]) - 1) < 1e-12);
        QCOMPARE(axisValues(parameter("cluster.link_rate"), 1, false).size(), std::size_t(2));
    }

    /// GPUs are whole in every job, examples where layers are modeled one by one; a textbook's batch is continuous. So
    /// are tokens only where their number is a mean.
    void cellsAreJobsThatSomebodyCanRun()
    {
        const auto wholesOf = [](const Scenario& s, const char* id) {
            const KneeMap map(
                s, shippedCalibration(), parameter(id), parameter("cluster.link_rate"), metric("efficiency"), 20, 2);
            int whole = 0;
            for (int column = 0; column < 20; ++column)
                whole += map.xValue(column) == std::round(map.xValue(column));
            return whole;
        };
        const auto wholes = [&](const char* scenario, const char* id) { return wholesOf(preset(scenario), id); };
        for (const char* id :
            {"cluster.gpus", "workload.batch_per_gpu", "workload.global_batch", "plan.accumulation"}) {
            QCOMPARE(wholes("llama3-70b-512xh100", id), 20);
            if (parameter(id).fractional)
                QVERIFY(wholes("knee-simulator", id) < 20);
        }
        QCOMPARE(wholes("knee-simulator", "cluster.gpus"), 20);
        QCOMPARE(wholes("llama3-70b-512xh100", "workload.sequence_length"), 20);
        Scenario padded = preset("llama3-70b-512xh100");
        padded.workload.sequence_length = 1810.5;
        QVERIFY(wholesOf(padded, "workload.sequence_length") < 20);
    }

    /// Every eighth cell of every eighth row first: then each place has the value of one near it.
    void theCoarseMapIsDoneWithEveryEighthCell()
    {
        KneeMap map(preset("knee-simulator"), shippedCalibration(), parameter("cluster.link_rate"),
            parameter("workload.parameters"), metric("efficiency"), 17, 9);
        QVERIFY(!map.isCoarselyDone());
        map.advance(5);
        QVERIFY(!map.isCoarselyDone());
        map.advance(1);
        QVERIFY(map.isCoarselyDone() && !map.isDone());
        QCOMPARE(map.value(7, 7), map.value(0, 0));
        QVERIFY(map.value(8, 0) != map.value(7, 0));
        map.advance(17 * 9);
        QVERIFY(map.isCoarselyDone() && map.isDone());
        QCOMPARE(map.progress(), 1.0);
    }

    /// No cell is computed twice, none is left out, and every coarser pass comes before the finer ones.
    void everyCellIsComputedOnce()
    {
        for (const auto& [columns, rows] : {std::pair(17, 9), {8, 8}, {3, 30}}) {
            KneeMap map(preset("knee-simulator"), shippedCalibration(), parameter("cluster.link_rate"),
                parameter("workload.parameters"), metric("efficiency"), columns, rows);
            int computed = 0;
            while (map.advance(1))
                ++computed;
            QCOMPARE(computed + 1, columns * rows);
        }
    }

    void theTornadoSkipsIdleKnobsAndIsSorted()
    {
        const Scenario s = preset("knee-simulator");
        const Sensitivity t = sensitivity(s, metric("step_s"), shippedCalibration());
        QVERIFY(!t.knobs.empty());
        QVERIFY(std::ranges::is_sorted(t.knobs, std::ranges::greater{}, &Leverage::swing));
        for (const Leverage& knob : t.knobs)
            QVERIFY(!knob.parameter->idle || knob.parameter->idle(s).empty());
        QVERIFY(std::ranges::any_of(t.knobs, [](const Leverage& knob) { return knob.parameter->idle != nullptr; }));
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

    /// Half and twice the value, within its range, whole where it must be; or the present one where neither can be had.
    void theTornadoHalvesAndDoubles()
    {
        Scenario s = preset("llama3-70b-512xh100");
        s.cluster.nics_per_node = 7;
        int halves = 0, odd = 0;
        for (const Leverage& knob : sensitivity(s, metric("step_s"), shippedCalibration()).knobs) {
            const Parameter& p = *knob.parameter;
            double half = knob.value / 2, twice = knob.value * 2;
            if (takesWholeValues(p, s))
                half = std::floor(half);
            half = std::max(half, p.range.min), twice = std::min(twice, p.range.max);
            QVERIFY2(knob.low_value == half || knob.low_value == knob.value, p.id.data());
            QVERIFY2(knob.high_value == twice || knob.high_value == knob.value, p.id.data());
            halves += knob.low_value == half;
            odd += p.scale == Scale::integer && std::fmod(knob.value, 2) == 1 && knob.low_value == half;
        }
        QVERIFY(halves > 5 && odd > 0);
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

    void theTornadoSplitsNoExample()
    {
        Scenario s = preset("llama3-8b-64xh100");
        const Parameter& batch = parameter("workload.global_batch");
        const double replicas = s.cluster.gpus / gpusPerReplica(s);
        parameter("workload.batch_per_gpu").edit(s, 1, shippedCalibration());
        batch.edit(s, 3 * replicas, shippedCalibration());
        QVERIFY(isWholeBatch(s));
        const Sensitivity t = sensitivity(s, metric("step_s"), shippedCalibration());
        const auto knob = std::ranges::find(t.knobs, &batch, [](const Leverage& each) { return each.parameter; });
        QVERIFY(knob != t.knobs.end());
        QVERIFY(knob->low_value == replicas || knob->low_value == 2 * replicas); // half of it is one and a half each
        QCOMPARE(knob->high_value, 6 * replicas);
        Scenario half = s;
        batch.edit(half, knob->low_value, shippedCalibration());
        QCOMPARE(knob->low, *measure(metric("step_s"), half, shippedCalibration()));
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
