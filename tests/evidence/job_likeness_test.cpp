// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/calibrate.h"
#include "model/calibrate/run_choice.h"
#include "model/step/step_model.h"
#include "model/uncertainty/job_likeness.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <fmt/format.h>
#include <vector>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

Scenario job()
{
    return preset("llama3-8b-64xh100");
}

Scenario sized(int gpus)
{
    return edited(job(), {{"cluster.gpus", fmt::format("{}", gpus)}, {"workload.scaling", "strong"}});
}

} // namespace

/// What jobs that are alike have in common.
class JobLikenessTest : public QObject {
    Q_OBJECT

private slots:
    void aJobIsAtNoDistanceFromItself()
    {
        QCOMPARE(jobDistance(job(), job()), 0.0);
        QCOMPARE(jobLikeness(job(), job()), 1.0);
    }

    void aDoublingIsAnOctave()
    {
        Scenario longer = job();
        longer.workload.sequence_length *= 2;
        QCOMPARE(jobDistance(job(), longer), 1.0);
        QCOMPARE(jobDistance(longer, job()), 1.0);
    }

    void anotherPrecisionIsAnOctave()
    {
        Scenario narrow = job();
        narrow.workload.precision = Precision::fp8;
        QCOMPARE(jobDistance(job(), narrow), 1.0);
    }

    void likenessFallsWithDistance()
    {
        Scenario longer = job(), longest = job();
        longer.workload.sequence_length *= 2;
        longest.workload.sequence_length *= 4;
        QVERIFY(jobLikeness(job(), longest) < jobLikeness(job(), longer));
        QCOMPARE(jobLikeness(job(), longest), std::pow(jobLikeness(job(), longer), 2));
    }

    void nothingIsMissedOfTheSameJobAlone()
    {
        QCOMPARE(missedApart(job(), job()), 0.0);
        Scenario longer = job();
        longer.workload.sequence_length *= 2;
        QVERIFY(missedApart(job(), longer) > 0 && missedApart(job(), longer) < job_spread);
    }

    void aMixtureIsFurtherFromADenseModelThanAnyDenseModel()
    {
        Scenario mixture = job();
        mixture.workload.experts = 8;
        QVERIFY(missedApart(job(), mixture) > job_spread);
        QCOMPARE(missedApart(mixture, job()), missedApart(job(), mixture));
    }

    /// Of a run that takes half as long again as predicted.
    void aRunOfAnotherJobMovesAPredictionLess()
    {
        const auto movedBy = [](const Scenario& measured) {
            const std::vector<OwnRow> rows{{"row", measured, 1.5 * evaluate(measured, shippedCalibration()).step_s}};
            const Scenario calibrated = calibrate(job(), rows, shippedCalibration()).scenario;
            return evaluate(calibrated, shippedCalibration()).step_s / evaluate(job(), shippedCalibration()).step_s;
        };
        Scenario longest = job();
        longest.workload.sequence_length *= 4;
        QVERIFY(movedBy(job()) > movedBy(longest));
        QVERIFY(movedBy(longest) > 1.05);
    }

    /// The sizes in between have more in common with the others than the smallest and the largest have.
    void ofManySizesNoneAtTheEndsIsChosenFirst()
    {
        std::vector<Scenario> sizes;
        for (const int gpus : {8, 16, 32, 64, 128, 256, 512})
            sizes.push_back(sized(gpus));
        const std::size_t first = mostInformative(sizes, 1, shippedCalibration()).front();
        QVERIFY2(first > 0 && first + 1 < sizes.size(), QByteArray::number(first).constData());
    }
};

KNEEPOINT_TEST(JobLikenessTest)
#include "job_likeness_test.moc"
