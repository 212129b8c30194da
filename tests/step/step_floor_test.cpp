// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/step/step_series.h"
#include "tests/step/kernel_job.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

constexpr double rounding_of_floors = 3e-9;

StepVersion versionOf(const Scenario& s)
{
    return {s.plan, s.cluster.gpus, s.workload.batch_per_gpu, s.workload.global_batch};
}

double floorOf(const Scenario& s)
{
    return StepSeries(s, shippedCalibration()).floorAt(versionOf(s));
}

double floorOverStagesOf(const Scenario& s)
{
    return StepSeries(s, shippedCalibration()).floorOverStages(versionOf(s));
}

/// The step without what floorAt() leaves out.
double stepWithoutSynchronization(const Scenario& s)
{
    const StepReport r = evaluate(s);
    double left_out = 0;
    for (const Part part : {Part::data_comm, Part::optimizer, Part::input, Part::pipeline_comm, Part::straggler})
        left_out += r.part(part).exposed_s;
    return r.step_s - left_out;
}

} // namespace

/// Lower bounds of steps are as high as what they leave out allows: a search excludes the more layouts by them.
class StepFloorTest : public QObject {
    Q_OBJECT

private slots:
    /// One replica of a textbook job whose links take no time: nothing is left out.
    void aStepWithNothingToLeaveOutIsItsOwnBound()
    {
        Scenario s = kernelJob();
        s.assumptions.compute_model = ComputeModel::sustained;
        s.cluster.gpus = 8;
        s.plan.tensor_parallel = 2;
        s.plan.pipeline_parallel = 4;
        s.plan.accumulation = 6;
        s.cluster.link_rate = s.cluster.scale_up_bandwidth = 1e30;
        s.cluster.link_latency_s = s.cluster.scale_up_latency_s = 0;
        for (const bool waits : {false, true}) {
            s.assumptions.stragglers = waits;
            s.assumptions.straggler_probability = 0.01;
            s.assumptions.straggler_slowdown = 0.5;
            QCOMPARE(evaluate(s).part(Part::straggler).exposed_s > 0, waits);
            VERIFY_CLOSE(floorOf(s), evaluate(s).step_s, rounding_of_floors);
            QVERIFY(floorOf(s) < evaluate(s).step_s);
            QCOMPARE(floorOverStagesOf(s), 0.0); // known only at kernel depth
        }
    }

    void theBoundOfAStepLeavesOutSynchronizationAndMessages_data()
    {
        QTest::addColumn<int>("zero");
        QTest::addColumn<double>("stages");
        QTest::newRow("data parallel") << 0 << 1.0;
        QTest::newRow("ZeRO-1") << 1 << 1.0;
        QTest::newRow("pipeline") << 0 << 4.0;
    }
    void theBoundOfAStepLeavesOutSynchronizationAndMessages()
    {
        QFETCH(const int, zero);
        QFETCH(const double, stages);
        Scenario s = kernelJob();
        s.plan.zero_stage = zero;
        s.plan.pipeline_parallel = stages;
        s.plan.accumulation = 8;
        s.stack.microbatch_s = s.stack.step_s = 1e-3;
        s.assumptions.input_limited = true;
        s.cluster.loader_rate = 10;
        for (const double slope : {0.0, 0.05}) {
            s.stack.straggler_slope = slope;
            const double drift = slope * 3; // 64 GPUs in groups of 8 that stay in step
            VERIFY_CLOSE(floorOf(s), (1 + drift) * stepWithoutSynchronization(s), rounding_of_floors);
        }
    }

    /// With one stage the mean stage does all the work; with more, micro-batches that grow with them keep it.
    void theBoundOverStagesIsTheWorkOfTheMeanStage()
    {
        Scenario s = kernelJob();
        s.stack.microbatch_s = s.stack.step_s = 0;
        s.stack.straggler_slope = 0.05;
        s.plan.accumulation = 2;
        const double one = floorOverStagesOf(s);
        VERIFY_CLOSE(one, floorOf(s), rounding_of_floors);
        for (const double stages : {2.0, 4.0, 8.0}) {
            s.plan.pipeline_parallel = stages;
            s.plan.accumulation = 2 * stages;
            QVERIFY(floorOverStagesOf(s) <= floorOf(s));
            VERIFY_CLOSE(floorOverStagesOf(s), one, 1e-12);
        }
    }

    void withoutABarrierRanksDoNotDrift()
    {
        Scenario s = kernelJob();
        s.stack.microbatch_s = s.stack.step_s = 0;
        s.stack.straggler_slope = 0.05;
        const double drifting = floorOverStagesOf(s);
        s.plan.synchronization = Synchronization::parameter_server;
        VERIFY_CLOSE(floorOverStagesOf(s), drifting / 1.15, 1e-12);
        VERIFY_CLOSE(floorOverStagesOf(s), floorOf(s), rounding_of_floors);
        QCOMPARE(evaluate(s).part(Part::straggler).exposed_s, 0.0);
    }

    void mixturesCountBothKindsOfLayers()
    {
        Scenario s = kernelJob();
        s.workload.experts = 8;
        s.workload.top_k = 2;
        s.workload.dense_layers = 5;
        s.stack.microbatch_s = s.stack.step_s = 0;
        s.workload.active_parameters = parameters / 2;
        VERIFY_CLOSE(floorOverStagesOf(s), floorOf(s), rounding_of_floors);
    }
};

KNEEPOINT_TEST(StepFloorTest)
#include "step_floor_test.moc"
