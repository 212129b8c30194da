// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kneemap_chart.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/text.h"

#include <qcustomplot.h>

#include <cmath>
#include <limits>

/// Painting of the chart: the map, its key, the position of the scenario.
namespace kneepoint {

void KneeMapChart::drawMap(QPainter& painter) const
{
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(area(), m_picture);
}

/// The color key.
void KneeMapChart::drawKey(QPainter& painter) const
{
    const QFont font = plot()->font();
    painter.setFont(font);
    painter.setPen(colors().text);
    const double line = lineHeight(font);
    QRectF bar(area().right() + 12, area().top(), key_width, area().height());
    const QRectF beside(bar.right() + 4, 0, plot()->viewport().width() - bar.right() - 6, line);
    const auto label = [&](double y, const QString& words) {
        painter.setPen(colors().text);
        painter.drawText(beside.translated(0, y - line / 2), Qt::AlignLeft | Qt::AlignVCenter, words);
    };
    const bool anywhere = m_least <= m_most;
    const QString none = toQString(valueWords(std::numeric_limits<double>::infinity()));
    const int columns = m_drawn->columns();
    const int cells = columns * m_drawn->rows();
    int finite = 0;
    for (int i = 0; i < cells; ++i)
        finite += std::isfinite(m_drawn->value(i % columns, i / columns)) ? 1 : 0;
    if (finite < cells) {
        const QRectF patch(bar.left(), bar.bottom() - line, key_width, line);
        painter.fillRect(patch, colors().grid);
        label(patch.center().y(), none);
        bar.setBottom(patch.top() - 8);
    }
    if (!anywhere)
        return;
    constexpr int steps = 64;
    for (int i = 0; i < steps; ++i)
        painter.fillRect(
            QRectF(bar.left(), bar.bottom() - bar.height() * (i + 1) / steps, key_width, bar.height() / steps + 1),
            sequentialColor(double(i) / (steps - 1)));
    label(bar.bottom() - line / 2, toQString(valueWords(m_least)));
    if (m_most > m_least) {
        const double middle =
            m_least > 0 && m_most > 4 * m_least ? std::sqrt(m_least * m_most) : (m_least + m_most) / 2;
        label(bar.center().y(), toQString(valueWords(middle)));
        label(bar.top() + line / 2, toQString(valueWords(m_most)));
    }
}

void KneeMapChart::drawHere(QPainter& painter) const
{
    drawRing(painter, presentPlace(), 7, QPen(colors().text, 2.5), themeMode());
}

} // namespace kneepoint
