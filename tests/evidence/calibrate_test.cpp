// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/calibrate.h"
#include "model/calibrate/calibration_words.h"
#include "model/calibrate/run_choice.h"
#include "model/catalogue/apply_presets.h"
#include "model/catalogue/edit.h"
#include "model/catalogue/scenario_file.h"
#include "model/cost/memory.h"
#include "model/evidence/hardware_names.h"
#include "model/results/metric.h"
#include "model/scenario/own_runs.h"
#include "model/step/step_model.h"
#include "model/uncertainty/prediction_interval.h"
#include "tests/support/compare.h"
#include "tests/support/data_row.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <span>

using namespace kneepoint;

namespace {

Scenario llama()
{
    Scenario s;
    const Calibration& shipped = shippedCalibration();
    applyModel(s, presetIndex(modelPresets(), "llama3.1-8b"));
    applyGpu(s, presetIndex(gpuPresets(), "h100-sxm"), shipped);
    applyInterconnect(s, presetIndex(interconnectPresets(), "ib-ndr"), shipped);
    applyStack(s, presetIndex(stackPresets(), "generic-3d"), shipped);
    s.workload.sequence_length = 4096;
    s.workload.batch_per_gpu = 1;
    s.cluster.gpus = 64;
    s.cluster.resizeNode(8);
    s.plan.accumulation = 8;
    s.plan.zero_stage = 1;
    s.assumptions.input_limited = false;
    sumGlobalBatch(s);
    return s;
}

/// The job in another layout with the same batch.
Scenario laidOut(double tp, double pp, double micro_batch)
{
    Scenario s = llama();
    s.plan.tensor_parallel = tp;
    s.plan.pipeline_parallel = pp;
    s.workload.batch_per_gpu = micro_batch;
    s.plan.accumulation = 8 * tp * pp / micro_batch;
    return s;
}

/// Step time of a layout on a cluster with software that differ from the known ones by these factors.
OwnRow measured(const Scenario& layout, const OwnRuns& truth)
{
    Scenario s = layout;
    s.own_runs = truth;
    return {"", layout, evaluate(s, shippedCalibration()).step_s};
}

std::vector<Scenario> manyLayouts()
{
    std::vector<Scenario> layouts;
    for (const double tp : {1.0, 2.0, 4.0, 8.0})
        for (const double pp : {1.0, 2.0, 4.0, 8.0})
            for (const double micro_batch : {1.0, 2.0, 4.0})
                layouts.push_back(laidOut(tp, pp, micro_batch));
    return layouts;
}

/// Mean error of the other layouts after calibration with these.
double errorAfter(const std::vector<Scenario>& layouts, const std::vector<std::size_t>& chosen, const OwnRuns& truth)
{
    std::vector<OwnRow> rows;
    for (const std::size_t i : chosen)
        rows.push_back(measured(layouts[i], truth));
    const OwnRuns own = calibrate(rows.front().scenario, rows, shippedCalibration()).scenario.own_runs;
    double sum = 0;
    for (const Scenario& layout : layouts)
        sum += std::abs(measured(layout, own).step_s / measured(layout, truth).step_s - 1);
    return sum / static_cast<double>(layouts.size());
}

/// The rows of a JSON text. Ends the test program if it cannot be read.
OwnRows ownRows(const std::string& text)
{
    Result<OwnRows> rows = parseOwnRows(text, "own.json", llama(), shippedCalibration());
    if (!rows)
        qFatal("%s", rows.error().message.c_str());
    return std::move(*rows);
}

/// Rows measured on a cluster that is slower by these factors.
OwnRows rowsOf(double compute, double network)
{
    std::string rows;
    for (const double tp : {1.0, 2.0, 4.0}) {
        Scenario s = llama();
        s.plan.tensor_parallel = tp;
        s.plan.accumulation = 8 * tp;
        s.own_runs = {.used = true, .runs = 1, .compute = compute, .network = network};
        rows += fmt::format("{}{{\"tp\": {}, \"step_time_s\": {}}}", rows.empty() ? "" : ",", tp,
            evaluate(s, shippedCalibration()).step_s);
    }
    return ownRows(fmt::format("{{\"rows\": [{}]}}", rows));
}

} // namespace

/// Calibration from a few of the user's own runs.
class CalibrateTest : public QObject {
    Q_OBJECT

private slots:
    /// One standard deviation of what software of this kind differs by in compute (fitted.json, spreads, "similar").
    /// Farther off, three runs leave more of it open: a seventh slower, they leave an error of 2.5 %.
    void threeRunsIdentifyASlowerCluster()
    {
        const OwnRows rows = rowsOf(1.1, 1.5);
        QVERIFY(rows.rows.size() == 3 && rows.refused.empty());
        const CalibrationReport report = calibrate(llama(), rows.rows, shippedCalibration());
        QVERIFY2(report.error_before > 0.06, QByteArray::number(report.error_before).constData());
        QVERIFY2(report.error_after < 0.02, QByteArray::number(report.error_after).constData());
        QVERIFY(report.half_width_after < report.half_width_before);
        QVERIFY(!report.moved.empty());
    }

    void manyRunsRecoverTheFactor()
    {
        const OwnRows rows = rowsOf(1.2, 1.5);
        std::vector<OwnRow> many;
        for (int times = 0; times < 8; ++times)
            many.insert(many.end(), rows.rows.begin(), rows.rows.end());
        const OwnRuns own = calibrate(llama(), many, shippedCalibration()).scenario.own_runs;
        QVERIFY2(std::abs(own.compute - 1.2) < 0.05, QByteArray::number(own.compute).constData());
    }

