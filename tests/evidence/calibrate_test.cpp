// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/prediction_interval.h"
#include "model/calibrate/calibrate.h"
#include "model/evidence/hardware_names.h"
#include "model/scenario/own_runs.h"
#include "model/scenario/scenario_file.h"
#include "model/step/step_model.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <fmt/format.h>

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
    s.cluster.gpus_per_node = 8;
    s.plan.accumulation = 8;
    s.plan.zero_stage = 1;
    s.assumptions.input_limited = false;
    sumGlobalBatch(s);
    return s;
}

/// Rows as a cluster would measure them that is slower by these factors.
std::string rowsOf(double compute, double network)
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
    return fmt::format("{{\"rows\": [{}]}}", rows);
}

} // namespace

/// A few runs of the user's own.
class CalibrateTest : public QObject {
    Q_OBJECT

private slots:
    void threeRunsOfASlowerClusterAreExplainedByIt()
    {
        const auto rows = parseOwnRows(rowsOf(1.2, 1.5), "own.json", llama(), shippedCalibration());
        QVERIFY(rows && rows->rows.size() == 3 && rows->refused.empty());
        const CalibrationReport report = calibrate(llama(), rows->rows, shippedCalibration());
        QVERIFY(report.error_before > 0.1);
        QVERIFY(report.error_after < 0.02);
        QVERIFY(report.half_width_after < report.half_width_before);
        QVERIFY(!report.moved.empty());
    }

    void theFactorBehindManyRunsIsFound()
    {
        const auto rows = parseOwnRows(rowsOf(1.2, 1.5), "own.json", llama(), shippedCalibration());
        QVERIFY(rows);
        std::vector<OwnRow> many;
        for (int times = 0; times < 8; ++times)
            many.insert(many.end(), rows->rows.begin(), rows->rows.end());
        const OwnRuns own = calibrate(llama(), many, shippedCalibration()).scenario.own_runs;
        QVERIFY2(std::abs(own.compute - 1.2) < 0.05, QByteArray::number(own.compute).constData());
    }

    void aRunThatNothingExplainsIsLetGoAndWidensTheInterval()
    {
        const auto rows = parseOwnRows(rowsOf(1.2, 1), "own.json", llama(), shippedCalibration());
        QVERIFY(rows);
        const CalibrationReport calm = calibrate(llama(), rows->rows, shippedCalibration());
        std::vector<OwnRow> disturbed = rows->rows;
        disturbed.push_back(disturbed.front());
        disturbed.back().step_s *= 20;
        const CalibrationReport report = calibrate(llama(), disturbed, shippedCalibration());
        const auto step = [](const CalibrationReport& r) { return evaluate(r.scenario, shippedCalibration()).step_s; };
        QVERIFY(std::abs(step(report) / step(calm) - 1) < 0.1);
        QVERIFY(report.half_width_after > 2 * calm.half_width_after);
    }

    void aSingleRunFarOffWidensTheInterval()
    {
        auto rows = parseOwnRows(rowsOf(1, 1), "own.json", llama(), shippedCalibration());
        QVERIFY(rows);
        rows->rows.resize(1);
        rows->rows.front().step_s *= 5;
        const CalibrationReport report = calibrate(llama(), rows->rows, shippedCalibration());
        QVERIFY(report.half_width_after > report.half_width_before);
    }

    void moreRunsThatAgreeNarrowTheInterval()
    {
        const auto rows = parseOwnRows(rowsOf(1.2, 1), "own.json", llama(), shippedCalibration());
        QVERIFY(rows);
        const auto width = [&](std::size_t runs) {
            return calibrate(llama(), std::span(rows->rows).first(runs), shippedCalibration()).half_width_after;
        };
        QVERIFY(width(3) < width(1));
    }

