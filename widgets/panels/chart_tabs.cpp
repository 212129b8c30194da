// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/chart_tabs.h"

#include "widgets/box_layouts.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/text.h"
#include "widgets/theme/icons.h"

#include <QMenu>
#include <QStyle>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace kneepoint {

VariantSwitch::VariantSwitch(Chart& chart, QWidget* parent)
    : Segments(chart.variants(), parent)
{
    setAccessibleName(chart.title());
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    showIndex(chart.variant());
    connect(this, &Segments::chosen, &chart, &Chart::setVariant);
    // A chart may choose by itself, and its menu has the same choice.
    connect(&chart, &Chart::frameDrawn, this, [this, &chart] {
        if (index() != chart.variant())
            showIndex(chart.variant());
    });
}

ChartTabs::ChartTabs(std::vector<ChartKind> kinds, QWidget* parent)
    : QTabWidget(parent)
    , m_kinds(std::move(kinds))
    , m_charts(m_kinds.size(), nullptr)
{
    setDocumentMode(true);
    setUsesScrollButtons(false);
    tabBar()->setExpanding(false);
    addButtons();
    for (int place = 0; place < static_cast<int>(m_kinds.size()); ++place)
        addPlace(chartTitle(m_kinds[static_cast<std::size_t>(mainOf(place))]));
    addViewSwitches();
    connect(this, &QTabWidget::currentChanged, this, &ChartTabs::arrangeTabs);
    connect(this, &QTabWidget::currentChanged, this, &ChartTabs::bringUpToDate);
    arrangeTabs();
}

Chart* ChartTabs::at(std::size_t index)
{
    Chart*& chart = m_charts[index];
    if (!chart) {
        chart = makeChart(m_kinds[index]).release();
        widget(static_cast<int>(index))->layout()->addWidget(chart);
        addSwitch(*chart);
        emit made(chart);
    }
    return chart;
}

/// Beside the buttons, while the chart is the visible one.
void ChartTabs::addSwitch(Chart& chart)
{
    if (chart.variants().isEmpty())
        return;
    auto* choice = new VariantSwitch(chart);
    auto* row = static_cast<QHBoxLayout*>(cornerWidget()->layout());
    row->insertWidget(1, choice);
    const auto showIfCurrent = [this, &chart, choice] {
        const int place = currentIndex();
        choice->setVisible(place >= 0 && widget(place)->isAncestorOf(&chart));
        arrangeTabs();
    };
    connect(this, &QTabWidget::currentChanged, choice, showIfCurrent);
    showIfCurrent();
}

int ChartTabs::mainOf(int place) const
{
    if (static_cast<std::size_t>(place) >= m_kinds.size())
        return place;
    const auto found = std::ranges::find(m_kinds, m_kinds[static_cast<std::size_t>(place)].view_of, &ChartKind::id);
    return found == m_kinds.end() ? place : static_cast<int>(found - m_kinds.begin());
}

/// Beside the buttons, while one of the views is the visible chart.
void ChartTabs::addViewSwitches()
{
    for (int view = 0; view < static_cast<int>(m_kinds.size()); ++view) {
        const int main = mainOf(view);
        if (main == view)
            continue;
        auto* choice = new Segments(
            {chartView(m_kinds[static_cast<std::size_t>(main)]), chartView(m_kinds[static_cast<std::size_t>(view)])});
        choice->setAccessibleName(tabText(main));
        choice->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        static_cast<QHBoxLayout*>(cornerWidget()->layout())->insertWidget(1, choice);
        connect(
            choice, &Segments::chosen, this, [this, main, view](int index) { setCurrentIndex(index ? view : main); });
        const auto showIfCurrent = [this, choice, main, view] {
            choice->showIndex(currentIndex() == view);
            choice->setVisible(mainOf(currentIndex()) == main);
        };
        connect(this, &QTabWidget::currentChanged, choice, showIfCurrent);
        showIfCurrent();
    }
}

void ChartTabs::addPlace(const QString& title)
{
    auto* page = new QWidget;
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
    columnIn(page, {0, 4, 0, 0}); // between the line under the tabs and the chart's sentence
    addTab(page, title);
}

