// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/uncertainty/job_likeness.h"

#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

Scenario job()
{
    return preset("llama3-8b-64xh100");
}

using Change = std::function<void(Scenario&)>;

Scenario changed(const Change& change)
{
    Scenario s = job();
    change(s);
    return s;
}

/// 0.1·√(1 − 1/e): what is missed at one octave.
constexpr double missed_at_an_octave = 0.0795060;

} // namespace

Q_DECLARE_METATYPE(Change)

/// What jobs that are alike have in common.
class JobLikenessTest : public QObject {
    Q_OBJECT

private slots:
    void aJobIsAtNoDistanceFromItself()
    {
        QCOMPARE(jobDistance(job(), job()), 0.0);
        QCOMPARE(jobLikeness(job(), job()), 1.0);
    }

    void everySizeCountsByItsOctaves_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<double>("octaves");
        QTest::addColumn<bool>("of_layout");
        const auto row = [](const char* what, Change change, double octaves, bool of_layout) {
            QTest::newRow(what) << std::move(change) << octaves << of_layout;
        };
        row(
            "GPUs", [](Scenario& s) { s.cluster.gpus *= 2; }, 1, false);
        row(
            "global batch", [](Scenario& s) { s.workload.global_batch /= 4; }, 2, false);
        row(
            "sequence length", [](Scenario& s) { s.workload.sequence_length *= 8; }, 3, false);
        row(
            "parameters", [](Scenario& s) { s.workload.parameters /= 2; }, 1, false);
        row(
            "precision", [](Scenario& s) { s.workload.precision = Precision::fp8; }, 1, false);
        row(
            "GPU", [](Scenario& s) { ++s.cluster.gpu; }, 1, false);
        row(
            "tensor parallelism", [](Scenario& s) { s.plan.tensor_parallel *= 4; }, 2, true);
        row(
            "pipeline parallelism", [](Scenario& s) { s.plan.pipeline_parallel *= 2; }, 1, true);
        row(
            "context parallelism", [](Scenario& s) { s.plan.context_parallel *= 2; }, 1, true);
        row(
            "expert parallelism", [](Scenario& s) { s.plan.expert_parallel *= 8; }, 3, true);
        row(
            "micro-batch", [](Scenario& s) { s.workload.batch_per_gpu *= 2; }, 1, true);
        row(
            "half an octave", [](Scenario& s) { s.cluster.gpus *= std::sqrt(2.0); }, 0.5, false);
    }
    void everySizeCountsByItsOctaves()
    {
        QFETCH(const Change, change);
        QFETCH(const double, octaves);
        QFETCH(const bool, of_layout);
        const Scenario other = changed(change);
        VERIFY_WITHIN(jobDistance(job(), other), octaves, 1e-12);
        VERIFY_WITHIN(jobDistance(other, job()), octaves, 1e-12);
        VERIFY_CLOSE(jobLikeness(job(), other), std::exp(-octaves / 2), 1e-12);
        // Another layout of a job is the same job.
        const double missed = of_layout ? 0 : 0.1 * std::sqrt(1 - std::exp(-octaves));
        VERIFY_WITHIN(missedApart(job(), other), missed, 1e-12);
        VERIFY_WITHIN(missedApart(other, job()), missed, 1e-12);
    }

    void distancesAddUp()
    {
        const Scenario other = changed([](Scenario& s) {
            s.cluster.gpus *= 2;
            s.workload.parameters /= 4;
            s.workload.precision = Precision::fp8;
            s.plan.tensor_parallel *= 2;
        });
        VERIFY_WITHIN(jobDistance(job(), other), 5, 1e-12);
        VERIFY_WITHIN(missedApart(job(), other), 0.1 * std::sqrt(1 - std::exp(-4.0)), 1e-12);
    }

    void whatOnlyOneJobHasIsAnOctave()
    {
        Scenario without = job();
        without.workload.parameters = 0;
        QCOMPARE(jobDistance(job(), without), 1.0);
        QCOMPARE(jobDistance(without, job()), 1.0);
        QCOMPARE(jobDistance(without, without), 0.0);
    }

    void lessIsMissedOfJobsThatAreAlike()
    {
        double before = 0;
        for (const double times : {2.0, 4.0, 16.0, 1024.0}) {
            const double missed = missedApart(job(), changed([&](Scenario& s) { s.cluster.gpus *= times; }));
            QVERIFY(missed > before && missed < job_spread);
            before = missed;
        }
        VERIFY_CLOSE(before, 0.1, 1e-4);
    }

    void aMixtureIsFurtherFromADenseModelThanAnyDenseModel()
    {
        const auto withExperts = [](double experts) {
            return changed([&](Scenario& s) { s.workload.experts = experts; });
        };
        for (const double experts : {2.0, 8.0, 256.0}) {
            QCOMPARE(missedApart(job(), withExperts(experts)), 0.27);
            QCOMPARE(missedApart(withExperts(experts), job()), 0.27);
            QCOMPARE(missedApart(withExperts(experts), withExperts(64)), 0.0);
        }
        QCOMPARE(missedApart(withExperts(0), withExperts(1)), 0.0); // one expert is a dense layer
        Scenario larger = withExperts(8);
        larger.cluster.gpus *= 2;
        VERIFY_CLOSE(missedApart(job(), larger), std::hypot(missed_at_an_octave, 0.27), 1e-6);
    }

    void aCalibrationMissesMoreOfJobsOfOtherSizes()
    {
        OwnRuns own;
        QCOMPARE(missedApart(own, job()), 0.0); // made for an unknown job
        own.job = sizesOf(job());
        QCOMPARE(missedApart(own, job()), 0.0);
        VERIFY_CLOSE(missedApart(own, changed([](Scenario& s) { s.cluster.gpus *= 2; })), missed_at_an_octave, 1e-6);
        QCOMPARE(missedApart(own, changed([](Scenario& s) { s.plan.tensor_parallel *= 2; })), 0.0);
        own.job.parameters = 0; // not known
        VERIFY_CLOSE(missedApart(own, job()), missed_at_an_octave, 1e-6);
    }
};

KNEEPOINT_TEST(JobLikenessTest)
#include "job_likeness_test.moc"
