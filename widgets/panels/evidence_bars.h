// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/units.h"
#include "widgets/theme/theme.h"

#include <QList>
#include <QWidget>

namespace kneepoint {

/// A bar, or an interval of a lane, of the evidence beside a question.
struct BarRow {
    QString name;
    QString note;  ///< under the name
    QString value; ///< behind the bar
    Quantity quantity = Quantity::compute;
    double from = 0;
    double to = 0;
    double exposed = 0; ///< at its end, for which the GPUs wait; drawn once the answer is known
};

/// A few named bars on one axis, large enough for the last row. Neutral until colors and waits are shown, so that a
/// profile does not answer its own question.
class EvidenceBars : public QWidget {
    Q_OBJECT
public:
    explicit EvidenceBars(QWidget* parent = nullptr);

    void show(const QList<BarRow>& rows, Unit unit, const QString& axis);
    using QWidget::show;
    [[nodiscard]] const QList<BarRow>& rows() const { return m_rows; }
    /// Shows each quantity in its color, and for how long the GPUs wait for it.
    void setColored(bool colored);

    /// Closer rows, for a low window.
    void setDense(bool dense);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintAxis(QPainter& painter, const QRectF& plot, double end) const;
    void paintRow(QPainter& painter, const QRectF& row, const QRectF& plot, const BarRow& r, double end) const;
    [[nodiscard]] int nameWidth() const;

    QList<BarRow> m_rows;
    Unit m_unit = Unit::none;
    QString m_axis;
    bool m_colored = false;
    bool m_dense = false;
};

} // namespace kneepoint
