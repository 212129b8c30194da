// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/chart_tabs.h"

#include "widgets/charts/kit/chart.h"

#include <QEvent>
#include <QMenu>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kneepoint {

ChartTabs::ChartTabs(std::vector<ChartKind> kinds, QWidget* parent)
    : QTabWidget(parent)
    , m_kinds(std::move(kinds))
    , m_charts(m_kinds.size(), nullptr)
{
    setDocumentMode(true);
    addMenu();
    fitTabs();
    for (const ChartKind& kind : m_kinds)
        addPlace(chartTitle(kind));
    connect(this, &QTabWidget::currentChanged, this, &ChartTabs::bringUpToDate);
}

Chart* ChartTabs::at(std::size_t index)
{
    Chart*& chart = m_charts[index];
    if (!chart) {
        chart = makeChart(m_kinds[index]).release();
        chart->setTheme(m_mode);
        widget(static_cast<int>(index))->layout()->addWidget(chart);
        emit made(chart);
    }
    return chart;
}

void ChartTabs::addPlace(const QString& title)
{
    auto* page = new QWidget;
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(8, 8, 8, 4);
    addTab(page, title);
}

int ChartTabs::addPage(const QString& title, std::function<QWidget*()> make)
{
    m_pages.push_back(std::move(make));
    addPlace(title);
    return count() - 1;
}

void ChartTabs::makePage()
{
    const int page = currentIndex() - static_cast<int>(m_charts.size());
    if (page < 0 || static_cast<std::size_t>(page) >= m_pages.size())
        return;
    if (const auto make = std::exchange(m_pages[static_cast<std::size_t>(page)], {})) {
        QWidget* made = make();
        made->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding); // as wide as a chart, whatever is in it
        currentWidget()->layout()->addWidget(made);
    }
}

Chart* ChartTabs::current()
{
    const int index = currentIndex();
    const bool is_chart = index >= 0 && static_cast<std::size_t>(index) < m_charts.size();
    return is_chart ? at(static_cast<std::size_t>(index)) : nullptr;
}

Chart* ChartTabs::chart(const QString& id)
{
    const auto found = std::ranges::find(m_kinds, id.toStdString(), &ChartKind::id);
    return found == m_kinds.end() ? nullptr : at(static_cast<std::size_t>(found - m_kinds.begin()));
}

QList<Chart*> ChartTabs::charts() const
{
    QList<Chart*> made;
    for (Chart* chart : m_charts)
        if (chart)
            made << chart;
    return made;
}

void ChartTabs::bringUpToDate()
{
    if (isVisible())
        makePage();
    Chart* chart = m_analysis && isVisible() ? current() : nullptr;
    if (!chart)
        return;
    chart->setInteracting(m_interacting);
    chart->setReference(m_reference);
    chart->setGhost(m_ghost);
    chart->show(m_analysis);
}

void ChartTabs::addMenu()
{
    auto* button = new QToolButton;
    button->setAutoRaise(true);
    button->setArrowType(Qt::DownArrow);
    button->setAccessibleName(tr("All charts"));
    button->setToolTip(tr("All charts and pages"));
    auto* menu = new QMenu(button);
    connect(button, &QToolButton::clicked, this, [this, button, menu] {
        menu->clear();
        menu->addActions(actionsFor(menu));
        menu->popup(button->mapToGlobal(button->rect().bottomLeft()));
    });
    setCornerWidget(button);
}

QList<QAction*> ChartTabs::actionsFor(QObject* owner)
{
    QList<QAction*> actions;
    for (int i = 0; i < count(); ++i) {
        auto* action = new QAction(tabText(i), owner);
        action->setCheckable(true);
        action->setChecked(i == currentIndex());
        connect(action, &QAction::triggered, this, [this, i] {
            setTabVisible(i, true); // also one that has nothing to show yet, if asked for
            setCurrentIndex(i);
        });
        actions << action;
    }
    return actions;
}

void ChartTabs::fitTabs()
{
    tabBar()->setFont(roleFont(font(), FontRole::small));
}

void ChartTabs::changeEvent(QEvent* event)
{
    QTabWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitTabs();
}

void ChartTabs::showEvent(QShowEvent* event)
{
    QTabWidget::showEvent(event);
    bringUpToDate();
}

void ChartTabs::show(const SharedAnalysis& analysis)
{
    m_analysis = analysis;
    for (std::size_t i = 0; i < m_kinds.size(); ++i)
        if (m_kinds[i].applies)
            setTabVisible(
                static_cast<int>(i), m_kinds[i].applies(analysis->scenario) || static_cast<int>(i) == currentIndex());
    if (Chart* chart = isVisible() ? current() : nullptr)
        chart->show(m_analysis);
}

void ChartTabs::setReference(const SharedAnalysis& reference)
{
    m_reference = reference;
    if (Chart* chart = isVisible() ? current() : nullptr)
        chart->setReference(reference);
}

void ChartTabs::setGhost(const SharedAnalysis& ghost)
{
    m_ghost = ghost;
    if (Chart* chart = isVisible() ? current() : nullptr)
        chart->setGhost(ghost);
}

void ChartTabs::setTheme(ThemeMode mode)
{
    m_mode = mode;
    for (Chart* chart : charts())
        chart->setTheme(mode);
}

void ChartTabs::setInteracting(bool interacting)
{
    m_interacting = interacting;
    for (Chart* chart : charts())
        chart->setInteracting(interacting);
}

void ChartTabs::resetZoom()
{
    for (Chart* chart : charts())
        chart->resetZoom();
}

} // namespace kneepoint
