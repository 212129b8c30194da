// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/lesson_controller.h"

#include "app/window/lesson_panel.h"
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "model/lesson/lesson_check.h"
#include "model/lesson/quiz.h"
#include "widgets/panels/board.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/panels/message_bar.h"
#include "widgets/save_file.h"
#include "widgets/text.h"

#include <QAction>
#include <QDateTime>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>
#include <QStandardPaths>

namespace kneepoint {
namespace {

constexpr qint64 longest_peek = 4096;

/// Whether a file says of itself that it is a lesson.
bool looksLikeLesson(const QString& path)
{
    QFile file(path);
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly)
        && file.read(longest_peek).contains("\"kneepoint_lesson\"");
}

} // namespace

LessonController::LessonController(MainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_menu(new QMenu(tr("&Learn"), &window))
    , m_panel(new LessonPanel)
    , m_dock(new QDockWidget(tr("Lesson"), &window))
{
    m_dock->setObjectName(QStringLiteral("lesson"));
    m_dock->setFeatures(QDockWidget::DockWidgetMovable);
    m_dock->setWidget(m_panel);
    m_dock->hide();
    window.addDockWidget(Qt::LeftDockWidgetArea, m_dock);
    connect(m_panel, &LessonPanel::stepped, this, &LessonController::showStep);
    connect(m_panel, &LessonPanel::revealed, this, [this] {
        showBoard(true);
        keepLog();
    });
    connect(m_panel, &LessonPanel::closed, this, &LessonController::close);
    // Once somebody looks: reading the lessons would make every start slower.
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        if (m_menu->isEmpty())
            fillMenu();
    });
    const QList<QAction*> bar = window.menuBar()->actions();
    window.menuBar()->insertMenu(bar.isEmpty() ? nullptr : bar.last(), m_menu);
}

void LessonController::fillMenu()
{
    for (const Lesson& lesson : shippedLessons())
        m_menu->addAction(
            tr("%1 (%2 min)").arg(toQString(lesson.title).replace(u'&', QStringLiteral("&&"))).arg(lesson.minutes),
            this, [this, &lesson] { open(lesson); });
    m_menu->addSeparator();
    const auto quiz = [this](QuizCases cases) {
        bool chosen = false;
        const int seed = QInputDialog::getInt(&m_window, tr("Quiz"),
            tr("Number of the quiz. The same number gives the same quiz."), 1, 0, 1000000, 1, &chosen);
        if (chosen)
            open(makeQuiz(cases, static_cast<std::uint32_t>(seed)));
    };
    m_menu->addAction(tr("Quiz: the five suspects…"), this, [quiz] { quiz(QuizCases::suspects); });
    m_menu->addAction(tr("Quiz: all causes…"), this, [quiz] { quiz(QuizCases::all_causes); });
    m_menu->addSeparator();
    m_menu->addAction(tr("Open a lesson…"), this, [this] {
        const QString path =
            QFileDialog::getOpenFileName(&m_window, tr("Open a lesson"), {}, tr("Lessons (*.json);;All files (*)"));
        if (!path.isEmpty() && !openPath(path))
            m_window.messageBar().say(tr("%1 is not a lesson.").arg(QFileInfo(path).fileName()));
    });
    m_menu->addAction(tr("Save my results…"), this, &LessonController::saveResults);
}

bool LessonController::openPath(const QString& path)
{
    if (!looksLikeLesson(path))
        return false;
    const auto lesson = loadLesson(path.toStdString());
    if (!lesson) {
        m_window.messageBar().say(toQString(lesson.error().message));
        return true;
    }
    if (const auto faults = checkLesson(*lesson); !faults.empty()) {
        m_window.messageBar().say(tr("%1: %2. `kneepoint lesson check` lists all faults.")
                                      .arg(QFileInfo(path).fileName(), toQString(faults.front())));
        return true;
    }
    open(*lesson);
    return true;
}

void LessonController::open(const Lesson& lesson)
{
    m_window.messageBar().hide();
    m_dock->show();
    m_panel->open(lesson);
}

void LessonController::showStep()
{
    ScenarioFile file;
    file.title = tr("Lesson, step %1").arg(m_panel->stepNumber()).toStdString();
    file.scenario = m_panel->step().scenario;
    showBoard(!m_panel->isBlind());
    if (m_window.document().scenario() != file.scenario || m_window.document().file().title != file.title)
        m_window.document().open(std::move(file));
}

void LessonController::showBoard(bool visible)
{
    m_window.board().setVisible(visible);
    m_window.board().headline().setVisible(visible);
    for (QAction* column : {m_window.actions().diagnosis, m_window.actions().controls}) {
        column->setChecked(visible);
        column->setEnabled(visible);
    }
    m_window.actions().remedies->setEnabled(visible);
}

void LessonController::close()
{
    m_dock->hide();
    showBoard(true);
    m_window.board().setFocus();
}

void LessonController::saveResults()
{
    if (m_panel->results().answers.empty()) {
        m_window.messageBar().say(tr("No answers yet: open a lesson from the menu Learn first."));
        return;
    }
    const QString path = QFileDialog::getSaveFileName(&m_window, tr("Save my results"),
        toQString(m_panel->results().lesson) + QStringLiteral("-results.json"), tr("Results (*.json)"));
    if (path.isEmpty())
        return;
    if (const auto saved = saveFile(path, QByteArray::fromStdString(writeResults(m_panel->results()))); !saved)
        m_window.messageBar().say(toQString(saved.error().message));
}

void LessonController::keepLog() const
{
    const QDir folder(
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/predictions"));
    if (!folder.mkpath(QStringLiteral(".")))
        return;
    const QString day = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd"));
    // A log that cannot be kept is no reason to interrupt a lesson.
    (void)saveFile(folder.filePath(QStringLiteral("%1-%2.json").arg(day, toQString(m_panel->results().lesson))),
        QByteArray::fromStdString(writeResults(m_panel->results())));
}

} // namespace kneepoint
