// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/candidates_button.h"

#include "model/catalogue/catalogue.h"
#include "tests/support/test_registry.h"
#include "widgets/text.h"

#include <QMenu>
#include <QTest>

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
};

KNEEPOINT_TEST(CandidatesButtonTest)
#include "candidates_button_test.moc"
