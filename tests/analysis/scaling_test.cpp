// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;
using test::edited;
using test::preset;

class ScalingTest : public QObject {
    Q_OBJECT

private slots:
    void aComputeOnlyJobScalesPerfectly()
    {
        for (const char* scaling : {"strong", "weak"}) {
            Scenario s = edited(test::bareJob(), {{"workload.scaling", scaling}});
            s.cluster.link_rate = 1e30;
            for (const double k : {1.0, 2.0, 37.5, 1024.0}) {
                VERIFY_CLOSE(scalePoint(s, k).speedup, k, 1e-9);
                VERIFY_CLOSE(scalePoint(s, k).efficiency, 1.0, 1e-9);
            }
        }
    }

    /// Evenly on a logarithmic axis, at least 64 points, with each power of two; eight times beyond the present scale.
    void aCurveHasEnoughPoints()
    {
        for (const char* id : {"knee-simulator", "llama3-70b-512xh100", "palm-540b-4096xtpuv4"}) {
            const Scenario s = preset(id);
            const ScalingCurve curve = analyze(s).curve;
            QVERIFY(curve.points.size() >= 65);
            QCOMPARE(curve.points.front().workers, 1.0);
            QCOMPARE(curve.points.back().workers, curve.max_workers);
            QVERIFY(curve.max_workers >= 256 && curve.max_workers >= 8 * workers(s));
            QVERIFY(curve.max_workers == 256 || curve.max_workers < 16 * workers(s));
            const double widest = std::pow(curve.max_workers, 1.0 / 64);
            for (std::size_t i = 1; i < curve.points.size(); ++i) {
                const double ratio = curve.points[i].workers / curve.points[i - 1].workers;
                QVERIFY2(ratio > 1 && ratio <= widest * (1 + 1e-9), qPrintable(QString::number(ratio)));
            }
            for (double k = 1; k <= curve.max_workers; k *= 2)
                QVERIFY(std::ranges::binary_search(curve.points, k, {}, &ScalePoint::workers));
        }
    }

    void oneReplicaIsTheBaseline()
    {
        for (const char* id : {"knee-simulator", "llama3-70b-512xh100", "suspect-straggler"}) {
            const ScalePoint point = scalePoint(preset(id), 1);
            QCOMPARE(point.speedup, 1.0);
            QCOMPARE(point.efficiency, 1.0);
        }
    }

    void strongScalingComparesStepsAndWeakScalingThroughput()
    {
        const Scenario strong = preset("knee-simulator");
        const ScalePoint eight = scalePoint(strong, 8);
        VERIFY_CLOSE(eight.speedup, scalePoint(strong, 1).step.step_s / eight.step.step_s, 1e-12);
        const Scenario weak = preset("bert-large-100gbe");
        const ScalePoint many = scalePoint(weak, 8);
        VERIFY_CLOSE(many.speedup, 8 * scalePoint(weak, 1).step.step_s / many.step.step_s, 1e-12);
        VERIFY_CLOSE(many.step.global_batch, 8 * scalePoint(weak, 1).step.global_batch, 1e-12);
    }

    /// A cheaper optimizer update from sharded state does not count as speedup.
    void shardingStateIsNotASpeedup_data()
    {
        QTest::addColumn<QString>("stack");
        QTest::addColumn<int>("zero_stage");
        QTest::addColumn<QString>("model");
        for (const char* stack : {"megatron-2021", "nemo-2025", "torchtitan-2024"})
            for (const int zero_stage : {0, 1, 3})
                for (const char* model : {"llama3.1-8b", "mixtral-8x7b"})
                    QTest::addRow("%s, stage %d, %s", stack, zero_stage, model) << stack << zero_stage << model;
    }
    void shardingStateIsNotASpeedup()
    {
        QFETCH(QString, stack);
        QFETCH(int, zero_stage);
        QFETCH(QString, model);
        const Scenario s = edited(Scenario{},
            {{"workload.model", model.toStdString()}, {"workload.scaling", "weak"},
                {"workload.sequence_length", "4096"}, {"workload.batch_per_gpu", "1"}, {"cluster.gpu", "h100-sxm"},
                {"cluster.gpus_per_node", "8"}, {"stack.software", stack.toStdString()},
                {"plan.zero_stage", std::to_string(zero_stage)}, {"plan.expert_parallel", "8"},
                {"assumptions.input_limited", "false"}});
        for (const double k : {1.0, 2.0, 8.0, 64.0, 512.0}) {
            const ScalePoint point = scalePoint(s, k);
            QVERIFY2(point.efficiency <= 1 + 1e-12, qPrintable(QString::number(point.efficiency)));
        }
    }

