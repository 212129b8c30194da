// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/knees.h"
#include "model/cost/operations.h"
#include "tests/support/compare.h"
#include "tests/support/data_row.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <set>

using namespace kneepoint;
using test::edited;
using test::preset;

namespace {

Knees kneesOf(const Scenario& s)
{
    return analyze(s).curve.knees;
}

} // namespace

class KneesTest : public QObject {
    Q_OBJECT

private slots:
    void aComputeOnlyJobHasNoKnee()
    {
        const Knees knees = kneesOf(edited(test::bareJob(), {{"cluster.link_rate", "1e15"}}));
        QVERIFY(!knees.gamma);
        QVERIFY(!knees.tolerance);
        QVERIFY(!knees.curvature);
    }

    /// t_comp = C/K and t_comm = 2·(K−1)/K·S/B meet at K = 1 + C·B/(2·S).
    void theGammaKneeMatchesTheTextbook_data()
    {
        QTest::addColumn<QString>("parameters");
        QTest::addColumn<double>("knee");
        QTest::newRow("a tenth of the payload") << "1e8" << 1 + 0.08192 * 25e9 / (2 * 2e8);
        QTest::newRow("as printed") << "1e9" << 1 + 0.8192 * 25e9 / (2 * 2e9);
        QTest::newRow("ten times the model") << "1e10" << 1 + 8.192 * 25e9 / (2 * 2e10);
    }
    void theGammaKneeMatchesTheTextbook()
    {
        QFETCH(QString, parameters);
        QFETCH(double, knee);
        const Knees knees =
            kneesOf(edited(preset("knee-simulator"), {{"workload.parameters", parameters.toStdString()}}));
        QVERIFY(knees.gamma);
        VERIFY_CLOSE(knees.gamma->workers, knee, 1e-9);
    }

    /// With perfect overlap E = C/(K·t_comm) beyond the knee, so E = e at K = 1 + C·B/(2·S·e).
    void theToleranceKneeFollowsTheTolerance_data()
    {
        QTest::addColumn<double>("tolerance");
        for (const double tolerance : {0.95, 0.8, 0.5, 0.1})
            QTest::addRow("%g", tolerance) << tolerance;
    }
    void theToleranceKneeFollowsTheTolerance()
    {
        QFETCH(double, tolerance);
        Scenario s = preset("knee-simulator");
        s.assumptions.efficiency_tolerance = tolerance;
        const Knees knees = kneesOf(s);
        QVERIFY(knees.tolerance);
        VERIFY_CLOSE(knees.tolerance->workers, 1 + 5.12 / tolerance, 1e-9);
    }

    /// t_comm = γ·t_comp at K = 1 + γ·C·B/(2·S).
    void theGammaKneeFollowsItsThreshold_data()
    {
        QTest::addColumn<double>("threshold");
        for (const double threshold : {0.2, 0.5, 1.0, 3.0})
            QTest::addRow("%g", threshold) << threshold;
    }
    void theGammaKneeFollowsItsThreshold()
    {
        QFETCH(double, threshold);
        Scenario s = preset("knee-simulator");
        s.assumptions.knee_gamma = threshold;
        const Knees knees = kneesOf(s);
        QVERIFY(knees.gamma);
        VERIFY_CLOSE(knees.gamma->workers, 1 + 5.12 * threshold, 1e-9);
    }

    void maxCurvatureIsTheKneeOfAPerfectlyOverlappedJob()
    {
        const Knees knees = kneesOf(preset("knee-simulator"));
        QVERIFY(knees.curvature);
        VERIFY_CLOSE(knees.curvature->workers, 6.12, 0.1);
    }

    /// Where a step is C/K + c, the slope falls over decades, nowhere at once.
    void aSlowlyFallingSlopeHasNoSharpestBend()
    {
        Scenario s = edited(test::bareJob(), {{"workload.scaling", "strong"}});
        s.cluster.link_rate = 1e30;
        const double compute_s = evaluate(withWorkers(s, 1)).step_s;
        s.assumptions.sync_delay_s = 0.05 * compute_s;
        VERIFY_CLOSE(evaluate(withWorkers(s, 4)).step_s, compute_s / 4 + 0.05 * compute_s, 1e-9);
        QVERIFY(!kneesOf(s).curvature);
    }

