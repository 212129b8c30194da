// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace kneepoint {

/// Two intervals of a prediction on the same scale, before and after a calibration. Half-widths are logarithmic.
class IntervalBars : public QWidget {
    Q_OBJECT
public:
    explicit IntervalBars(QWidget* parent = nullptr);
    void setHalfWidths(double before, double after);

    [[nodiscard]] QSize sizeHint() const override { return {320, 56}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_before = 0, m_after = 0;
};

} // namespace kneepoint
