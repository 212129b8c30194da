// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/legend.h"

#include "widgets/charts/kit/labels.h"

#include <QPainter>

namespace kneepoint {
namespace {
constexpr double sample_width = 18;
constexpr double sample_height = 10;
constexpr double inner_gap = 5;
constexpr double outer_gap = 14;
} // namespace

std::vector<QRectF> Legend::places(const QRectF& row, const QFont& font) const
{
    std::vector<QRectF> found;
    QPointF at = row.topLeft();
    for (const Entry& entry : m_entries) {
        const QSizeF size(sample_width + inner_gap + textSize(font, entry.label).width(), row.height());
        if (at.x() > row.left() && at.x() + size.width() > row.right())
            at = QPointF(row.left(), at.y() + row.height());
        found.emplace_back(at, size);
        at.rx() += size.width() + outer_gap;
    }
    return found;
}

int Legend::rows(double width, const QFont& font) const
{
    const std::vector<QRectF> found = places(QRectF(0, 0, width, 1), font);
    return found.empty() ? 1 : static_cast<int>(found.back().bottom());
}

void Legend::draw(QPainter& painter, const QRectF& row, const QFont& font, ThemeMode mode) const
{
    const Theme& colors = theme(mode);
    m_places = places(row, font);
    painter.setFont(font);
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        const QRectF& place = m_places[i];
        const double x = place.left();
        const double middle = place.center().y();
        painter.setOpacity(entry.on ? 1 : 0.35);
        if (entry.line.style() != Qt::NoPen) {
            painter.setPen(entry.line);
            painter.drawLine(QPointF(x, middle), QPointF(x + sample_width, middle));
        } else {
            painter.fillRect(QRectF(x, middle - sample_height / 2, sample_width, sample_height), entry.patch);
        }
        painter.setPen(colors.text);
        painter.drawText(
            place.adjusted(sample_width + inner_gap, 0, 1, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.label);
    }
    painter.setOpacity(1);
}

int Legend::entryAt(const QPointF& at) const
{
    for (std::size_t i = 0; i < m_places.size(); ++i)
        if (m_places[i].contains(at))
            return static_cast<int>(i);
    return -1;
}

QRectF Legend::rectOf(int entry) const
{
    return m_places.at(static_cast<std::size_t>(entry));
}

} // namespace kneepoint
