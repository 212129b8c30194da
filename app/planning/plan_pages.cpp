// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planning/plan_pages.h"

#include "app/planning/layouts_controller.h"
#include "app/planning/plan_controller.h"
#include "widgets/box_layouts.h"
#include "widgets/panels/card.h"
#include "widgets/panels/layouts_page.h"
#include "widgets/panels/plan_page.h"
#include "widgets/panels/tall_area.h"

#include <QAction>
#include <QEvent>
#include <QLineEdit>
#include <QTabWidget>
#include <QTimer>

namespace kneepoint {

PlanPages::PlanPages(const Place& place)
    : QObject(&place.window)
    , m_place(place)
{
    QTabWidget& tabs = place.tabs;
    const auto add = [this, &tabs](QAction& action, const QString& title) {
        auto* page = new QWidget;
        columnIn(page, {0, 12, 0, 0}); // below the tabs
        const int tab = tabs.addTab(page, title);
        connect(&action, &QAction::triggered, this, [&tabs, tab] { tabs.setCurrentIndex(tab); });
    };
    add(place.plan, tr("Clusters"));
    add(place.layouts, tr("Layouts"));
    // Who asks for the plan types a deadline first.
    connect(&place.plan, &QAction::triggered, this, [this] {
        QTimer::singleShot(0, this, [this] {
            if (m_plan && m_plan->isVisible())
                m_plan->fields().deadline->setFocus();
        });
    });
    connect(&tabs, &QTabWidget::currentChanged, this, [this] { makeShown(); });
    tabs.installEventFilter(this);
}

/// A page is made when the tabs are first seen with it.
bool PlanPages::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show)
        makeShown();
    return QObject::eventFilter(watched, event);
}

void PlanPages::makeShown()
{
    if (!m_place.tabs.isVisible())
        return;
    const bool plan = m_place.tabs.currentIndex() == 0;
    if (plan && !m_plan)
        makePlan();
    else if (!plan && !m_layouts)
        makeLayouts();
}

void PlanPages::makeLayouts()
{
    m_layouts = new LayoutsPage;
    new LayoutsController(m_place.document, *m_layouts, m_place.board, m_place.messages);
    auto* inside = new QWidget;
    columnIn(inside, {12, 12, 12, 12})->addWidget(m_layouts);
    m_place.tabs.widget(1)->layout()->addWidget(new Card({}, inside));
}

void PlanPages::makePlan()
{
    m_plan = new PlanPage;
    auto* controller =
        new PlanController(m_place.document, m_place.comparison, *m_plan, m_place.messages, m_place.details);
    connect(controller, &PlanController::opened, this, &PlanPages::opened);
    m_place.tabs.widget(0)->layout()->addWidget(new TallArea(m_plan, tr("Clusters")));
    controller->ask(); // on the present hardware, without limits: a first answer to start from
}

} // namespace kneepoint
