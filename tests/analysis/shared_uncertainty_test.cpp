// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/efficiency_interval.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

namespace {

/// 64 replicas of one GPU each with a fixed batch. With `silent`, they neither communicate nor wait.
Scenario replicas(bool silent)
{
    Scenario s = test::edited(test::preset("llama3-8b-64xh100"),
        {{"workload.scaling", "weak"}, {"plan.tensor_parallel", "1"}, {"plan.pipeline_parallel", "1"},
            {"plan.context_parallel", "1"}, {"plan.zero_stage", "0"}, {"cluster.interconnect", "slingshot-tcp"},
            {"assumptions.stragglers", "off"}, {"assumptions.failures", "off"}});
    s.stack.straggler_slope = 0;
    if (silent)
        s.plan.sync_every = 1e15;
    return s;
}

/// The shipped calibration with the uncertainty of one of the factors of OwnRuns times `times`.
Calibration moreUncertain(std::string_view factor, double times)
{
    Calibration c = shippedCalibration();
    LearnedConstants learned = *c.constants;
    const auto* found = std::ranges::find(own_factors, factor, &OwnFactor::parameter);
    Q_ASSERT(found != own_factors.end());
    for (FactorSpreads& spreads : learned.spreads)
        spreads.factors[static_cast<std::size_t>(found - own_factors.begin())] *= times;
    c.constants = std::make_shared<const LearnedConstants>(learned);
    return c;
}

struct Widths {
    double step, efficiency, speedup;
};

Widths widths(const Scenario& s, const Calibration& calibration)
{
    const Analysis a = analyze(s, calibration);
    const auto width = [](const std::optional<Interval>& i) { return i ? std::log(i->high / i->low) : NAN; };
    return {std::log(a.prediction_interval.high_s / a.prediction_interval.low_s), width(efficiencyInterval(a)),
        width(speedupInterval(a))};
}

} // namespace

/// Uncertainty that affects one replica and many equally widens the interval of the step, not that of the efficiency.
class SharedUncertaintyTest : public QObject {
    Q_OBJECT

private slots:
    void whatEveryReplicaHasInCommonCancels_data()
    {
        QTest::addColumn<QByteArray>("factor");
        QTest::newRow("compute") << QByteArray("stack.own_compute");
        QTest::newRow("traffic") << QByteArray("stack.own_traffic");
        QTest::newRow("fixed times") << QByteArray("stack.own_fixed");
    }
    void whatEveryReplicaHasInCommonCancels()
    {
        QFETCH(const QByteArray, factor);
        const Scenario s = replicas(true);
        VERIFY_CLOSE(analyze(s).headline.efficiency, 1, 1e-9);
        const Widths before = widths(s, shippedCalibration());
        const Widths after = widths(s, moreUncertain(factor.toStdString(), 5));
        QVERIFY(after.step > before.step * 1.001);
        VERIFY_CLOSE(after.efficiency, before.efficiency, 1e-6);
        VERIFY_CLOSE(after.speedup, before.speedup, 1e-6);
    }

    void whatOnlyManyReplicasHaveDoesNotCancel()
    {
        const Scenario s = replicas(false);
        const Widths before = widths(s, shippedCalibration());
        const Widths after = widths(s, moreUncertain("stack.own_network", 5));
        QVERIFY(after.step > before.step * 1.1);
        QVERIFY(after.efficiency > before.efficiency * 1.1);
        QVERIFY(after.speedup > before.speedup * 1.1);
    }
};

KNEEPOINT_TEST(SharedUncertaintyTest)
#include "shared_uncertainty_test.moc"