void ChartTabs::setCurrentIndex(int index)
{
    setTabVisible(index, true); // also one that has nothing to show yet, if asked for
    QTabWidget::setCurrentIndex(index);
}

Chart* ChartTabs::current()
{
    return currentIndex() >= 0 ? at(static_cast<std::size_t>(currentIndex())) : nullptr;
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
    Chart* chart = m_shown.analysis && isVisible() ? current() : nullptr;
    if (!chart)
        return;
    chart->setInteracting(m_interacting);
    chart->show(m_shown);
}

void ChartTabs::addButtons()
{
    auto* corner = new QWidget;
    auto* row = rowIn(corner, {0, 3, 6, 3}, 0);
    m_more = new QToolButton;
    m_more->setText(tr("More"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setAutoRaise(true);
    m_more->setToolTip(tr("All charts"));
    auto* menu = new QMenu(m_more);
    m_more->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        menu->addActions(actionsFor(menu));
    });
    row->addWidget(m_more);
    const auto add = [&](const QString& icon, const QString& name) {
        auto* button = new QToolButton;
        button->setObjectName(icon);
        button->setIcon(actionIcon(icon));
        button->setAutoRaise(true);
        button->setAccessibleName(name);
        button->setToolTip(plainToolTip(name));
        row->addWidget(button);
        return button;
    };
    connect(add(QStringLiteral("expand"), tr("Fill the board with this chart (Ctrl+F6)")), &QToolButton::clicked, this,
        &ChartTabs::expandWanted);
    QToolButton* options = add(QStringLiteral("more"), tr("Copy, export and options of this chart"));
    connect(options, &QToolButton::clicked, this,
        [this, options] { emit menuWanted(options->mapToGlobal(options->rect().bottomLeft())); });
    setCornerWidget(corner);
}

/// The first tabs, and the chosen one; the menu has the others.
void ChartTabs::arrangeTabs()
{
    constexpr int most = 5;
    const QFontMetrics metrics = tabBar()->fontMetrics();
    const int padding =
        tabBar()->style()->pixelMetric(QStyle::PM_TabBarTabHSpace, nullptr, tabBar()) + 4; // of the style
    int left = width() - cornerWidget()->sizeHint().width();
    int shown = 0;
    if (currentIndex() >= 0)
        left -= metrics.horizontalAdvance(tabText(currentIndex())) + padding;
    for (int i = 0; i < count(); ++i) {
        if (i == currentIndex()) {
            setTabVisible(i, true);
            ++shown;
            continue;
        }
        const auto place = static_cast<std::size_t>(i);
        const bool elsewhere = mainOf(i) != i || mainOf(currentIndex()) == i; // in the tab of another view
        if (elsewhere || (place < m_applicable.size() && !m_applicable[place])) {
            setTabVisible(i, false);
            continue;
        }
        left -= metrics.horizontalAdvance(tabText(i)) + padding;
        const bool fits = shown < most && (left >= 0 || width() < padding);
        setTabVisible(i, fits);
        shown += fits;
    }
}

QList<QAction*> ChartTabs::actionsFor(QObject* owner)
{
    QList<QAction*> actions;
    for (int i = 0; i < count(); ++i) {
        auto* action = new QAction(chartTitle(m_kinds[static_cast<std::size_t>(i)]), owner);
        action->setCheckable(true);
        action->setChecked(i == currentIndex());
        connect(action, &QAction::triggered, this, [this, i] { setCurrentIndex(i); });
        actions << action;
    }
    return actions;
}

void ChartTabs::resizeEvent(QResizeEvent* event)
{
    QTabWidget::resizeEvent(event);
    arrangeTabs();
}

void ChartTabs::showEvent(QShowEvent* event)
{
    QTabWidget::showEvent(event);
    bringUpToDate();
}

void ChartTabs::show(const Shown& shown)
{
    m_shown = shown;
    if (shown.analysis) {
        std::vector<bool> applicable(m_kinds.size(), true);
        for (std::size_t i = 0; i < m_kinds.size(); ++i)
            applicable[i] = !m_kinds[i].applies || m_kinds[i].applies(*shown.analysis);
        if (applicable != m_applicable) {
            m_applicable = std::move(applicable);
            arrangeTabs();
        }
    }
    if (Chart* chart = isVisible() ? current() : nullptr)
        chart->show(shown);
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
