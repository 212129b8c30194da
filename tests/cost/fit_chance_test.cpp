// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/physics.h"
#include "model/cost/fit_chance.h"
#include "model/cost/memory_use.h"

#include "tests/support/compare.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

MemoryUse needing(double share)
{
    MemoryUse use;
    use.weights = share * 80e9;
    use.capacity = 80e9;
    use.spread = memory_spread;
    return use;
}

} // namespace

class FitChanceTest : public QObject {
    Q_OBJECT

private slots:
    void aFullGpuMayOrMayNotFit() { VERIFY_CLOSE(fitChance(needing(1)), 0.5, 1e-12); }

    void headroomOfOneSpreadIsOneStandardDeviation()
    {
        VERIFY_CLOSE(fitChance(needing(std::exp(-memory_spread))), 0.841344746, 1e-8);
        VERIFY_CLOSE(fitChance(needing(std::exp(memory_spread))), 1 - 0.841344746, 1e-8);
    }

    /// Nine in ten needs are between the prediction divided by the factor and the prediction times it.
    void theIntervalHoldsNineInTen()
    {
        for (const double spread : {0.03, memory_spread, 0.2}) {
            MemoryUse use = needing(1);
            use.spread = spread;
            const double factor = memoryIntervalFactor(use);
            VERIFY_CLOSE(std::log(factor), 1.6449 * spread, 1e-9);
            use.weights = 80e9 / factor;
            VERIFY_CLOSE(fitChance(use), 0.95, 1e-5);
            use.weights = 80e9 * factor;
            VERIFY_CLOSE(fitChance(use), 0.05, 1e-4);
        }
    }

    void lessHeadroomNeverImprovesTheChance()
    {
        double before = 1;
        for (double share = 0.5; share < 2; share += 0.01) {
            const double chance = fitChance(needing(share));
            QVERIFY(chance <= before && chance >= 0);
            before = chance;
        }
        QVERIFY(before < 1e-12);
    }

    void farFromCapacityTheChanceIsCertain()
    {
        QCOMPARE(fitChance(needing(0)), 1.0);
        QCOMPARE(fitChance(needing(0.5)), 1.0);
        MemoryUse none = needing(0.5);
        none.capacity = 0;
        QCOMPARE(fitChance(none), 0.0);
        none.weights = 0;
        QCOMPARE(fitChance(none), 1.0); // nothing is needed
    }
};

KNEEPOINT_TEST(FitChanceTest)
#include "fit_chance_test.moc"
