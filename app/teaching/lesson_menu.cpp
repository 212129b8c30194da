// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/instructor_page.h"
#include "app/teaching/lesson_controller.h"
#include "app/teaching/lesson_panel.h"
#include "app/teaching/prediction_page.h"
#include "app/teaching/problem_page.h"
#include "app/teaching/quiz_dialog.h"
#include "model/lesson/problem.h"
#include "model/lesson/quiz.h"
#include "widgets/panels/detail_pages.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QAction>
#include <QFileDialog>
#include <QMainWindow>
#include <QMenu>
#include <QRandomGenerator>

#include <algorithm>
#include <map>
#include <set>

/// The Learn menu and what it opens.
namespace kneepoint {

namespace {

/// The steps of each lesson that were answered, by its id.
using Answered = std::map<std::string, std::set<int>>;

/// How long a lesson takes, and whether it is done or how far it was answered.
QString progressOf(const Lesson& lesson, const Answered& answered)
{
    const auto asked = static_cast<std::size_t>(
        std::ranges::count_if(lesson.steps, [](const LessonStep& s) { return s.question.has_value(); }));
    const auto found = answered.find(lesson.id);
    const std::size_t done = found == answered.end() ? 0 : found->second.size();
    QString progress = LessonController::tr("%1 min").arg(lesson.minutes);
    if (done >= asked)
        progress += LessonController::tr(", done ✓");
    else if (done > 0)
        progress += LessonController::tr(", %1 of %2 answered").arg(done).arg(asked);
    return progress;
}

} // namespace

QList<LearnGroup> LessonController::learnGroups()
{
    Answered answered;
    for (const Prediction& p : m_predictions.log())
        answered[p.lesson].insert(p.answer.step);
    LearnGroup lessons{tr("Lessons"), {}};
    for (const Lesson& lesson : shippedLessons())
        lessons.entries << LearnEntry{tr("%1. %2").arg(lessons.entries.size() + 1).arg(toQString(lesson.title)),
            progressOf(lesson, answered), [this, &lesson] { open(lesson); }};
    return {
        lessons,
        {tr("Quiz: which cause is it?"),
            {{tr("Quiz: the five suspects…"), {}, [this] { askForQuiz(false); }},
                {tr("Quiz: all causes…"), {}, [this] { askForQuiz(true); }},
                {tr("Open this scenario without its diagnosis"), {}, [this] { openBlind(); }}}},
        {tr("Your lessons and results"),
            {{tr("Open a lesson…"), {}, [this] { askForFile(); }},
                {tr("Save my results…"), {}, [this] { saveResults(); }},
                {tr("My predictions"), {}, [this] { showPredictions(); }}}},
        {tr("Textbook problems and teaching"),
            {{tr("Textbook problems"), {}, [this] { showProblems(); }},
                {tr("Save the instructor's page…"), {}, [this] { saveInstructor(); }}}},
    };
}

void LessonController::fillMenu()
{
    const QList<LearnGroup> groups = learnGroups();
    if (m_menu->isEmpty())
        for (const LearnGroup& group : groups) {
            for (const LearnEntry& entry : group.entries)
                m_menu->addAction(QString(), this, entry.open);
            m_menu->addSeparator();
        }
    QList<QAction*> actions = m_menu->actions();
    for (const LearnGroup& group : groups) {
        for (const LearnEntry& entry : group.entries) {
            const QString text = entry.remark.isEmpty() ? entry.name : tr("%1 (%2)").arg(entry.name, entry.remark);
            actions.takeFirst()->setText(QString(text).replace(u'&', QStringLiteral("&&")));
        }
        actions.removeFirst(); // the separator
    }
}

void LessonController::askForQuiz(bool all_causes)
{
    QuizDialog dialog(&m_place.window);
    if (dialog.exec() == QDialog::Accepted)
        open(makeQuiz(all_causes ? QuizCases::all_causes : QuizCases::suspects, dialog.seed()), dialog.student());
}

void LessonController::openBlind()
{
    if (const auto lesson = blindCase(m_place.document.scenario(), QRandomGenerator::global()->generate()))
        open(*lesson);
    else
        m_place.messages.say(tr("The diagnosis finds no cause for this scenario, so there is nothing to guess."));
}

void LessonController::askForFile()
{
    const QString path =
        QFileDialog::getOpenFileName(&m_place.window, tr("Open a lesson"), {}, tr("Lessons (*.md);;All files (*)"));
    if (path.isEmpty())
        return;
    m_reading.ask([path] { return readLesson(path); },
        [this, path](const std::optional<Result<Lesson>>& lesson) {
            if (lesson)
                openRead(*lesson);
            else
                m_place.messages.say(tr("%1 is not a lesson.").arg(QFileInfo(path).fileName()));
        });
}

void LessonController::saveResults()
{
    if (m_panel->results().answers.empty()) {
        m_place.messages.say(tr("No answers yet: open a lesson from the menu Learn first."));
        return;
    }
    const QString path = QFileDialog::getSaveFileName(&m_place.window, tr("Save my results"),
        toQString(m_panel->results().lesson) + QStringLiteral("-results.json"), tr("Results (*.json)"));
    if (!path.isEmpty())
        saveResultsTo(path);
}

void LessonController::saveResultsTo(const QString& path)
{
    m_saver.save(path, QByteArray::fromStdString(writeResults(m_panel->results())));
}

void LessonController::saveInstructor()
{
    const QString path = QFileDialog::getSaveFileName(&m_place.window, tr("Save the instructor's page"),
        toQString(lessonToPrint().id) + QStringLiteral("-instructor.pdf"), tr("PDF (*.pdf)"));
    if (!path.isEmpty())
        saveInstructorTo(path);
}

void LessonController::saveInstructorTo(const QString& path)
{
    m_saver.save(path, instructorPage(lessonToPrint()));
}

const Lesson& LessonController::lessonToPrint() const
{
    return m_open ? m_panel->lesson() : shippedLessons().front();
}

void LessonController::showProblems()
{
    auto* page = new ProblemPage;
    connect(page, &ProblemPage::opened, this, &LessonController::openProblem);
    m_place.details.open(page);
}

void LessonController::openProblem(const Problem& problem)
{
    shut();
    ScenarioFile file;
    file.title = tr("Textbook problem: %1").arg(toQString(problem.topic)).toStdString();
    file.about = problem.text;
    file.scenario = problem.answer.scenario;
    m_place.document.open(std::move(file));
    emit problemOpened();
}

void LessonController::showPredictions()
{
    auto* page = new PredictionPage(m_predictions.log());
    connect(page, &PredictionPage::lessonWanted, this, [this] { open(shippedLessons().front()); });
    m_place.details.open(page);
}

} // namespace kneepoint
