// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/factor_estimate.h"

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/uncertainty/job_likeness.h"
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

std::size_t placeOf(double OwnRuns::*factor)
{
    return static_cast<std::size_t>(std::ranges::find(own_factors, factor, &OwnFactor::value) - own_factors.begin());
}

/// A job whose step is one measured time: the factor of compute moves all of it, and no other moves it.
Scenario timedJob()
{
    Scenario s = edited(bareJob(), {{"cluster.gpus", "1"}});
    s.workload.measured_example_s = 0.01;
    return s;
}

/// A run of this job that takes e^log times as long as predicted.
OwnRow off(double log, const Scenario& s = timedJob())
{
    return {"", s, std::exp(log) * evaluate(s).step_s};
}

/// Factors that differ by 10 %, rows that scatter by 5 %.
FactorSpreads tenPercent()
{
    FactorSpreads spreads;
    spreads.factors.fill(0.1);
    spreads.row = 0.05;
    return spreads;
}

FactorEstimate estimateOf(const std::vector<OwnRow>& rows)
{
    return estimateFactors(rows, priorOf(tenPercent()), shippedCalibration());
}

double deviationOf(const std::vector<OwnRow>& rows, const FactorPrior& prior)
{
    return rowDeviation(rows, prior, shippedCalibration());
}

// A row that is one standard deviation beyond the likeliest factor has the weight 1/(1 + 1/2.385²) of the Cauchy loss;
// there, the pull of the row, weight·0.05/0.05², is that of the factor, log/0.1².
constexpr double weight = 0.850482;
constexpr double likeliest = 0.1 * 0.1 * weight / 0.05;

} // namespace

/// What rows say of the factors: a question with one factor is answered by hand.
class FactorEstimateTest : public QObject {
    Q_OBJECT

private slots:
    void oneRowMovesItsFactorPartOfTheWay()
    {
        const FactorEstimate estimate = estimateOf({off(likeliest + 0.05)});
        VERIFY_CLOSE(estimate.logs[0], likeliest, 1e-4);
        for (std::size_t i = 1; i < own_factor_count; ++i)
            VERIFY_WITHIN(estimate.logs[i], 0, 1e-9);
        VERIFY_CLOSE(estimate.covariance[0][0], 1 / (1 / 0.01 + weight / 0.0025), 1e-3);
        VERIFY_CLOSE(estimate.covariance[1][1], 0.01, 1e-9); // no row has shown it
        VERIFY_WITHIN(estimate.covariance[0][1], 0, 1e-9);
        const double of_factor = likeliest * likeliest / 0.01 / 2, of_row = 2.385 * 2.385 / 2 * std::log1p(0.175803);
        VERIFY_CLOSE(estimate.misfit, of_factor + of_row, 1e-4);
        VERIFY_CLOSE(estimate.row_variance, weight * 0.0025 / 0.6974, 1e-3);
    }

    void fasterRowsMoveItTheOtherWay() { VERIFY_CLOSE(estimateOf({off(-likeliest - 0.05)}).logs[0], -likeliest, 1e-4); }

    void rowsThatAreAsPredictedMoveNothingAndNarrowTheFactor()
    {
        double before = 0.01;
        for (std::size_t rows = 1; rows < 4; ++rows) {
            const FactorEstimate estimate = estimateOf(std::vector<OwnRow>(rows, off(0)));
            VERIFY_WITHIN(estimate.logs[0], 0, 1e-9);
            VERIFY_CLOSE(estimate.covariance[0][0], 1 / (100 + static_cast<double>(rows) * 400), 1e-6);
            VERIFY_WITHIN(estimate.row_variance, 0, 1e-12);
            VERIFY_WITHIN(estimate.misfit, 0, 1e-12);
            QVERIFY(estimate.covariance[0][0] < before);
            before = estimate.covariance[0][0];
        }
    }

    void theScatterOfRowsIsTheirMean()
    {
        const FactorEstimate estimate = estimateOf({off(0.05), off(-0.05)});
        VERIFY_WITHIN(estimate.logs[0], 0, 1e-6);
        VERIFY_CLOSE(estimate.row_variance, weight * 0.0025 / 0.6974, 1e-3);
    }

    void withoutRowsNothingIsLearned()
    {
        const FactorEstimate estimate = estimateOf({});
        QCOMPARE(estimate.misfit, 0.0);
        QCOMPARE(estimate.row_variance, 0.0);
        for (std::size_t i = 0; i < own_factor_count; ++i) {
            QCOMPARE(estimate.logs[i], 0.0);
            VERIFY_CLOSE(estimate.covariance[i][i], 0.01, 1e-9);
        }
    }

    /// Eight rows agree; the ninth takes a hundred times as long.
    void aRowThatContradictsTheOthersIsIgnored()
    {
        std::vector<OwnRow> rows(8, off(0.1));
        const double calm = estimateOf(rows).logs[0];
        rows.push_back(off(std::log(100)));
        VERIFY_CLOSE(estimateOf(rows).logs[0], calm, 0.02);
    }