    /// Every kernel-level step has launches; they are its bound only if they take longest.
    void aLargeModelIsNotLaunchBound()
    {
        const Scenario s = preset("llama3-70b-512xh100");
        QVERIFY(scalePoint(s, 16).step.bound == Bound::compute);
        Scenario launching = s;
        launching.stack.layer_launch_s = 1;
        QVERIFY(scalePoint(launching, 16).step.bound == Bound::overhead);
    }

    void theCurveContainsThePowersOfTwo()
    {
        const ScalingCurve curve = analyze(preset("knee-simulator")).curve;
        for (double k = 1; k <= curve.max_workers; k *= 2)
            QVERIFY(std::ranges::find(curve.points, k, &ScalePoint::workers) != curve.points.end());
        QVERIFY(std::ranges::is_sorted(curve.points, {}, &ScalePoint::workers));
    }

    /// Lines between the points of the curve do not cut its corners off.
    void theCurveHasPointsAtItsCorners()
    {
        const Scenario s =
            edited(preset("knee-simulator"), {{"cluster.link_rate", "400Gbit/s"}, {"workload.batch_per_gpu", "2048"}});
        const ScalingCurve curve = analyze(s).curve;
        QCOMPARE(curve.regions.size(), std::size_t(2));
        QVERIFY(curve.knees.gamma && curve.knees.curvature);
        for (const double k :
            {curve.regions[1].from_workers, curve.knees.gamma->workers, curve.knees.curvature->workers}) {
            const bool has_point = std::ranges::any_of(
                curve.points, [k](const ScalePoint& p) { return std::abs(p.workers / k - 1) <= 0.0011; });
            QVERIFY2(has_point, qPrintable(QString::number(k)));
        }
        QVERIFY(std::ranges::is_sorted(curve.points, {}, &ScalePoint::workers));
    }

    void theSimulatorTurnsFromComputeBoundToCommunicationBound()
    {
        const auto regions = analyze(preset("knee-simulator")).curve.regions;
        QCOMPARE(regions.size(), std::size_t(2));
        QCOMPARE(regions[0].bound, Bound::compute);
        QCOMPARE(regions[1].bound, Bound::communication);
        VERIFY_CLOSE(regions[1].from_workers, 6.12, 1e-6);
    }

    void theBreakdownIncludesTheCurrentScale()
    {
        const Analysis a = analyze(edited(preset("knee-simulator"), {{"cluster.gpus", "12"}}));
        const auto present = std::ranges::find(a.breakdown, 12.0, &ScalePoint::workers);
        QVERIFY(present != a.breakdown.end());
        QCOMPARE(present->step.step_s, a.step.step_s);
        QVERIFY(std::ranges::is_sorted(a.breakdown, {}, &ScalePoint::workers));
        QCOMPARE(analyze(preset("knee-simulator")).breakdown.size(), std::size_t(9));
    }

    void theCurrentScaleIsTheSameEverywhere()
    {
        for (const char* id : {"knee-simulator", "gpt3-175b-1024xa100", "opt-175b-992", "mixtral-8x7b-256xh100"}) {
            const Analysis a = analyze(preset(id));
            const ScalePoint point = scalePoint(a.scenario, workers(a.scenario));
            QCOMPARE(point.step.step_s, a.step.step_s);
            QCOMPARE(point.speedup, a.headline.speedup);
        }
    }
};

KNEEPOINT_TEST(ScalingTest)
#include "scaling_test.moc"
