// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/severity_bar.h"

#include <QPainter>

#include <algorithm>

namespace kneepoint {

SeverityBar::SeverityBar(double share, const QColor& color, QWidget* parent)
    : QWidget(parent)
    , m_share(std::clamp(share, 0.0, 1.0))
    , m_color(color)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SeverityBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double radius = height() / 2.0;
    const auto bar = [&](double width, const QColor& color) {
        painter.setBrush(color);
        painter.drawRoundedRect(QRectF(0, 0, std::max(width, double(height())), height()), radius, radius);
    };
    bar(width(), palette().color(QPalette::AlternateBase));
    bar(width() * m_share, m_color);
}

} // namespace kneepoint