    void anOutlierIsIgnoredAndWidensTheInterval()
    {
        const OwnRows rows = rowsOf(1.2, 1);
        const CalibrationReport calm = calibrate(llama(), rows.rows, shippedCalibration());
        std::vector<OwnRow> disturbed = rows.rows;
        disturbed.push_back(disturbed.front());
        disturbed.back().step_s *= 20;
        const CalibrationReport report = calibrate(llama(), disturbed, shippedCalibration());
        const auto step = [](const CalibrationReport& r) { return evaluate(r.scenario, shippedCalibration()).step_s; };
        QVERIFY(std::abs(step(report) / step(calm) - 1) < 0.1);
        QVERIFY(report.half_width_after > 2 * calm.half_width_after);
    }

    void aSingleOutlierWidensTheInterval()
    {
        OwnRows rows = rowsOf(1, 1);
        rows.rows.resize(1);
        rows.rows.front().step_s *= 5;
        const CalibrationReport report = calibrate(llama(), rows.rows, shippedCalibration());
        QVERIFY(report.half_width_after > report.half_width_before);
    }

    void runsOnOneNodeDoNotConstrainTheNetwork()
    {
        const auto widthAfter = [](double gpus, double asked) {
            Scenario job = llama();
            job.cluster.gpus = gpus;
            job.cluster.link_rate /= 2; // makes gradient traffic visible, as does a single micro-batch below
            std::vector<OwnRow> rows;
            for (const double micro_batch : {1.0, 2.0, 4.0}) {
                Scenario s = job;
                s.workload.batch_per_gpu = micro_batch;
                rows.push_back(measured(s, {.used = true, .runs = 1, .compute = 1.1, .network = 1.1}));
            }
            Scenario s = calibrate(job, rows, shippedCalibration()).scenario;
            s.cluster.gpus = asked;
            s.plan.accumulation = 1;
            const PredictionInterval interval =
                predictionInterval(s, evaluate(s, shippedCalibration()), shippedCalibration());
            return std::log(interval.high_s / interval.low_s);
        };
        constexpr double node = 8, cluster = 512;
        QVERIFY2(widthAfter(node, cluster) > 1.2 * widthAfter(node, node), "the runs do not constrain the network");
        QVERIFY2(widthAfter(cluster, cluster) < widthAfter(node, cluster), "runs on the cluster constrain the network");
    }

    /// What one node shows of a cluster is left to the factors that it does show.
    void factorsThatNoRunShowsStayAtOne()
    {
        Scenario node = llama();
        node.cluster.gpus = 8;
        OwnRow row = measured(node, {});
        row.step_s *= 1.2;
        const OwnRuns own = calibrate(node, std::vector{row}, shippedCalibration()).scenario.own_runs;
        VERIFY_WITHIN(own.network, 1, 1e-6);
        VERIFY_WITHIN(own.pipelined_launch, 1, 1e-6);
        QVERIFY2(own.compute > 1.05, QByteArray::number(own.compute).constData());
    }

    void runsThatAgreeWithThePredictionConstrainItToo()
    {
        const OwnRows rows = rowsOf(1, 1);
        const CalibrationReport report = calibrate(llama(), rows.rows, shippedCalibration());
        QVERIFY(report.scenario.own_runs.compute != 1);
        QVERIFY(report.half_width_after < report.half_width_before);
    }

    void moreRunsThatAgreeNarrowTheInterval()
    {
        const OwnRows rows = rowsOf(1.2, 1);
        const auto width = [&](std::size_t runs) {
            return calibrate(llama(), std::span(rows.rows).first(runs), shippedCalibration()).half_width_after;
        };
        QVERIFY(width(3) < width(1));
    }

    void launchTimeIsFoundEvenIfKernelsUsuallyHideIt()
    {
        const OwnRuns truth{.used = true, .runs = 1, .host = 5};
        const Scenario small = laidOut(8, 1, 1);
        QVERIFY(std::abs(measured(laidOut(1, 1, 4), truth).step_s / measured(laidOut(1, 1, 4), {}).step_s - 1) < 0.01);
        const std::vector<OwnRow> rows{measured(small, truth), measured(laidOut(1, 1, 4), truth)};
        const OwnRuns own = calibrate(llama(), rows, shippedCalibration()).scenario.own_runs;
        QVERIFY2(own.host > 3, QByteArray::number(own.host).constData());
        QVERIFY(std::abs(measured(small, own).step_s / rows.front().step_s - 1) < 0.05);
    }

    void perRankLaunchCostIsFound()
    {
        const OwnRuns truth{.used = true, .runs = 1, .pipelined_launch = 120};
        const std::vector<OwnRow> rows{
            measured(laidOut(8, 2, 1), truth), measured(laidOut(4, 4, 1), truth), measured(laidOut(2, 1, 2), truth)};
        const OwnRuns own = calibrate(llama(), rows, shippedCalibration()).scenario.own_runs;
        QVERIFY2(own.pipelined_launch > 60, QByteArray::number(own.pipelined_launch).constData());
        const Scenario other = laidOut(8, 4, 2);
        QVERIFY(measured(other, truth).step_s > 1.5 * measured(other, {}).step_s);
        QVERIFY(std::abs(measured(other, own).step_s / measured(other, truth).step_s - 1) < 0.1);
    }

