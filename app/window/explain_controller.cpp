// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explain_controller.h"

#include "app/document/comparison.h"
#include "app/document/scenario_document.h"
#include "app/window/stage_controller.h"
#include "app/window/window_actions.h"
#include "widgets/panels/board.h"
#include "widgets/panels/explain_panel.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/text.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QUndoStack>

namespace kneepoint {

ExplainController::ExplainController(
    QMainWindow& window, const WindowActions& actions, ScenarioDocument& document, Board& board, StageController& stage)
    : QObject(&window)
    , m_document(document)
    , m_board(board)
    , m_panel(new ExplainPanel)
    , m_dock(new QDockWidget(tr("What changed, and why"), &window))
    , m_last(document.analysis())
{
    m_dock->setObjectName(QStringLiteral("explain"));
    m_dock->setWidget(m_panel);
    m_dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    m_dock->hide();
    window.addDockWidget(Qt::BottomDockWidgetArea, m_dock);
    connect(actions.explain, &QAction::toggled, m_dock, &QWidget::setVisible);
    connect(m_dock, &QDockWidget::visibilityChanged, this, [this, explain = actions.explain](bool visible) {
        explain->setChecked(!m_dock->isHidden());
        if (visible) // it is hidden with the window too, when that comes down
            refresh();
    });
    connect(&document, &ScenarioDocument::changed, this, &ExplainController::documentChanged);
    connect(m_panel, &ExplainPanel::wanted, this, &ExplainController::explain);
    connect(&board, &Board::explained, this, &ExplainController::explain);
    connect(&board, &Board::drilled, &stage, [&stage] { stage.fill(QStringLiteral("timeline")); });
}

void ExplainController::follow(const Comparison& comparison)
{
    connect(&comparison, &Comparison::changed, this, [this, &comparison] {
        m_pinned = comparison.reference();
        refresh();
    });
}

/// A drag is one undo step, however many values it passes.
void ExplainController::documentChanged()
{
    const int step = m_document.undoStack()->index();
    if (step != m_step)
        m_before = m_last;
    m_step = step;
    m_last = m_document.analysis();
    refresh();
}

void ExplainController::refresh()
{
    const Analysis& now = m_document.analysis();
    const std::optional<Analysis>& before = m_pinned ? m_pinned : m_before;
    const Change change = before ? changeBetween(*before, now) : Change{};
    if (!change.sentence.empty())
        m_board.headline().setNote(toQString(change.sentence), {});
    if (m_dock->isHidden())
        return;
    m_panel->show(change);
    m_panel->update(now);
}

void ExplainController::explain(const QString& id)
{
    m_dock->show();
    m_panel->derive(id, m_document.analysis());
}

} // namespace kneepoint
