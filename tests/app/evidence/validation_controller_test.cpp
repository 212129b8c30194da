// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evidence/validation_controller.h"

#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/detail_pages.h"

#include <QAction>
#include <QTableView>
#include <QTest>

using namespace kneepoint;

class ValidationControllerTest : public QObject {
    Q_OBJECT

private slots:
    void aPickedRunIsOpenedAndCanBeUndone()
    {
        MainWindow window(MainWindow::defaultScenario());
        window.actions().validation->trigger();
        ValidationPage* page = window.findChild<ValidationController*>()->page();
        QVERIFY(page);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, test::patience_ms));
        const Scenario before = window.document().scenario();
        page->table().selectRow(0);
        QTest::keyClick(&page->table(), Qt::Key_Return);
        QCOMPARE(window.page(), MainWindow::Page::board);
        QVERIFY(!window.details().page());
        QVERIFY(window.document().scenario() != before);
        QVERIFY(!window.document().title().isEmpty());
        window.document().undoStack()->undo();
        QVERIFY(window.document().scenario() == before);
    }
    void escapeClosesIt()
    {
        MainWindow window(MainWindow::defaultScenario());
        auto* controller = window.findChild<ValidationController*>();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, test::patience_ms));
        controller->open();
        QTest::keyClick(controller->page(), Qt::Key_Escape);
        VERIFY_EVENTUALLY(!controller->page());
    }
};

KNEEPOINT_TEST(ValidationControllerTest)
#include "validation_controller_test.moc"
