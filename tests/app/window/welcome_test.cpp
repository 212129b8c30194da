// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/welcome.h"

#include "app/teaching/lesson_controller.h"
#include "app/teaching/lesson_panel.h"
#include "app/window/main_window.h"
#include "app/window/tour.h"
#include "app/window/window_actions.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/right_panel.h"

#include <QAction>
#include <QPointer>
#include <QTest>

using namespace kneepoint;

namespace {

/// A window that shows the first-start question.
struct FirstStart {
    MainWindow window{MainWindow::defaultScenario()};
    QPointer<Welcome> question;

    FirstStart()
    {
        static_cast<QWidget&>(window).show();
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window, test::patience_ms))
            qFatal("the window is not shown");
        window.actions().start_page->trigger();
        question = window.findChild<Welcome*>();
        if (!question || !QTest::qWaitForWindowExposed(question, test::patience_ms))
            qFatal("nothing is asked");
    }
};

} // namespace

/// The question asked on first start.
class WelcomeTest : public QObject {
    Q_OBJECT

private slots:
    void learnOpensTheFirstLesson()
    {
        FirstStart start;
        QTest::keyClick(start.question, Qt::Key_L);
        VERIFY_EVENTUALLY(start.window.lessons().isOpen());
        QCOMPARE(start.window.lessons().panel().lesson().id, shippedLessons().front().id);
        QCOMPARE(start.window.lessons().panel().stepNumber(), std::size_t(1));
    }

    void planOpensAJobWithAutomaticPlanning()
    {
        FirstStart start;
        QTest::keyClick(start.question, Qt::Key_P);
        const ScenarioDocument& document = start.window.document();
        const Scenario shipped = findScenarioPreset("llama3-8b-64xh100")->scenario;
        VERIFY_EVENTUALLY(document.scenario().automatic.on);
        QCOMPARE(document.scenario().workload.parameters, shipped.workload.parameters);
        QCOMPARE(document.scenario().cluster.gpus, 64.0);
        QCOMPARE(document.scenario().cluster.gpu, shipped.cluster.gpu);
        QCOMPARE(
            document.scenario().cluster.price_per_gpu_hour, *document.prices().perGpuHour(document.scenario().cluster));
        QVERIFY(document.planNote().fits && document.analysis().step.memory.fits());
        QVERIFY(document.analysis().step.step_s <= analyze(shipped).step.step_s);
        QVERIFY(start.window.actions().auto_plan->isChecked());
        QVERIFY(!start.window.lessons().isOpen());
    }

    void anOwnJobBeginsWhereFilesAreDropped()
    {
        FirstStart start;
        QTest::keyClick(start.question, Qt::Key_O);
        VERIFY_EVENTUALLY(!start.question || !start.question->isVisible());
        QCOMPARE(start.window.rightPanel().page(), RightPanel::Page::evidence);
        QVERIFY(start.window.rightPanel().isVisible());
    }

    void theUseIsRemembered()
    {
        FirstStart start;
        QTest::keyClick(start.question, Qt::Key_P);
        VERIFY_EVENTUALLY(start.window.document().scenario().automatic.on);
        MainWindow later{MainWindow::defaultScenario()};
        QVERIFY(later.restoreSession(start.window.session()));
        QCOMPARE(later.page(), MainWindow::Page::board);
        later.welcome();
        QCOMPARE(later.page(), MainWindow::Page::plan);
    }

    void escapeKeepsTheBoard()
    {
        FirstStart start;
        const Scenario before = start.window.document().scenario();
        QTest::keyClick(start.question, Qt::Key_Escape);
        VERIFY_EVENTUALLY(!start.question || !start.question->isVisible());
        QVERIFY(start.window.document().scenario() == before);
        QVERIFY(!start.window.lessons().isOpen());
        QVERIFY(!start.window.findChild<Tour*>());
    }
};

KNEEPOINT_TEST(WelcomeTest)
#include "welcome_test.moc"
