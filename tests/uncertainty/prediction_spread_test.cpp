// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/uncertainty/prediction_spread.h"

#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

using Logs = std::array<double, own_factor_count>;

std::size_t placeOf(double OwnRuns::*factor)
{
    return static_cast<std::size_t>(std::ranges::find(own_factors, factor, &OwnFactor::value) - own_factors.begin());
}

Logs logsWith(double OwnRuns::*factor, double log)
{
    Logs logs{};
    logs[placeOf(factor)] = log;
    return logs;
}

FactorSpreads spreadsWith(double OwnRuns::*factor, double spread, double row = 0)
{
    return {"", logsWith(factor, spread), row};
}

/// A job whose step is one measured time: the factor of compute moves all of it.
Scenario timedJob()
{
    Scenario s = edited(bareJob(), {{"cluster.gpus", "1"}});
    s.workload.measured_example_s = 0.01;
    return s;
}

Scenario shardedJob()
{
    return preset("llama3-8b-64xh100");
}

PredictionSpread spreadOf(const Scenario& s, const FactorSpreads& spreads)
{
    return predictionSpread(s, spreads, shippedCalibration());
}

double logStep(const Scenario& s, const Logs& logs)
{
    return logStepWith(s, logs, shippedCalibration());
}

/// A calibration of the job that leaves these columns open, each up to its ends.
OwnRuns openAlong(const Scenario& s, const std::vector<OpenDirection>& columns)
{
    OwnRuns own{.used = true, .runs = 1};
    own.job = sizesOf(s);
    for (std::size_t i = 0, place = 0; i < own_factor_count; ++i)
        for (std::size_t k = 0; k <= i; ++k, ++place)
            if (k < columns.size())
                own.open.root[place] = static_cast<float>(columns[k].logs[i]);
    own.open.up.fill(1);
    own.open.down.fill(1);
    for (std::size_t k = 0; k < columns.size(); ++k) {
        own.open.up[k] = static_cast<float>(columns[k].up);
        own.open.down[k] = static_cast<float>(columns[k].down);
    }
    return own;
}

PredictionSpread openOf(Scenario s, const OwnRuns& own, const FactorSpreads& before = {})
{
    s.own_runs = own;
    return openSpread(s, before, shippedCalibration());
}

} // namespace

/// How far steps may lie from their prediction, by the factors that may differ.
class PredictionSpreadTest : public QObject {
    Q_OBJECT

private slots:
    void factorsAreThoseOfACalibration()
    {
        Logs logs{};
        OwnRuns own{.used = true, .runs = 1};
        for (std::size_t i = 0; i < own_factor_count; ++i) {
            logs[i] = 0.1 * static_cast<double>(i + 1);
            own.*own_factors[i].value = std::exp(logs[i]);
        }
        Scenario s = shardedJob();
        s.own_runs = {.used = true, .runs = 3, .half_width = 0.1, .compute = 2, .memory = 3};
        const Scenario with = withFactors(s, logs);
        QVERIFY(with.own_runs == own); // instead of those that it had
        QVERIFY(isCalibrated(with));
        VERIFY_CLOSE(logStep(s, logs), std::log(evaluate(with).step_s), 1e-12);
        QVERIFY(logStep(s, logs) > logStep(s, {}) + 0.1);
        VERIFY_CLOSE(logStep(s, {}), std::log(evaluate(shardedJob()).step_s), 1e-12);
    }

    void withoutSpreadsOnlySingleRowsScatter()
    {
        const PredictionSpread spread = spreadOf(shardedJob(), {"", {}, 0.07});
        VERIFY_CLOSE(spread.faster, 0.07, 1e-12);
        VERIFY_CLOSE(spread.slower, 0.07, 1e-12);
    }

    void aFactorOfTheWholeStepSpreadsItByItsOwn()
    {
        const PredictionSpread alone = spreadOf(timedJob(), spreadsWith(&OwnRuns::compute, 0.3));
        VERIFY_CLOSE(alone.faster, 0.3, 1e-9);
        VERIFY_CLOSE(alone.slower, 0.3, 1e-9);
        const PredictionSpread scattered = spreadOf(timedJob(), spreadsWith(&OwnRuns::compute, 0.3, 0.4));
        VERIFY_CLOSE(scattered.faster, 0.5, 1e-9);
        VERIFY_CLOSE(scattered.slower, 0.5, 1e-9);
    }

