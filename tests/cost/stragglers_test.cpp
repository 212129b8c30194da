// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/stragglers.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace kneepoint;
using test::edited;

namespace {

/// A standard normal draw by Box and Muller, the same on every machine.
double normalDraw(std::mt19937_64& bits)
{
    const auto uniform = [&] { return (static_cast<double>(bits() >> 11) + 0.5) * 0x1p-53; };
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * 3.14159265358979323846 * uniform());
}

double meanSlowest(int gpus, int rounds)
{
    std::mt19937_64 bits(20);
    double sum = 0;
    for (int round = 0; round < rounds; ++round) {
        double slowest = -HUGE_VAL;
        for (int gpu = 0; gpu < gpus; ++gpu)
            slowest = std::max(slowest, normalDraw(bits));
        sum += slowest;
    }
    return sum / rounds;
}

} // namespace

class StragglersTest : public QObject {
    Q_OBJECT

private slots:
    void aStepIsSlowUnlessAllRanksAreFast_data()
    {
        QTest::addColumn<double>("gpus");
        QTest::addColumn<double>("probability");
        QTest::addColumn<double>("any");
        QTest::newRow("never slow") << 512.0 << 0.0 << 0.0;
        QTest::newRow("one GPU") << 1.0 << 0.05 << 0.05;
        QTest::newRow("two GPUs") << 2.0 << 0.5 << 0.75;
        QTest::newRow("always") << 3.0 << 1.0 << 1.0;
        QTest::newRow("rare and many") << 1e6 << 1e-12 << 9.999995000006667e-07;
    }
    void aStepIsSlowUnlessAllRanksAreFast()
    {
        QFETCH(double, gpus);
        QFETCH(double, probability);
        QFETCH(double, any);
        VERIFY_CLOSE(anySlowProbability(gpus, probability), any, 1e-9);
    }

    void theExpectedMaximumMatchesSampling_data()
    {
        QTest::addColumn<int>("gpus");
        for (const int gpus : {2, 4, 8, 32, 128})
            QTest::addRow("%d GPUs", gpus) << gpus;
    }
    void theExpectedMaximumMatchesSampling()
    {
        QFETCH(int, gpus);
        constexpr double blom_and_chance = 0.03;
        VERIFY_WITHIN(expectedSlowest(gpus), meanSlowest(gpus, 400000 / gpus), blom_and_chance);
    }

    void theExpectedMaximumGrowsWithTheGpus()
    {
        QCOMPARE(expectedSlowest(1), 0.0);
        for (double gpus = 1; gpus < 1e6; gpus *= 1.3)
            QVERIFY(expectedSlowest(gpus) < expectedSlowest(gpus * 1.3));
    }

    /// Not by a rounding error either: a step of one GPU has no such part.
    void aSingleGpuWaitsForNobody()
    {
        for (double probability = 0; probability <= 1; probability += 0.01)
            QVERIFY(slowestExcess(1, probability) == 0);
        QVERIFY(expectedSlowest(1) == 0 && expectedSlowest(0.5) == 0 && slowestExcess(0.5, 0.1) == 0);
    }

    /// Where almost every GPU is slow, the others hardly wait longer, but more slow GPUs never shorten a step.
    void moreSlowGpusNeverShortenTheWait()
    {
        for (const double gpus : {2.0, 8.0, 512.0}) {
            double before = 0;
            for (double probability = 0; probability <= 1; probability += 0.001) {
                const double excess = slowestExcess(gpus, probability);
                QVERIFY(excess >= before && excess < 1);
                before = excess;
            }
            VERIFY_WITHIN(before, std::pow(gpus, -1 / (gpus - 1)) - std::pow(gpus, -gpus / (gpus - 1)), 1e-12);
        }
    }

    void waitingExcludesAGpusOwnDelay()
    {
        const Scenario s = edited(test::bareJob(),
            {{"cluster.gpus", "64"}, {"assumptions.stragglers", "on"}, {"assumptions.straggler_probability", "0.05"},
                {"assumptions.straggler_slowdown", "0.4"}, {"assumptions.jitter", "0.02"}});
        const StepReport r = evaluate(s);
        const double slow = 0.4 * (anySlowProbability(64, 0.05) - 0.05);
        VERIFY_CLOSE(r.part(Part::straggler).exposed_s, r.compute_s * (slow + 0.02 * expectedSlowest(64)), 1e-12);
        QCOMPARE(evaluate(withWorkers(s, 1)).part(Part::straggler).exposed_s, 0.0);
    }
};

KNEEPOINT_TEST(StragglersTest)
#include "stragglers_test.moc"
