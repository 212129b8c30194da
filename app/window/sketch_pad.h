// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/verdict.h"

#include <QPolygonF>
#include <QString>
#include <QWidget>

namespace kneepoint {

/// Axes on which a curve is drawn by hand, with the mouse or with the arrow keys, before the right one is shown over
/// it. Both axes are logarithmic.
class SketchPad : public QWidget {
    Q_OBJECT
public:
    explicit SketchPad(QWidget* parent = nullptr);

    struct Axes {
        double from_x = 1, to_x = 10;
        double from_y = 1, to_y = 10;
        QString x_label, y_label;
    };
    /// Empty axes, ready to be drawn on.
    void start(const Axes& axes);
    [[nodiscard]] std::vector<CurvePoint> sketch() const;
    /// Locks the sketch and shows the right curve beside it.
    void reveal(const std::vector<CurvePoint>& right);

    [[nodiscard]] QSize sizeHint() const override { return {360, 240}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

signals:
    void drawn();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] QPointF place(const CurvePoint& p) const;
    void drawTo(const QPointF& position);
    void setHeight(std::size_t column, double share);
    void moveHeight(double share);

    Axes m_axes;
    std::vector<double> m_heights; ///< share of the vertical axis by column; negative: not drawn
    std::size_t m_column = 0;      ///< at the pen
    bool m_locked = false;
    std::vector<CurvePoint> m_right;
};

} // namespace kneepoint
