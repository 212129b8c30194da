// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/lesson_controller.h"

#include "app/teaching/large_chart_controller.h"
#include "app/teaching/lesson_panel.h"
#include "app/teaching/side_panels.h"
#include "model/lesson/lesson_check.h"
#include "model/units/bounded_json.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/controls/control_list.h"
#include "widgets/panels/board.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QCoreApplication>
#include <QEvent>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>

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

} // namespace

std::optional<Result<Lesson>> readLesson(const QString& path)
{
    if (!looksLikeLesson(path))
        return std::nullopt;
    Result<Lesson> lesson = loadLesson(path.toStdString());
    if (lesson)
        if (const auto faults = checkLesson(*lesson); !faults.empty())
            return failure(LessonController::tr("%1: %2. `kneepoint lesson check` lists all faults.")
                               .arg(QFileInfo(path).fileName(), toQString(faults.front()))
                               .toStdString());
    return lesson;
}

LessonController::LessonController(const LessonPlace& place)
    : QObject(&place.window)
    , m_place(place)
    , m_menu(new QMenu(tr("&Learn"), &place.window))
    , m_panel(new LessonPanel)
    , m_blind(place.actions)
{
    m_panel->setObjectName(QStringLiteral("lesson"));
    m_panel->hide();
    m_panel->bar().hide();
    place.columns.insertWidget(0, m_panel);
    place.column.insertWidget(place.column.indexOf(&place.columns) + 1, &m_panel->bar());
    connectControls();
    place.messages.follow(m_saver);
    connect(&m_predictions, &OwnPredictions::failed, &place.messages, [&messages = place.messages](const QString& why) {
        messages.say(tr("The answer is not in your log of predictions: %1.").arg(why));
    });
    connect(m_panel, &LessonPanel::stepped, this, &LessonController::showStep);
    connect(m_panel, &LessonPanel::revealed, this, &LessonController::reveal);
    connect(m_panel, &LessonPanel::closed, this, &LessonController::close);
    connect(m_panel, &LessonPanel::boardWanted, this, [this] {
        m_on_board = true;
        showBoard();
    });
    connect(&m_panel->summary(), &LessonSummary::nextWanted, this, &LessonController::openNext);
    connect(&m_panel->summary(), &LessonSummary::tryWanted, this, &LessonController::tryOnBoard);
    connect(&m_panel->summary(), &LessonSummary::saveWanted, this, &LessonController::saveResults);
    // Whoever opens another scenario in the middle of a question has left the lesson.
    connect(&place.document, &ScenarioDocument::opened, this, [this] {
        if (!m_opening && m_blind.isOn())
            shut();
    });
    // Filled when opened: reading the lessons would slow down every start.
    connect(m_menu, &QMenu::aboutToShow, this, &LessonController::fillMenu);
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

void LessonController::openNext()
{
    if (const Lesson* next = m_panel->nextLesson())
        open(*next);
}

/// The last step's scenario on the whole board, to play with.
void LessonController::tryOnBoard()
{
    m_on_board = true;
    m_panel->goTo(m_panel->stepNumber() - 1);
    m_on_board = true;
    showBoard();
}

void LessonController::openRead(const Result<Lesson>& lesson)
{
    if (lesson)
        open(*lesson);
    else
        m_place.messages.say(toQString(lesson.error().message));
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
    if (!m_open) {
        m_before = m_place.document.state();
        m_undo_before = m_place.document.undoStack()->index();
    }
    m_open = true;
    // Before the lesson takes its place: all columns at once would widen the window, for good.
    m_place.sides.limit(SidePanels::Owner::lesson, {false, false});
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // the columns tell only now that they are gone
    fitPanel();
    m_panel->show();
    m_panel->bar().QWidget::show();
    m_panel->open(lesson);
    m_panel->setStudent(student);
}

void LessonController::fitPanel()
{
    constexpr double most_width = 0.28; // of the window: the charts need the rest
    m_panel->setFixedWidth(std::max(m_panel->minimumSizeHint().width(),
        std::min(m_panel->sizeHint().width(), static_cast<int>(most_width * m_place.window.width()))));
}

void LessonController::showStep()
{
    fitPanel();
    m_on_board = false;
    m_blind.set(false);
    if (!m_panel->isSummary())
        openScenario();
    m_panel->controls().show(m_place.document.scenario(), m_place.document.baseline());
    showBoard();
    m_panel->takeFocus();
    emit stepped();
    // A popup that opened the lesson gives the focus back to what had it before, once it is closed.
    QTimer::singleShot(0, m_panel, [this] {
        const QWidget* at = QApplication::focusWidget();
        if (m_open && m_panel->isBlind() && !m_panel->page().isAncestorOf(at) && !m_panel->isAncestorOf(at))
            m_panel->takeFocus();
    });
}

void LessonController::openScenario()
{
    ScenarioFile file;
    file.title = tr("%1, step %2").arg(toQString(m_panel->lesson().title)).arg(m_panel->stepNumber()).toStdString();
    file.scenario = m_panel->step().scenario;
    if (m_place.document.scenario() == file.scenario && m_place.document.file().title == file.title)
        return;
    m_opening = true;
    m_place.document.open(std::move(file));
    m_opening = false;
}

/// Whether an answered page says more than the charts of its step: it has a drawn curve or a profile, or there are no
/// charts.
bool LessonController::pageStays() const
{
    const LessonStep& step = m_panel->step();
    const bool drawn = step.question && (step.question->kind == Question::Kind::curve || step.question->shows_profile);
    return drawn || step.charts.empty();
}

/// Charts and columns of the step; the page of a question that waits. The headline waits for the last question.
void LessonController::showBoard()
{
    const LessonStep& step = m_panel->step();
    const bool blind = m_panel->isBlind();
    const bool summary = m_panel->isSummary();
    QStringList charts;
    for (const std::string& id : step.charts)
        charts << toQString(id);
    const bool on_page = blind || (pageStays() && !m_on_board);
    if (summary)
        m_place.large_charts.setLesson({}, {&m_panel->summary()});
    else if (on_page)
        m_place.large_charts.setLesson({}, {&m_panel->page()});
    else
        m_place.large_charts.setLesson(charts, {});
    m_panel->setTextShown(!summary && !on_page);
    const bool asks_cause = step.question && step.question->scenario;
    freezeCharts(blind || summary ? std::vector<std::string>() : step.frozen);
    m_place.sides.limit(SidePanels::Owner::lesson, {false, !blind && !summary && asks_cause});
    m_place.board.headline().setVisible(!summary && !m_panel->asksAgain());
    m_blind.set(blind);
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
    m_on_board = false;
    showBoard();
    m_predictions.add(m_panel->results().lesson, m_panel->results().answers.back());
    emit stepped();
}

bool LessonController::leave()
{
    if (!m_open)
        return false;
    if (m_on_board && pageStays()) {
        m_on_board = false;
        showBoard();
    } else {
        close();
    }
    return true;
}

void LessonController::close()
{
    if (!m_open)
        return;
    restoreScenario();
    shut();
}

/// Undoes the steps of the lesson, so that the scenario from before is back with its title, its file and its changes.
void LessonController::restoreScenario()
{
    QUndoStack& steps = *m_place.document.undoStack();
    m_opening = true;
    if (steps.index() > m_undo_before)
        steps.setIndex(m_undo_before);
    const DocumentState& now = m_place.document.state();
    if (now.file.scenario != m_before.file.scenario || now.file.title != m_before.file.title
        || now.path != m_before.path)
        m_place.document.restore(m_before);
    m_opening = false;
}

void LessonController::shut()
{
    if (!m_open)
        return;
    m_open = false;
    m_on_board = false;
    m_blind.set(false);
    m_panel->hide();
    m_panel->bar().hide();
    m_place.large_charts.setLesson({}, {});
    m_place.board.headline().show();
    freezeCharts({});
    m_place.sides.release(SidePanels::Owner::lesson);
    m_place.board.setFocus();
    emit stepped();
}

} // namespace kneepoint