    void theMostInformativeRunsCalibrateBetterThanOthers()
    {
        const std::vector<Scenario> layouts = manyLayouts();
        const std::vector<std::size_t> informative = mostInformative(layouts, 3, shippedCalibration());
        QCOMPARE(std::set<std::size_t>(informative.begin(), informative.end()).size(), std::size_t(3));
        for (const OwnRuns& truth : {OwnRuns{.used = true, .runs = 1, .compute = 1.1, .node = 2, .network = 0.6},
                 OwnRuns{.used = true, .runs = 1, .pipelined_launch = 100, .network = 2},
                 OwnRuns{.used = true, .runs = 1, .compute = 1.2, .host = 3, .node = 1.5}}) {
            std::vector<double> others;
            for (std::size_t i = 0; i + 2 < layouts.size(); ++i)
                others.push_back(errorAfter(layouts, {i, i + 1, i + 2}, truth));
            std::ranges::nth_element(others, others.begin() + static_cast<std::ptrdiff_t>(others.size() / 2));
            const double usual = others[others.size() / 2];
            const double error = errorAfter(layouts, informative, truth);
            QVERIFY2(error < usual, qPrintable(QStringLiteral("%1, usually %2").arg(error).arg(usual)));
        }
    }

    void memoryRunsScaleTheEstimatedMemory()
    {
        std::vector<OwnRow> rows;
        for (const Scenario& layout : {laidOut(2, 1, 1), laidOut(4, 1, 2), laidOut(2, 2, 1)}) {
            rows.push_back(measured(layout, {}));
            const MemoryUse use = memoryUse(layout);
            const double state = use.weights + use.gradients + use.optimizer + use.gathered;
            rows.back().memory_bytes = state + 1.4 * (use.total() - state);
        }
        const CalibrationReport report = calibrate(llama(), rows, shippedCalibration());
        const OwnRuns& own = report.scenario.own_runs;
        QVERIFY2(own.memory > 1.1 && own.memory < 1.4, QByteArray::number(own.memory).constData());
        QCOMPARE(own.memory_runs, 3.0);
        QVERIFY(report.memory_error_after < 0.7 * report.memory_error_before);
        QVERIFY(memoryUse(report.scenario).total() > memoryUse(llama()).total());
        QVERIFY(memoryUse(report.scenario).spread < memoryUse(llama()).spread);
    }

    /// n runs of one piece of software, whose errors have 24 % of their variance in common, count as 0.24·n to the 0.76
    /// that is each run's own.
    void memoryMovesByTheShareThatRunsHaveInCommon()
    {
        for (const std::size_t runs : {1U, 2U, 6U}) {
            OwnRow row = measured(laidOut(2, 1, 1), {});
            row.scenario.plan.zero_stage = runs == 1 ? 3 : 1; // gathered layers are counted, too
            row.step_s = evaluate(row.scenario).step_s;
            const MemoryUse use = memoryUse(row.scenario);
            const double state = use.weights + use.gradients + use.optimizer + use.gathered;
            row.memory_bytes = state + 1.4 * (use.total() - state);
            const CalibrationReport report = calibrate(llama(), std::vector(runs, row), shippedCalibration());
            const double shared = 0.24 * static_cast<double>(runs), factor = std::pow(1.4, shared / (shared + 0.76));
            VERIFY_CLOSE(report.scenario.own_runs.memory, factor, 1e-6);
            VERIFY_CLOSE(report.memory_error_before, 1 - use.total() / row.memory_bytes, 1e-9);
            const double after = state + factor * (use.total() - state);
            VERIFY_CLOSE(report.memory_error_after, 1 - after / row.memory_bytes, 1e-6);
            QCOMPARE(report.moved.size(), std::size_t(1)); // the step is as predicted
            QCOMPARE(report.moved[0].parameter, std::string_view("stack.own_memory"));
            QCOMPARE(report.moved[0].before, 1.0);
            QCOMPARE(report.moved[0].after, report.scenario.own_runs.memory);
        }
    }

    void withoutRunsOfMemoryItStaysAsItIs()
    {
        const CalibrationReport report =
            calibrate(llama(), std::vector{measured(laidOut(2, 1, 1), {})}, shippedCalibration());
        QCOMPARE(report.scenario.own_runs.memory, 1.0);
        QCOMPARE(report.scenario.own_runs.memory_runs, 0.0);
        QVERIFY(report.memory_error_before == 0 && report.memory_error_after == 0);
    }

    void runsThatStateMemoryAloneAreNoRunsOfTheStep()
    {
        OwnRow memory = measured(laidOut(2, 1, 1), {});
        memory.memory_bytes = memoryUse(memory.scenario).total();
        OwnRow alone = memory;
        alone.step_s = 0;
        const CalibrationReport report = calibrate(llama(), std::vector{memory, alone, alone}, shippedCalibration());
        QCOMPARE(report.scenario.own_runs.runs, 1.0);
        QCOMPARE(report.scenario.own_runs.memory_runs, 3.0);
    }

    void aStepOfMillisecondsIsARun()
    {
        OwnRow row = measured(laidOut(1, 1, 1), {});
        row.step_s = 0.5;
        QCOMPARE(calibrate(llama(), std::vector{row}, shippedCalibration()).scenario.own_runs.runs, 1.0);
    }

