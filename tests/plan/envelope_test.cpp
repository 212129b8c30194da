// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/training.h"
#include "model/catalogue/site_power.h"
#include "model/plan/best_figure.h"
#include "model/plan/envelope.h"
#include "model/plan/equal_terms.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

namespace {

/// A small job whose best layout loses efficiency on more GPUs; without pipeline and context parallelism, so that few
/// layouts are tried.
Scenario slowNetworkJob()
{
    Scenario s = test::edited(test::preset("llama3-8b-64xh100"),
        {{"workload.scaling", "strong"}, {"workload.global_batch", "64"}, {"cluster.link_rate", "20 Gbit/s"},
            {"plan.pin_pipeline_parallel", "on"}, {"plan.pin_context_parallel", "on"}});
    s.automatic.on = true;
    return s;
}

double gpusAt(const Scenario& job, const Analysis& reference, Terms terms)
{
    const Edit edit = equalTerms(job, reference, terms, shippedCalibration());
    return edit.empty() ? 0 : applied(job, edit, shippedCalibration()).cluster.gpus;
}

double timeOf(Scenario s, double gpus)
{
    s = applied(s, {{&parameter("cluster.gpus"), gpus}}, shippedCalibration());
    return training(s, evaluate(s)).time_s;
}

} // namespace

