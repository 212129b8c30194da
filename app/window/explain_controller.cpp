// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explain_controller.h"

#include "app/document/comparison.h"
#include "app/document/scenario_document.h"
#include "app/teaching/large_chart_controller.h"
#include "app/window/window_actions.h"
#include "widgets/panels/board.h"
#include "widgets/panels/explain_panel.h"
#include "widgets/panels/right_panel.h"
#include "widgets/panels/status_line.h"
#include "widgets/text.h"

#include <QAction>
#include <QUndoStack>

#include <utility>

namespace kneepoint {

ExplainController::ExplainController(const Place& place)
    : QObject(&place.window)
    , m_place(place)
    , m_last(place.document.sharedAnalysis())
{
    connect(place.actions.explain, &QAction::toggled, this, &ExplainController::setShown);
    connect(place.actions.explain, &QAction::enabledChanged, this, &ExplainController::refresh);
    connect(&place.right, &RightPanel::pageChanged, this, &ExplainController::followPage);
    connect(place.actions.diagnosis, &QAction::toggled, this, &ExplainController::followPage);
    connect(&place.document, &ScenarioDocument::changed, this, &ExplainController::documentChanged);
    connect(place.document.undoStack(), &QUndoStack::indexChanged, this, &ExplainController::stepDone);
    connect(&place.document, &ScenarioDocument::opened, this, &ExplainController::beginAnew);
    connect(&place.panel, &ExplainPanel::wanted, this, &ExplainController::explain);
    connect(&place.board, &Board::explained, this, &ExplainController::explain);
    connect(&place.board, &Board::drilled, this, [this] { m_place.large_charts.fill(QStringLiteral("timeline")); });
}

bool ExplainController::isShown() const
{
    return m_place.actions.diagnosis->isChecked() && m_place.right.page() == RightPanel::Page::changes;
}

void ExplainController::setShown(bool shown)
{
    if (shown == isShown())
        return;
    if (shown)
        m_place.actions.diagnosis->setChecked(true);
    m_place.right.setPage(shown ? RightPanel::Page::changes : RightPanel::Page::bottlenecks);
}

/// The action is checked while the page is in sight.
void ExplainController::followPage()
{
    m_place.actions.explain->setChecked(isShown());
    refresh();
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
    refresh();
}

void ExplainController::refresh()
{
    const bool blind = !m_place.actions.explain->isEnabled();
    const Analysis& now = m_place.document.analysis();
    const bool changed = m_before && !blind;
    if (!isShown()) {
        const ChangeSummary summary = changed ? changeSummary(*m_before, now) : ChangeSummary{};
        m_place.status.setChange(toQString(summary.sentence), toQString(summary.brief));
        return;
    }
    Change change = changed ? changeBetween(*m_before, now) : Change{};
    m_place.status.setChange(toQString(change.sentence), toQString(change.brief));
    if (m_pinned && !blind) {
        change = changeBetween(*m_pinned, now);
        if (!change.sentence.empty())
            change.sentence = tr("Against A: %1").arg(toQString(change.sentence)).toStdString();
    }
    m_place.panel.show(change);
    m_place.panel.update(now);
}

void ExplainController::explain(const QString& id)
{
    setShown(true);
    m_place.panel.derive(id, m_place.document.analysis());
}

} // namespace kneepoint
