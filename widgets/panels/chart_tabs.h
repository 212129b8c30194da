// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_registry.h"
#include "widgets/shared_analysis.h"
#include "widgets/theme/theme.h"

#include <QTabWidget>

#include <functional>
#include <optional>
#include <vector>

namespace kneepoint {

class Chart;

/// Charts that share one place as tabs, with a menu of all of them in case the tabs do not fit. A chart is created when
/// it is first shown, and only the visible one is kept up to date; the others are updated when they are shown again.
class ChartTabs : public QTabWidget {
    Q_OBJECT
public:
    explicit ChartTabs(std::vector<ChartKind> kinds, QWidget* parent = nullptr);

    using QWidget::show;
    void show(const SharedAnalysis& analysis);
    void setReference(const SharedAnalysis& reference);
    void setGhost(const SharedAnalysis& ghost);
    void setTheme(ThemeMode mode);
    void setInteracting(bool interacting);
    void resetZoom();

    /// A page after the charts that is not a chart: created when it is first shown, and updated by its creator.
    /// Returns its place among the tabs.
    int addPage(const QString& title, std::function<QWidget*()> make);
    /// An action for each chart and page that shows it, with its title; the visible one is checked.
    [[nodiscard]] QList<QAction*> actionsFor(QObject* owner);
    /// The visible chart, created if necessary; nullptr if a page is visible.
    [[nodiscard]] Chart* current();
    /// The chart with this id, created if necessary; nullptr if no tab has it.
    [[nodiscard]] Chart* chart(const QString& id);
    /// Those that have been looked at.
    [[nodiscard]] QList<Chart*> charts() const;

signals:
    /// A chart has been created and may be connected.
    void made(kneepoint::Chart* chart);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void addPlace(const QString& title);
    void addMenu();
    void fitTabs();
    [[nodiscard]] Chart* at(std::size_t index);
    void bringUpToDate();
    void makePage();

    std::vector<ChartKind> m_kinds;
    std::vector<Chart*> m_charts;                   ///< nullptr until looked at
    std::vector<std::function<QWidget*()>> m_pages; ///< of the tabs behind the charts; empty once made
    SharedAnalysis m_analysis;
    SharedAnalysis m_reference;
    SharedAnalysis m_ghost;
    ThemeMode m_mode = ThemeMode::light;
    bool m_interacting = false;
};

} // namespace kneepoint
