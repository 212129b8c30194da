// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/comparison.h"
#include "app/planning/plan_pages.h"
#include "app/teaching/lesson_controller.h"
#include "app/teaching/lesson_panel.h"
#include "app/teaching/question_page.h"
#include "app/window/command_search.h"
#include "app/window/compare_controller.h"
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "model/analysis/knees.h"
#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "tests/app/stage.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/plan_chart.h"
#include "widgets/panels/board.h"
#include "widgets/panels/diagnosis_panel.h"
#include "widgets/panels/explain_panel.h"
#include "widgets/panels/finding_card.h"
#include "widgets/panels/message_bar.h"
#include "widgets/panels/plan_page.h"
#include "widgets/panels/plan_point_card.h"
#include "widgets/panels/remedy_button.h"
#include "widgets/panels/right_panel.h"
#include "widgets/panels/status_line.h"
#include "widgets/text.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

using namespace kneepoint;
using test::Stage;

namespace {

/// A person at the window as it starts. A shortcut, a click, and a text typed with its Enter are one action each.
struct Person {
    Stage stage{"knee-simulator"};
    MainWindow& window = stage.window;
    int actions = 0;

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        ++actions;
        QWidget* at = QApplication::focusWidget();
        QTest::keyClick(at ? at : &window, key, modifiers);
        QCoreApplication::processEvents();
    }
    void click(QWidget& widget)
    {
        ++actions;
        QTest::mouseClick(&widget, Qt::LeftButton);
        QCoreApplication::processEvents();
    }
    /// Into what has the focus.
    void type(const QString& text)
    {
        ++actions;
        QTest::keyClicks(QApplication::focusWidget(), text);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCoreApplication::processEvents();
    }
    void command(const QString& text)
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the search before
        press(Qt::Key_K, Qt::ControlModifier);
        type(text);
    }
    [[nodiscard]] const Analysis& analysis() const { return window.document().analysis(); }
    [[nodiscard]] const Cluster& cluster() const { return window.document().scenario().cluster; }
    [[nodiscard]] QString gpu() const { return toQString(valueText(parameter("cluster.gpu"), cluster().gpu)); }
};

constexpr int most_actions = 8;

} // namespace

/// What people come for, from the window as it starts: each in at most eight actions.
class ScenesTest : public QObject {
    Q_OBJECT

private slots:
    void whyDoesTheKneeMove()
    {
        Person person;
        VERIFY_EVENTUALLY(!person.window.diagnosis().cards().isEmpty());
        const double knee = theKnee(person.analysis().curve)->workers;
        RemedyButton* half = nullptr;
        for (RemedyButton* fix : person.window.diagnosis().cards().front()->remedies())
            if (fix->remedy().id == "gradients-fp8")
                half = fix;
        QVERIFY(half);
        person.click(*half);
        person.press(Qt::Key_F3);
        QVERIFY(theKnee(person.analysis().curve)->workers > knee);
        QVERIFY(person.window.statusLine().text().contains(QStringLiteral("knee moved")));
        QCOMPARE(person.window.rightPanel().page(), RightPanel::Page::changes);
        QVERIFY(person.actions <= most_actions);
    }

    void theCommunicationWallWithRingAgainstTree()
    {
        Person person;
        person.command(QStringLiteral("communication wall"));
        person.command(QStringLiteral("algorithm ring"));
        QVERIFY(person.window.messageBar().sentence().contains(QStringLiteral("has no effect")));
        person.click(person.window.messageBar().actionButton());
        const double ring = person.analysis().step.step_s;
        person.command(QStringLiteral("algorithm tree"));
        QVERIFY(person.analysis().step.step_s != ring);
        QVERIFY2(person.window.statusLine().text().startsWith(QStringLiteral("Step time")),
            qPrintable(person.window.statusLine().text()));
        person.press(Qt::Key_F3);
        QCOMPARE(person.window.rightPanel().page(), RightPanel::Page::changes);
        QVERIFY(person.actions <= most_actions);
    }

    void whichSuspect()
    {
        Person person;
        person.command(QStringLiteral("5. the five suspects"));
        LessonController& lessons = person.window.lessons();
        QVERIFY(lessons.isOpen());
        QVERIFY(lessons.isBlind()); // it asks before it shows
        VERIFY_EVENTUALLY(lessons.panel().page().isAncestorOf(QApplication::focusWidget()));
        person.press(Qt::Key_1);
        const auto* first = qobject_cast<QAbstractButton*>(lessons.panel().page().field());
        VERIFY_EVENTUALLY(first && first->isChecked()); // a key takes as long as a click
        person.press(Qt::Key_Return);
        QVERIFY(!lessons.isBlind());
        QVERIFY(!lessons.panel().results().answers.empty());
        QVERIFY(person.actions <= most_actions);
    }

    void seventyBillionInThirtyDays()
    {
        Person person;
        person.command(QStringLiteral("70B on 512 H100"));
        person.press(Qt::Key_F4);
        PlanPage& page = *person.window.planPages().plan();
        VERIFY_EVENTUALLY(page.fields().deadline->hasFocus());
        person.type(QStringLiteral("30 d"));
        person.click(*page.fields().tokens);
        person.type(QStringLiteral("2T"));
        VERIFY_EVENTUALLY(page.chart().answer().feasible);
        QVERIFY(page.card().isVisible());
        QVERIFY(page.chart().answer().recommended->run.time_s <= 30 * 86400.);
        for (QPushButton* button : page.card().findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Open on the board"))
                person.click(*button);
        QCOMPARE(person.cluster().gpus, page.chart().answer().recommended->scenario.cluster.gpus);
        QVERIFY(person.actions <= most_actions);
    }

    void fiveHundredAndTwelveA100()
    {
        Person person;
        person.command(QStringLiteral("70B on 512 H100"));
        person.command(QStringLiteral("gpu a100 sxm4 80"));
        QVERIFY2(person.gpu().contains(QStringLiteral("A100")), qPrintable(person.gpu()));
        QCOMPARE(person.cluster().gpus, 512.);
        person.press(Qt::Key_L, Qt::ControlModifier);
        QVERIFY(person.analysis().step.memory.fits());
        QVERIFY(person.actions <= most_actions);
    }

    void b200OrH100ForTheSameMoneyAndPower()
    {
        Person person;
        person.command(QStringLiteral("70B on 512 H100"));
        const Cluster h100 = person.cluster();
        person.command(QStringLiteral("gpu b200 sxm"));
        QVERIFY2(person.gpu().contains(QStringLiteral("B200")), qPrintable(person.gpu()));
        person.press(Qt::Key_M, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(person.window.compare().comparison().pins().size(), std::size_t(1));
        const double money = person.cluster().gpus;
        QVERIFY(money < h100.gpus);
        QVERIFY(money * person.cluster().price_per_gpu_hour <= h100.gpus * h100.price_per_gpu_hour * (1 + 1e-6));
        person.press(Qt::Key_W, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(person.cluster().gpus < h100.gpus);
        QVERIFY(person.cluster().gpus != money);
        QVERIFY(person.actions <= most_actions);
    }
};

KNEEPOINT_TEST(ScenesTest)
#include "scenes_test.moc"
