// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

/// One second of compute on each of 64 GPUs in nodes of 8, optionally other seconds, and no overlap.
Scenario oneSecond()
{
    Scenario s = test::bareJob();
    s.cluster.resizeNode(8);
    s.cluster.gpus = 64;
    s.workload.batch_per_gpu = 10;
    s.workload.measured_example_s = 0.1;
    s.cluster.link_rate = 1e30;
    s.cluster.scale_up_bandwidth = 1e30;
    s.assumptions.input_overlap = 0;
    return s;
}

/// Gradients that take `seconds`: all bytes of a replica once, over one link.
void communicateFor(Scenario& s, double seconds)
{
    s.cluster.scale_up_bandwidth = 1e30;
    s.cluster.link_rate = 2 * s.workload.parameters / 8 / seconds / s.cluster.link_efficiency;
}

void loadFor(Scenario& s, double seconds)
{
    s.assumptions.input_limited = true;
    s.cluster.loader_rate = s.workload.batch_per_gpu * s.plan.accumulation / seconds;
}

void delayFor(Scenario& s, double seconds)
{
    s.assumptions.sync_delay_s = seconds;
}

/// Waits of `seconds`, all of them from jitter.
void waitFor(Scenario& s, double seconds)
{
    s.assumptions.stragglers = true;
    s.assumptions.straggler_probability = 0;
    s.assumptions.straggler_slowdown = 0;
    s.assumptions.jitter = 1;
    s.assumptions.jitter = seconds / evaluate(s).part(Part::straggler).exposed_s;
}

} // namespace

/// The waits of a step, and the part named as its bound.
class WaitsTest : public QObject {
    Q_OBJECT

private slots:
    void theJobTakesOneSecond()
    {
        const StepReport r = evaluate(oneSecond());
        VERIFY_CLOSE(r.step_s, 1, 1e-9);
        VERIFY_CLOSE(r.compute_s, 1, 1e-12);
        Scenario s = oneSecond();
        communicateFor(s, 0.25);
        VERIFY_CLOSE(evaluate(s).comm_s, 0.25, 1e-9);
        waitFor(s, 0.5);
        VERIFY_CLOSE(evaluate(s).part(Part::straggler).exposed_s, 0.5, 1e-9);
    }

    void theBoundIsTheLongestPart_data()
    {
        QTest::addColumn<double>("comm");
        QTest::addColumn<double>("load");
        QTest::addColumn<double>("wait");
        QTest::addColumn<double>("delay");
        QTest::addColumn<QByteArray>("bound");
        const auto row = [](const char* name, double comm, double load, double wait, double delay, const char* bound) {
            QTest::newRow(name) << comm << load << wait << delay << QByteArray(bound);
        };
        row("nothing but compute", 0, 0, 0, 0, "compute");
        row("less of everything", 0.9, 0.8, 0.4, 0.5, "compute");
        row("more communication", 1.1, 0.8, 0.4, 0.5, "communication");
        row("more input", 1.1, 1.2, 0.4, 0.5, "data-loading");
        row("waits and delays together", 0.9, 0.9, 0.5, 0.6, "straggler");
        row("delay alone", 0, 0, 0, 1.1, "straggler");
        row("waits alone", 0, 0, 1.1, 0, "straggler");
        row("delay longer than communication", 1.1, 0, 0, 1.2, "straggler");
        row("communication longer than delay", 1.2, 0, 0, 1.1, "communication");
        row("input longer than both", 1.2, 1.3, 0, 1.1, "data-loading");
    }
    void theBoundIsTheLongestPart()
    {
        QFETCH(const double, comm);
        QFETCH(const double, load);
        QFETCH(const double, wait);
        QFETCH(const double, delay);
        QFETCH(const QByteArray, bound);
        Scenario s = oneSecond();
        if (comm > 0)
            communicateFor(s, comm);
        if (load > 0)
            loadFor(s, load);
        if (wait > 0)
            waitFor(s, wait);
        delayFor(s, delay);
        const StepReport r = evaluate(s);
        QCOMPARE(QByteArray(boundId(r.bound).data()), bound);
        VERIFY_WITHIN(r.step_s, 1 + comm + load + wait + delay, 1e-8);
    }

