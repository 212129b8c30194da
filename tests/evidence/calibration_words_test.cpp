// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/calibration_words.h"

#include "model/calibrate/scaling_fit.h"
#include "tests/support/compare.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <string>
#include <vector>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

/// Runs on this many GPUs that take `slower` times as long as the calibration says.
std::vector<FittedRun> runsOff(double slower, double gpus)
{
    return {{"a", gpus, 2 * slower, 2, 0}, {"b", gpus, 5 * slower, 5, 0}, {"c", gpus, 7 * slower, 7, 0}};
}

CalibrationReport report()
{
    CalibrationReport r;
    r.error_before = 0.123;
    r.error_after = 0.045;
    r.half_width_before = std::log(1.5);
    r.half_width_after = std::log(1.2);
    r.scenario.own_runs.runs = 3;
    r.memory_error_before = 0.2;
    r.memory_error_after = 0.1;
    return r;
}

} // namespace

/// A calibration in words.
class CalibrationWordsTest : public QObject {
    Q_OBJECT

private slots:
    void anIntervalIsSaidByItsUpperEnd()
    {
        QCOMPARE(intervalPercent(0), 0.0);
        VERIFY_CLOSE(intervalPercent(std::log(1.38)), 38, 1e-9);
    }

    void theSentenceHasErrorsAndIntervals()
    {
        CalibrationReport r = report();
        const std::string sentence = "Calibrated with 3 measured runs: mean error 12.3 % before, 4.5 % after; "
                                     "90 % interval ±50 % before, ±20 % after.";
        QCOMPARE(calibrationSentence(r), sentence);
        r.scenario.own_runs.memory_runs = 1;
        QCOMPARE(calibrationSentence(r), sentence + " Memory: mean error 20.0 % before, 10.0 % after.");
        r.scenario.own_runs.runs = 1;
        QVERIFY(calibrationSentence(r).starts_with("Calibrated with 1 measured run: "));
    }

    void changedFactorsHaveTheNamesOfTheirParameters()
    {
        CalibrationReport r;
        QVERIFY(movedFactors(r).empty());
        r.moved = {{"stack.own_compute", 1, 1.1234}, {"stack.own_network", 1, 0.8}};
        const std::vector<std::string> factors = movedFactors(r);
        QCOMPARE(factors.size(), std::size_t(2));
        QVERIFY2(factors[0].ends_with(" × 1.12") && factors[0].size() > 10, factors[0].c_str());
        QVERIFY2(factors[1].ends_with(" × 0.80"), factors[1].c_str());
    }

    void runsWithoutAStepDoNotCalibrate()
    {
        QCOMPARE(missingMeasurement(std::vector<OwnRow>{{"a", {}, 0, 40e9}}),
            std::string_view("no run states its step time or throughput"));
        QVERIFY(missingMeasurement(std::vector<OwnRow>{{"a", {}, 0, 40e9}, {"b", {}, 2, 0}}).empty());
    }

    void runsWithinThreeTimesTheirPredictionAreExplained_data()
    {
        QTest::addColumn<double>("slower");
        QTest::addColumn<bool>("explained");
        QTest::newRow("as fitted") << 1.0 << true;
        QTest::newRow("nearly three times as long") << 2.9 << true;
        QTest::newRow("nearly a third") << 0.35 << true;
        QTest::newRow("three times as long") << 3.0 << false;
        QTest::newRow("more than three times as long") << 3.1 << false;
        QTest::newRow("less than a third") << 0.32 << false;
    }
    void runsWithinThreeTimesTheirPredictionAreExplained()
    {
        QFETCH(const double, slower);
        QFETCH(const bool, explained);
        QCOMPARE(unexplainedText(runsOff(slower, 1)).empty(), explained);
    }

