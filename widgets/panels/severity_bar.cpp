// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/severity_bar.h"

#include <QPainter>

#include <algorithm>

namespace kneepoint {

SeverityBar::SeverityBar(double share, Quantity quantity, QWidget* parent)
    : QWidget(parent)
    , m_share(std::clamp(share, 0.0, 1.0))
    , m_quantity(quantity)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SeverityBar::setMark(std::optional<double> share)
{
    m_mark = share ? std::optional(std::clamp(*share, 0.0, 1.0)) : std::nullopt;
    update();
}

void SeverityBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    constexpr double thickness = 4;
    const double top = (height() - thickness) / 2;
    const auto bar = [&](double width, const QColor& color) {
        painter.setBrush(color);
        painter.drawRoundedRect(QRectF(0, top, std::max(width, thickness), thickness), thickness / 2, thickness / 2);
    };
    bar(width(), palette().color(QPalette::AlternateBase));
    bar(width() * m_share, quantityColor(m_quantity, modeOf(palette())));
    if (m_mark) {
        const double x = std::clamp(width() * *m_mark, 1.0, width() - 1.0);
        painter.fillRect(QRectF(x - 1, 0, 2, height()), palette().color(QPalette::WindowText));
    }
}

} // namespace kneepoint