    void trafficAndLaunchesAreTheBoundIfTheyExceedCompute_data()
    {
        QTest::addColumn<double>("traffic");
        QTest::addColumn<double>("floor");
        QTest::addColumn<QByteArray>("bound");
        QTest::newRow("compute") << 0.5 << 0.5 << QByteArray("compute");
        QTest::newRow("traffic") << 1.5 << 0.5 << QByteArray("memory");
        QTest::newRow("launches") << 0.5 << 1.5 << QByteArray("overhead");
        QTest::newRow("launches beyond traffic") << 1.2 << 1.5 << QByteArray("overhead");
    }
    void trafficAndLaunchesAreTheBoundIfTheyExceedCompute()
    {
        QFETCH(const double, traffic);
        QFETCH(const double, floor);
        QFETCH(const QByteArray, bound);
        Scenario s = oneSecond();
        s.workload.measured_example_s = 0;
        s.assumptions.memory_roof = true;
        s.cluster.memory_bandwidth = 1e30;
        const double compute_s = evaluate(s).compute_s;
        s.cluster.memory_bandwidth = 1;
        s.cluster.memory_bandwidth = evaluate(s).compute_s / (traffic * compute_s);
        s.stack.launch_floor_s = floor * compute_s;
        QCOMPARE(QByteArray(boundId(evaluate(s).bound).data()), bound);
    }

    void aBubbleLongerThanComputeIsTheBound()
    {
        Scenario s = oneSecond();
        s.plan.pipeline_parallel = 8;
        s.plan.accumulation = 4;
        QCOMPARE(evaluate(s).bound, Bound::bubble); // seven idle micro-batches for four at work
        s.plan.accumulation = 8;
        QCOMPARE(evaluate(s).bound, Bound::compute);
    }

    void inputCountsAllMicroBatches()
    {
        for (const double micro_batches : {1, 2, 5}) {
            Scenario s = oneSecond();
            s.assumptions.input_limited = true;
            s.cluster.loader_rate = 40;
            s.plan.accumulation = micro_batches;
            VERIFY_CLOSE(evaluate(s).load_s, micro_batches * 10 / 40, 1e-12);
            VERIFY_CLOSE(evaluate(s).part(Part::input).exposed_s, micro_batches * 10 / 40, 1e-12);
            s.assumptions.input_overlap = 1;
            QCOMPARE(evaluate(s).part(Part::input).exposed_s, 0.0);
        }
    }

    void slowStepsFollowFromTheChanceThatAnyGpuIsSlow()
    {
        Scenario s = oneSecond();
        s.assumptions.stragglers = true;
        s.assumptions.straggler_probability = 0.02;
        s.assumptions.straggler_slowdown = 0.5;
        s.assumptions.jitter = 0;
        const double any = 1 - std::pow(0.98, 64);
        VERIFY_CLOSE(evaluate(s).p_any_slow, any, 1e-12);
        VERIFY_CLOSE(evaluate(s).part(Part::straggler).exposed_s, 0.5 * (any - 0.02), 1e-9);
        s.plan.synchronization = Synchronization::parameter_server; // nobody waits
        QCOMPARE(evaluate(s).part(Part::straggler).exposed_s, 0.0);
        s.plan.synchronization = Synchronization::all_reduce;
        s.cluster.gpus = 1;
        QCOMPARE(evaluate(s).part(Part::straggler).exposed_s, 0.0);
    }

    void driftGrowsPerDoublingOfUnsynchronizedReplicas()
    {
        Scenario s = oneSecond();
        s.stack.straggler_slope = 0.01;
        VERIFY_CLOSE(evaluate(s).part(Part::straggler).exposed_s, 0.01 * 3, 1e-8); // 64 GPUs: 8 groups of 8 in step
        s.assumptions.sync_delay_s = 1;                                            // slows down with everything else
        VERIFY_CLOSE(evaluate(s).part(Part::straggler).exposed_s, 0.01 * 3 * 2, 1e-8);
        s.plan.tensor_parallel = 16; // four replicas
        const StepReport wide = evaluate(s);
        VERIFY_CLOSE(wide.part(Part::straggler).exposed_s, 0.01 * 2 * (wide.step_s / 1.02), 1e-8);
        s.cluster.gpus = 8;
        s.plan.tensor_parallel = 1;
        QCOMPARE(evaluate(s).part(Part::straggler).exposed_s, 0.0);
    }
};

KNEEPOINT_TEST(WaitsTest)
#include "waits_test.moc"
