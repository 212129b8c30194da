// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/calibrate.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/scenario_file.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/constants/fitted.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/uncertainty/job_likeness.h"
#include "model/uncertainty/prediction_interval.h"
#include "model/uncertainty/prediction_spread.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

Scenario job()
{
    return preset("llama3-8b-64xh100");
}

Scenario ofSize(const char* gpus)
{
    return edited(job(), {{"cluster.gpus", gpus}});
}

/// A run that takes this many times as long as predicted.
OwnRow measured(const Scenario& s, double slower)
{
    return {"", s, slower * evaluate(s, shippedCalibration()).step_s};
}

Scenario calibratedOn(const Scenario& s, const std::vector<OwnRow>& rows)
{
    return calibrate(s, rows, shippedCalibration()).scenario;
}

Scenario asked(Scenario s, const OwnRuns& own)
{
    s.own_runs = own;
    return s;
}

double halfWidth(const Scenario& s)
{
    const PredictionInterval interval = predictionInterval(s, evaluate(s, shippedCalibration()), shippedCalibration());
    return std::log(interval.high_s / interval.low_s) / 2;
}

/// What is open of the factors, on the slower side.
double openOf(const Scenario& s)
{
    Scenario plain = s;
    plain.own_runs = {};
    return openSpread(s, spreadsFor(plain, shippedCalibration()), shippedCalibration()).slower;
}

std::string textOf(const Scenario& s)
{
    return writeScenario({.title = "t", .scenario = s}, shippedCalibration());
}

Result<ScenarioFile> readWith(const Scenario& s, const std::string& from, const std::string& to)
{
    std::string text = textOf(s);
    const std::size_t place = text.find(from);
    if (place == std::string::npos)
        qFatal("%s is not in the file", from.c_str());
    text.replace(place, from.size(), to);
    return parseScenario(text, "own.json", shippedCalibration());
}

} // namespace

/// What runs say of the factors together.
class OpenFactorsTest : public QObject {
    Q_OBJECT

private slots:
    /// One run cannot tell the factors apart, but it tells their effect on its own job: what stays open of that is at
    /// most what single rows scatter by. To first order, and with slopes at the likeliest factors, while the calibrated
    /// ones hold those at 1 that a run hardly narrows: a tenth more at most.
    void theMeasuredJobIsAsNarrowAsItsRowAllows()
    {
        for (const char* gpus : {"8", "64", "512"})
            for (const double slower : {0.9, 1.0, 1.1}) {
                const Scenario s = ofSize(gpus);
                const std::vector<OwnRow> rows{measured(s, slower)};
                const RowsFit fit = fitRows(s, rows, shippedCalibration());
                const double row = spreadsFor(s, shippedCalibration()).row;
                const double open = std::sqrt(openVariance(s, fit.estimate, shippedCalibration()));
                QVERIFY2(open <= 1.1 * row, qPrintable(QString::number(open / row)));
                QVERIFY(halfWidth(calibratedOn(s, rows)) < halfWidth(s));
            }
    }

    /// Also where the step is no straight line: what a much slower network would bring out from behind kernels, the row
    /// has not seen. Each of eight directions ends where the misfit of the Cauchy loss has grown as far as that of a
    /// normal distribution does at its 90 % point: at most 1.86 deviations of a row, 1.13 for each of the 1.645.
    void whatTheRowWouldHaveSeenIsNotOpen()
    {
        const double most = 1.13 * std::sqrt(double(own_factor_count));
        for (const ScenarioFile& shipped : scenarioPresets()) {
            const Scenario& s = shipped.scenario;
            if (!atKernelDepth(s))
                continue; // textbooks have no factors
            const Scenario own = calibratedOn(s, {measured(s, 1)});
            const double row = spreadsFor(s, shippedCalibration()).row;
            QVERIFY2(openOf(own) <= most * row,
                qPrintable(QString::fromStdString(shipped.title) + " " + QString::number(openOf(own) / row)));
        }
    }

    /// Rows in one node say nothing of the network: its factor keeps its spread, whatever the others lose.
    void whatRunsDoNotShowStaysAsOpenAsBefore()
    {
        const Scenario s = ofSize("8");
        const FactorSpreads before = spreadsFor(s, shippedCalibration());
        const Scenario own = calibratedOn(s, {measured(s, 1), measured(s, 1)});
        double square = 0;
        for (const auto& direction : openDirections(own.own_runs, before))
            for (std::size_t i = 0; i < own_factor_count; ++i)
                if (own_factors[i].value == &OwnRuns::network)
                    square += direction.logs[i] * direction.logs[i];
        for (std::size_t i = 0; i < own_factor_count; ++i)
            if (own_factors[i].value == &OwnRuns::network)
                QVERIFY2(std::sqrt(square) > 0.98 * before.factors[i], qPrintable(QString::number(square)));
    }