    void factorsWithoutEffectAddNothing()
    {
        const PredictionSpread spread = spreadOf(timedJob(), spreadsWith(&OwnRuns::network, 0.7, 0.05));
        VERIFY_CLOSE(spread.faster, 0.05, 1e-12);
        VERIFY_CLOSE(spread.slower, 0.05, 1e-12);
    }

    void independentFactorsAddTheirSquares()
    {
        FactorSpreads all{"", {}, 0.05};
        double faster = 0.05 * 0.05, slower = faster;
        for (std::size_t i = 0; i < own_factor_count; ++i) {
            all.factors[i] = 0.2;
            const PredictionSpread one = spreadOf(shardedJob(), spreadsWith(own_factors[i].value, 0.2));
            faster += one.faster * one.faster;
            slower += one.slower * one.slower;
        }
        const PredictionSpread spread = spreadOf(shardedJob(), all);
        VERIFY_CLOSE(spread.faster, std::sqrt(faster), 1e-12);
        VERIFY_CLOSE(spread.slower, std::sqrt(slower), 1e-12);
    }

    /// Launches are hidden behind kernels up to a point: a step may be later than half the change says, up to the end
    /// of the factor's own interval, and not earlier.
    void whatComesOutFromBehindKernelsMakesAStepLaterOnly()
    {
        constexpr double spread_of_launches = 0.6;
        const auto at = [&](double deviations) {
            return logStep(shardedJob(), logsWith(&OwnRuns::host, deviations * spread_of_launches))
                - logStep(shardedJob(), {});
        };
        const double half_change = (at(1) - at(-1)) / 2, late = at(1.645) / 1.645;
        const PredictionSpread spread = spreadOf(shardedJob(), spreadsWith(&OwnRuns::host, spread_of_launches));
        QVERIFY2(late > 1.2 * half_change, qPrintable(QString("%1 %2").arg(late).arg(half_change)));
        VERIFY_CLOSE(spread.faster, half_change, 1e-9);
        VERIFY_CLOSE(spread.slower, late, 2e-2);
    }

    void spreadsBeforeACalibrationAreOfTheirOwnWhereTheyDiffer()
    {
        const std::vector<FactorSpreads> all{{"measured", {}, 1}, {"similar", {}, 2}, {"similar/calibration", {}, 3}};
        QCOMPARE(calibrationSpreadsId(Basis::similar), std::string("similar/calibration"));
        QCOMPARE(calibrationSpreadsOf(all, Basis::similar)->row, 3.0);
        QCOMPARE(calibrationSpreadsOf(all, Basis::measured)->row, 1.0);
        QVERIFY(!calibrationSpreadsOf(all, Basis::none));
    }

    void ofAnOlderCalibrationEveryFactorAtOneIsOpen()
    {
        FactorSpreads before;
        for (std::size_t i = 0; i < own_factor_count; ++i)
            before.factors[i] = 0.1 * static_cast<double>(i + 1);
        OwnRuns older{.used = true, .runs = 1, .compute = 1.2, .node = 0.9};
        const std::vector<OpenDirection> open = openDirections(older, before);
        QCOMPARE(open.size(), own_factor_count - 2);
        std::size_t place = 0;
        for (const OwnFactor& factor : own_factors) {
            if (factor.value == &OwnRuns::compute || factor.value == &OwnRuns::node)
                continue;
            QCOMPARE(open[place].logs, logsWith(factor.value, before.factors[placeOf(factor.value)]));
            QVERIFY(open[place].up == 1 && open[place].down == 1);
            ++place;
        }
    }

    /// Columns of a lower triangle that is kept row by row.
    void openDirectionsAreTheColumnsThatAreKept()
    {
        OwnRuns own{.used = true, .runs = 1};
        for (std::size_t i = 0; i < own.open.root.size(); ++i)
            own.open.root[i] = static_cast<float>(i + 1);
        for (std::size_t i = 0; i < own_factor_count; ++i) {
            own.open.up[i] = static_cast<float>(i) / 8;
            own.open.down[i] = 1 - static_cast<float>(i) / 16;
        }
        const std::vector<OpenDirection> open = openDirections(own, {});
        QCOMPARE(open.size(), own_factor_count);
        QCOMPARE(open[0].logs, (Logs{1, 2, 4, 7, 11, 16, 22, 29}));
        QCOMPARE(open[1].logs, (Logs{0, 3, 5, 8, 12, 17, 23, 30}));
        QCOMPARE(open[7].logs, (Logs{0, 0, 0, 0, 0, 0, 0, 36}));
        QCOMPARE(open[2].up, 0.25);
        QCOMPARE(open[2].down, 0.875);
    }

