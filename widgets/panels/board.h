// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/explore/analysis.h"
#include "widgets/theme/theme.h"

#include <QList>
#include <QWidget>

class QSplitter;
class QTabWidget;

namespace kneepoint {

class Chart;
class HeadlineStrip;

/// The three charts in splitters, with linked cursors, and the headline under them. Where it is low, they
/// become tabs rather than being squeezed.
class Board : public QWidget {
    Q_OBJECT
public:
    explicit Board(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const Analysis& analysis);
    void setTheme(ThemeMode mode);
    /// A control or a chart is held: axis ranges only grow.
    void setInteracting(bool interacting);
    void resetZoom();

    /// Roofline, scaling, breakdown.
    [[nodiscard]] const QList<Chart*>& charts() const { return m_charts; }
    /// Fed by the board wherever it is; a window may give it a wider place.
    [[nodiscard]] HeadlineStrip& headline() const { return *m_headline; }
    [[nodiscard]] QList<QByteArray> splitterStates() const;
    void restoreSplitters(const QList<QByteArray>& states);

signals:
    void workersPicked(double k);
    void toleranceDragged(double tolerance, bool finished);
    /// The mouse let go of a chart: what was picked belongs together.
    void pickFinished();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* framed(Chart* chart);
    void setCompact(bool compact);
    void spreadCharts();
    void stackCharts();

    QList<Chart*> m_charts;
    QList<QSplitter*> m_splitters;
    QSplitter* m_left;
    QTabWidget* m_tabs;
    QList<QWidget*> m_frames; ///< around roofline, breakdown, scaling
    bool m_compact = false;
    HeadlineStrip* m_headline;
};

} // namespace kneepoint