    void onlyFactorsThatMovedByMoreThanOnePerCentAreListed()
    {
        const CalibrationReport report = calibrate(llama(), rowsOf(1.2, 1.5).rows, shippedCalibration());
        for (const OwnFactor& factor : own_factors) {
            const double after = report.scenario.own_runs.*factor.value;
            const auto listed = std::ranges::find(report.moved, factor.parameter, &MovedFactor::parameter);
            QCOMPARE(listed != report.moved.end(), std::abs(std::log(after)) > 0.01);
            QVERIFY(listed == report.moved.end() || (listed->before == 1 && listed->after == after));
        }
        QVERIFY(report.moved.size() > 1 && report.moved.size() < own_factors.size());
    }

    void theErrorBeforeIsThatOfThePrediction()
    {
        std::vector<OwnRow> rows{measured(laidOut(1, 1, 1), {}), measured(laidOut(2, 1, 1), {})};
        rows[0].step_s *= 1.25; // predicted over measured: 0.8
        rows[1].step_s /= 1.4;
        VERIFY_CLOSE(calibrate(llama(), rows, shippedCalibration()).error_before, (0.2 + 0.4) / 2, 1e-6);
    }

    void theIntervalBeforeAndAfterIsThatOfTheJob()
    {
        const CalibrationReport report = calibrate(llama(), rowsOf(1.2, 1).rows, shippedCalibration());
        const auto half = [](const Scenario& s) {
            const PredictionInterval interval =
                predictionInterval(s, evaluate(s, shippedCalibration()), shippedCalibration());
            return std::log(interval.high_s / interval.low_s) / 2;
        };
        QCOMPARE(report.half_width_before, half(llama()));
        QCOMPARE(report.half_width_after, half(report.scenario));
    }

    /// What its runs scatter by, times the deviations that contain nine of ten calibrated predictions of its kind.
    void theHalfWidthIsTheScatterOfTheRunsTimesTheDeviationsOfTheirKind()
    {
        const std::vector<OwnRow> rows = rowsOf(1.2, 1).rows;
        const CalibrationReport report = calibrate(llama(), rows, shippedCalibration());
        const double deviations = calibratedDeviations(llama(), shippedCalibration().constants->errors);
        VERIFY_CLOSE(report.scenario.own_runs.half_width, report.deviation * deviations, 1e-9);
        QCOMPARE(report.deviation, fitRows(llama(), rows, shippedCalibration()).deviation);
        QVERIFY(report.scenario.own_runs.job == sizesOf(llama()));
    }

    void memoryOfATextbookJobIsCalibratedToo()
    {
        Scenario job = llama();
        job.assumptions.compute_model = ComputeModel::sustained;
        OwnRow row = measured(job, {});
        const MemoryUse use = memoryUse(job);
        row.memory_bytes = use.total() + use.activations;
        const CalibrationReport report = calibrate(job, std::vector{row}, shippedCalibration());
        QVERIFY(report.memory_error_after < report.memory_error_before);
    }

    void impossibleMemoryStaysInTheRangeOfItsFactor()
    {
        for (const double bytes : {1e6, 1e15}) {
            std::vector<OwnRow> rows(50, measured(laidOut(2, 1, 1), {}));
            for (OwnRow& row : rows)
                row.memory_bytes = bytes;
            const Scenario s = calibrate(llama(), rows, shippedCalibration()).scenario;
            QVERIFY(checkScenario(s));
        }
    }

    void memoryAloneDoesNotCalibrateTheStep()
    {
        const OwnRows rows = ownRows(R"([{"tp": 2, "mem_gb": 40}])");
        QVERIFY(rows.rows.size() == 1);
        QCOMPARE(rows.rows[0].memory_bytes, 40e9);
        QVERIFY(!missingMeasurement(rows.rows).empty());
    }

    void aRowMayStateStepAndMemory()
    {
        const OwnRows rows = ownRows(R"([{"step_time_s": 2, "memory_bytes": 5e10}])");
        QVERIFY(rows.rows.size() == 1);
        QCOMPARE(rows.rows[0].step_s, 2.0);
        QCOMPARE(rows.rows[0].memory_bytes, 5e10);
        QVERIFY(missingMeasurement(rows.rows).empty());
    }

    /// Of a run that takes half as long again as predicted.
    void aRunOfAnotherJobMovesAPredictionLess()
    {
        const auto movedBy = [](const Scenario& run) {
            const std::vector<OwnRow> rows{{"row", run, 1.5 * evaluate(run, shippedCalibration()).step_s}};
            const Scenario calibrated = calibrate(llama(), rows, shippedCalibration()).scenario;
            return evaluate(calibrated, shippedCalibration()).step_s / evaluate(llama(), shippedCalibration()).step_s;
        };
        Scenario longest = llama();
        longest.workload.sequence_length *= 4;
        QVERIFY(movedBy(llama()) > movedBy(longest));
        QVERIFY(movedBy(longest) > 1.05);
    }

    /// The sizes in between have more in common with the others than the smallest and the largest have.
    void ofManySizesNoneAtTheEndsIsChosenFirst()
    {
        std::vector<Scenario> sizes;
        for (const char* gpus : {"8", "16", "32", "64", "128", "256", "512"})
            sizes.push_back(test::edited(
                test::preset("llama3-8b-64xh100"), {{"cluster.gpus", gpus}, {"workload.scaling", "strong"}}));
        const std::size_t first = mostInformative(sizes, 1, shippedCalibration()).front();
        QVERIFY2(first > 0 && first + 1 < sizes.size(), QByteArray::number(first).constData());
    }

