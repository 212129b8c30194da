// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/launch_flags.h"
#include "model/search/layout_map.h"
#include "widgets/charts/kit/chart.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace kneepoint {

class LayoutMapChart;
class LayoutsModel;

/// The layouts of the job as a map and as a table: hovering previews a layout, a click applies it.
class LayoutsPage : public QWidget {
    Q_OBJECT
public:
    explicit LayoutsPage(QWidget* parent = nullptr);

    using QWidget::show;
    /// The scenario whose layouts are to be shown; those of a previous job stay until setMap().
    void show(const SharedAnalysis& analysis);
    void setMap(const Analysis& of, LayoutMap map);
    /// Fraction of the search that is done; 1 hides the progress bar.
    void setProgress(double share);
    [[nodiscard]] LayoutMapChart& map() const { return *m_map; }
    [[nodiscard]] QTableView& table() const { return *m_table; }
    /// Shows only rows that contain all the words.
    void setFilter(const QString& words);
    /// Whether the layout in use is the fastest, and if it is not, why Auto plan uses it.
    [[nodiscard]] QString agreement() const;
    [[nodiscard]] std::string csv() const;
    /// The layout of the row selected, else that of the scenario.
    [[nodiscard]] Layout chosen() const;

signals:
    void hovered(const std::optional<kneepoint::Layout>& layout);
    void picked(const kneepoint::Layout& layout);
    void csvWanted();
    void flagsWanted(const kneepoint::Framework* framework);
    /// The page was shown or hidden.
    void looked(bool in_sight);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeBar();
    void makeTable();
    void hoverRow(const QModelIndex& at);

    QStackedWidget* m_views;
    LayoutMapChart* m_map;
    QTableView* m_table;
    LayoutsModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QComboBox* m_metric;
    QLineEdit* m_filter;
    QProgressBar* m_progress;
    QLabel* m_agreement; ///< whether the layout in use is the fastest
    Layout m_present;
};

} // namespace kneepoint
