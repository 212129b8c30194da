// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/legend.h"

#include "widgets/charts/labels.h"

#include <QPainter>

namespace kneepoint {
namespace {
constexpr double sample_width = 18;
constexpr double sample_height = 10;
constexpr double inner_gap = 5;
constexpr double outer_gap = 14;
} // namespace

void Legend::draw(QPainter& painter, const QRectF& row, const QFont& font, ThemeMode mode) const
{
    const Theme& colors = theme(mode);
    m_places.clear();
    painter.setFont(font);
    double x = row.left();
    for (const Entry& entry : m_entries) {
        const double text_width = textSize(font, entry.label).width();
        const QRectF place(x, row.top(), sample_width + inner_gap + text_width, row.height());
        m_places.push_back(place);
        if (place.right() > row.right())
            continue;
        const double middle = row.center().y();
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
        x = place.right() + outer_gap;
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
