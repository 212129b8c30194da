// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/explore/analysis.h"
#include "widgets/theme/theme.h"

#include <QList>
#include <QWidget>

class QSplitter;

namespace kneepoint {

class Chart;
class HeadlineStrip;

/// The three charts in splitters, with linked cursors, and the headline under them.
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
    [[nodiscard]] HeadlineStrip& headline() const { return *m_headline; }
    [[nodiscard]] QList<QByteArray> splitterStates() const;
    void restoreSplitters(const QList<QByteArray>& states);

signals:
    void workersPicked(double k);
    void toleranceDragged(double tolerance, bool finished);
    /// The mouse let go of a chart: what was picked belongs together.
    void pickFinished();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* framed(Chart* chart);

    QList<Chart*> m_charts;
    QList<QSplitter*> m_splitters;
    HeadlineStrip* m_headline;
};

} // namespace kneepoint
