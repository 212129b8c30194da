// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/lesson_controller.h"

#include "app/document/scenario_document.h"
#include "app/teaching/instructor_page.h"
#include "app/teaching/lesson_panel.h"
#include "app/teaching/prediction_dialog.h"
#include "app/teaching/problem_dialog.h"
#include "app/teaching/quiz_dialog.h"
#include "app/teaching/side_panels.h"
#include "app/teaching/stage_controller.h"
#include "model/lesson/lesson_check.h"
#include "model/lesson/problem.h"
#include "model/lesson/quiz.h"
#include "model/units/bounded_json.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/controls/control_list.h"
#include "widgets/math_label.h"
#include "widgets/panels/board.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/panels/message_bar.h"
#include "widgets/panels/sketch_pad.h"
#include "widgets/save_file.h"
#include "widgets/text.h"

#include <QAction>
#include <QDockWidget>
#include <QFileDialog>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QRandomGenerator>

#include <algorithm>
#include <string_view>

namespace kneepoint {
namespace {

/// Whether a file declares itself to be a lesson.
bool looksLikeLesson(const QString& path)
{
    constexpr std::size_t longest_peek = 4096;
    const auto text = readBoundedFile(path.toStdString(), {.document = "a lesson", .bytes = 1 << 20});
    return text && std::string_view(*text).substr(0, longest_peek).find("kneepoint_lesson") != std::string_view::npos;
}

/// The question in the middle of an empty board, for the last row.
MathLabel* questionCard(QWidget* parent)
{
    auto* card = new MathLabel(parent);
    card->setAlignment(Qt::AlignCenter);
    card->setMargin(48);
    card->setMinimumSize(0, 0);
    card->hide();
    return card;
}

} // namespace

LessonController::LessonController(const LessonPlace& place)
    : QObject(&place.window)
    , m_place(place)
    , m_menu(new QMenu(tr("&Learn"), &place.window))
    , m_panel(new LessonPanel)
    , m_dock(new QDockWidget(tr("Lesson"), &place.window))
    , m_card(questionCard(&place.window))
    , m_blind(place.actions, {&place.board.headline()})
{
    m_dock->setObjectName(QStringLiteral("lesson"));
    m_dock->setFeatures(QDockWidget::DockWidgetMovable);
    m_dock->setWidget(m_panel);
    m_dock->hide();
    place.window.addDockWidget(Qt::LeftDockWidgetArea, m_dock);
    connectControls();
    connect(m_panel, &LessonPanel::stepped, this, &LessonController::showStep);
    connect(m_panel, &LessonPanel::revealed, this, &LessonController::reveal);
    connect(m_panel, &LessonPanel::closed, this, &LessonController::close);
    // Whoever opens another scenario in the middle of a question has left the lesson.
    connect(&place.document, &ScenarioDocument::opened, this, [this] {
        if (!m_opening && m_blind.isOn())
            close();
    });
    // Filled when first opened: reading the lessons would slow down every start.
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        if (m_menu->isEmpty())
            fillMenu();
    });
    const QList<QAction*> bar = place.window.menuBar()->actions();
    place.window.menuBar()->insertMenu(bar.isEmpty() ? nullptr : bar.last(), m_menu);
}

void LessonController::connectControls()
{
    ControlList& controls = m_panel->controls();
    ScenarioDocument& document = m_place.document;
    connect(&controls, &ControlList::edited, &document,
        [&document](const Parameter* p, double value) { document.edit(*p, value); });
    connect(&controls, &ControlList::editFinished, &document, &ScenarioDocument::finishEdit);
    connect(&controls, &ControlList::dragged, &m_place.board, &Board::setInteracting);
    connect(&document, &ScenarioDocument::changed, &controls,
        [&document, &controls] { controls.show(document.scenario(), document.baseline()); });
}

void LessonController::fillMenu()
{
    for (const Lesson& lesson : shippedLessons())
        m_menu->addAction(
            tr("%1 (%2 min)").arg(toQString(lesson.title).replace(u'&', QStringLiteral("&&"))).arg(lesson.minutes),
            this, [this, &lesson] { open(lesson); });
    m_menu->addSeparator();
    m_menu->addAction(tr("Quiz: the five suspects…"), this, [this] { askForQuiz(false); });
    m_menu->addAction(tr("Quiz: all causes…"), this, [this] { askForQuiz(true); });
    m_menu->addAction(tr("Open this scenario without its diagnosis"), this, &LessonController::openBlind);
    m_menu->addSeparator();
    m_menu->addAction(tr("Open a lesson…"), this, &LessonController::askForFile);
    m_menu->addAction(tr("Save my results…"), this, &LessonController::saveResults);
    m_menu->addAction(tr("My predictions…"), this, &LessonController::showPredictions);
    m_menu->addSeparator();
    m_menu->addAction(tr("Textbook problems…"), this, &LessonController::showProblems);
    m_menu->addAction(tr("Save the instructor's page…"), this, &LessonController::saveInstructor);
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
    const QString path = QFileDialog::getOpenFileName(
        &m_place.window, tr("Open a lesson"), {}, tr("Lessons (*.json *.md);;All files (*)"));
    if (!path.isEmpty() && !openPath(path))
        m_place.messages.say(tr("%1 is not a lesson.").arg(QFileInfo(path).fileName()));
}