/// The curve of best layouts point by point, and clusters at equal cost, power or time.
class EnvelopeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const Plan plan = slowNetworkJob().plan;
        QVERIFY(plan.pipeline_parallel == 1 && plan.context_parallel == 1);
    }

    void pointsAreThePowersOfTwoAndTheCurrentWorkers()
    {
        Scenario s = slowNetworkJob();
        s.cluster.gpus = 24; // with one GPU a replica: three nodes
        s.plan.tensor_parallel = 1;
        const Analysis a = analyze(s);
        const Envelope e = envelope(a);
        std::vector<double> workers;
        for (const EnvelopePoint& p : e.points)
            workers.push_back(p.workers);
        std::vector<double> expected;
        for (double k = 1; k <= a.curve.max_workers; k *= 2) {
            expected.push_back(k);
            if (k < 24 && 2 * k > 24)
                expected.push_back(24);
        }
        std::erase_if(
            expected, [&](double k) { return !autoPlan(withWorkers(s, k), {}, shippedCalibration()).layout; });
        QVERIFY(expected.size() > 3);
        QCOMPARE(workers, expected);
        s.cluster.gpus = 16; // a power of two itself
        const Envelope again = envelope(analyze(s));
        for (std::size_t i = 1; i < again.points.size(); ++i)
            QVERIFY(again.points[i].workers > again.points[i - 1].workers);
    }

    /// Each point is compared with the best of itself, of all smaller points, and of what its own layout is compared
    /// with.
    void efficiencyIsThatOfTheHeadlineUnlessASmallerPointIsBetter()
    {
        const Analysis a = analyze(slowNetworkJob());
        const double one = a.step.global_batch / a.step.step_s / a.headline.speedup;
        const Envelope e = envelope(a);
        QVERIFY(e.points.size() > 3);
        double best = 0;
        for (const EnvelopePoint& p : e.points) {
            const Scenario s = applied(withWorkers(a.scenario, p.workers), editOf(p.layout), shippedCalibration());
            const StepReport r = evaluate(s);
            QCOMPARE(p.gpus, r.gpus);
            VERIFY_CLOSE(p.speedup, r.global_batch / r.step_s / one, 1e-12);
            const ScalePoint fixed = scalePoint(a, p.workers);
            const double there = fixed.step.global_batch / fixed.step.step_s / p.workers / fixed.efficiency / one;
            best = std::max({best, p.speedup / p.workers, there});
            VERIFY_CLOSE(p.efficiency, p.speedup / p.workers / best, 1e-9);
            QVERIFY(p.efficiency <= 1);
        }
    }

    void aFixedLayoutsEnvelopeIsComparedWithItsOwnPoints()
    {
        Scenario job = slowNetworkJob();
        job.automatic.on = false;
        const Envelope e = envelope(analyze(job));
        QCOMPARE(e.points.front().efficiency, 1.0);
        double best = 0;
        for (const EnvelopePoint& p : e.points) {
            best = std::max(best, p.speedup / p.workers);
            VERIFY_CLOSE(p.efficiency, p.speedup / p.workers / best, 1e-12);
        }
    }

    void theKneeIsInterpolatedWhereEfficiencyFirstFallsBelowTheTolerance()
    {
        const Scenario s = slowNetworkJob();
        int knees = 0;
        for (const double tolerance : {0.3, 0.6, 0.8, 0.95}) {
            Scenario job = s;
            job.assumptions.efficiency_tolerance = tolerance;
            const Envelope e = envelope(analyze(job));
            std::optional<double> expected;
            for (std::size_t i = 1; i < e.points.size() && !expected; ++i) {
                const double before = e.points[i - 1].efficiency, after = e.points[i].efficiency;
                const double k = e.points[i - 1].workers;
                if (before >= tolerance && after < tolerance)
                    expected = k
                        * std::exp(std::log(e.points[i].workers / k) * std::log(before / tolerance)
                            / std::log(before / after));
            }
            QCOMPARE(e.knee.has_value(), expected.has_value());
            if (expected)
                VERIFY_CLOSE(*e.knee, *expected, 1e-12);
            knees += expected ? 1 : 0;
        }
        QVERIFY(knees > 1);
    }

    /// An efficiency equal to the tolerance is still within it, and the knee is where it is left.
    void anEfficiencyAtTheToleranceIsWithinIt()
    {
        Scenario s = slowNetworkJob();
        const Envelope e = envelope(analyze(s));
        const std::size_t last = e.points.size() - 1;
        int falling = 0;
        for (std::size_t i = 1; i <= last; ++i) {
            const double tolerance = e.points[i].efficiency;
            const auto is_above = [&](const EnvelopePoint& p) { return p.efficiency > tolerance; };
            if (!std::all_of(e.points.begin(), e.points.begin() + static_cast<std::ptrdiff_t>(i), is_above))
                continue;
            s.assumptions.efficiency_tolerance = tolerance;
            const Envelope at = envelope(analyze(s));
            if (i == last)
                QVERIFY(!at.knee);
            else if (e.points[i + 1].efficiency < tolerance) {
                QCOMPARE(at.knee.value_or(0), e.points[i].workers);
                ++falling;
            }
        }
        QVERIFY(falling > 0);
    }

    void anEnvelopeOfPartsOfTheSpacesIsNotWhole()
    {
        const Analysis a = analyze(slowNetworkJob());
        QVERIFY(envelope(a).whole);
        QVERIFY(!envelope(a, {.most_families = 1}).whole);
    }

    void aJobBelowOneExamplePerSecondHasAnEnvelope()
    {
        Scenario slow = slowNetworkJob();
        for (double& peak : slow.cluster.peak)
            peak *= 0.01;
        const Analysis a = analyze(slow);
        QVERIFY(a.step.global_batch / a.step.step_s / a.headline.speedup < 1);
        QVERIFY(!envelope(a).empty());
    }

    void aJobOnOneReplicaHasAnEnvelope()
    {
        const Analysis a = analyze(withWorkers(slowNetworkJob(), 1));
        QCOMPARE(a.headline.speedup, 1.0);
        QVERIFY(!envelope(a).empty());
    }

    void withoutALayoutThereIsNoEnvelope()
    {
        Scenario tiny = slowNetworkJob();
        tiny.cluster.memory_bytes = 1e9;
        const Envelope e = envelope(analyze(tiny));
        QVERIFY(e.empty() && !e.knee);
        QVERIFY(!bestFigure(metric("knee"), tiny, shippedCalibration()));
        tiny.automatic.on = false;
        QVERIFY(envelope(analyze(tiny)).empty());
    }

    void aStoppedComputationGivesNoFigure()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!bestFigure(metric("step_s"), slowNetworkJob(), shippedCalibration(), stop.get_token()));
    }

    void equalCostAndPowerGiveWholeNodesAndAtLeastOne_data()
    {
        QTest::addColumn<double>("price");
        QTest::addColumn<double>("gpus");
        QTest::newRow("the same price") << 2.0 << 64.0;
        QTest::newRow("half the price") << 1.0 << 128.0;
        QTest::newRow("a little more expensive") << 2.1 << 56.0;
        QTest::newRow("too expensive for a node") << 1000.0 << 8.0;
        QTest::newRow("without a price") << 0.0 << 0.0;
    }
    void equalCostAndPowerGiveWholeNodesAndAtLeastOne()
    {
        QFETCH(const double, price);
        QFETCH(const double, gpus);
        const Scenario reference = test::preset("llama3-8b-64xh100");
        const Analysis a = analyze(test::edited(reference, {{"cluster.price_per_gpu_hour", "2"}}));
        Scenario job = reference;
        job.cluster.price_per_gpu_hour = price;
        QCOMPARE(gpusAt(job, a, Terms::money), gpus);
        const Cluster& there = a.scenario.cluster;
        const double beside = nodeShareW(there) - there.power_w;
        job.cluster.power_w = std::max(0.0, nodeShareW(there) * price / 2 - beside);
        QCOMPARE(gpusAt(job, a, Terms::power), gpus);
    }

    void equalTimeGivesTheFewestNodesThatAreAsFast()
    {
        Scenario job = test::edited(test::preset("llama3-8b-64xh100"),
            {{"workload.scaling", "strong"}, {"workload.global_batch", "1536"}, {"plan.accumulation", "1"}});
        const Analysis reference = analyze(job);
        for (const double slower : {0.02, 0.3, 0.9, 1.0, 2.0, 7.0}) {
            Analysis target = reference;
            target.training.time_s *= slower;
            double expected = 0, fastest = INFINITY;
            for (const double nodes : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
                     1536, 2048, 3072, 4096, 6144, 8192, 12288}) {
                Scenario s = applied(job, {{&parameter("cluster.gpus"), 8 * nodes}}, shippedCalibration());
                if (!evaluate(s).memory.fits())
                    continue;
                const double time = timeOf(job, 8 * nodes);
                if (time <= target.training.time_s) {
                    expected = 8 * nodes;
                    break;
                }
                if (time < fastest) {
                    fastest = time;
                    expected = 8 * nodes;
                }
            }
            QCOMPARE(gpusAt(job, target, Terms::time), expected);
        }
    }
};

KNEEPOINT_TEST(EnvelopeTest)
#include "envelope_test.moc"
