// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/segments.h"

#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"

#include <QAction>
#include <QActionGroup>
#include <QSignalSpy>
#include <QTest>

using namespace kneepoint;

class SegmentsTest : public QObject {
    Q_OBJECT

private slots:
    void aClickChoosesAndShowingDoesNot()
    {
        Segments precision({QStringLiteral("BF16"), QStringLiteral("FP8"), QStringLiteral("FP32")});
        const QSignalSpy chosen(&precision, &Segments::chosen);
        precision.showIndex(2);
        QCOMPARE(precision.index(), 2);
        QCOMPARE(chosen.size(), 0);
        QTest::mouseClick(precision.segments()[1], Qt::LeftButton);
        QCOMPARE(precision.index(), 1);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.front().front().toInt(), 1);
    }

    void arrowKeysChoose()
    {
        Segments scaling({QStringLiteral("Strong"), QStringLiteral("Weak")});
        scaling.show();
        QVERIFY(QTest::qWaitForWindowExposed(&scaling, test::patience_ms));
        scaling.showIndex(0);
        const QSignalSpy chosen(&scaling, &Segments::chosen);
        scaling.segments()[0]->setFocus();
        QTest::keyClick(scaling.segments()[0], Qt::Key_Right);
        QCOMPARE(scaling.index(), 1);
        QCOMPARE(chosen.size(), 1);
    }

    void actionsAreTriggeredAndFollowed()
    {
        QActionGroup group(nullptr);
        QAction board(QStringLiteral("Board"));
        QAction plan(QStringLiteral("Plan"));
        for (QAction* action : {&board, &plan}) {
            action->setCheckable(true);
            group.addAction(action);
        }
        board.setChecked(true);
        Segments pages({&board, &plan}, {QStringLiteral("Board"), QStringLiteral("Plan")});
        QCOMPARE(pages.index(), 0);
        const QSignalSpy triggered(&plan, &QAction::triggered);
        QTest::mouseClick(pages.segments()[1], Qt::LeftButton);
        QCOMPARE(triggered.size(), 1);
        QVERIFY(plan.isChecked());
        board.setChecked(true);
        QCOMPARE(pages.index(), 0);
        plan.setEnabled(false);
        QVERIFY(!pages.segments()[1]->isEnabled());
    }
};

KNEEPOINT_TEST(SegmentsTest)
#include "segments_test.moc"
