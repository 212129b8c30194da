// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/detail_pages.h"

#include "app/document/comparison.h"
#include "app/planning/plan_pages.h"
#include "app/teaching/lesson_controller.h"
#include "app/teaching/problem_page.h"
#include "app/window/window_actions.h"
#include "model/catalogue/catalogue.h"
#include "tests/app/stage.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/plan_page.h"
#include "widgets/panels/prices_page.h"
#include "widgets/text.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>

using namespace kneepoint;
using test::Stage;

namespace {

QPushButton& buttonNamed(const QWidget& place, const QString& text)
{
    for (QPushButton* button : place.findChildren<QPushButton*>())
        if (button->isVisible() && (button->accessibleName() == text || button->text().remove(u'&') == text))
            return *button;
    qFatal("no button %s", qPrintable(text));
}

void openProblems(MainWindow& window)
{
    QMenu& menu = window.lessons().menu();
    emit menu.aboutToShow();
    for (QAction* action : menu.actions())
        if (plainText(*action) == QStringLiteral("Textbook problems"))
            action->trigger();
}

} // namespace

/// Pages that lead back to the page from which they were opened.
class DetailPagesTest : public QObject {
    Q_OBJECT

private slots:
    void theWayBackIsEscapeOrTheButton()
    {
        Stage stage;
        const DetailPages& details = stage.window.details();
        stage.window.actions().learn->trigger();
        const QWidget* before = QApplication::focusWidget();
        stage.window.actions().shortcuts->trigger();
        QVERIFY(details.page());
        stage.key(Qt::Key_Escape);
        QVERIFY(!details.page());
        QCOMPARE(stage.window.page(), MainWindow::Page::learn); // Escape went one page back, not two
        QCOMPARE(QApplication::focusWidget(), before);
        stage.window.actions().shortcuts->trigger();
        QTest::mouseClick(&buttonNamed(details, QStringLiteral("Back")), Qt::LeftButton);
        QVERIFY(!details.page());
        QCOMPARE(stage.window.page(), MainWindow::Page::learn);
    }

    void oneTakesThePlaceOfAnother()
    {
        Stage stage;
        const DetailPages& details = stage.window.details();
        stage.window.actions().shortcuts->trigger();
        stage.window.actions().compare->trigger();
        QCOMPARE(details.page()->windowTitle(), QStringLiteral("Options"));
        QVERIFY(details.page()->isVisible());
        stage.key(Qt::Key_Escape);
        QVERIFY(!details.page());
        QVERIFY(stage.window.board().isVisible());
    }

    void whoAsksForAPageLeavesTheDetail()
    {
        Stage stage;
        stage.window.actions().calibrate->trigger();
        QVERIFY(!stage.window.board().isVisible());
        stage.window.actions().board->trigger();
        QVERIFY(!stage.window.details().page());
        QVERIFY(stage.window.board().isVisible());
    }

    void escapeInACellEndsTheEntryAlone()
    {
        Stage stage;
        stage.window.actions().calibrate->trigger();
        auto* table = stage.window.details().page()->findChild<QTableWidget*>();
        QVERIFY(table->hasFocus());
        QTest::keyClicks(table, QStringLiteral("3"));
        QVERIFY(QApplication::focusWidget() != table);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(stage.window.details().page());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!stage.window.details().page());
    }

    void newPricesAreInThePlanOnTheWayBack()
    {
        Stage stage("llama3-8b-64xh100");
        stage.window.actions().plan->trigger();
        PlanPage& plan = *stage.window.planPages().plan();
        const auto is_done = [&] { return plan.askButton().text() == QStringLiteral("Plan again"); };
        VERIFY_EVENTUALLY(is_done());
        emit plan.pricesWanted();
        const auto* prices = qobject_cast<PricesPage*>(stage.window.details().page());
        QVERIFY(prices);
        prices->table().item(prices->table().currentRow(), 2)->setText(QStringLiteral("9.75"));
        QVERIFY(stage.document.prices() == prices->list());
        stage.key(Qt::Key_Escape);
        QVERIFY(plan.isVisible());
        VERIFY_EVENTUALLY(is_done());
    }

    void aProblemIsOpenedOnTheBoard()
    {
        Stage stage;
        stage.window.actions().learn->trigger();
        openProblems(stage.window);
        const auto* page = qobject_cast<ProblemPage*>(stage.window.details().page());
        QVERIFY(page);
        QPushButton& open = buttonNamed(*page, QStringLiteral("Open on the board"));
        for (int down = 0; !open.isEnabled() && down < 400; ++down)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QTest::mouseClick(&open, Qt::LeftButton);
        QVERIFY(!stage.window.details().page());
        QCOMPARE(stage.window.page(), MainWindow::Page::board);
        QVERIFY(stage.document.title().startsWith(QStringLiteral("Textbook problem: ")));
    }
};

KNEEPOINT_TEST(DetailPagesTest)
#include "detail_pages_test.moc"
