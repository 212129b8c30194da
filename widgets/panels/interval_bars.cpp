// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/interval_bars.h"

#include "model/calibrate/calibration_words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace kneepoint {

IntervalBars::IntervalBars(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Interval before and after"));
}

void IntervalBars::setHalfWidths(double before, double after)
{
    m_before = before;
    m_after = after;
    setAccessibleDescription(tr("Before: plus or minus %1 per cent. After: %2 per cent.")
                                 .arg(std::lround(intervalPercent(before)))
                                 .arg(std::lround(intervalPercent(after))));
    update();
}

void IntervalBars::paintEvent(QPaintEvent*)
{
    const double widest = std::max(m_before, m_after);
    if (widest <= 0)
        return;
    QPainter painter(this);
    const QFontMetrics text = fontMetrics();
    const int words = text.horizontalAdvance(tr("Before")) + 12;
    const int figures = text.horizontalAdvance(QStringLiteral("±9999 %")) + 12;
    const QRectF room(words, 0, std::max(40, width() - words - figures), height());
    const double row = room.height() / 2;
    const auto draw = [&](int place, const QString& label, double half_width, const QColor& color) {
        const double reach = room.width() / 2 * half_width / widest;
        const QRectF bar(room.center().x() - reach, place * row + row / 4, 2 * reach, row / 2);
        painter.fillRect(bar, color);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRectF(0, place * row, words, row), Qt::AlignVCenter | Qt::AlignLeft, label);
        painter.drawText(QRectF(room.right() + 8, place * row, figures, row), Qt::AlignVCenter | Qt::AlignLeft,
            tr("±%1 %").arg(std::lround(intervalPercent(half_width))));
    };
    QColor soft = palette().color(QPalette::Highlight);
    soft.setAlphaF(0.4F);
    draw(0, tr("Before"), m_before, soft);
    draw(1, tr("After"), m_after, palette().color(QPalette::Highlight));
    painter.drawLine(QPointF(room.center().x(), 2), QPointF(room.center().x(), height() - 2));
}

} // namespace kneepoint