bool LessonController::openPath(const QString& path)
{
    if (!looksLikeLesson(path))
        return false;
    const auto lesson = loadLesson(path.toStdString());
    if (!lesson) {
        m_place.messages.say(toQString(lesson.error().message));
        return true;
    }
    if (const auto faults = checkLesson(*lesson); !faults.empty()) {
        m_place.messages.say(tr("%1: %2. `kneepoint lesson check` lists all faults.")
                                 .arg(QFileInfo(path).fileName(), toQString(faults.front())));
        return true;
    }
    open(*lesson);
    return true;
}

void LessonController::move(int by)
{
    if (m_open)
        m_panel->goTo(m_panel->stepNumber() - 1 + static_cast<std::size_t>(by));
}

QString LessonController::notes() const
{
    return toQString(stepNotes(m_panel->lesson(), m_panel->stepNumber() - 1));
}

void LessonController::open(const Lesson& lesson, const QString& student)
{
    m_place.messages.hide();
    m_open = true;
    m_dock->show();
    constexpr double most_width = 0.28; // of the window: the charts need the rest
    m_place.window.resizeDocks({m_dock},
        {std::min(m_panel->sizeHint().width(), static_cast<int>(most_width * m_place.window.width()))}, Qt::Horizontal);
    m_panel->open(lesson);
    m_panel->setStudent(student);
}

void LessonController::showStep()
{
    ScenarioFile file;
    file.title = tr("Lesson, step %1").arg(m_panel->stepNumber()).toStdString();
    file.scenario = m_panel->step().scenario;
    m_blind.set(false);
    if (m_place.document.scenario() != file.scenario || m_place.document.file().title != file.title) {
        m_opening = true;
        m_place.document.open(std::move(file));
        m_opening = false;
    }
    m_panel->controls().show(m_place.document.scenario(), m_place.document.baseline());
    showBoard();
    emit stepped();
}

/// Charts and columns of the step; of a question that waits, the question alone or the axes to draw on.
void LessonController::showBoard()
{
    const LessonStep& step = m_panel->step();
    const bool blind = m_panel->isBlind();
    QStringList charts;
    for (const std::string& id : step.charts)
        charts << toQString(id);
    QList<QWidget*> others;
    if (m_panel->sketch())
        others << m_panel->sketch();
    else if (blind)
        others << m_card;
    QFont font = roleFont(m_panel->font(), FontRole::headline);
    m_card->setFont(font);
    m_card->setProse(m_panel->questionText());
    const bool asks_cause = step.question && step.question->scenario;
    m_place.stage.setLesson(blind ? QStringList() : charts, others);
    freezeCharts(blind ? std::vector<std::string>() : step.frozen);
    m_place.sides.limit(SidePanels::Owner::lesson, {false, !blind && asks_cause});
    if (blind)
        m_blind.set(true);
    if (blind && m_panel->sketch())
        m_panel->sketch()->setFocus();
}

/// These alone, with the curve that the step's edits begin from.
void LessonController::freezeCharts(const std::vector<std::string>& ids)
{
    for (Chart* chart : m_place.board.allCharts())
        if (std::ranges::find(ids, chart->objectName().toStdString()) == ids.end())
            chart->setFrozen(false);
        else
            chart->freezeAt(analyze(m_panel->step().before_edits, m_place.document.analysis().calibration));
}

void LessonController::reveal()
{
    m_blind.set(false);
    showBoard();
    keepPrediction();
    emit stepped();
}

void LessonController::close()
{
    if (!m_open)
        return;
    m_open = false;
    m_blind.set(false);
    m_dock->hide();
    m_place.stage.setLesson({}, {});
    freezeCharts({});
    m_place.sides.release(SidePanels::Owner::lesson);
    m_place.board.setFocus();
    emit stepped();
}

void LessonController::saveResults()
{
    if (m_panel->results().answers.empty()) {
        m_place.messages.say(tr("No answers yet: open a lesson from the menu Learn first."));
        return;
    }
    const QString path = QFileDialog::getSaveFileName(&m_place.window, tr("Save my results"),
        toQString(m_panel->results().lesson) + QStringLiteral("-results.json"), tr("Results (*.json)"));
    if (path.isEmpty())
        return;
    if (const auto saved = saveFile(path, QByteArray::fromStdString(writeResults(m_panel->results()))); !saved)
        m_place.messages.say(toQString(saved.error().message));
}

/// Of the open lesson, or of the first one.
void LessonController::saveInstructor()
{
    const Lesson& lesson = m_open ? m_panel->lesson() : shippedLessons().front();
    const QString path = QFileDialog::getSaveFileName(&m_place.window, tr("Save the instructor's page"),
        toQString(lesson.id) + QStringLiteral("-instructor.pdf"), tr("PDF (*.pdf)"));
    if (path.isEmpty())
        return;
    if (const auto saved = saveInstructorPage(lesson, path); !saved)
        m_place.messages.say(toQString(saved.error().message));
}

void LessonController::showProblems()
{
    auto* dialog = new ProblemDialog(&m_place.window);
    connect(dialog, &ProblemDialog::opened, this, &LessonController::openProblem);
    dialog->open();
}

void LessonController::openProblem(const Problem& problem)
{
    close();
    ScenarioFile file;
    file.title = problem.id;
    file.about = problem.text;
    file.scenario = problem.answer.scenario;
    m_place.document.open(std::move(file));
}

/// A log that cannot be kept is no reason to interrupt a lesson.
void LessonController::keepPrediction()
{
    (void)logPrediction(m_panel->results().lesson, m_panel->results().answers.back());
}

void LessonController::showPredictions()
{
    PredictionDialog(predictionLog(), &m_place.window).exec();
}

} // namespace kneepoint
