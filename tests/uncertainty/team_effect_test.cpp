// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/uncertainty/team_effect.h"

#include "model/evidence/measurements.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/units/statistics.h"
#include "model/validation/validation.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

PredictionInterval rangeOf(const Scenario& s)
{
    return predictionInterval(s, evaluate(s, shippedCalibration()), shippedCalibration());
}

PredictionInterval intervalAs(const char* setting)
{
    return rangeOf(edited(preset("llama3-8b-64xh100"), {{"assumptions.setting", setting}}));
}

double widthOf(const PredictionInterval& interval)
{
    return std::log(interval.high_s / interval.low_s);
}

} // namespace

/// Whose run it is, and what that adds to an interval.
class TeamEffectTest : public QObject {
    Q_OBJECT

private slots:
    /// The medians are those of the program; a refit that moves them asks for new ones.
    void teamsOfTheValidationPageHaveItsMedians()
    {
        const ValidationReport report = validate(publishedMeasurements(), {"", LeaveOut::source}, shippedCalibration());
        std::map<std::string, std::vector<double>, std::less<>> ratios;
        for (const RowError& row : report.rows)
            if (row.gate)
                ratios[row.series].push_back(row.measured_s / row.predicted_s);
        int compared = 0;
        for (const MeasuredTeam& team : measuredTeams()) {
            const auto found = ratios.find(team.name);
            QCOMPARE(found != ratios.end(), team.found == MeasuredTeam::Found::published);
            if (found == ratios.end())
                continue;
            const double typical = median(found->second);
            QVERIFY2(std::abs(typical - team.ratio) < 0.015,
                (std::string(team.name) + " " + std::to_string(typical)).c_str());
            QCOMPARE(static_cast<double>(found->second.size()), team.rows);
            ++compared;
        }
        QCOMPARE(compared, 24);
    }

    /// The figures of docs/cost-study.md: 13 % around 1.02 of publications, 22 % around 1.03 of people's runs.
    void aTypicalTeamIsTheMeanOfBothWaysOfFindingOne()
    {
        const TeamEffect team = teamEffect(TeamSetting::typical);
        VERIFY_WITHIN(team.center, 0.02712, 5e-5);
        VERIFY_WITHIN(team.sigma, 0.18232, 5e-5);
    }

    /// Three of four typical teams are faster.
    void aFirstTryIsInTheMiddleOfTheSlowerHalf()
    {
        const TeamEffect typical = teamEffect(TeamSetting::typical), first = teamEffect(TeamSetting::first_try);
        const double deviations = (first.center - typical.center) / typical.sigma;
        VERIFY_CLOSE(std::erfc(-deviations / std::sqrt(2.0)) / 2, 0.75, 1e-9);
        QCOMPARE(first.sigma, typical.sigma);
    }

    /// What a tuned run may differ by and what the team adds are independent, on either side of the center.
    void aTeamWidensBothSidesOfAnInterval()
    {
        const PredictionInterval tuned{
            .low_s = 1, .high_s = 8, .spread = {0.1, 0.3}, .rows = 10, .basis = Basis::measured};
        const PredictionInterval interval = withTeam(tuned, 2, TeamSetting::typical);
        constexpr double center = 0.02712, sigma = 0.18232, open = 1.64485 * sigma;
        VERIFY_CLOSE(interval.low_s, 2 * std::exp(center - std::hypot(std::log(2), open)), 1e-4);
        VERIFY_CLOSE(interval.high_s, 2 * std::exp(center + std::hypot(std::log(4), open)), 1e-4);
        VERIFY_CLOSE(interval.spread.faster, std::hypot(0.1, sigma), 1e-4);
        VERIFY_CLOSE(interval.spread.slower, std::hypot(0.3, sigma), 1e-4);
        QCOMPARE(interval.rows, 10.0);
    }

    void whereThereIsNoIntervalATeamAddsNothing()
    {
        for (const PredictionInterval& given : {PredictionInterval{.low_s = 2, .high_s = 2, .basis = Basis::measured},
                 PredictionInterval{.low_s = 1, .high_s = 3, .rows = 1, .basis = Basis::calibrated}}) {
            const PredictionInterval same = withTeam(given, 2, TeamSetting::typical);
            QVERIFY(same.low_s == given.low_s && same.high_s == given.high_s);
            QVERIFY(same.spread.faster == 0 && same.spread.slower == 0);
        }
    }

    void aTunedJobHasTheLearnedInterval()
    {
        QCOMPARE(teamEffect(TeamSetting::tuned).center, 0.0);
        QCOMPARE(teamEffect(TeamSetting::tuned).sigma, 0.0);
        const PredictionInterval learned{.low_s = 0.8, .high_s = 1.3, .rows = 10, .basis = Basis::measured};
        const PredictionInterval same = withTeam(learned, 1, TeamSetting::tuned);
        QVERIFY(same.low_s == learned.low_s && same.high_s == learned.high_s);
    }

    void aTypicalTeamIsLessCertainAndAFirstTrySlower()
    {
        QVERIFY(widthOf(intervalAs("typical")) > 1.5 * widthOf(intervalAs("tuned")));
        QVERIFY(intervalAs("first-try").low_s > intervalAs("typical").low_s);
        QVERIFY(intervalAs("first-try").high_s > intervalAs("typical").high_s);
    }

    /// An interval of nothing else is that of the teams: center and 1.645 standard deviations.
    void theIntervalOfACertainStepIsThatOfTheTeams()
    {
        const TeamEffect team = teamEffect(TeamSetting::typical);
        const PredictionInterval certain{.low_s = 2, .high_s = 2, .rows = 1, .basis = Basis::measured};
        const PredictionInterval interval = withTeam(certain, 2, TeamSetting::typical);
        VERIFY_CLOSE(interval.high_s, 2 * std::exp(team.center + interval_sigmas * team.sigma), 1e-12);
        VERIFY_CLOSE(interval.low_s, 2 * std::exp(team.center - interval_sigmas * team.sigma), 1e-12);
    }

    /// Each is judged by a distribution that contains it, so this says little more than that the arithmetic is right;
    /// docs/cost-study.md has the coverage of runs of teams that were left out.
    void nineInTenTeamsAreWithinTheirInterval()
    {
        const TeamEffect team = teamEffect(TeamSetting::typical);
        const auto all = measuredTeams();
        const auto inside = std::ranges::count_if(all, [&](const MeasuredTeam& t) {
            return std::abs(std::log(t.ratio) - team.center) <= interval_sigmas * team.sigma;
        });
        QVERIFY(static_cast<double>(inside) >= 0.85 * static_cast<double>(all.size()));
    }

    /// One's own runs are of one's own team.
    void ownRunsContainTheTeam()
    {
        Scenario own = edited(preset("llama3-8b-64xh100"), {{"assumptions.setting", "typical"}});
        own.own_runs = {.used = true, .runs = 3, .half_width = 0.1};
        Scenario tuned = own;
        tuned.assumptions.setting = TeamSetting::tuned;
        QVERIFY(rangeOf(own).low_s == rangeOf(tuned).low_s && rangeOf(own).high_s == rangeOf(tuned).high_s);
    }

    void textbookAssumptionsHaveNoInterval() { QCOMPARE(rangeOf(preset("comm-wall-1024")).rows, 0.0); }
};

KNEEPOINT_TEST(TeamEffectTest)
#include "team_effect_test.moc"