    void farFromTheMeasuredJobTheIntervalOpens()
    {
        const Scenario own = calibratedOn(ofSize("64"), {measured(ofSize("64"), 1.05)});
        double narrower = 0;
        for (const char* gpus : {"64", "128", "512", "2048"}) {
            const double open = openOf(asked(ofSize(gpus), own.own_runs));
            QVERIFY(open >= narrower);
            narrower = open;
        }
        QVERIFY(narrower > missedApart(own.own_runs, ofSize("2048")));
        QVERIFY(missedApart(own.own_runs, ofSize("2048")) > 0.9 * job_spread);
        QCOMPARE(missedApart(own.own_runs, ofSize("64")), 0.0);
    }

    void moreRunsNeverOpenAFactor()
    {
        std::vector<OwnRow> rows;
        std::vector<double> before(4, INFINITY);
        for (const char* gpus : {"64", "8", "256", "64", "128"}) {
            rows.push_back(measured(ofSize(gpus), 1));
            const OwnRuns own = calibratedOn(ofSize("64"), rows).own_runs;
            std::size_t place = 0;
            for (const char* other : {"8", "64", "256", "1024"}) {
                const double open = openOf(asked(ofSize(other), own));
                QVERIFY2(open < 1.01 * before[place], qPrintable(QString::number(open / before[place])));
                before[place++] = open;
            }
        }
    }

    void theOrderOfTheRowsDoesNotMatter()
    {
        std::vector<OwnRow> rows{measured(ofSize("64"), 1.2), measured(ofSize("8"), 1.1), measured(ofSize("256"), 1.4),
            measured(ofSize("128"), 0.9)};
        const OwnRuns once = calibratedOn(job(), rows).own_runs;
        for (int turn = 0; turn < 3; ++turn) {
            std::rotate(rows.begin(), rows.begin() + 1, rows.end());
            QVERIFY(calibratedOn(job(), rows).own_runs == once);
        }
    }

    void aFileKeepsWhatIsOpen()
    {
        const Scenario own = calibratedOn(job(), {measured(job(), 1.2)});
        QVERIFY(own.own_runs.open != OpenFactors{});
        const auto again = parseScenario(textOf(own), "own.json", shippedCalibration());
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QVERIFY(again->scenario.own_runs == own.own_runs);
        QCOMPARE(halfWidth(again->scenario), halfWidth(own));
    }

    void withdrawingAnotherValueKeepsWhatIsOpen()
    {
        const Scenario own =
            calibratedWith(calibratedOn(job(), {measured(job(), 1.2)}).own_runs, job(), shippedCalibration());
        const Scenario without = withdrawn(own, parameter("cluster.gpus"), shippedCalibration());
        QVERIFY(without.own_runs == own.own_runs);
    }

    /// Files of older versions name a calibration and know its factors one by one.
    void anOlderFileIsRead()
    {
        Scenario older = job();
        older.own_runs = {.used = true, .runs = 1, .half_width = 0.1, .name = ShortName("mine"), .compute = 1.2};
        QVERIFY(textOf(older).find("\"calibration\": \"mine\"") != std::string::npos);
        const auto again = parseScenario(textOf(older), "own.json", shippedCalibration());
        QVERIFY(again && again->scenario.own_runs == older.own_runs);
        const FactorSpreads before = spreadsFor(job(), shippedCalibration());
        QCOMPARE(openDirections(again->scenario.own_runs, before).size(), own_factor_count - 1);
    }

    void whatCannotBeIsRefusedWithItsPlace()
    {
        const Scenario own = calibratedOn(job(), {measured(job(), 1.2)});
        const auto refusal = [&](const std::string& from, const std::string& to) {
            const auto read = readWith(own, from, to);
            return read ? std::string() : read.error().message;
        };
        QVERIFY(refusal("\"open\": [", "\"open\": [0.5,").find("/calibration/open") != std::string::npos);
        QVERIFY(refusal("\"gpus\": 64", "\"gpus\": -1").find("/calibration/gpus") != std::string::npos);
        QVERIFY(refusal("\"gpus\": 64", "\"gpu\": 64").find("/calibration/gpu") != std::string::npos);
        std::string zeros;
        for (std::size_t i = 1; i < OpenFactors{}.root.size(); ++i)
            zeros += ", 0";
        Scenario named = job();
        named.own_runs.name = ShortName("mine");
        const auto read =
            readWith(named, "\"calibration\": \"mine\"", "\"calibration\": {\"open\": [1e9" + zeros + "]}");
        QVERIFY(!read && read.error().message.find("/calibration/open/0") != std::string::npos);
    }
};

KNEEPOINT_TEST(OpenFactorsTest)
#include "open_factors_test.moc"
