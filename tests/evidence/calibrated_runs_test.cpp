// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/factor_estimate.h"
#include "model/constants/left_out_constants.h"
#include "model/step/step_model.h"
#include "model/validation/calibrated_runs.h"
#include "model/validation/validation.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

/// Runs of one job at 1, 2, 4 … nodes by a team that takes this many times as long as predicted.
std::vector<MeasuredRun> teamOf(double slower, std::size_t runs)
{
    std::vector<MeasuredRun> team;
    for (std::size_t i = 0; i < runs; ++i) {
        const std::string gpus = fmt::format("{}", 64 << i);
        MeasuredRun run;
        run.id = gpus;
        run.series = "series";
        run.group = run.source = "a team";
        run.gpu = "h100-sxm";
        run.candidates = {edited(preset("llama3-8b-64xh100"), {{"cluster.gpus", gpus}})};
        run.step_s = slower * evaluate(run.candidates.front(), shippedCalibration()).step_s;
        team.push_back(run);
    }
    return team;
}

std::vector<CalibratedRow> predictedOf(const std::vector<MeasuredRun>& team, std::size_t runs, TeamSetting setting)
{
    return predictCalibrated(team, runs, setting, shippedCalibration());
}

ErrorSummary errorsOf(const std::vector<CalibratedRow>& rows, CalibratedWith with)
{
    return calibratedErrors(rows, with).front();
}

} // namespace

/// What a few runs of one's own bring.
class CalibratedRunsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(loadLeftOutConstants()); }

    void oneRunBringsMostOfWhatATeamAddsToAllOfItsRuns()
    {
        const auto rows = predictedOf(teamOf(1.4, 4), 1, TeamSetting::typical);
        QVERIFY(errorsOf(rows, CalibratedWith::nothing).mape > 25);
        QVERIFY(errorsOf(rows, CalibratedWith::smallest).mape < 25.0 / 2);
    }

    void oneRunNarrowsTheIntervalOfATypicalTeam()
    {
        const auto rows = predictedOf(teamOf(1.1, 4), 1, TeamSetting::typical);
        QVERIFY(*errorsOf(rows, CalibratedWith::smallest).width < *errorsOf(rows, CalibratedWith::nothing).width);
    }

    void whatASourceTaughtIsNotKnownOfItsRuns()
    {
        std::vector<MeasuredRun> runs = questionsOf(publishedMeasurements(), shippedCalibration()).runs;
        std::erase_if(runs, [](const MeasuredRun& run) { return run.series != "internevo"; });
        QVERIFY(runs.size() > 3);
        for (const CalibratedRow& row : predictedOf(runs, 1, TeamSetting::tuned)) {
            if (row.with != CalibratedWith::nothing)
                continue;
            const auto run = std::ranges::find(runs, row.error.id, &MeasuredRun::id);
            const double left_out = predictedReport(*run, LeaveOut::source, shippedCalibration()).step_s;
            VERIFY_CLOSE(row.error.predicted_s, left_out, 1e-9);
        }
    }

    /// Its own scatter stays: 13 % either way, at nine in ten.
    void aCalibratedIntervalOfATypicalTeamIsNotNarrowerThanItsScatter()
    {
        const auto rows = predictedOf(teamOf(1.1, 6), 3, TeamSetting::typical);
        QVERIFY(*errorsOf(rows, CalibratedWith::smallest).width > std::exp(2 * team_row_spread));
    }

    void rowsThatCalibrateAreNotJudged()
    {
        const auto rows = predictedOf(teamOf(1, 5), 2, TeamSetting::tuned);
        for (const CalibratedWith with : calibrated_withs)
            QCOMPARE(errorsOf(rows, with).rows, std::size_t(3));
    }

    void theSmallestRowsCalibrate()
    {
        for (const CalibratedRow& row : predictedOf(teamOf(1, 4), 1, TeamSetting::tuned))
            QVERIFY(row.with == CalibratedWith::chosen || row.error.id != "64");
    }

    void aGroupOfTooFewRowsIsNotJudged() { QVERIFY(predictedOf(teamOf(1, 3), 2, TeamSetting::tuned).empty()); }

    void teamsDoNotCalibrateEachOther()
    {
        std::vector<MeasuredRun> runs = teamOf(1, 2);
        runs.back().source = "another team";
        for (MeasuredRun run : {runs.back(), runs.front()})
            runs.push_back(run);
        QVERIFY(predictedOf(runs, 1, TeamSetting::tuned).empty());
    }

    void suspectRowsAreNotUsed()
    {
        std::vector<MeasuredRun> runs = teamOf(1, 3);
        runs.back().gate = false;
        QVERIFY(predictedOf(runs, 1, TeamSetting::tuned).empty());
    }

    void aTeamMovesAllTimesTogetherAndNothingElse()
    {
        const FactorSpreads none{};
        const FactorPrior prior = priorOf(none, {0.3, 0.4});
        for (std::size_t i = 0; i < own_factor_count; ++i) {
            const auto factor = own_factors[i].value;
            const bool time = factor != &OwnRuns::exposure && factor != &OwnRuns::pipelined_launch;
            QCOMPARE(prior.covariance[0][i], time ? 0.3 * 0.3 + 0.4 * 0.4 : 0);
        }
    }

    void aTunedTeamAddsNothingToThePrior()
    {
        FactorSpreads spreads;
        spreads.factors.fill(0.1);
        spreads.row = 0.05;
        const FactorPrior prior = priorOf(spreads, teamEffect(TeamSetting::tuned));
        QCOMPARE(prior.covariance[0][1], 0.0);
        QCOMPARE(prior.scatter, 0.05);
    }
};

KNEEPOINT_TEST(CalibratedRunsTest)
#include "calibrated_runs_test.moc"
