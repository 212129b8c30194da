// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/candidates_button.h"

#include "model/catalogue/catalogue.h"
#include "tests/support/test_registry.h"
#include "widgets/text.h"

#include <QMenu>
#include <QTest>

#include <algorithm>

using namespace kneepoint;

class CandidatesButtonTest : public QObject {
    Q_OBJECT

private slots:
    void typingFiltersTheCandidates()
    {
        const Parameter& gpu = parameter("cluster.gpu");
        CandidatesButton button(gpu);
        button.choose(gpu.choices()[1].id, true);
        QCOMPARE(button.chosen(), QList<int>{1});
        button.show();
        QMenu* menu = button.menu();
        menu->popup(QPoint(10, 10));
        QTest::keyClicks(menu, QStringLiteral("h20"));
        int in_sight = 0;
        for (const QAction* action : menu->actions())
            if (action->isVisible() && action->isEnabled()) {
                ++in_sight;
                QVERIFY2(action->isChecked() || action->text().contains(QStringLiteral("h20"), Qt::CaseInsensitive),
                    qPrintable(action->text()));
            }
        QVERIFY(in_sight > 1 && in_sight < static_cast<int>(gpu.choices().size()) / 2);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(menu, Qt::Key_Backspace);
        in_sight = 0;
        for (const QAction* action : menu->actions())
            in_sight += action->isVisible() && action->isEnabled();
        QCOMPARE(in_sight, static_cast<int>(gpu.choices().size()) - 1);
        menu->close();
        QCOMPARE(button.chosen(), QList<int>{1});
    }

    /// "h100 sxm5" are two words, and Enter takes the row that is marked.
    void aFilterKeepsBlanksAndEnterTakesItsFirstRow()
    {
        const Parameter& gpu = parameter("cluster.gpu");
        CandidatesButton button(gpu);
        button.show();
        QMenu* menu = button.menu();
        menu->popup(QPoint(10, 10));
        QTest::keyClicks(menu, QStringLiteral("h100 sxm5"));
        const QList<QAction*> actions = menu->actions();
        const auto first = std::ranges::find_if(
            actions, [](const QAction* action) { return action->isVisible() && action->isEnabled(); });
        QVERIFY(first != actions.end());
        QVERIFY2((*first)->text().startsWith(QStringLiteral("H100 SXM5")), qPrintable((*first)->text()));
        QTest::keyClick(menu, Qt::Key_Return);
        QVERIFY(!menu->isVisible());
        QCOMPARE(button.chosen(), QList<int>{(*first)->data().toInt()});
    }

    void theFirstThatTheUserAddsJoinsThePresentOne()
    {
        const Parameter& gpu = parameter("cluster.gpu");
        CandidatesButton button(gpu);
        button.setPresent(3);
        button.show();
        QMenu* menu = button.menu();
        menu->popup(QPoint(10, 10));
        QTest::keyClicks(menu, toQString(gpu.choices()[5].label));
        QTest::keyClick(menu, Qt::Key_Return);
        QVERIFY2(button.chosen().contains(3), qPrintable(QString::number(button.chosen().size())));
        QCOMPARE(button.chosen().size(), 2);
    }

    void aLongListIsNotAsHighAsTheScreen()
    {
        CandidatesButton button(parameter("cluster.gpu"));
        button.show();
        button.menu()->popup(QPoint(10, 10));
        QVERIFY(button.menu()->height() <= button.menu()->maximumHeight());
        QVERIFY(button.menu()->height() < 500);
        button.menu()->close();
    }
};

KNEEPOINT_TEST(CandidatesButtonTest)
#include "candidates_button_test.moc"
