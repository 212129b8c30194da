// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plan_pages.h"

#include "app/window/layouts_controller.h"
#include "app/window/plan_controller.h"
#include "app/window/window_actions.h"
#include "widgets/panels/board.h"
#include "widgets/panels/chart_tabs.h"
#include "widgets/panels/layouts_page.h"
#include "widgets/panels/plan_page.h"

#include <QAction>

namespace kneepoint {

PlanPages::PlanPages(QWidget& window, const WindowActions& actions, ScenarioDocument& document, Comparison& comparison,
    Board& board, MessageBar& messages)
    : QObject(&window)
    , m_document(document)
    , m_comparison(comparison)
    , m_board(board)
    , m_messages(messages)
{
    const auto add = [&](QAction* action, const QString& title, QWidget* (PlanPages::*make)()) {
        const int tab = board.more().addPage(title, [this, make] { return (this->*make)(); });
        connect(action, &QAction::triggered, this, [this, tab] { m_board.more().setCurrentIndex(tab); });
    };
    add(actions.layouts, tr("Layouts"), &PlanPages::makeLayouts);
    add(actions.plan, tr("Plan"), &PlanPages::makePlan);
}

QWidget* PlanPages::makeLayouts()
{
    m_layouts = new LayoutsPage;
    m_layouts->setTheme(m_mode);
    new LayoutsController(m_document, *m_layouts, m_board, m_messages);
    return m_layouts;
}

QWidget* PlanPages::makePlan()
{
    m_plan = new PlanPage;
    m_plan->setTheme(m_mode);
    new PlanController(m_document, m_comparison, *m_plan, m_messages);
    return m_plan;
}

void PlanPages::setTheme(ThemeMode mode)
{
    m_mode = mode;
    if (m_layouts)
        m_layouts->setTheme(mode);
    if (m_plan)
        m_plan->setTheme(mode);
}

} // namespace kneepoint
