// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_model.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

Scenario laidOut(const char* tp, const char* pp, const char* gpus = "64")
{
    return test::edited(test::preset("llama3-8b-64xh100"),
        {{"cluster.gpus", gpus}, {"plan.tensor_parallel", tp}, {"plan.pipeline_parallel", pp},
            {"workload.batch_per_gpu", "1"}});
}

/// Added step time if each collective takes this much CPU time per rank.
double longerBy(Scenario s, double launch_s)
{
    s.stack.pipelined_launch_s = 0;
    const double without = evaluate(s, shippedCalibration()).step_s;
    s.stack.pipelined_launch_s = launch_s;
    return evaluate(s, shippedCalibration()).step_s - without;
}

} // namespace

/// Software whose tensor-parallel collectives take CPU time per rank in stages that exchange activations across nodes.
class PipelinedLaunchTest : public QObject {
    Q_OBJECT

private slots:
    void onlyStagesOnSeveralNodesPayLaunches()
    {
        constexpr double launch_s = 1e-3;
        QVERIFY(longerBy(laidOut("4", "2"), launch_s) > 0);
        QCOMPARE(longerBy(laidOut("4", "1"), launch_s), 0.0);
        QCOMPARE(longerBy(laidOut("1", "4"), launch_s), 0.0);
        QCOMPARE(longerBy(laidOut("4", "2", "8"), launch_s), 0.0);
    }

    void kernelsHideRoutingTime() { QVERIFY(longerBy(laidOut("2", "2"), 1e-7) < 1e-3); }

    void launchTimeGrowsWithRanksAndCollectives()
    {
        constexpr double launch_s = 0.1; // dwarfs everything else
        const Scenario s = laidOut("4", "2");
        const double collectives = 8; // in two directions, each a reduce-scatter and an all-gather
        const double calls = s.plan.sequence_parallel ? collectives : collectives / 2;
        const double micro_batches = s.plan.accumulation + s.plan.pipeline_parallel - 1;
        const double expected = calls * 4 * launch_s * s.workload.layers / 2 * micro_batches;
        QVERIFY2(std::abs(longerBy(s, launch_s) / expected - 1) < 0.15,
            qPrintable(QStringLiteral("%1 of %2").arg(longerBy(s, launch_s)).arg(expected)));
    }
};

KNEEPOINT_TEST(PipelinedLaunchTest)
#include "pipelined_launch_test.moc"
