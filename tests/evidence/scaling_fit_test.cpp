// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/scaling_fit.h"

#include "model/analysis/knees.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <vector>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

/// Weak scaling over a network that is the slower part from a few nodes on.
Scenario slowJob()
{
    return edited(preset("llama3-8b-64xh100"), {{"cluster.interconnect", "eth10"}, {"workload.scaling", "weak"}});
}

Scenario slowJobOn(const char* gpus)
{
    return edited(slowJob(), {{"cluster.gpus", gpus}});
}

/// A run that takes this many times as long as predicted.
OwnRow runOn(const char* gpus, double slower)
{
    const Scenario s = slowJobOn(gpus);
    return {std::string("on ") + gpus, s, slower * evaluate(s).step_s};
}

/// A run with this step.
OwnRow stepOn(const char* gpus, double step_s)
{
    return {std::string("on ") + gpus, slowJobOn(gpus), step_s};
}

CalibrationReport calibrated(const std::vector<OwnRow>& rows)
{
    return calibrate(slowJob(), rows, shippedCalibration());
}

ScalingFit fitOf(const std::vector<OwnRow>& rows)
{
    return scalingFit(calibrated(rows), rows, shippedCalibration());
}

/// The fit of these runs as if a calibration had moved nothing.
ScalingFit unmovedFit(const Scenario& s, const std::vector<OwnRow>& rows)
{
    CalibrationReport report;
    report.scenario = s;
    return scalingFit(report, rows, shippedCalibration());
}

std::string percentText(double ratio)
{
    return formatQuantity(ratio, Unit::ratio, 2);
}

} // namespace

