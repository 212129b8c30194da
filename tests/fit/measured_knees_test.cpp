// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/measured_knees.h"
#include "model/constants/left_out_constants.h"
#include "model/step/step_model.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <fmt/format.h>
#include <vector>

using namespace kneepoint;
using namespace kneepoint::fit;
using namespace kneepoint::test;

namespace {

/// Strong scaling of a job over a slow network, at 8, 16, 32 … GPUs, measured as predicted.
std::vector<MeasuredRun> slowNetwork(std::size_t sizes)
{
    std::vector<MeasuredRun> runs;
    for (std::size_t i = 0; i < sizes; ++i) {
        MeasuredRun run;
        run.id = fmt::format("{}", 8 << i);
        run.series = "series";
        run.group = run.source = "a source";
        run.gpu = "h100-sxm";
        run.candidates = {edited(preset("llama3-8b-64xh100"),
            {{"cluster.gpus", run.id}, {"cluster.interconnect", "eth10"}, {"workload.scaling", "strong"}})};
        run.step_s = evaluate(run.candidates.front(), shippedCalibration()).step_s;
        runs.push_back(run);
    }
    return runs;
}

MeasuredKnee kneeAt(std::optional<double> measured, std::optional<double> predicted)
{
    return {"series", "run", 8, 64, measured, predicted};
}

} // namespace

/// Measured series judged by where they lose their efficiency.
class MeasuredKneesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(loadLeftOutConstants()); }

    void aKneeLiesBetweenTheSizesAroundTheTolerance()
    {
        const std::vector<SizeRate> sizes{{8, 8}, {16, 14.4}, {32, 22.4}}; // 100, 90 and 70 %
        QCOMPARE(*kneeOf(sizes, 0.8), 16 * std::sqrt(2.0));
    }

    void aSeriesThatScalesHasNone() { QVERIFY(!kneeOf(std::vector<SizeRate>{{8, 8}, {16, 15}, {32, 29}}, 0.8)); }

    void aPredictionWithinAFactorOfTwoIsRight()
    {
        QCOMPARE(verdictOn(kneeAt(16, 31)), KneeVerdict::right);
        QCOMPARE(verdictOn(kneeAt(16, 33)), KneeVerdict::wrong);
        QCOMPARE(verdictOn(kneeAt(33, 16)), KneeVerdict::wrong);
    }

    void aMissingKneeIsWrongOnlyFarFromTheLargestSize()
    {
        QCOMPARE(verdictOn(kneeAt(16, {})), KneeVerdict::wrong);
        QCOMPARE(verdictOn(kneeAt({}, 16)), KneeVerdict::wrong);
        QCOMPARE(verdictOn(kneeAt(50, {})), KneeVerdict::open);
        QCOMPARE(verdictOn(kneeAt({}, {})), KneeVerdict::none);
    }

    void aSeriesMeasuredAsPredictedHasItsKneeThere()
    {
        const auto knees = measuredKnees(slowNetwork(6), shippedCalibration());
        QCOMPARE(knees.size(), std::size_t(1));
        QCOMPARE(knees.front().from_gpus, 8.0);
        QCOMPARE(knees.front().to_gpus, 256.0);
        QVERIFY(knees.front().measured);
        QCOMPARE(verdictOn(knees.front()), KneeVerdict::right);
    }

    void twoSizesAreNoSeries() { QVERIFY(measuredKnees(slowNetwork(2), shippedCalibration()).empty()); }

    void anotherModelIsAnotherSeries()
    {
        std::vector<MeasuredRun> runs = slowNetwork(5);
        for (std::size_t i = 0; i < 3; ++i)
            runs[i].candidates.front().workload.parameters *= 2;
        QCOMPARE(measuredKnees(runs, shippedCalibration()).size(), std::size_t(1));
    }
};

KNEEPOINT_TEST(MeasuredKneesTest)
#include "measured_knees_test.moc"
