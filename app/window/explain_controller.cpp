// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explain_controller.h"

#include "app/document/comparison.h"
#include "app/document/scenario_document.h"
#include "app/teaching/side_panels.h"
#include "app/teaching/stage_controller.h"
#include "app/window/window_actions.h"
#include "widgets/panels/board.h"
#include "widgets/panels/explain_panel.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/text.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QUndoStack>

#include <utility>

namespace kneepoint {

ExplainController::ExplainController(const Place& place)
    : QObject(&place.window)
    , m_place(place)
    , m_panel(new ExplainPanel)
    , m_dock(new QDockWidget(tr("What changed, and why"), &place.window))
    , m_last(place.document.sharedAnalysis())
{
    m_dock->setObjectName(QStringLiteral("explain"));
    m_dock->setWidget(m_panel);
    m_dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    m_dock->hide();
    place.window.addDockWidget(Qt::BottomDockWidgetArea, m_dock);
    place.window.installEventFilter(this);
    connect(place.actions.explain, &QAction::toggled, this, &ExplainController::setShown);
    connect(m_dock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        m_in_sight = visible;
        if (!visible && !m_dock->isHidden()) // behind the other dock, or gone with the window and its actions
            return;
        m_place.actions.explain->setChecked(!m_dock->isHidden());
        if (visible)
            refresh();
        settle();
    });
    connect(&place.document, &ScenarioDocument::changed, this, &ExplainController::documentChanged);
    connect(place.document.undoStack(), &QUndoStack::indexChanged, this, &ExplainController::stepDone);
    connect(&place.document, &ScenarioDocument::opened, this, &ExplainController::beginAnew);
    connect(m_panel, &ExplainPanel::wanted, this, &ExplainController::explain);
    connect(&place.board, &Board::explained, this, &ExplainController::explain);
    connect(&place.board, &Board::drilled, this, [this] { m_place.stage.fill(QStringLiteral("timeline")); });
}

void ExplainController::sharePlaceOf(QDockWidget& other)
{
    m_other = &other;
}

/// Behind the other dock it comes to the front before it goes.
void ExplainController::setShown(bool shown)
{
    if (!shown && !m_dock->isHidden() && !m_in_sight)
        return m_place.actions.explain->setChecked(true);
    if (shown)
        moveTo(wantedSide()); // first, so that the window does not grow for its old place
    m_dock->setVisible(shown);
    settle();
    if (shown)
        m_dock->raise();
}

/// Under the board only where the charts keep a readable height.
ExplainController::Side ExplainController::wantedSide() const
{
    constexpr int least_lines = 46;
    const QFontMetrics metrics(m_place.window.font());
    if (m_place.window.height() >= least_lines * metrics.lineSpacing())
        return Side::under;
    return m_other && !m_other->isHidden() ? Side::over_other : Side::beside;
}

void ExplainController::settle(bool question_waits)
{
    if (question_waits && !m_dock->isHidden()) {
        m_held_back = true;
        m_dock->hide();
    } else if (!question_waits && std::exchange(m_held_back, false)) {
        setShown(true);
    }
    settle();
}

void ExplainController::settle()
{
    const bool shown = !m_dock->isHidden();
    const Side side = wantedSide();
    if (shown && side == Side::beside)
        m_place.sides.limit(SidePanels::Owner::explanation, {m_place.sides.chosen().controls, false});
    else
        m_place.sides.release(SidePanels::Owner::explanation);
    if (shown)
        moveTo(side);
}

void ExplainController::moveTo(Side side)
{
    if (side == m_side)
        return;
    m_side = side;
    QMainWindow& window = m_place.window;
    window.addDockWidget(side == Side::under ? Qt::BottomDockWidgetArea
            : side == Side::beside           ? Qt::RightDockWidgetArea
                                             : Qt::LeftDockWidgetArea,
        m_dock);
    if (side == Side::over_other) {
        window.tabifyDockWidget(m_other, m_dock);
        m_dock->raise();
    } else if (side == Side::beside) {
        constexpr double width = 0.3; // of the window
        window.resizeDocks({m_dock}, {static_cast<int>(width * window.width())}, Qt::Horizontal);
    }
}

bool ExplainController::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange)
        settle();
    return QObject::eventFilter(watched, event);
}

void ExplainController::follow(const Comparison& comparison)
{
    connect(&comparison, &Comparison::changed, this, [this, &comparison] {
        m_pinned = comparison.reference();
        refresh();
    });
}

void ExplainController::documentChanged()
{
    m_former = std::exchange(m_last, m_place.document.sharedAnalysis());
    refresh();
}

/// A drag is one undo step, however many values it passes. The stack is only updated after the change.
void ExplainController::stepDone(int step)
{
    if (step == m_step)
        return;
    m_before = m_former;
    m_step = step;
    refresh();
}

/// Another job is no change of the one before.
void ExplainController::beginAnew()
{
    m_before.reset();
    m_former.reset();
    m_place.board.headline().setNote(m_place.document.shownTitle(), m_place.document.about());
    refresh();
}

void ExplainController::refresh()
{
    const Analysis& now = m_place.document.analysis();
    const SharedAnalysis& before = m_pinned ? m_pinned : m_before;
    const Change change = before ? changeBetween(*before, now) : Change{};
    if (!change.sentence.empty())
        m_place.board.headline().setNote(toQString(change.sentence), {});
    if (m_dock->isHidden())
        return;
    m_panel->show(change);
    m_panel->update(now);
}

void ExplainController::explain(const QString& id)
{
    setShown(true);
    m_panel->derive(id, m_place.document.analysis());
}

} // namespace kneepoint
