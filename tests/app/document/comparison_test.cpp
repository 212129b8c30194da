// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/comparison.h"

#include "model/scenario/scenario.h"
#include "tests/support/test_registry.h"

#include <QSignalSpy>
#include <QTest>

using namespace kneepoint;

namespace {

ScenarioFile withGpus(double gpus)
{
    ScenarioFile file;
    file.title = "GPUs";
    file.scenario.cluster.gpus = gpus;
    return file;
}

} // namespace

class ComparisonTest : public QObject {
    Q_OBJECT

private slots:
    void theLatestPinIsA()
    {
        Comparison comparison;
        const QSignalSpy changed(&comparison, &Comparison::changed);
        QVERIFY(!comparison.reference());
        comparison.pin(withGpus(8));
        comparison.pin(withGpus(16));
        QCOMPARE(comparison.reference()->step.gpus, 16.0);
        QCOMPARE(comparison.pins().size(), std::size_t(2));
        QCOMPARE(changed.size(), 2);
    }

    void pinningTwiceMovesThePinToTheFront()
    {
        Comparison comparison;
        comparison.pin(withGpus(8));
        comparison.pin(withGpus(16));
        comparison.pin(withGpus(8));
        QCOMPARE(comparison.pins().size(), std::size_t(2));
        QCOMPARE(comparison.reference()->step.gpus, 8.0);
    }

    void unpinningBringsBackThePreviousPin()
    {
        Comparison comparison;
        comparison.pin(withGpus(8));
        comparison.pin(withGpus(16));
        comparison.remove(0);
        QCOMPARE(comparison.reference()->step.gpus, 8.0);
        comparison.remove(0);
        comparison.remove(0);
        QVERIFY(!comparison.reference());
    }
};

KNEEPOINT_TEST(ComparisonTest)
#include "comparison_test.moc"