    void factorsStayInTheRangeOfTheirParameters()
    {
        const Range& range = parameter("stack.own_compute").range;
        FactorSpreads wide = tenPercent();
        wide.factors.fill(100);
        for (const double log : {-60.0, 60.0}) {
            const double found = estimateFactors(std::vector(6, off(log)), priorOf(wide), shippedCalibration())
                                     .logs[placeOf(&OwnRuns::compute)];
            VERIFY_WITHIN(found, std::log(log > 0 ? range.max : range.min), 1e-9);
        }
    }

    void whatIsOpenOfAStepIsWhatIsOpenOfItsFactors()
    {
        FactorEstimate estimate;
        estimate.covariance[0][0] = 0.04;
        estimate.covariance[1][1] = 9; // without effect on this job
        VERIFY_CLOSE(openVariance(timedJob(), estimate, shippedCalibration()), 0.04, 1e-6);
        QCOMPARE(openVariance(timedJob(), {}, shippedCalibration()), 0.0);
    }

    /// Two factors that are known in sum only.
    void factorsThatCancelLeaveNothingOpen()
    {
        const Scenario s = preset("llama3-8b-64xh100");
        FactorEstimate apart, together;
        for (const std::size_t i : {placeOf(&OwnRuns::compute), placeOf(&OwnRuns::traffic)})
            apart.covariance[i][i] = together.covariance[i][i] = 0.01;
        together.covariance[0][1] = together.covariance[1][0] = -0.01;
        QVERIFY(openVariance(s, together, shippedCalibration()) < openVariance(s, apart, shippedCalibration()));
    }

    void aCalibrationKeepsTheRootOfTheCovariance()
    {
        FactorMatrix covariance{};
        for (std::size_t i = 0; i < own_factor_count; ++i)
            covariance[i][i] = 0.01;
        covariance[1][0] = covariance[0][1] = 0.006; // 0.1², 0.06·0.1, 0.06² + 0.08²
        const OpenFactors open = openFactors({}, priorOf(tenPercent()), covariance, {}, shippedCalibration());
        VERIFY_CLOSE(static_cast<double>(open.root[0]), 0.1, 1e-6);
        VERIFY_CLOSE(static_cast<double>(open.root[1]), 0.06, 1e-6);
        VERIFY_CLOSE(static_cast<double>(open.root[2]), 0.08, 1e-6);
        QCOMPARE(open.root[3], 0.F);
        VERIFY_CLOSE(static_cast<double>(open.root[5]), 0.1, 1e-6);
    }

    /// Alone, the factor may differ by all of its spread; with rows that scatter by 5 %, the spread is too far: at the
    /// end of a column, the misfit has grown as much as at the 90 % point of a normal distribution.
    void aColumnEndsWhereTheRowsWouldHaveShownIt()
    {
        const FactorPrior prior = priorOf(tenPercent());
        const OpenFactors alone = openFactors({}, prior, prior.covariance, {}, shippedCalibration());
        QVERIFY(alone.up[0] > 0.999F && alone.down[0] > 0.999F);
        const std::vector<OwnRow> rows{off(0.05)};
        const OpenFactors open = openFactors(rows, prior, prior.covariance, {}, shippedCalibration());
        const auto misfitAt = [](double log) {
            const double wide = (0.05 - log) / 0.05 / 2.385;
            return log * log / 0.01 / 2 + 2.385 * 2.385 / 2 * std::log1p(wide * wide);
        };
        const double most = misfitAt(0) + 1.6449 * 1.6449 / 2;
        VERIFY_CLOSE(misfitAt(1.6449 * 0.1 * static_cast<double>(open.up[0])), most, 2e-3);
        VERIFY_CLOSE(misfitAt(-1.6449 * 0.1 * static_cast<double>(open.down[0])), most, 2e-3);
        QVERIFY(open.down[0] < open.up[0] && open.up[0] < 1);  // the row was slower
        QVERIFY(open.up[1] > 0.999F && open.down[1] > 0.999F); // and says nothing of the others
    }

    /// The prior counts as four runs; a single run is judged by what was known before it.
    void theScatterOfOneRunIsItsErrorBeyondWhatWasOpen()
    {
        FactorPrior prior = priorOf(tenPercent());
        VERIFY_CLOSE(deviationOf({}, prior), 0.05, 1e-9);
        VERIFY_CLOSE(deviationOf({off(0.3)}, prior), std::sqrt((4 * 0.0025 + 0.09 - 0.01) / 5), 1e-4);
        VERIFY_CLOSE(deviationOf({off(0.08)}, prior), std::sqrt(4 * 0.0025 / 5), 1e-9); // explained by the factor
        prior.scatter = 0.2;
        VERIFY_CLOSE(deviationOf({off(0)}, prior), std::sqrt(4 * 0.04 / 5), 1e-9);
    }

