// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

namespace kneepoint {

/// A share of the whole as a filled bar.
class SeverityBar : public QWidget {
    Q_OBJECT
public:
    /// `share` 0..1.
    SeverityBar(double share, const QColor& color, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {80, 6}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_share;
    QColor m_color;
};

} // namespace kneepoint
