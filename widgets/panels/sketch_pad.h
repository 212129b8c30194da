// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"
#include "model/lesson/verdict.h"

#include <QPolygonF>
#include <QWidget>

class QCPGraph;
class QCPItemText;
class QCustomPlot;

namespace kneepoint {

/// The axes of a chart on which a curve is sketched with the mouse or the arrow keys, before the right curve is shown
/// together with the area between the two. Both axes are logarithmic. The sketch starts at a given point, the anchor; a
/// thin line shows where it would go if it were proportional or inversely proportional.
class SketchPad : public QWidget {
    Q_OBJECT
public:
    explicit SketchPad(QWidget* parent = nullptr);

    struct Axes {
        double from_x = 1, to_x = 10;
        double from_y = 1, to_y = 10;
        const Parameter* over = nullptr;
        const Metric* metric = nullptr;
        double anchor_y = 0;   ///< height of the curve at from_x; 0: not given
        double straight_y = 0; ///< height of the straight line at to_x; 0: none
    };
    /// Empty axes, ready to be drawn on.
    void start(const Axes& axes);
    [[nodiscard]] std::vector<CurvePoint> sketch() const;
    /// Locks the sketch and shows the right curve beside it.
    void reveal(const std::vector<CurvePoint>& right);
    /// The position of a point of the axes in this widget.
    [[nodiscard]] QPointF place(const CurvePoint& p) const;

    [[nodiscard]] QSize sizeHint() const override { return {640, 420}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void restyle();
    void redraw();
    void moveTo(const QPointF& position, bool begins);
    void setHeight(std::size_t column, double share);
    void drawGiven();

    QCustomPlot* m_plot;
    QCPGraph* m_mine;
    QCPGraph* m_right;
    QCPGraph* m_pen; ///< a point at the keyboard pen
    QCPGraph* m_straight;
    QCPItemText* m_straight_label;
    QCPItemText* m_anchor_label;
    Axes m_axes;
    std::vector<double> m_heights; ///< fraction of the vertical axis by column; negative: not drawn
    std::size_t m_column = 0;      ///< at the pen
    bool m_locked = false;
    bool m_pressed = false;
};

/// Axes for drawing this curve that do not give it away: they begin where it begins, with room for a straight line.
[[nodiscard]] SketchPad::Axes sketchAxes(
    const Parameter* over, const Metric* metric, const std::vector<CurvePoint>& curve);

} // namespace kneepoint