    void eachRunIsPredictedFromTheOthers()
    {
        const FactorPrior prior = priorOf(tenPercent());
        const double log = likeliest + 0.05;
        const std::vector<OwnRow> alike{off(log), off(log)};
        const double open = 1 / (100 + weight / 0.0025), far = 0.6 - likeliest;
        VERIFY_CLOSE(deviationOf(alike, prior), std::sqrt((4 * 0.0025 + 2 * (0.0025 - open)) / 6), 1e-3);
        const std::vector<OwnRow> apart{off(log), off(0.6)};
        // From the row that is far off, the factor is hardly known: it is an outlier at twelve times its scatter.
        const FactorEstimate other = estimateOf({off(0.6)});
        const double near = log - other.logs[0];
        const double squares = far * far - open + std::max(0.0, near * near - other.covariance[0][0]);
        VERIFY_CLOSE(deviationOf(apart, prior), std::sqrt((4 * 0.0025 + squares) / 6), 1e-3);
    }

    void moreThanTenRunsArePredictedInTenParts()
    {
        const FactorPrior prior = priorOf(tenPercent());
        VERIFY_CLOSE(deviationOf(std::vector<OwnRow>(13, off(0)), prior), std::sqrt(4 * 0.0025 / 17), 1e-9);
    }

    void aRowOfAnotherJobMayBeOffByWhatIsMissedOfIt()
    {
        Scenario longer = timedJob();
        longer.workload.sequence_length *= 2;
        const Scenario job = timedJob();
        FactorPrior prior = priorOf(tenPercent());
        const std::vector<OwnRow> rows{off(0.3, longer)};
        const double known = estimateFactors(rows, prior, shippedCalibration()).logs[0];
        const double deviation = deviationOf(rows, prior);
        prior.job = &job;
        QVERIFY(estimateFactors(rows, prior, shippedCalibration()).logs[0] < 0.9 * known);
        const double missed = 0.01 * (1 - std::exp(-1.0));
        const double squares = deviation * deviation * 5;
        VERIFY_CLOSE(deviationOf(rows, prior), std::sqrt((squares - missed) / 5), 1e-6);
    }

    void anotherNoiseIsThatOfTheJob()
    {
        Scenario longer = timedJob();
        longer.workload.sequence_length *= 2;
        const Scenario job = timedJob();
        FactorPrior prior = priorOf(tenPercent());
        prior.job = &job;
        const double noise = 0.0025 + 0.01 * (1 - std::exp(-1.0));
        const std::vector<OwnRow> rows{off(0, longer)};
        const FactorEstimate estimate = estimateFactors(rows, prior, shippedCalibration());
        VERIFY_CLOSE(estimate.covariance[0][0], 1 / (100 + 1 / noise), 1e-6);
    }

    void theFactorsOfAJobIncludeItsTeamAndWhatIsMissedOfIt()
    {
        const Scenario tuned = preset("llama3-8b-64xh100");
        const Scenario typical = edited(tuned, {{"assumptions.setting", "typical"}});
        const FactorSpreads spreads = tenPercent();
        const FactorPrior of_tuned = priorFor(tuned, spreads), of_typical = priorFor(typical, spreads);
        VERIFY_CLOSE(of_tuned.covariance[0][0], 0.01 + 0.1 * 0.1, 1e-9);
        VERIFY_CLOSE(of_tuned.covariance[0][placeOf(&OwnRuns::network)], 0.1 * 0.1, 1e-9);
        const TeamEffect team = teamEffect(TeamSetting::typical);
        VERIFY_CLOSE(of_typical.covariance[0][placeOf(&OwnRuns::network)],
            team.center * team.center + team.sigma * team.sigma + 0.01, 1e-9);
        QCOMPARE(of_tuned.covariance[0][placeOf(&OwnRuns::exposure)], 0.0);
        QVERIFY(of_tuned.job == &tuned);
        QCOMPARE(of_tuned.row, 0.05);
        QCOMPARE(of_tuned.scatter, 0.05);
        QCOMPARE(of_typical.row, 0.05);
        QCOMPARE(of_typical.scatter, 0.13); // of the rows of one team
        FactorSpreads scattered = spreads;
        scattered.row = 0.2;
        QCOMPARE(priorFor(typical, scattered).scatter, 0.2);
    }

    void whereNothingWasLearnedTheFactorsAreWideOpen()
    {
        Calibration blank = shippedCalibration();
        blank.constants = std::make_shared<const LearnedConstants>();
        const FactorSpreads spreads = spreadsFor(preset("llama3-8b-64xh100"), blank);
        for (const double factor : spreads.factors)
            QCOMPARE(factor, 1.0);
        QCOMPARE(spreads.row, 0.1);
        QCOMPARE(spreadsFor(preset("llama3-8b-64xh100"), shippedCalibration()).basis, std::string("measured"));
    }

    void theFactorsOfACalibrationAreReadBack()
    {
        OwnRuns own;
        own.network = 2;
        own.exposure = 0.5;
        const FactorLogs logs = logsOf(own);
        QCOMPARE(logs[placeOf(&OwnRuns::network)], std::log(2.0));
        QCOMPARE(logs[placeOf(&OwnRuns::exposure)], -std::log(2.0));
        QCOMPARE(logs[placeOf(&OwnRuns::compute)], 0.0);
    }
};

KNEEPOINT_TEST(FactorEstimateTest)
#include "factor_estimate_test.moc"
