// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/every_page.h"

#include "app/evidence/import_controller.h"
#include "app/planning/plan_pages.h"
#include "app/teaching/lesson_controller.h"
#include "app/teaching/lesson_panel.h"
#include "app/window/picture_dialog.h"
#include "app/window/window_actions.h"
#include "model/catalogue/catalogue.h"
#include "model/lesson/lesson.h"
#include "model/lesson/quiz.h"
#include "tests/app/evidence/own_files.h"
#include "widgets/charts/plan_chart.h"
#include "widgets/panels/detail_pages.h"
#include "widgets/panels/layouts_page.h"
#include "widgets/panels/plan_page.h"
#include "widgets/text.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTimer>

namespace kneepoint::test {
namespace {

/// A layout in a layout settles one event later.
void settle()
{
    constexpr int rounds = 6;
    for (int i = 0; i < rounds; ++i)
        QCoreApplication::processEvents();
}

class Visit {
public:
    Visit(Stage& stage, const QList<QSize>& screens, PageLook look)
        : m_stage(stage)
        , m_screens(screens)
        , m_look(std::move(look))
    {
    }
    void look(const QString& page)
    {
        onEveryScreen([&](QSize screen) { m_look(page, m_stage.window, screen); });
    }
    /// Looks at the page that this opens in the window, and goes back.
    void detail(const QString& page, const std::function<void()>& open)
    {
        open();
        if (!m_stage.window.details().page())
            qFatal("no page: %s", qPrintable(page));
        look(page);
        (void)m_stage.window.details().leave();
    }
    /// Looks at the dialog that this opens, and closes it; it may wait for its end.
    void dialog(const QString& page, const std::function<void()>& open)
    {
        onEveryScreen([&](QSize screen) { dialogOnce(page, screen, open); });
    }
    /// The entry of the menu of lessons that begins with these words.
    void learn(const QString& words)
    {
        QMenu& menu = m_stage.window.lessons().menu();
        emit menu.aboutToShow();
        for (QAction* action : menu.actions())
            if (plainText(*action).startsWith(words))
                return action->trigger();
        qFatal("no entry %s", qPrintable(words));
    }

private:
    void onEveryScreen(const std::function<void(QSize)>& act)
    {
        for (const QSize screen : m_screens) {
            m_stage.window.resize(screen);
            settle();
            act(screen);
        }
    }
    void dialogOnce(const QString& page, QSize screen, const std::function<void()>& open)
    {
        QTimer wait;
        wait.setInterval(0);
        bool seen = false;
        QObject::connect(&wait, &QTimer::timeout, &m_stage.window, [&] {
            QDialog* shown = nullptr;
            for (auto* candidate : QApplication::topLevelWidgets())
                if (auto* found = qobject_cast<QDialog*>(candidate); found && found->isVisible())
                    shown = found;
            if (!shown || seen)
                return;
            seen = true;
            wait.stop();
            settle();
            m_look(page, *shown, screen);
            shown->reject();
        });
        wait.start();
        open();
        if (!eventually([&] { return seen; }))
            qFatal("no dialog: %s", qPrintable(page));
        settle();
    }

    Stage& m_stage;
    const QList<QSize>& m_screens;
    PageLook m_look;
};

void visitLessons(Stage& stage, Visit& visit)
{
    LessonController& lessons = stage.window.lessons();
    lessons.open(shippedLessons().front());
    visit.look(QStringLiteral("lesson question"));
    lessons.open(shippedLessons()[3]);
    visit.look(QStringLiteral("lesson charts"));
    lessons.panel().goTo(lessons.panel().lesson().steps.size());
    visit.look(QStringLiteral("lesson summary"));
    lessons.close();
    lessons.open(makeQuiz(QuizCases::suspects, 1));
    visit.look(QStringLiteral("quiz"));
    lessons.close();
    stage.window.actions().present->trigger();
    stage.window.setWindowState(Qt::WindowNoState); // the screen of a test is not that of its window
    visit.look(QStringLiteral("presentation"));
    stage.window.actions().present->trigger();
}

void visitEvidence(Stage& stage, Visit& visit)
{
    const OwnFiles files;
    stage.window.imports().import({files.write("trace.json", traceOf(0, 8, 90000)),
        files.write("all_reduce_perf.log", ncclLog()), files.write("scaling.csv", scalingTable())});
    VERIFY_EVENTUALLY(stage.document.evidence().size() == 3);
    visit.look(QStringLiteral("evidence"));
    visit.detail(QStringLiteral("calibrate"), [&] { stage.window.actions().calibrate->trigger(); });
    stage.document.undoStack()->undo();
}

void visitPlan(Stage& stage, Visit& visit)
{
    stage.window.actions().plan->trigger();
    PlanPage* page = stage.window.planPages().plan();
    page->fields().tokens->setText(QStringLiteral("2T"));
    page->fields().deadline->setText(QStringLiteral("30 d"));
    const auto is_done = [&] { return page->askButton().text() == QStringLiteral("Plan again"); };
    VERIFY_EVENTUALLY(is_done()); // the first answer comes by itself
    emit page->asked();
    VERIFY_EVENTUALLY(is_done());
    visit.look(QStringLiteral("plan"));
    visit.detail(QStringLiteral("prices"), [&] { emit page->pricesWanted(); });
    stage.window.actions().layouts->trigger();
    VERIFY_EVENTUALLY(stage.window.planPages().layouts()->table().model()->rowCount() > 0);
    visit.look(QStringLiteral("layouts"));
}

} // namespace

void visitEveryPage(Stage& stage, const QList<QSize>& screens, const PageLook& look)
{
    Visit visit(stage, screens, look);
    const WindowActions& actions = stage.window.actions();
    visit.look(QStringLiteral("board"));
    visit.dialog(QStringLiteral("welcome"), [&] { actions.start_page->trigger(); });
    stage.window.endTour();
    actions.explain->trigger();
    visit.look(QStringLiteral("changes"));
    actions.pin->trigger();
    stage.document.editOnce(parameter("cluster.gpus"), 1024);
    visit.look(QStringLiteral("compared"));
    visit.detail(QStringLiteral("options"), [&] { actions.compare->trigger(); });
    actions.unpin->trigger();
    visitEvidence(stage, visit);
    visitPlan(stage, visit);
    actions.learn->trigger();
    visit.look(QStringLiteral("learn"));
    visit.detail(QStringLiteral("problems"), [&] { visit.learn(QStringLiteral("Textbook problems")); });
    visit.detail(QStringLiteral("predictions"), [&] { visit.learn(QStringLiteral("My predictions")); });
    visit.dialog(QStringLiteral("quiz number"), [&] { visit.learn(QStringLiteral("Quiz: the five")); });
    visit.detail(QStringLiteral("validation"), [&] { actions.validation->trigger(); });
    visit.detail(QStringLiteral("shortcuts"), [&] { actions.shortcuts->trigger(); });
    PictureDialog picture({QSize(1280, 720)}, &stage.window);
    visit.dialog(QStringLiteral("picture"), [&] { picture.open(); });
    visitLessons(stage, visit);
    actions.board->trigger();
}

} // namespace kneepoint::test
