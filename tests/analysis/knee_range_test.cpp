// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/knee_range.h"
#include "model/analysis/knees.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace kneepoint;
using test::preset;

namespace {

/// The knee with links as many times as fast, from an analysis of its own; infinite beyond the curve.
double kneeWithLinks(Scenario s, double factor)
{
    s.cluster.link_rate *= factor;
    s.cluster.scale_up_bandwidth *= factor;
    const auto knee = theKnee(analyze(s).curve);
    return knee ? knee->workers : std::numeric_limits<double>::infinity();
}

/// A simulator's job whose efficiency crosses the tolerance where the curve is flat: a tenth of the links decides.
Scenario flatJob(double tolerance)
{
    Scenario s = preset("knee-simulator");
    s.workload.scaling = Scaling::weak;
    s.assumptions.efficiency_tolerance = tolerance;
    return s;
}

} // namespace

class KneeRangeTest : public QObject {
    Q_OBJECT

private slots:
    /// Where there is a range, its ends are the knees with slower and faster links, one of them a factor of two away;
    /// where there is none, neither is.
    void theEndsAreKneesOfOtherLinks()
    {
        int ranges = 0, one_sided = 0, none = 0;
        const auto check = [&](const Scenario& s) {
            const Analysis a = analyze(s);
            const auto knee = theKnee(a.curve);
            const std::optional<KneeRange> range = kneeRange(a);
            if (!knee) {
                QVERIFY(!range);
                return;
            }
            const double low = kneeWithLinks(s, 1 / 1.1), high = kneeWithLinks(s, 1.1);
            // An analysis of its own has its own range of K; beyond that of the job there is no knee.
            if (high > a.curve.max_workers || low > a.curve.max_workers)
                return;
            const bool down = knee->workers > 2 * low, up = high > 2 * knee->workers;
            QCOMPARE(range.has_value(), down || up);
            (range ? ranges : none)++;
            one_sided += down != up;
            if (range) {
                QVERIFY(std::abs(range->low / low - 1) < 0.02);
                QVERIFY(std::abs(range->high / high - 1) < 0.02);
            }
        };
        for (const ScenarioFile& file : scenarioPresets())
            check(file.scenario);
        for (int i = 1; i < 400; ++i)
            check(flatJob(0.002 * i));
        QVERIFY(ranges > 10 && one_sided > 10 && none > 10);
    }
};

KNEEPOINT_TEST(KneeRangeTest)
#include "knee_range_test.moc"