    void aNameStaysWithTheScenario()
    {
        const auto rows = parseOwnRows(rowsOf(1.2, 1), "own.json", llama(), shippedCalibration());
        QVERIFY(rows);
        Scenario job = llama();
        job.own_runs.name = ShortName("cluster of autumn");
        const CalibrationReport report = calibrate(job, rows->rows, shippedCalibration());
        ScenarioFile file;
        file.scenario = report.scenario;
        const auto read = parseScenario(writeScenario(file), "own.kneepoint", shippedCalibration());
        QVERIFY(read && read->scenario == report.scenario);
        QCOMPARE(read->scenario->own_runs.name.text(), std::string_view("cluster of autumn"));
        const StepReport step = evaluate(read->scenario, shippedCalibration());
        QCOMPARE(predictionInterval(read->scenario, step, shippedCalibration()).kind, std::string("cluster of autumn"));
    }

    void aCalibrationCanBeSwitchedOff()
    {
        const auto rows = parseOwnRows(rowsOf(1.3, 1), "own.json", llama(), shippedCalibration());
        QVERIFY(rows);
        Scenario s = calibrate(llama(), rows->rows, shippedCalibration()).scenario;
        const double calibrated = evaluate(s, shippedCalibration()).step_s;
        QVERIFY(basisOf(s, shippedCalibration()) == Basis::calibrated);
        s.own_runs.used = false;
        QCOMPARE(evaluate(s, shippedCalibration()).step_s, evaluate(llama(), shippedCalibration()).step_s);
        QVERIFY(calibrated > 1.1 * evaluate(s, shippedCalibration()).step_s);
        QVERIFY(basisOf(s, shippedCalibration()) == Basis::similar);
    }

    void runsThatAgreeWithThePredictionMoveNothing()
    {
        const auto rows = parseOwnRows(rowsOf(1, 1), "own.json", llama(), shippedCalibration());
        QVERIFY(rows);
        const CalibrationReport report = calibrate(llama(), rows->rows, shippedCalibration());
        QVERIFY(report.moved.empty());
        QVERIFY(report.error_after < 1e-6);
    }

    void calibratingAgainReplacesWhatWasThere()
    {
        const auto rows = parseOwnRows(rowsOf(1.2, 1), "own.json", llama(), shippedCalibration());
        QVERIFY(rows);
        const Scenario once = calibrate(llama(), rows->rows, shippedCalibration()).scenario;
        QCOMPARE(calibrate(once, rows->rows, shippedCalibration()).scenario, once);
    }

    void aRowThatCannotBeUsedIsRefusedWithItsReason_data()
    {
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("says");
        QTest::newRow("no measurement") << R"({"tp": 2})"
                                        << "step_time_s";
        QTest::newRow("not a number") << R"({"tp": [2], "step_time_s": 1})"
                                      << "plan.tensor_parallel";
        QTest::newRow("out of range") << R"({"tp": -1, "step_time_s": 1})"
                                      << "plan.tensor_parallel";
        QTest::newRow("a slip of the unit") << R"({"step_time_s": 1e12})"
                                            << "a year";
        QTest::newRow("not an object") << "7"
                                       << "object";
    }
    void aRowThatCannotBeUsedIsRefusedWithItsReason()
    {
        QFETCH(QString, row);
        QFETCH(QString, says);
        const auto rows =
            parseOwnRows(fmt::format("[{}]", row.toStdString()), "own.json", llama(), shippedCalibration());
        QVERIFY(rows && rows->rows.empty() && rows->refused.size() == 1);
        QVERIFY2(
            rows->refused[0].second.find(says.toStdString()) != std::string::npos, rows->refused[0].second.c_str());
    }

    void aTextWithoutRowsIsAnError()
    {
        for (const char* text : {"", "{", "3", "{}"})
            QVERIFY(!parseOwnRows(text, "own.json", llama(), shippedCalibration()));
    }

    void throughputIsAStepAsWell()
    {
        const Scenario s = llama();
        const double tokens = s.workload.global_batch * s.workload.sequence_length;
        const auto rows =
            parseOwnRows(fmt::format("[{{\"tokens_per_s\": {}}}]", tokens / 2), "own.json", s, shippedCalibration());
        QVERIFY(rows && rows->rows.size() == 1);
        QCOMPARE(rows->rows[0].step_s, 2.0);
    }
};

KNEEPOINT_TEST(CalibrateTest)
#include "calibrate_test.moc"
