// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/kit/chart.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/legend.h"
#include "widgets/theme/fill.h"

#include <QSharedPointer>

#include <optional>
#include <vector>

class QCPAxisTickerText;
class QCPBars;

namespace kneepoint {

/// A stacked bar for each K of Analysis::breakdown, the current K outlined, with linked cursors. A dashed outline shows
/// the pinned scenario, other dashes further options, a thin one a previewed remedy.
class WorkerBarsChart : public Chart {
    Q_OBJECT

public:
    /// Middle of the bar of K, on the base line, in the plot's pixels.
    [[nodiscard]] QPointF barPosition(double workers) const;
    /// The y over which the total of a bar stands: above the bar and the outlines around it.
    [[nodiscard]] double topOfTotal(int bar) const;
    [[nodiscard]] QStringList readout() const override;

protected:
    /// A piece of a stack, upward from the base line, or downward if negative.
    struct Piece {
        Fill fill;
        double from = 0;
        double to = 0;
    };

    WorkerBarsChart(const QString& title, QWidget* parent);

    /// All bars as pieces, in the units of the axis: for outlines, the pinned scenario and the preview.
    [[nodiscard]] virtual std::vector<Piece> pieces(const ScalePoint& point) const = 0;
    /// Over a bar; short enough for it.
    [[nodiscard]] virtual QString total(const ScalePoint& point) const = 0;
    [[nodiscard]] virtual QStringList readoutOf(const ScalePoint& point) const = 0;
    /// The part of the current bar at this value of the axis, as an id of a derivation; empty if there is none.
    [[nodiscard]] virtual QString explanationAt(double) const { return {}; }

    /// Bars stacked over (or under) another series.
    QCPBars* addBars(QCPBars* below);
    /// After the data of the bars: ticks and ranges. The axis also reaches `at_least`.
    void fitBars(const Analysis& analysis, double at_least = 0);
    /// Where the total over the current bar ends, above its rectangle or what is drawn over it.
    [[nodiscard]] virtual double topOf(const QRectF& current) const { return current.top(); }
    /// Room beside the bars, in pixels.
    [[nodiscard]] virtual int rightMargin() const { return 16; }
    /// The bar of the current K; empty if it is not visible.
    [[nodiscard]] QRectF currentRect() const;
    [[nodiscard]] Legend& legend() { return m_legend; }
    /// Drawn over the bars and under their totals, which avoid what is blocked in the placer.
    virtual void drawMore(QPainter&, LabelPlacer&) const { }

    /// Marks a measured value of the bar of this K; nothing without such a bar.
    void markMeasured(QPainter& painter, double workers, double value) const;

    void restyle() override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;
    void drawHover(QPainter& painter) const override;

private:
    void updateTicks(const Analysis& analysis);
    [[nodiscard]] int barAt(const QPointF& at) const;
    [[nodiscard]] int barNear(double workers) const;
    [[nodiscard]] int currentBar() const { return barNear(analysis().step.workers); }
    [[nodiscard]] QRectF barRect(int bar) const;
    void drawPieces(QPainter& painter, const ScalePoint& point, double left, double right) const;
    void drawHidden(QPainter& painter) const;
    /// The y of the top of another scenario's bar at the same K, if it has one.
    [[nodiscard]] std::optional<double> outlineTop(const Analysis& other, int bar) const;
    void drawOutlines(QPainter& painter, const Analysis& other, const QPen& pen, double reach) const;
    void drawBase(QPainter& painter) const;
    void drawTotals(QPainter& painter, LabelPlacer& placer) const;
    void drawCurrent(QPainter& painter) const;

    Legend m_legend;
    QSharedPointer<QCPAxisTickerText> m_ticker;
};

} // namespace kneepoint