    /// As theKnee(), to within 2 % and without a curve.
    void theKneeIsFoundWithoutACurve()
    {
        int found = 0;
        for (const char* id : {"knee-simulator", "knee-1p3b", "gap-64-gpus", "suspect-straggler", "bert-large-100gbe"})
            for (const double tolerance : {0.95, 0.8, 0.4}) {
                Scenario s = preset(id);
                s.assumptions.efficiency_tolerance = tolerance;
                const auto knee = theKnee(analyze(s).curve);
                ScalingQuestion question(s, shippedCalibration());
                constexpr double most = 1 << 20;
                const double near = nearKnee(question, most, tolerance);
                if (!knee || knee->workers <= 1)
                    continue;
                ++found;
                QVERIFY2(near >= knee->workers * (1 - 1e-9) && near <= 1.021 * knee->workers,
                    qPrintable(QStringLiteral("%1: %2, %3").arg(id).arg(near).arg(knee->workers)));
            }
        QVERIFY(found > 8);
        ScalingQuestion perfect(edited(test::bareJob(), {{"cluster.link_rate", "1e15"}}), shippedCalibration());
        QVERIFY(std::isinf(nearKnee(perfect, 1024, 0.8)));
        QCOMPARE(nearKnee(perfect, 1024, 1.5), 1.0);
    }

    /// Between two points, a straight line on logarithmic axes.
    void theKneeOfMeasuredPointsIsBetweenThem()
    {
        const std::vector<EfficiencyPoint> points{{8, 1}, {32, 0.9}, {128, 0.4}};
        VERIFY_CLOSE(kneeBetween(points, 0.6), 32 * std::pow(4, std::log(0.9 / 0.6) / std::log(0.9 / 0.4)), 1e-12);
        VERIFY_CLOSE(kneeBetween(points, 0.4 * (1 + 1e-12)), 128, 1e-9);
        QVERIFY(std::isinf(kneeBetween(points, 0.3)));
        QVERIFY(std::isinf(kneeBetween(points, 0.4)));
        QCOMPARE(kneeBetween(points, 1.1), 8.0);
    }

    void theUsableCountIsTheNextPowerOfTwo()
    {
        for (const char* id : {"knee-simulator", "knee-simulator-fp8", "knee-1p3b", "gap-64-gpus"}) {
            const Knees knees = kneesOf(preset(id));
            for (const auto& knee : {knees.gamma, knees.tolerance, knees.curvature}) {
                if (!knee)
                    continue;
                QVERIFY(std::has_single_bit(static_cast<unsigned>(knee->usable_workers)));
                QVERIFY(knee->usable_workers >= knee->workers * (1 - 1e-9));
                QVERIFY(knee->usable_workers < 2 * std::max(knee->workers, 2.0));
            }
        }
    }

    void theCauseIsTheTermThatGrew_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("cause");
        test::dataRow("payload", "knee-simulator", "exposed-communication");
        test::dataRow("launches", "suspect-tiny-batch", "tiny-batch");
        test::dataRow("waiting", "suspect-straggler", "straggler");
    }
    void theCauseIsTheTermThatGrew()
    {
        QFETCH(QString, id);
        QFETCH(QString, cause);
        const Knees knees = kneesOf(preset(id.toStdString()));
        QVERIFY(knees.tolerance);
        QCOMPARE(causeId(knees.tolerance->cause), std::string_view(cause.toStdString()));
    }

    /// 64 replicas fill the pod; the 65th is on another, across the data center's network.
    void aKneeAtTheEndOfATorusIsOfTheNetworkBeyondIt()
    {
        const Knees knees = kneesOf(edited(preset("llama2-70b-256xtpuv6e"), {{"plan.context_parallel", "4"}}));
        QVERIFY(knees.tolerance);
        QCOMPARE(knees.tolerance->usable_workers, 64.0);
        VERIFY_CLOSE(knees.tolerance->workers, 64, 1e-9);
        const Cause cause = knees.tolerance->cause;
        QVERIFY2(cause == Cause::exposed_communication || cause == Cause::protocol_overhead, causeId(cause).data());
    }

    /// Only where data parallelism alone uses the network. If a replica spans nodes, a faster network also lowers T(1),
    /// so the knee may come earlier although every step is faster.
    void aFasterNetworkNeverLowersTheKnee()
    {
        test::RandomScenarios random(27);
        int compared = 0;
        for (int i = 0; i < 600; ++i) {
            Scenario s = i % 2 ? random.scattered() : random.walked();
            if (gpusPerReplica(s) > 1 || s.plan.expert_parallel > 1)
                continue;
            const Scenario slow = s;
            const Parameter& rate = parameter("cluster.link_rate");
            rate.edit(s, std::min(rate.range.max, rate.get(s) * (1 + 3 * random.uniform())), shippedCalibration());
            const auto before = theKnee(analyze(slow).curve);
            const auto after = theKnee(analyze(s).curve);
            HOLDS(!after || (before && after->workers >= before->workers * (1 - 1e-6)), slow);
            compared += after ? 1 : 0;
        }
        QVERIFY(compared > 30);
    }

    void everyCauseHasAnIdAndAName()
    {
        std::set<std::string_view> ids;
        for (int i = 0; i <= static_cast<int>(Cause::expert_all_to_all); ++i) {
            QVERIFY(ids.insert(causeId(static_cast<Cause>(i))).second);
            QVERIFY(!causeLabel(static_cast<Cause>(i)).empty());
        }
    }
};

KNEEPOINT_TEST(KneesTest)
#include "knees_test.moc"