    void whatIsOpenOfAWholeStepIsItsSpread()
    {
        const Scenario s = timedJob();
        const PredictionSpread open = openOf(s, openAlong(s, {{logsWith(&OwnRuns::compute, 0.25)}}));
        VERIFY_CLOSE(open.faster, 0.25, 1e-9);
        VERIFY_CLOSE(open.slower, 0.25, 1e-9);
        const PredictionSpread closed = openOf(s, openAlong(s, {}));
        QVERIFY(closed.faster == 0 && closed.slower == 0);
    }

    /// Half the way up and three quarters of the way down make a change of 5/8; later by 1/2.
    void theEndsOfADirectionLimitIt()
    {
        const Scenario s = timedJob();
        const Logs compute = logsWith(&OwnRuns::compute, 0.25);
        const PredictionSpread open = openOf(s, openAlong(s, {{compute, 0.5, 0.75}}));
        VERIFY_CLOSE(open.faster, 0.25 * 5 / 8, 1e-9);
        VERIFY_CLOSE(open.slower, 0.25 * 5 / 8, 1e-9);
        const PredictionSpread late = openOf(s, openAlong(s, {{compute, 0.75, 0.25}}));
        VERIFY_CLOSE(late.faster, 0.25 / 2, 1e-9);
        VERIFY_CLOSE(late.slower, 0.25 * 3 / 4, 1e-9);
        const PredictionSpread early = openOf(s, openAlong(s, {{compute, 0, 1}}));
        VERIFY_CLOSE(early.faster, 0.25 / 2, 1e-9);
        VERIFY_CLOSE(early.slower, 0.25 / 2, 1e-9);
    }

    void aDirectionHasNoSign()
    {
        const Scenario s = timedJob();
        const PredictionSpread one = openOf(s, openAlong(s, {{logsWith(&OwnRuns::compute, 0.25), 0.75, 0.25}}));
        const PredictionSpread other = openOf(s, openAlong(s, {{logsWith(&OwnRuns::compute, -0.25), 0.25, 0.75}}));
        VERIFY_CLOSE(other.faster, one.faster, 1e-9);
        VERIFY_CLOSE(other.slower, one.slower, 1e-9);
    }

    /// More launches with as much less traffic: what the two do to a step is subtracted, not added.
    void factorsThatAreKnownInSumAreNotOpenTogether()
    {
        constexpr double far = 0.1;
        const Scenario s = shardedJob();
        Logs across = logsWith(&OwnRuns::compute, far), along = across;
        across[placeOf(&OwnRuns::traffic)] = -far;
        along[placeOf(&OwnRuns::traffic)] = far;
        QVERIFY(openOf(s, openAlong(s, {{across}})).faster < openOf(s, openAlong(s, {{along}})).faster);
    }

    /// Around the calibrated factors, not around 1.
    void whatIsOpenIsOpenAroundTheCalibration()
    {
        const Scenario s = shardedJob();
        OwnRuns own = openAlong(s, {{}, {}, {logsWith(&OwnRuns::host, 0.5)}});
        const double shown = openOf(s, own).faster;
        own.host = 20; // launches are no longer hidden
        QVERIFY2(shown < 0.001 && openOf(s, own).faster > 0.05,
            qPrintable(QString("%1 %2").arg(shown).arg(openOf(s, own).faster)));
    }

    void aJobOfAnotherSizeIsMissedBesides()
    {
        const Scenario s = timedJob();
        const OwnRuns own = openAlong(s, {{logsWith(&OwnRuns::compute, 0.25)}});
        Scenario longer = s;
        longer.workload.sequence_length *= 2;
        const PredictionSpread open = openOf(longer, own);
        VERIFY_CLOSE(open.faster, std::hypot(0.25, 0.0795060), 1e-6); // 0.1·√(1 − 1/e)
        VERIFY_CLOSE(open.slower, std::hypot(0.25, 0.0795060), 1e-6);
    }

    void anOlderCalibrationIsOpenByWhatWasKnownBefore()
    {
        const OwnRuns fitted{.used = true, .runs = 1, .compute = 1.2};
        QCOMPARE(openOf(timedJob(), fitted, spreadsWith(&OwnRuns::compute, 0.3)).slower, 0.0);
        const OwnRuns unfitted{.used = true, .runs = 1, .host = 1.2};
        VERIFY_CLOSE(openOf(timedJob(), unfitted, spreadsWith(&OwnRuns::compute, 0.3)).slower, 0.3, 1e-9);
    }
};

KNEEPOINT_TEST(PredictionSpreadTest)
#include "prediction_spread_test.moc"
