// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/status_line.h"

#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/message_bar.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace kneepoint;

class StatusLineTest : public QObject {
    Q_OBJECT

private slots:
    void aWarningComesBeforeTheLastChangeAndThatBeforeTheScenario()
    {
        StatusLine line;
        line.setAbout(QStringLiteral("Eight GPUs."));
        QCOMPARE(line.text(), QStringLiteral("Eight GPUs."));
        line.setChange(QStringLiteral("GPUs 8 → 16."));
        QCOMPARE(line.text(), QStringLiteral("GPUs 8 → 16."));
        line.setWarning(QStringLiteral("Does not fit."));
        QCOMPARE(line.text(), QStringLiteral("Does not fit."));
        line.setWarning({});
        line.setChange({});
        QCOMPARE(line.text(), QStringLiteral("Eight GPUs."));
    }

    /// A job that does not fit needs a fix, not the terms of the last change.
    void theButtonOfAWarningLeadsToTheFixes()
    {
        StatusLine line;
        line.resize(900, line.sizeHint().height());
        line.show();
        QToolButton* button = line.findChild<QToolButton*>(QStringLiteral("why"));
        QVERIFY(button->isHidden());
        const QSignalSpy why(&line, &StatusLine::whyWanted);
        const QSignalSpy fix(&line, &StatusLine::fixWanted);
        line.setChange(QStringLiteral("GPUs 8 → 16."));
        QCOMPARE(button->text(), QStringLiteral("Why? (F3)"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(why.size(), 1);
        line.setWarning(QStringLiteral("Outside what has been measured."));
        QCOMPARE(button->text(), QStringLiteral("Why? (F3)"));
        line.setWarning(QStringLiteral("Does not fit."), true);
        QCOMPARE(button->text(), QStringLiteral("Fix (Ctrl+D)"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(why.size(), 1);
        QCOMPARE(fix.size(), 1);
        line.setChange({});
        QVERIFY(!button->isHidden());
    }

    void aMessageChangesNoHeightAndIsDismissed()
    {
        StatusLine line;
        line.resize(900, line.sizeHint().height());
        line.show();
        QVERIFY(QTest::qWaitForWindowExposed(&line, test::patience_ms));
        const int height = line.sizeHint().height();
        MessageBar& messages = line.messages();
        QVERIFY(!messages.isVisible());
        messages.say(QStringLiteral("A long sentence. ").repeated(40));
        QVERIFY(messages.isVisible());
        QCOMPARE(line.sizeHint().height(), height);
        QCOMPARE(messages.height(), line.height() - 1);
        QTest::keyClick(&messages, Qt::Key_Escape);
        QVERIFY(!messages.isVisible());
    }

    void theActionOfAMessageRunsAndEndsIt()
    {
        StatusLine line;
        line.resize(900, line.sizeHint().height());
        line.show();
        int ran = 0;
        line.messages().say(QStringLiteral("Saved board.png."), MessageBar::Tone::done,
            {QStringLiteral("Show in folder"), [&ran] { ++ran; }});
        QTest::mouseClick(&line.messages().actionButton(), Qt::LeftButton);
        QCOMPARE(ran, 1);
        QVERIFY(!line.messages().isVisible());
        line.messages().say(QStringLiteral("Without one."));
        QVERIFY(line.messages().actionButton().isHidden());
    }
};

KNEEPOINT_TEST(StatusLineTest)
#include "status_line_test.moc"
