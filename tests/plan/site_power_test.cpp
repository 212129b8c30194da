// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/site_power.h"
#include "model/plan/planning.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

PresetIndex gpuNamed(const char* id)
{
    return static_cast<PresetIndex>(*parseValue(parameter("cluster.gpu"), id));
}

Cluster clusterOf(const char* id)
{
    const Edit edit{{&parameter("cluster.gpu"), static_cast<double>(gpuNamed(id))}};
    return applied(test::preset("llama3-8b-64xh100"), edit, shippedCalibration()).cluster;
}

/// A job that fits on every cluster, over the whole range of at most 64 GPUs.
PlanQuestion question()
{
    PlanQuestion q{test::preset("llama3-8b-64xh100"), {}, {}, {}};
    q.job.workload.training_tokens = 2e11;
    q.job.workload.global_batch = 384;
    q.job.plan.batch_tolerance = 0;
    q.limits.max_gpus = 64;
    q.threads = 1;
    q.campaign = Campaign::none();
    return q;
}

double withoutCooling(Cluster c)
{
    c.pue = 1;
    return sitePowerW(c, 1);
}

} // namespace

/// Power at the meter of a site.
class SitePowerTest : public QObject {
    Q_OBJECT

private slots:
    void asManyGpusAsTheirNodesLeaveRoomFor_data()
    {
        QTest::addColumn<QByteArray>("gpu");
        QTest::addColumn<double>("gpus");
        QTest::addRow("10.2 kW for eight H100") << QByteArray("h100-sxm") << 549.0;
        QTest::addRow("14.3 kW for eight B200") << QByteArray("b200-sxm") << 391.0;
        QTest::addRow("120 kW for 72 GB200") << QByteArray("gb200") << 420.0;
    }
    void asManyGpusAsTheirNodesLeaveRoomFor()
    {
        QFETCH(const QByteArray, gpu);
        QFETCH(const double, gpus);
        QCOMPARE(std::floor(700e3 / withoutCooling(clusterOf(gpu.constData())) + 1e-6), gpus);
    }

    void aCapLeavesTheRestOfTheNodeAsItIs()
    {
        Cluster c = clusterOf("h100-sxm");
        const double before = nodeShareW(c);
        c.power_w -= 200;
        QCOMPARE(nodeShareW(c), before - 200);
    }

    void withoutAFigureANodeDrawsMoreThanItsGpus()
    {
        const Cluster c = clusterOf("mi300x");
        QCOMPARE(nodeShareW(c), 1.8 * c.power_w);
    }

    void everyPublishedNodeDrawsMoreThanItsGpus()
    {
        for (const char* id : {"a100-sxm-40", "a100-sxm-80", "h100-sxm", "h100-sxm-500w", "h200-sxm", "b200-sxm",
                 "b300-sxm", "gb200", "gb300"}) {
            const Cluster c = clusterOf(id);
            QVERIFY2(nodeShareW(c) > 1.2 * c.power_w, id);
        }
    }

    void powerAndEnergyOfAPlanRiseWithThePue()
    {
        PlanQuestion q = question();
        q.job.cluster.pue = 1;
        const PlanPoint machines = *plan(q, shippedCalibration()).recommended;
        q.job.cluster.pue = 1.5;
        const PlanPoint site = *plan(q, shippedCalibration()).recommended;
        QCOMPARE(site.power_w, 1.5 * machines.power_w);
        QCOMPARE(site.run.energy_j, 1.5 * machines.run.energy_j);
    }

    void energyIsPowerTimesTime()
    {
        const PlanPoint p = *plan(question(), shippedCalibration()).recommended;
        QVERIFY(std::abs(p.run.energy_j / (p.power_w * p.run.time_s) - 1) < 1e-9);
    }

    /// Four nodes of 10.2 kW draw 40.8 kW, with a PUE of 1.2 49 kW.
    void aLimitOfPowerContainsNodesAndCooling()
    {
        PlanQuestion q = question();
        q.limits.max_gpus = 32;
        q.limits.power_w = 41e3;
        for (const double pue : {1.0, 1.2}) {
            q.job.cluster.pue = pue;
            const PlanPoint fastest = plan(q, shippedCalibration()).pareto.front();
            QCOMPARE(fastest.step.gpus, 32.0);
            QCOMPARE(fastest.keeps_limits, pue == 1);
        }
    }
};

KNEEPOINT_TEST(SitePowerTest)
#include "site_power_test.moc"
