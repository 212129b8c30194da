// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/lesson_bar.h"
#include "app/teaching/lesson_controller.h"
#include "app/teaching/lesson_panel.h"
#include "app/teaching/question_page.h"
#include "app/window/window_actions.h"
#include "model/lesson/lesson.h"
#include "model/lesson/quiz.h"
#include "tests/app/stage.h"
#include "tests/support/test_registry.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/diagnosis_panel.h"

#include <QAction>
#include <QPushButton>
#include <QTest>

using namespace kneepoint;
using test::Stage;

namespace {

constexpr QSize projector(1280, 720);

/// The part's whole place is within the window.
bool isInSight(const QWidget& part)
{
    const QWidget& window = *part.window();
    return part.isVisible() && window.rect().contains(QRect(part.mapTo(&window, QPoint()), part.size()));
}

} // namespace

/// Nothing makes the window wider or higher than its screen.
class ScreenFitTest : public QObject {
    Q_OBJECT

private slots:
    void everyStepOfALessonFits_data()
    {
        QTest::addColumn<std::size_t>("place");
        const std::size_t count = shippedLessons().size();
        for (std::size_t place = 0; place < count; ++place)
            QTest::addRow("%s", shippedLessons()[place].id.c_str()) << place;
    }
    void everyStepOfALessonFits()
    {
        QFETCH(const std::size_t, place);
        Stage stage;
        stage.window.resize(projector);
        const Lesson& lesson = shippedLessons()[place];
        stage.window.lessons().open(lesson);
        LessonPanel& panel = stage.window.lessons().panel();
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            panel.goTo(step);
            QCoreApplication::processEvents();
            QCOMPARE(stage.window.size(), projector);
            QVERIFY(isInSight(panel));
            const QPushButton& onward = panel.bar().next().isVisible() ? panel.bar().next() : panel.bar().lock();
            QVERIFY2(isInSight(onward), qPrintable(QString::number(step)));
        }
    }
    /// At a scale of 1.25, 1.5 and 2 too.
    void everyAnswerOfAQuizIsInSight_data()
    {
        QTest::addColumn<QSize>("screen");
        for (const QSize screen :
            {QSize(853, 480), QSize(960, 540), QSize(1024, 576), QSize(1280, 720), QSize(1366, 768), QSize(1920, 1080)})
            QTest::addRow("%dx%d", screen.width(), screen.height()) << screen;
    }
    void everyAnswerOfAQuizIsInSight()
    {
        QFETCH(const QSize, screen);
        Stage stage;
        stage.window.resize(screen);
        const Lesson quiz = makeQuiz(QuizCases::suspects, 1);
        stage.window.lessons().open(quiz);
        LessonPanel& panel = stage.window.lessons().panel();
        for (std::size_t step = 0; step < quiz.steps.size(); ++step) {
            panel.goTo(step);
            constexpr int rounds = 4;
            for (int i = 0; i < rounds; ++i)
                QCoreApplication::processEvents();
            const QList<QWidget*> answers = panel.page().tabChain();
            QCOMPARE(answers.size(), static_cast<qsizetype>(quiz.steps[step].question->choices.size()));
            for (const QWidget* answer : answers) {
                QVERIFY(isInSight(*answer));
                QVERIFY2(answer->visibleRegion().boundingRect() == answer->rect(),
                    qPrintable(QStringLiteral("%1: %2 of %3 px on a page of %4")
                                   .arg(answer->accessibleName())
                                   .arg(answer->visibleRegion().boundingRect().height())
                                   .arg(answer->height())
                                   .arg(panel.page().height())));
            }
        }
    }
    void aWindowKeepsItsSizeOverALesson()
    {
        Stage stage;
        stage.window.resize(projector);
        stage.window.lessons().open(shippedLessons().front());
        QCoreApplication::processEvents();
        (void)stage.window.lessons().leave();
        QCoreApplication::processEvents();
        QCOMPARE(stage.window.size(), projector);
    }
    /// In one step, as a window manager does it.
    void aLargeWindowShrinksAtOnce_data()
    {
        QTest::addColumn<QSize>("screen");
        for (const QSize screen : {QSize(853, 480), QSize(1280, 720), QSize(1366, 768)})
            QTest::addRow("%dx%d", screen.width(), screen.height()) << screen;
    }
    void aLargeWindowShrinksAtOnce()
    {
        QFETCH(const QSize, screen);
        Stage stage("llama3-70b-512xh100");
        stage.window.resize(1920, 1080);
        QCoreApplication::processEvents();
        stage.window.resize(screen);
        QCoreApplication::processEvents();
        QCOMPARE(stage.window.size(), screen);
        QVERIFY(isInSight(stage.window.board()));
        QVERIFY(isInSight(stage.window.diagnosis()) || !stage.window.diagnosis().isVisible());
        QVERIFY(isInSight(stage.window.controls()));
    }
    void aPresentationFits()
    {
        Stage stage;
        stage.window.resize(projector);
        QCoreApplication::processEvents();
        stage.window.actions().present->trigger();
        QCoreApplication::processEvents();
        QCOMPARE_LE(stage.window.minimumSizeHint().width(), projector.width());
        QCOMPARE_LE(stage.window.minimumSizeHint().height(), projector.height());
    }
    void aMaximizedWindowIsMaximizedAfterAPresentation()
    {
        Stage stage;
        stage.window.setWindowState(Qt::WindowMaximized);
        QCoreApplication::processEvents();
        stage.window.actions().present->trigger();
        QCoreApplication::processEvents();
        stage.window.actions().present->trigger();
        VERIFY_EVENTUALLY(stage.window.isMaximized() && !stage.window.isFullScreen());
    }
    void everyPageFits_data()
    {
        QTest::addColumn<QSize>("screen");
        for (const QSize screen : {QSize(640, 360), QSize(853, 480), QSize(960, 540), QSize(1024, 576),
                 QSize(1280, 720), QSize(1366, 768), QSize(1920, 1080)})
            QTest::addRow("%dx%d", screen.width(), screen.height()) << screen;
    }
    void everyPageFits()
    {
        QFETCH(const QSize, screen);
        MainWindow window(MainWindow::defaultScenario());
        window.resize(screen);
        static_cast<QWidget&>(window).show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, test::patience_ms));
        for (QAction* page : {window.actions().board, window.actions().plan, window.actions().learn}) {
            page->trigger();
            QCoreApplication::processEvents();
            QCOMPARE(window.size(), screen);
        }
    }
};

KNEEPOINT_TEST(ScreenFitTest)
#include "screen_fit_test.moc"
