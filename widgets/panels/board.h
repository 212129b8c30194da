// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"
#include "widgets/shared_analysis.h"

#include <QList>
#include <QStringList>
#include <QWidget>

#include <optional>

class QSplitter;
class QTabWidget;

namespace kneepoint {

class Card;
class Chart;
class LargeCharts;
class ChartTabs;
class HeadlineStrip;
class StepBar;

/// The charts as cards in splitters, with linked cursors, and the headline under them. If its height is small, the
/// charts on the right share one place as tabs; if there is even less room, all of them do.
class Board : public QWidget {
    Q_OBJECT
public:
    explicit Board(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const SharedAnalysis& analysis);
    /// The pinned scenario A, beside the one shown; null unpins it.
    void setReference(const SharedAnalysis& reference);
    /// Further pinned scenarios, in the charts and the bar of this step.
    void setOptions(const OtherOptions& others);
    [[nodiscard]] const OtherOptions& options() const { return m_shown.options; }
    [[nodiscard]] const SharedAnalysis& reference() const { return m_shown.reference; }
    /// The effect of a remedy while it is previewed, or null.
    void setGhost(const SharedAnalysis& ghost);
    /// A line of the window over the charts alone, where it would take height from the columns beside them.
    void setAbove(QWidget& line);
    /// While a control or a chart is dragged, axis ranges only grow.
    void setInteracting(bool interacting);
    void resetZoom();

    /// Fills the board with these charts, by their ids in the registry, and with other widgets behind them; without
    /// any, all charts return to their places.
    void enlarge(const QStringList& charts, const QList<QWidget*>& others = {});
    /// Ids of the charts that fill the board; empty while all are in their places.
    [[nodiscard]] const QStringList& enlarged() const { return m_enlarged; }

    /// Those that are no tabs.
    [[nodiscard]] const QList<Chart*>& charts() const { return m_charts; }
    /// One of them, by its id in the registry of charts.
    [[nodiscard]] Chart& chart(QLatin1StringView id) const;
    /// The chart with the focus, else the one under the pointer, else the scaling chart.
    [[nodiscard]] Chart& wantedChart() const;
    /// These and the charts behind tabs that have been shown.
    [[nodiscard]] QList<Chart*> allCharts() const;
    [[nodiscard]] ChartTabs& more() const { return *m_more; }
    /// An action for each chart: it shows the one behind a tab, and fills the board with one in sight. None while
    /// charts fill the board.
    [[nodiscard]] QList<QAction*> actionsFor(QObject* owner);
    /// Fed by the board wherever it is; a window may give it a wider place.
    [[nodiscard]] HeadlineStrip& headline() const { return *m_headline; }
    [[nodiscard]] QList<QByteArray> splitterStates() const;
    void restoreSplitters(const QList<QByteArray>& states);

signals:
    /// A chart should fill the board, by its id.
    void expandWanted(const QString& id);
    /// See Chart::explained and Chart::drilled.
    void explained(const QString& id);
    void drilled();
    void workersPicked(double k);
    /// See Chart::knobDragged.
    void knobDragged(const kneepoint::Parameter* p, double value, bool finished);
    /// A point of the knee map: the scenario should move there.
    void editPicked(const kneepoint::Edit& edit);
    /// The mouse was released on a chart: the end of one edit for undo.
    void pickFinished();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showCharts();
    Card* framed(QLatin1StringView id);
    static void showMenuOf(Chart& chart, const QPoint& global);
    [[nodiscard]] Chart* anyChart(const QString& id);
    void connectChart(Chart* chart);
    enum class Room { unset, ample, compact };
    void setRoom(Room room);
    void fitRoom();

    QList<Chart*> m_charts;
    QList<QSplitter*> m_splitters;
    QSplitter* m_left;
    QSplitter* m_right;
    QTabWidget* m_tabs;
    Card* m_tab_card;
    StepBar* m_step_bar;
    QWidget* m_small = nullptr; ///< around them, where there is no room for all charts
    ChartTabs* m_more;
    Card* m_more_card = nullptr;
    LargeCharts* m_large_charts;
    QStringList m_enlarged;
    QList<Chart*> m_enlarged_tabs; ///< large charts that the tabs do not keep up to date meanwhile
    QList<Card*> m_frames;         ///< around roofline, breakdown, scaling
    Room m_room = Room::unset;
    QByteArray m_left_state; ///< of a splitter whose charts are tabs at present
    QByteArray m_right_state;
    HeadlineStrip* m_headline;
    QWidget* m_above = nullptr; ///< see setAbove; elsewhere at present if it is no child
    Shown m_shown;
};

} // namespace kneepoint