    void aFactorThatNoRunExplainsNamesTheLikelySlip_data()
    {
        QTest::addColumn<double>("slower");
        QTest::addColumn<double>("gpus");
        QTest::addColumn<QString>("slip");
        const QString gpus = "a rate per GPU may have been read as that of all GPUs";
        const QString thousands = "thousands may be missing (k tokens/s), or milliseconds were read as seconds";
        const QString minutes = "minutes may have been read as seconds, or the other way round";
        const QString millions = "millions may be missing (M tokens/s), or microseconds were read as seconds";
        const QString other = "check their units, the model and the sequence length";
        const auto row = [](const char* what, double slower, double on, const QString& slip) {
            QTest::newRow(what) << slower << on << slip;
        };
        row("as many times as GPUs", 64, 64, gpus);
        row("as many times shorter", 1. / 64, 64, gpus);
        row("a bit more than the GPUs", 90, 64, gpus);
        row("a bit less than the GPUs", 45, 64, gpus);
        row("four GPUs", 4, 4, gpus);
        row("hardly any GPUs", 3.2, 3, other);
        row("twice the GPUs", 30, 15, other);
        row("half the GPUs", 8, 16, other);
        row("a thousand", 1000, 8, thousands);
        row("a thousandth", 1e-3, 8, thousands);
        row("nearly two thousand", 1900, 8, thousands);
        row("more than two thousand", 2100, 8, other);
        row("hundreds", 450, 8, other);
        row("two thousand", 2000, 8, other);
        row("five hundred", 500, 8, other);
        row("half as many again as GPUs", 9, 6, other);
        row("two thirds of the GPUs", 4, 6, other);
        row("sixty", 60, 8, minutes);
        row("more than thirty", 32, 8, minutes);
        row("less than thirty", 28, 8, other);
        row("less than 120", 110, 8, minutes);
        row("more than 120", 130, 8, other);
        row("a million", 1e6, 8, millions);
        row("a millionth", 1e-6, 8, millions);
        row("less than half a million", 4.5e5, 8, other);
    }
    void aFactorThatNoRunExplainsNamesTheLikelySlip()
    {
        QFETCH(const double, slower);
        QFETCH(const double, gpus);
        QFETCH(const QString, slip);
        const QString text = QString::fromStdString(unexplainedText(runsOff(slower, gpus)));
        QVERIFY2(text.endsWith("even after calibration; " + slip), qPrintable(text));
    }

    void theTextSaysHowFarTheStepsAreOff()
    {
        QVERIFY(unexplainedText(runsOff(4, 1))
                    .starts_with("no factor within its range explains these runs: their steps are 4 times as long as "
                                 "predicted"));
        QVERIFY(unexplainedText(runsOff(0.2, 1)).find("are 5 times as short as") != std::string::npos);
    }

    void onlyRunsWithBothStepsAreJudged()
    {
        QVERIFY(unexplainedText({}).empty());
        QVERIFY(unexplainedText(std::vector<FittedRun>{{"a", 8, 10, 0, 0}, {"b", 8, 0, 10, 0}}).empty());
        const std::vector<FittedRun> runs{{"a", 8, 10, 0, 0}, {"b", 8, 0, 10, 0}, {"c", 8, 10, 2, 0}};
        QVERIFY(unexplainedText(runs).find("5 times as long") != std::string::npos);
    }

    void stepsOfMillisecondsAreJudgedAsLongerOnes()
    {
        QVERIFY(unexplainedText(std::vector<FittedRun>{{"a", 8, 0.5, 0.1, 0}}).find("5 times as long")
            != std::string::npos);
        QVERIFY(missingMeasurement(std::vector<OwnRow>{{"a", {}, 0.01, 0}}).empty());
    }

    void oneRunThatIsFarOffIsNotAllOfThem()
    {
        std::vector<FittedRun> runs = runsOff(1, 8);
        runs.push_back({"d", 8, 900, 1, 0});
        QVERIFY(unexplainedText(runs).empty());
    }
};

KNEEPOINT_TEST(CalibrationWordsTest)
#include "calibration_words_test.moc"
