// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planning/plan_pages.h"

#include "app/planning/layouts_controller.h"
#include "app/planning/plan_controller.h"
#include "widgets/panels/board.h"
#include "widgets/panels/chart_tabs.h"
#include "widgets/panels/layouts_page.h"
#include "widgets/panels/plan_page.h"

#include <QAction>

namespace kneepoint {

PlanPages::PlanPages(const Place& place)
    : QObject(&place.window)
    , m_place(place)
{
    const auto add = [this](QAction& action, const QString& title, QWidget* (PlanPages::*make)()) {
        const int tab = m_place.board.more().addPage(title, [this, make] { return (this->*make)(); });
        connect(&action, &QAction::triggered, this, [this, tab] { m_place.board.more().setCurrentIndex(tab); });
    };
    add(place.layouts, tr("Layouts"), &PlanPages::makeLayouts);
    add(place.plan, tr("Plan"), &PlanPages::makePlan);
}

QWidget* PlanPages::makeLayouts()
{
    m_layouts = new LayoutsPage;
    m_layouts->setTheme(m_mode);
    new LayoutsController(m_place.document, *m_layouts, m_place.board, m_place.messages);
    return m_layouts;
}

QWidget* PlanPages::makePlan()
{
    m_plan = new PlanPage;
    m_plan->setTheme(m_mode);
    new PlanController(m_place.document, m_place.comparison, *m_plan, m_place.messages);
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