/// Runs of several sizes beside the calibration that they make, and what it says of larger ones.
class ScalingFitTest : public QObject {
    Q_OBJECT

private slots:
    void runsAreListedByTheirSizeWithTheirFittedSteps()
    {
        const std::vector<OwnRow> rows{
            runOn("32", 1.2), {"memory alone", slowJobOn("64"), 0, 40e9}, runOn("8", 1.2), runOn("16", 1.1)};
        const CalibrationReport report = calibrated(rows);
        const std::vector<FittedRun> runs = fittedRuns(report, rows, shippedCalibration());
        QCOMPARE(runs.size(), std::size_t(3));
        const std::vector<std::size_t> by_size{2, 3, 0};
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const OwnRow& row = rows[by_size[i]];
            QCOMPARE(runs[i].name, row.name);
            QCOMPARE(runs[i].gpus, row.scenario.cluster.gpus);
            QCOMPARE(runs[i].measured_s, row.step_s);
            Scenario s = row.scenario;
            s.own_runs = report.scenario.own_runs;
            VERIFY_CLOSE(runs[i].fitted_s, evaluate(s).step_s, 1e-9);
            QCOMPARE(runs[i].left_out_s, 0.0); // none is
        }
    }

    void errorsAreMeansOverTheRuns()
    {
        const ScalingFit fit = fitOf({runOn("8", 1.3), runOn("16", 1.1), runOn("32", 1.2)});
        double fitted = 0, left_out = 0;
        for (const FittedRun& r : fit.runs) {
            fitted += std::abs(r.fitted_s / r.measured_s - 1) / 3;
            left_out += std::abs(r.left_out_s / r.measured_s - 1) / 3;
        }
        VERIFY_CLOSE(fit.error, fitted, 1e-9);
        VERIFY_CLOSE(fit.left_out_error, left_out, 1e-9);
        QVERIFY(fit.error > 0 && fit.error < fit.left_out_error);
    }

    /// By the calibration with the others alone, whatever it measured itself.
    void aRunThatIsLeftOutDoesNotPredictItself()
    {
        const ScalingFit near = fitOf({runOn("16", 1.2), runOn("32", 1.2)});
        const ScalingFit far = fitOf({runOn("16", 1.2), runOn("32", 5)});
        VERIFY_CLOSE(far.runs[1].left_out_s, near.runs[1].left_out_s, 1e-6);
        QVERIFY(near.runs[1].left_out_s > 1.01 * evaluate(slowJobOn("32")).step_s);
        QVERIFY(near.runs[1].left_out_s < 1.2 * evaluate(slowJobOn("32")).step_s);
        QVERIFY(far.runs[0].left_out_s != near.runs[0].left_out_s);
    }

    /// Of more than twenty runs, those in the same of twenty parts are left out together.
    void noneOfManyRunsPredictsItself()
    {
        Scenario s = edited(bareJob(), {{"cluster.gpus", "1"}});
        s.workload.measured_example_s = 0.01;
        std::vector<OwnRow> rows(22, {"", s, 1.1 * evaluate(s).step_s});
        const ScalingFit near = unmovedFit(s, rows);
        for (const std::size_t other : {std::size_t(0), std::size_t(3), std::size_t(20), std::size_t(21)}) {
            std::vector<OwnRow> moved = rows;
            moved[other].step_s *= 1.05;
            const ScalingFit far = unmovedFit(s, moved);
            for (std::size_t i = 0; i < rows.size(); ++i)
                QCOMPARE(far.runs[i].left_out_s == near.runs[i].left_out_s, i % 20 == other % 20);
        }
    }

    void aSingleRunHasNoOthers()
    {
        const ScalingFit fit = fitOf({runOn("8", 1.2)});
        QCOMPARE(fit.runs.size(), std::size_t(1));
        QCOMPARE(fit.runs[0].left_out_s, 0.0);
        QCOMPARE(fit.left_out_error, 0.0);
        QVERIFY(fit.error > 0);
        QCOMPARE(fit.measured_efficiency, 0.0);
        QVERIFY(!fit.measured_knee);
    }

    /// One, 8/10 and 8/16 of the smallest size's throughput per GPU: below 90 % from 16 GPUs on.
    void theMeasuredKneeIsBetweenTheSizesAroundTheTolerance()
    {
        Scenario s = slowJob();
        const std::vector<OwnRow> rows{stepOn("8", 8), stepOn("16", 10), stepOn("32", 16)};
        s.assumptions.efficiency_tolerance = 0.9;
        const ScalingFit early = unmovedFit(s, rows);
        VERIFY_CLOSE(early.measured_efficiency, 0.5, 1e-9);
        QVERIFY(early.measured_knee && early.measured_knee->low == 8 && early.measured_knee->high == 16);
        s.assumptions.efficiency_tolerance = 0.7;
        const ScalingFit late = unmovedFit(s, rows);
        QVERIFY(late.measured_knee && late.measured_knee->low == 16 && late.measured_knee->high == 32);
        s.assumptions.efficiency_tolerance = 0.5;
        QVERIFY(!unmovedFit(s, rows).measured_knee);
    }

    void theMeasuredEfficiencyIsPerGpuAndExample()
    {
        std::vector<OwnRow> rows{stepOn("8", 8), stepOn("16", 8)};
        rows[1].scenario.plan.accumulation = 2 * rows[0].scenario.plan.accumulation;
        rows[0].scenario.workload.batch_per_gpu = 4 * rows[1].scenario.workload.batch_per_gpu;
        VERIFY_CLOSE(unmovedFit(slowJob(), rows).measured_efficiency, 0.5, 1e-9);
        std::vector<OwnRow> one_size{stepOn("8", 8), stepOn("8", 20)};
        QCOMPARE(unmovedFit(slowJob(), one_size).measured_efficiency, 0.0);
        QVERIFY(!unmovedFit(slowJob(), one_size).measured_knee);
    }

    void theOutlookIsAtTwiceTheLargestSize()
    {
        const std::vector<OwnRow> rows{runOn("8", 1.1), runOn("16", 1.2)};
        const CalibrationReport report = calibrated(rows);
        const ScalingOutlook outlook = scalingFit(report, rows, shippedCalibration()).outlook;
        QCOMPARE(outlook.gpus, 32.0);
        Scenario twice = slowJobOn("32");
        twice.own_runs = report.scenario.own_runs;
        VERIFY_CLOSE(outlook.efficiency, analyze(twice, shippedCalibration()).headline.efficiency, 1e-9);
        QVERIFY(outlook.efficiency_interval && outlook.efficiency_interval->low < outlook.efficiency
            && outlook.efficiency_interval->high > outlook.efficiency);
        const double half = (outlook.efficiency_interval->high - outlook.efficiency_interval->low) / 2;
        const std::string expected = fmt::format(
            "; at 32 GPUs expect an efficiency of {} ± {}.", percentText(outlook.efficiency), percentText(half));
        QVERIFY2(outlook.sentence.ends_with(expected), outlook.sentence.c_str());
    }

    void theOutlookNamesTheKneeItsIntervalAndItsCause()
    {
        const std::vector<OwnRow> rows{runOn("8", 1.1), runOn("16", 1.2)};
        const CalibrationReport report = calibrated(rows);
        const ScalingOutlook outlook = scalingFit(report, rows, shippedCalibration()).outlook;
        const Analysis now = analyze(report.scenario, shippedCalibration());
        QVERIFY(theKnee(now.curve) && outlook.knee && outlook.knee_interval);
        QCOMPARE(*outlook.knee, theKnee(now.curve)->workers);
        QVERIFY(outlook.knee_interval->low <= *outlook.knee && *outlook.knee <= outlook.knee_interval->high);
        const std::string high = std::isfinite(outlook.knee_interval->high)
            ? fmt::format("({:.0f} … {:.0f})", outlook.knee_interval->low, outlook.knee_interval->high)
            : fmt::format("(at least {:.0f})", outlook.knee_interval->low);
        const std::string expected = fmt::format("Your knee is at K = {:.0f} {} because of {}; at 32 GPUs",
            *outlook.knee, high, causeLabel(theKnee(now.curve)->cause));
        QVERIFY2(outlook.sentence.starts_with(expected),
            qPrintable(QString::fromStdString(outlook.sentence + "\ninstead of\n" + expected)));
    }

    void aJobThatScalesHasNoKnee()
    {
        Scenario s = preset("llama3-8b-64xh100");
        s.assumptions.efficiency_tolerance = 0.01;
        const std::vector<OwnRow> rows{{"a", s, evaluate(s).step_s}};
        const ScalingOutlook outlook = unmovedFit(s, rows).outlook;
        QVERIFY(!outlook.knee && !outlook.knee_interval);
        const double most = analyze(s, shippedCalibration()).curve.max_workers;
        const std::string expected = fmt::format("No knee up to K = {:.0f}; at 128 GPUs expect", most);
        QVERIFY2(outlook.sentence.starts_with(expected), outlook.sentence.c_str());
    }

    /// One GPU of many in a replica: twice the largest size is still less than a replica.
    void theOutlookIsOfOneReplicaAtLeast()
    {
        Scenario s = edited(preset("llama3-8b-64xh100"), {{"plan.tensor_parallel", "8"}});
        Scenario small = s;
        small.cluster.gpus = 2;
        const std::vector<OwnRow> rows{{"a", small, 1}};
        QCOMPARE(unmovedFit(s, rows).outlook.efficiency, 1.0);
    }
};

KNEEPOINT_TEST(ScalingFitTest)
#include "scaling_fit_test.moc"