    /// Runs that differ in length alone: the one in the middle says most of the others, and then those at the ends.
    void ofThreeLengthsTheMiddleIsChosenFirst()
    {
        std::vector<Scenario> lengths;
        for (const double times : {1.0, 2.0, 4.0}) {
            lengths.push_back(llama());
            lengths.back().assumptions.compute_model = ComputeModel::sustained; // so that no factor tells them apart
            lengths.back().workload.sequence_length *= times;
        }
        QCOMPARE(mostInformative(lengths, 1, shippedCalibration()), (std::vector<std::size_t>{1}));
        QCOMPARE(mostInformative(lengths, 3, shippedCalibration()).front(), std::size_t(1));
    }

    void asManyRunsAreChosenAsAreAskedFor()
    {
        const std::vector<Scenario> layouts = manyLayouts();
        const std::vector<std::size_t> all = mostInformative(layouts, layouts.size() + 5, shippedCalibration());
        QCOMPARE(std::set<std::size_t>(all.begin(), all.end()).size(), layouts.size());
        for (const std::size_t count : {std::size_t(0), std::size_t(1), std::size_t(4)})
            QCOMPARE(mostInformative(layouts, count, shippedCalibration()),
                std::vector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)));
    }

    void noRunIsChosenTwice()
    {
        const std::vector<Scenario> same(2, llama());
        QCOMPARE(mostInformative(same, 3, shippedCalibration()), (std::vector<std::size_t>{0, 1}));
        QVERIFY(mostInformative({}, 3, shippedCalibration()).empty());
    }

    /// A run that loads its input most of the time hardly moves with hardware and software: measuring another one
    /// twice, against the scatter of single runs, says more.
    void aRunThatHardlyMovesIsChosenLast()
    {
        std::vector<Scenario> runs(3, llama());
        runs[0].assumptions.input_limited = true;
        runs[0].assumptions.input_overlap = 0;
        runs[0].cluster.loader_rate = 0.01 * runs[0].workload.batch_per_gpu / evaluate(llama()).step_s;
        QVERIFY(evaluate(runs[0]).step_s > 20 * evaluate(runs[1]).step_s);
        QCOMPARE(mostInformative(runs, 2, shippedCalibration()), (std::vector<std::size_t>{1, 2}));
    }

    void runsThatMayNotFitAreChosenLast()
    {
        std::vector<Scenario> layouts = manyLayouts();
        for (Scenario& s : layouts)
            s.cluster.memory_bytes = 1e15;
        const std::size_t best = mostInformative(layouts, 1, shippedCalibration()).front();
        layouts[best].cluster.memory_bytes = memoryUse(layouts[best]).total();
        QVERIFY(memoryUse(layouts[best]).fits()); // with an even chance
        const std::vector<std::size_t> chosen = mostInformative(layouts, layouts.size(), shippedCalibration());
        QCOMPARE(chosen.size(), layouts.size());
        QCOMPARE(chosen.back(), best);
    }

    void theNameIsSavedWithTheScenario()
    {
        const OwnRows rows = rowsOf(1.2, 1);
        Scenario job = llama();
        job.own_runs.name = ShortName("cluster of autumn");
        const CalibrationReport report = calibrate(job, rows.rows, shippedCalibration());
        ScenarioFile file;
        file.scenario = report.scenario;
        const auto read =
            parseScenario(writeScenario(file, shippedCalibration()), "own.kneepoint", shippedCalibration());
        QVERIFY(read && read->scenario == report.scenario);
        QCOMPARE(read->scenario.own_runs.name.text(), std::string_view("cluster of autumn"));
        const StepReport step = evaluate(read->scenario, shippedCalibration());
        QCOMPARE(predictionInterval(read->scenario, step, shippedCalibration()).kind, std::string("cluster of autumn"));
    }

    void aCalibrationCanBeSwitchedOff()
    {
        const OwnRows rows = rowsOf(1.3, 1);
        Scenario s = calibrate(llama(), rows.rows, shippedCalibration()).scenario;
        const double calibrated = evaluate(s, shippedCalibration()).step_s;
        QVERIFY(basisOf(s, shippedCalibration()) == Basis::calibrated);
        s.own_runs.used = false;
        QCOMPARE(evaluate(s, shippedCalibration()).step_s, evaluate(llama(), shippedCalibration()).step_s);
        QVERIFY(calibrated > 1.1 * evaluate(s, shippedCalibration()).step_s);
        QVERIFY(basisOf(s, shippedCalibration()) == Basis::similar);
    }

    void theErrorAfterIsThatOfTheCalibratedScenario()
    {
        for (const double network : {1., 1.5, 3.}) {
            const OwnRows rows = rowsOf(1.2, network);
            for (std::size_t used = 1; used <= rows.rows.size(); ++used) {
                const std::span<const OwnRow> some(rows.rows.data(), used);
                const CalibrationReport report = calibrate(llama(), some, shippedCalibration());
                double error = 0;
                for (const OwnRow& row : some) {
                    Scenario s = row.scenario;
                    s.own_runs = report.scenario.own_runs;
                    const double step_s = evaluate(s, shippedCalibration()).step_s;
                    error += std::abs(step_s / row.step_s - 1) / static_cast<double>(used);
                }
                QVERIFY2(std::abs(error - report.error_after) < 1e-9,
                    fmt::format("{} runs: {} and {}", used, error, report.error_after).c_str());
            }
        }
    }

    void runsThatMatchThePredictionMoveNothing()
    {
        const OwnRows rows = rowsOf(1, 1);
        const CalibrationReport report = calibrate(llama(), rows.rows, shippedCalibration());
        QVERIFY(report.moved.empty());
        QVERIFY(report.error_after < 1e-6);
    }

    void calibratingAgainReplacesWhatWasThere()
    {
        const OwnRows rows = rowsOf(1.2, 1);
        const Scenario once = calibrate(llama(), rows.rows, shippedCalibration()).scenario;
        QCOMPARE(calibrate(once, rows.rows, shippedCalibration()).scenario, once);
    }

    void anUnusableRowIsRejectedWithItsReason_data()
    {
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("says");
        test::dataRow("no measurement", R"({"tp": 2})", "step_time_s");
        test::dataRow("not a number", R"({"tp": [2], "step_time_s": 1})", "plan.tensor_parallel");
        test::dataRow("out of range", R"({"tp": -1, "step_time_s": 1})", "plan.tensor_parallel");
        test::dataRow("wrong unit", R"({"step_time_s": 1e12})", "a year");
        test::dataRow("memory in GB for bytes", R"({"step_time_s": 1, "memory_bytes": 40})", "1 MB");
        test::dataRow("an unknown key", R"({"tpp": 2, "step_time_s": 1})",
            R"("tpp" is neither a parameter nor a measurement; the nearest key is "tp")");
        test::dataRow(
            "parts of replicas", R"({"tp": 3, "step_time_s": 1})", "64 GPUs are not whole replicas of 3 GPUs");
        test::dataRow("a layout that cannot run", R"({"tp": 64, "step_time_s": 1})",
            "cannot run: TP 64 does not divide 32 attention heads");
        test::dataRow(
            "MFU in per cent", R"({"mfu": 40})", R"(mfu is a fraction from 0 to 1, not 40; write per cent as "40 %")");
        test::dataRow("more than all", R"({"mfu": 1.01})", "mfu is a fraction from 0 to 1, not 1.01");
        test::dataRow("less than a megabyte", R"({"memory_bytes": 999999})", "its memory is not between 1 MB and 1 PB");
        test::dataRow("more than a petabyte", R"({"mem_gb": 1000001})", "its memory is not between 1 MB and 1 PB");
        test::dataRow(
            "no time", R"({"step_time_s": 0})", "step_time_s gives a step that is not between 1 µs and a year");
        test::dataRow("a list for a number", R"({"step_time_s": [1]})", "step_time_s: expected a number");
        test::dataRow("tokens of another step", R"({"step_time_s": 2, "tokens_per_s": 1})",
            "contradicts itself: it states step_time_s 2 s, and tokens_per_s 1 tokens/s, a step of ");
        test::dataRow("an unknown unit", R"({"step_time_s": "3.2 parsecs"})", "step_time_s: ");
        test::dataRow("not an object", "7", "object");
        test::dataRow("two step times", R"({"step_time_s": 2, "step_s": 3})",
            "contradicts itself: it states step_time_s 2 s, and step_s 3 s");
        test::dataRow("a step and an MFU of another", R"({"step_time_s": 100, "mfu": "40 %"})",
            "it states step_time_s 100 s, and mfu 40 %, a step of ");
    }
    void anUnusableRowIsRejectedWithItsReason()
    {
        QFETCH(QString, row);
        QFETCH(QString, says);
        const OwnRows rows = ownRows(fmt::format("[{}]", row.toStdString()));
        QVERIFY(rows.rows.empty() && rows.refused.size() == 1);
        QVERIFY2(rows.refused[0].second.find(says.toStdString()) != std::string::npos, rows.refused[0].second.c_str());
    }

    /// The MFU of a log may count operations in another way.
    void anMfuOfTheSameStepAgreesWithItRoughly()
    {
        const OwnRows one = ownRows(R"([{"mfu": "40 %"}])");
        QCOMPARE(one.rows.size(), std::size_t{1});
        const auto used = [&](double times) {
            return ownRows(fmt::format(R"([{{"step_time_s": {}, "mfu": "40 %"}}])", times * one.rows[0].step_s))
                .rows.size();
        };
        QCOMPARE(used(1.3), std::size_t{1});
        QCOMPARE(used(0.75), std::size_t{1});
        QCOMPARE(used(1.5), std::size_t{0});
    }

    void aTextWithoutRowsIsAnError()
    {
        for (const char* text : {"", "{", "3", "{}"})
            QVERIFY(!parseOwnRows(text, "own.json", llama(), shippedCalibration()));
    }

    void measurementsMayHaveUnits()
    {
        const OwnRows rows = ownRows(R"([{"id": "a", "note": "b", "step_time_s": "3200 ms", "mem_gb": "61.5 GB"},
            {"mfu": "40 %"}, {"mfu": 0.4}])");
        QVERIFY(rows.rows.size() == 3);
        QCOMPARE(rows.rows[0].step_s, 3.2);
        QCOMPARE(rows.rows[0].memory_bytes, 61.5e9);
        QCOMPARE(rows.rows[1].step_s, rows.rows[2].step_s);
    }

    void everyThroughputIsConvertedToAStep()
    {
        const Scenario s = llama();
        const double examples = s.workload.global_batch, tokens = examples * s.workload.sequence_length;
        const double mfu = *measure(metric("mfu"), s) * evaluate(s).step_s / 5;
        for (const auto& [name, value] : {std::pair("step_s", 5.0), std::pair("step_time_s", 5.0),
                 std::pair("tokens_per_s", tokens / 5), std::pair("tokens_per_s_per_gpu", tokens / 5 / 64),
                 std::pair("examples_per_s", examples / 5), std::pair("mfu", mfu)}) {
            const OwnRows rows = ownRows(fmt::format(R"([{{"{}": {}}}])", name, value));
            QVERIFY2(rows.rows.size() == 1, name);
            VERIFY_CLOSE(rows.rows[0].step_s, 5, 1e-6);
        }
    }

    void theWholeRangeOfMemoryAndMfuIsRead()
    {
        QCOMPARE(ownRows(R"([{"memory_bytes": 1e6}, {"memory_bytes": 1e15}, {"mfu": 1}])").rows.size(), std::size_t(3));
    }

    void stepsOfMillisecondsAreRead()
    {
        QCOMPARE(ownRows(R"([{"step_s": 0.5}, {"step_s": "20 ms"}])").rows.at(1).step_s, 0.02);
        QCOMPARE(ownRows(R"([{"step_s": 0.5}])").rows.at(0).step_s, 0.5);
    }

    void ofTwoStatementsOfMemoryTheFirstIsUsed()
    {
        const OwnRows rows = ownRows(R"([{"memory_bytes": 5e10, "mem_gb": 60}, {"memory_bytes": null, "mem_gb": 60}])");
        QCOMPARE(rows.rows.at(0).memory_bytes, 5e10);
        QCOMPARE(rows.rows.at(1).memory_bytes, 6e10);
    }

    void measurementsMayBeInAnObjectOfTheirOwn()
    {
        const OwnRows rows = ownRows(R"([{"tp": 2, "measured": {"step_time_s": 3, "mem_gb": 40}}])");
        QCOMPARE(rows.rows.at(0).step_s, 3.0);
        QCOMPARE(rows.rows[0].memory_bytes, 40e9);
        QCOMPARE(rows.rows[0].scenario.plan.tensor_parallel, 2.0);
    }

    void rowsAreNamedByTheirIdOrTheirPlace()
    {
        const OwnRows rows = ownRows(R"([{"step_s": 3}, {"id": "mine", "step_s": 3}, {"id": 7, "step_s": 3}, 4,
            {"id": "bad"}])");
        QCOMPARE(rows.rows.size(), std::size_t(3));
        QCOMPARE(rows.rows[0].name, std::string("row 1"));
        QCOMPARE(rows.rows[1].name, std::string("mine"));
        QCOMPARE(rows.rows[2].name, std::string("row 3"));
        QCOMPARE(rows.refused.at(0).first, std::string("row 4"));
        QCOMPARE(rows.refused.at(1).first, std::string("bad"));
    }

    void moreRowsThanACalibrationUsesAreAnError()
    {
        const auto rowsIn = [](std::size_t count) {
            std::string text;
            for (std::size_t i = 0; i < count; ++i)
                text += text.empty() ? R"({"step_s": 3})" : R"(,{"step_s": 3})";
            return parseOwnRows("[" + text + "]", "own.json", llama(), shippedCalibration());
        };
        QCOMPARE(rowsIn(256)->rows.size(), std::size_t(256));
        QCOMPARE(rowsIn(257).error().message, std::string("own.json: 257 rows; a calibration uses at most 256"));
    }

    /// 512 examples over 64 GPUs.
    void theBatchOfTheJobIsDividedOverTheReplicasOfARow()
    {
        const OwnRows rows = ownRows(R"([{"step_s": 3}, {"tp": 2, "step_s": 3}, {"mbs": 4, "step_s": 3},
            {"gbs": 1024, "step_s": 3}, {"mbs": 2, "gbs": 256, "pp": 2, "step_s": 3}, {"gpus": 8, "step_s": 3}])");
        QCOMPARE(rows.rows.size(), std::size_t(6));
        const auto is = [&](std::size_t i, double micro_batch, double global_batch, double accumulation) {
            const Scenario& s = rows.rows[i].scenario;
            return s.workload.batch_per_gpu == micro_batch && s.workload.global_batch == global_batch
                && s.plan.accumulation == accumulation;
        };
        QVERIFY(is(0, 1, 512, 8));
        QVERIFY(is(1, 1, 512, 16));
        QVERIFY(is(2, 4, 512, 2));
        QVERIFY(is(3, 1, 1024, 16));
        QVERIFY(is(4, 2, 256, 4));
        QVERIFY(is(5, 1, 512, 64));
    }

    void aRunIsEnteredByTheTextsOfItsSettings()
    {
        const auto entered = [](const char* id, const char* text, const char* value) {
            const OwnMeasure& tokens = *std::ranges::find(ownMeasures(), "tokens_per_s", &OwnMeasure::name);
            return ownRow({"mine", {{id, text}}, &tokens, value}, llama(), shippedCalibration());
        };
        const double tokens = llama().workload.global_batch * llama().workload.sequence_length;
        const auto row = entered("plan.tensor_parallel", "4", fmt::format("{}", tokens / 4).c_str());
        QVERIFY(row && row->name == "mine");
        QCOMPARE(row->scenario.plan.tensor_parallel, 4.0);
        QCOMPARE(row->scenario.plan.accumulation, 32.0);
        VERIFY_CLOSE(row->step_s, 4, 1e-6);
        QVERIFY(!entered("plan.tensor_parallel", "many", "1000"));
        QVERIFY(!entered("plan.tensor_parallel", "64", "1000"));
        const auto no_number = entered("plan.tensor_parallel", "4", "fast");
        QVERIFY(!no_number && no_number.error().message.find("\"fast\" is not a number") != std::string::npos);
        QVERIFY(!entered("plan.tensor_parallel", "4", "1e-30"));
    }

    /// A run as in a file of measurements: its model, layout and size, on the job's hardware with the job's software.
    void aWholeRunKeepsTheHardwareAndSoftwareOfTheJob()
    {
        Scenario job = llama();
        job.cluster.link_rate *= 0.5;
        job.plan.bucket_bytes = 3e7;
        job.plan.gradient_precision = GradientPrecision::fp32;
        const auto read = [&](const char* gpu) {
            const std::string text = fmt::format(R"([{{"id": "a", "model": {{"layers": 24, "hidden": 2048, "heads": 16,
                "vocab": 50000, "seq_len": 2048}}, "cluster": {{"gpu": "{}", "gpus": 16, "gpus_per_node": 4,
                "inter_node_gbps_per_gpu": 100}}, "layout": {{"tp": 2, "pp": 1, "dp": 8, "microbatch": 2,
                "global_batch": 64, "precision": "bf16"}}, "measured": {{"step_time_s": 3}}}}])",
                gpu);
            Result<OwnRows> rows = parseOwnRows(text, "own.json", job, shippedCalibration());
            if (!rows || rows->rows.empty())
                qFatal("%s", rows ? rows->refused.at(0).second.c_str() : rows.error().message.c_str());
            return rows->rows.front();
        };
        const Scenario same = read("H100-SXM5-80GB").scenario, other = read("A100-SXM4-80GB").scenario;
        for (const Scenario* s : {&same, &other}) {
            QCOMPARE(s->workload.layers, 24.0);
            QCOMPARE(s->plan.tensor_parallel, 2.0);
            QCOMPARE(s->plan.accumulation, 4.0);
            QCOMPARE(s->cluster.gpus, 16.0);
            QCOMPARE(s->cluster.gpus_per_node, 4.0);
            QVERIFY(s->stack.software == job.stack.software);
            QCOMPARE(s->plan.bucket_bytes, 3e7);
            QVERIFY(s->plan.gradient_precision == GradientPrecision::fp32);
        }
        QVERIFY(same.cluster.gpu == job.cluster.gpu && same.cluster.link_rate == job.cluster.link_rate);
        QVERIFY(other.cluster.gpu != job.cluster.gpu && other.cluster.link_rate != job.cluster.link_rate);
        QCOMPARE(read("H100-SXM5-80GB").step_s, 3.0);
    }

    /// A row of a layout states what its kernels fuse; a run in a file of measurements has the software of the job.
    void theKernelOfALayoutIsRead()
    {
        const auto fused = [](const char* kernel) {
            const OwnRows rows = ownRows(fmt::format(R"([{{"model": {{"layers": 24, "hidden": 2048, "heads": 16,
                "vocab": 50000}}, "gpu": "H100-SXM5-80GB", "gpus": 16, "tp": 2, "pp": 1, "dp": 8, "mbs": 2, "gbs": 64,
                "seq": 2048, "precision": "bf16", "kernel": "{}", "step_time_s": 3}}])",
                kernel));
            if (rows.rows.empty())
                qFatal("%s", rows.refused.at(0).second.c_str());
            return rows.rows.front().scenario.stack.fused_attention;
        };
        QVERIFY(fused("flash_attn2"));
        QVERIFY(!fused("torch"));
    }

    void aFileIsReadUpToItsBounds()
    {
        const auto isRead = [](const std::string& text) {
            return parseOwnRows(text, "own.json", llama(), shippedCalibration()).has_value();
        };
        const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
        QVERIFY(isRead(nested(8)));
        QVERIFY(!isRead(nested(9)));
        const auto noted = [](std::size_t bytes) { return "[{\"note\": \"" + std::string(bytes, 'x') + "\"}]"; };
        QVERIFY(isRead(noted(4000000)));
        QVERIFY(!isRead(noted(4300000)));
        const auto listed = [](std::size_t values) {
            std::string text = "[{\"note\": [0";
            for (std::size_t i = 1; i < values; ++i)
                text += ",0";
            return text + "]}]";
        };
        QVERIFY(isRead(listed(199000)));
        QVERIFY(!isRead(listed(201000)));
    }

    void throughputIsConvertedToAStep()
    {
        const Scenario s = llama();
        const double tokens = s.workload.global_batch * s.workload.sequence_length;
        const OwnRows rows = ownRows(fmt::format("[{{\"tokens_per_s\": {}}}]", tokens / 2));
        QVERIFY(rows.rows.size() == 1);
        QCOMPARE(rows.rows[0].step_s, 2.0);
    }

    void roundedThroughputDoesNotContradictTheStep()
    {
        const Scenario s = llama();
        const double tokens = s.workload.global_batch * s.workload.sequence_length;
        const OwnRows rows = ownRows(fmt::format(R"([{{"step_time_s": 2, "tokens_per_s": {}}}])", tokens / 2.05));
        QVERIFY(rows.rows.size() == 1);
        QCOMPARE(rows.rows[0].step_s, 2.0);
    }
};

KNEEPOINT_TEST(CalibrateTest)
#include "calibrate_test.moc"
