// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_registry.h"
#include "widgets/controls/segments.h"
#include "widgets/shared_analysis.h"

#include <QTabWidget>

#include <optional>
#include <vector>

class QToolButton;

namespace kneepoint {

class Chart;

/// The ways in which a chart shows the same thing (Chart::variants), side by side in its header.
class VariantSwitch : public Segments {
    Q_OBJECT
public:
    explicit VariantSwitch(Chart& chart, QWidget* parent = nullptr);
};

/// Charts that share one place as tabs: a few of them as text, all of them in the menu More. Views of one subject share
/// a tab, with a switch beside it. A chart is created when it is first shown, and only the visible one is kept up to
/// date; the others are updated when they are shown again.
class ChartTabs : public QTabWidget {
    Q_OBJECT
public:
    explicit ChartTabs(std::vector<ChartKind> kinds, QWidget* parent = nullptr);

    using QWidget::show;
    /// Also one that is only in the menu.
    void setCurrentIndex(int index);
    void show(const Shown& shown);
    void setInteracting(bool interacting);
    void resetZoom();

    /// An action for each chart that shows it, with its title; the visible one is checked.
    [[nodiscard]] QList<QAction*> actionsFor(QObject* owner);
    /// The visible chart, created if necessary; nullptr without tabs.
    [[nodiscard]] Chart* current();
    /// The chart with this id, created if necessary; nullptr if no tab has it.
    [[nodiscard]] Chart* chart(const QString& id);
    /// Those that have been looked at.
    [[nodiscard]] QList<Chart*> charts() const;

signals:
    /// A chart has been created and may be connected.
    void made(kneepoint::Chart* chart);
    /// The chart in sight should fill the board, or show its menu here.
    void expandWanted();
    void menuWanted(const QPoint& global);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void addPlace(const QString& title);
    void addButtons();
    void addSwitch(Chart& chart);
    void addViewSwitches();
    /// The place of the chart whose tab this one shares; its own if it shares none.
    [[nodiscard]] int mainOf(int place) const;
    void arrangeTabs();
    [[nodiscard]] Chart* at(std::size_t index);
    void bringUpToDate();

    QToolButton* m_more = nullptr;
    std::vector<ChartKind> m_kinds;
    std::vector<Chart*> m_charts; ///< nullptr until looked at
    Shown m_shown;
    std::vector<bool> m_applicable; ///< the charts that have something to show
    bool m_interacting = false;
};

} // namespace kneepoint
