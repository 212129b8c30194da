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
    void theFirstPinIsAAndTheNextTakeLettersInTurn()
    {
        Comparison comparison;
        const QSignalSpy changed(&comparison, &Comparison::changed);
        QVERIFY(!comparison.reference());
        comparison.pin(withGpus(8));
        comparison.pin(withGpus(16));
        QCOMPARE(comparison.reference()->step.gpus, 8.0);
        QCOMPARE(comparison.pins().size(), std::size_t(2));
        QCOMPARE(comparison.others().options.front().letter, 'B');
        QCOMPARE(comparison.others().shown, 'C');
        QCOMPARE(changed.size(), 2);
    }

    void whatIsPinnedIsNotPinnedAgain()
    {
        Comparison comparison;
        QVERIFY(comparison.pin(withGpus(8)));
        QVERIFY(comparison.pin(withGpus(16)));
        QVERIFY(!comparison.pin(withGpus(8)));
        QCOMPARE(comparison.pins().size(), std::size_t(2));
    }

    void thereAreFourAtMost()
    {
        Comparison comparison;
        for (const double gpus : {8., 16., 32., 64.})
            QVERIFY(comparison.pin(withGpus(gpus)));
        QVERIFY(!comparison.pin(withGpus(128)));
        QCOMPARE(comparison.pins().size(), most_options);
    }

    void anotherOptionCanBecomeA()
    {
        Comparison comparison;
        comparison.setPins({withGpus(8), withGpus(16), withGpus(32)});
        comparison.makeReference(2);
        QCOMPARE(comparison.reference()->step.gpus, 32.0);
        QCOMPARE(comparison.pins()[2].analysis->step.gpus, 8.0);
    }

    void namesSayWhatDiffers()
    {
        Comparison comparison;
        comparison.setOpen(withGpus(4).scenario, false);
        comparison.pin(withGpus(8));
        QCOMPARE(comparison.pins().front().name, QStringLiteral("8 GPUs"));
        comparison.pin(withGpus(16));
        QCOMPARE(comparison.pins().back().name, QStringLiteral("16 GPUs"));
    }

    void nothingIsComparedInALessonOrWithAnotherKindOfJob()
    {
        Comparison comparison;
        comparison.setPins({withGpus(8), withGpus(16)});
        comparison.setOpen(withGpus(4).scenario, true);
        QVERIFY(!comparison.reference());
        QVERIFY(comparison.others().options.empty());
        comparison.setOpen(withGpus(4).scenario, false);
        QVERIFY(comparison.reference());
        Scenario tokens = withGpus(4).scenario;
        tokens.workload.sequence_length = tokens.workload.sequence_length > 1 ? 1 : 4096;
        const QSignalSpy changed(&comparison, &Comparison::changed);
        comparison.setOpen(tokens, false);
        QVERIFY(!comparison.reference());
        QCOMPARE(changed.size(), 1);
        QCOMPARE(comparison.pins().size(), std::size_t(2));
    }

    void unpinningMovesTheNextUp()
    {
        Comparison comparison;
        comparison.pin(withGpus(8));
        comparison.pin(withGpus(16));
        comparison.remove(0);
        QCOMPARE(comparison.reference()->step.gpus, 16.0);
        comparison.remove(0);
        comparison.remove(0);
        QVERIFY(!comparison.reference());
    }

    void onlyThePinNamedIsRemoved()
    {
        Comparison comparison;
        comparison.setPins({withGpus(32), withGpus(16), withGpus(8)});
        const QSignalSpy changed(&comparison, &Comparison::changed);
        comparison.remove(3);
        QCOMPARE(changed.size(), 0);
        comparison.remove(1);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(comparison.pins().size(), std::size_t(2));
        QCOMPARE(comparison.pins()[0].analysis->step.gpus, 32.0);
        QCOMPARE(comparison.pins()[1].analysis->step.gpus, 8.0);
    }

    void theReferenceIsReplacedAndTheOthersStay()
    {
        Comparison comparison;
        comparison.replaceReference(withGpus(8));
        comparison.replaceReference(withGpus(16));
        QCOMPARE(comparison.pins().size(), std::size_t(1));
        comparison.pin(withGpus(32));
        comparison.replaceReference(withGpus(64));
        QCOMPARE(comparison.pins().size(), std::size_t(2));
        QCOMPARE(comparison.reference()->step.gpus, 64.0);
        QCOMPARE(comparison.pins()[1].analysis->step.gpus, 32.0);
    }

    void allPinsAreReplacedAtOnce()
    {
        Comparison comparison;
        comparison.pin(withGpus(8));
        const QSignalSpy changed(&comparison, &Comparison::changed);
        comparison.setPins({withGpus(16), withGpus(32)});
        QCOMPARE(changed.size(), 1);
        QCOMPARE(comparison.pins().size(), std::size_t(2));
        QCOMPARE(comparison.reference()->step.gpus, 16.0);
    }
};

KNEEPOINT_TEST(ComparisonTest)
#include "comparison_test.moc"
