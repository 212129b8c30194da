// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/own_changes.h"

#include "model/catalogue/shipped_scenarios.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

class OwnChangesTest : public QObject {
    Q_OBJECT

private slots:
    void withoutADifferenceThereIsNone() { QVERIFY(ownChanges(Scenario{}, Scenario{}, shippedCalibration()).empty()); }

    void aListBringsItsValuesAlong()
    {
        const Scenario before;
        Scenario after;
        const Parameter& gpu = parameter("cluster.gpu");
        gpu.edit(after, gpu.get(after) + 2, shippedCalibration());
        QVERIFY(after.cluster.memory_bandwidth != before.cluster.memory_bandwidth);
        const auto changes = ownChanges(before, after, shippedCalibration());
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes.front().parameter, &gpu);
        QCOMPARE(changes.front().before, gpu.get(before));
    }

    /// The global batch follows the GPUs in weak scaling.
    void fewerGpusAreOneChange()
    {
        const Scenario before = findScenarioPreset("llama3-70b-512xh100")->scenario;
        Scenario after = before;
        const Parameter& gpus = parameter("cluster.gpus");
        gpus.edit(after, 64, shippedCalibration());
        QVERIFY(after.workload.global_batch != before.workload.global_batch);
        std::string names;
        for (const OwnChange& change : ownChanges(before, after, shippedCalibration()))
            names += std::string(change.parameter->id) + " ";
        QCOMPARE(names, std::string("cluster.gpus "));
    }

    /// A figure set after its list is a change of its own, and goes back to what the list says.
    void aFigureSetByHandIsAChangeFromWhatTheListBrought()
    {
        const Scenario before;
        Scenario after;
        const Parameter& gpu = parameter("cluster.gpu");
        gpu.edit(after, gpu.get(after) + 2, shippedCalibration());
        const double brought = after.cluster.power_w;
        parameter("cluster.power_w").edit(after, brought + 50, shippedCalibration());
        const auto changes = ownChanges(before, after, shippedCalibration());
        QCOMPARE(changes.size(), std::size_t(2));
        QVERIFY(changes.back().parameter->get(after) == brought + 50);
        QCOMPARE(changes.back().before, brought);
    }

    /// What is known is taken as it is, and the rest is derived.
    void aKnownValueBeforeIsNotDerivedAgain()
    {
        const Scenario before;
        Scenario after;
        const Parameter& power = parameter("cluster.power_w");
        const Parameter& latency = parameter("cluster.scale_up_latency");
        const double usual = latency.get(after);
        power.edit(after, 450, shippedCalibration());
        latency.edit(after, 2 * usual, shippedCalibration());
        const OwnChange known{&power, 123};
        const auto changes = ownChanges(before, after, shippedCalibration(), {&known, 1});
        QCOMPARE(changes.size(), std::size_t(2));
        for (const OwnChange& change : changes)
            QCOMPARE(change.before, change.parameter == &power ? 123 : usual);
    }
};

KNEEPOINT_TEST(OwnChangesTest)
#include "own_changes_test.moc"
