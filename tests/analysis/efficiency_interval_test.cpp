// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/efficiency_interval.h"
#include "model/analysis/knees.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

/// A measured stack on measured GPUs, over a network slow enough for a knee.
Scenario onASlowNetwork(std::string_view replicas, std::string_view network = "slingshot-tcp")
{
    return edited(preset("llama3-8b-64xh100"), {{"cluster.gpus", replicas}, {"cluster.interconnect", network}});
}

/// A shipped scenario with automatic planning, compared with smaller clusters.
Scenario planned(std::string_view id)
{
    Scenario s = preset(id);
    s.automatic.on = true;
    return s;
}

double widthOf(const std::optional<Interval>& interval)
{
    return interval ? std::log(interval->high / interval->low) : 0;
}

} // namespace

/// Intervals of scaling figures.
class EfficiencyIntervalTest : public QObject {
    Q_OBJECT

private slots:
    void oneReplicaHasNoInterval()
    {
        QVERIFY(!efficiencyInterval(analyze(onASlowNetwork("1"))));
        QVERIFY(!speedupInterval(analyze(onASlowNetwork("1"))));
    }

    /// A speedup is an efficiency times as many replicas, and so are the ends of its interval.
    void theSpeedupHasTheIntervalOfTheEfficiency()
    {
        const Analysis a = analyze(onASlowNetwork("64"));
        const auto efficiency = efficiencyInterval(a);
        const auto speedup = speedupInterval(a);
        QVERIFY(efficiency && speedup);
        for (const auto& [of_speedup, of_efficiency] : {std::pair(speedup->low, efficiency->low),
                 {speedup->high, efficiency->high}, {a.headline.speedup, a.headline.efficiency}})
            QVERIFY(std::abs(of_speedup / of_efficiency / a.step.workers - 1) < 1e-9);
        QVERIFY(speedup->low < a.headline.speedup && a.headline.speedup <= speedup->high);
    }

    void withoutSimilarMeasurementsThereIsNoInterval()
    {
        const Analysis textbook = analyze(preset("knee-simulator"));
        QVERIFY(theKnee(textbook.curve));
        QVERIFY(!kneeInterval(textbook));
        QVERIFY(!efficiencyInterval(textbook));
    }

    void theIntervalGrowsWithTheScalingLoss()
    {
        const auto little = efficiencyInterval(analyze(preset("llama3-8b-64xh100")));
        const auto much = efficiencyInterval(analyze(onASlowNetwork("64")));
        QVERIFY(little && much);
        QVERIFY(little->low > much->low && widthOf(little) > 0);
    }

    void theIntervalNeverExceedsOne()
    {
        for (const std::string_view replicas : {"2", "64", "512"})
            if (const auto interval = efficiencyInterval(analyze(onASlowNetwork(replicas))))
                QVERIFY(interval->high <= 1);
    }

    /// Where the curve has no jump: beyond the node.
    void theKneeIsInsideItsInterval()
    {
        const Analysis a = analyze(onASlowNetwork("64", "slingshot200-shared"));
        const auto interval = kneeInterval(a);
        QVERIFY(theKnee(a.curve) && interval);
        const double knee = theKnee(a.curve)->workers;
        QVERIFY(interval->low < knee && knee < interval->high);
        const auto efficiencyAt = [&](double k) { return scalePoint(a.scenario, k, shippedCalibration()).efficiency; };
        const double tolerance = a.scenario.assumptions.efficiency_tolerance;
        QVERIFY(efficiencyAt(interval->low) > tolerance);
        QVERIFY(!std::isfinite(interval->high) || efficiencyAt(interval->high) < tolerance);
    }

    /// The first replica beyond the node brings the efficiency below the tolerance however fast the network is.
    void aKneeAtAJumpIsTheLowerEndOfItsInterval()
    {
        const Analysis a = analyze(onASlowNetwork("64"));
        const auto interval = kneeInterval(a);
        QVERIFY(theKnee(a.curve) && interval);
        const double knee = theKnee(a.curve)->workers;
        QVERIFY(knee > 8 && knee < 8.1);
        QVERIFY(interval->low > 8 && interval->low <= knee && knee < interval->high);
    }

    /// The clusters that it is compared with keep their layouts when the factors move.
    void aPlannedJobHasAnIntervalAroundItsEfficiency()
    {
        for (const std::string_view id : {"llama3-70b-512xh100", "deepseek-v3-2048xh800"}) {
            const Analysis a = analyze(planned(id));
            QVERIFY(!a.smaller_clusters.empty());
            const auto interval = efficiencyInterval(a);
            QVERIFY(interval);
            QVERIFY(interval->low < a.headline.efficiency && a.headline.efficiency <= interval->high);
            QVERIFY(interval->high <= 1);
        }
    }

    void anUnreachedKneeHasNoUpperEnd() { QCOMPARE(kneePlace(HUGE_VAL), std::string("no knee")); }
};

KNEEPOINT_TEST(EfficiencyIntervalTest)
#include "efficiency_interval_test.moc"
