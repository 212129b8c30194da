// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/rows.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/plot_style.h"
#include "widgets/theme/shaped_words.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {

void setUpRows(QCustomPlot& plot)
{
    plot.yAxis->setTicks(false);
    plot.yAxis->setTickLabels(false);
    plot.yAxis->grid()->setVisible(false);
    plot.yAxis->setRangeReversed(true);
    zoomAcross(*plot.axisRect());
}

int rowAt(const QCustomPlot& plot, const QPointF& at, std::size_t count)
{
    const QRect area = plot.axisRect()->rect();
    const int row = static_cast<int>(std::lround(plot.yAxis->pixelToCoord(at.y())));
    const bool inside = at.y() >= area.top() && at.y() <= area.bottom() && at.x() <= area.right();
    return inside && row >= 0 && row < static_cast<int>(count) ? row : -1;
}

int rowNamesMargin(const QCustomPlot& plot, const QStringList& names, double most_share)
{
    constexpr int gaps = 20;
    double widest = 0;
    for (const QString& name : names)
        widest = std::max(widest, textSize(plot.font(), name).width());
    return static_cast<int>(std::min(widest, plot.viewport().width() * most_share)) + gaps;
}

void drawRowName(QPainter& painter, const QCustomPlot& plot, const QRectF& row, const QString& name, const QFont& font)
{
    constexpr double gap = 8;
    const double lacking = std::max(0.0, QFontMetricsF(font).height() - row.height()) / 2; // of a row lower than text
    const QRectF place(
        QPointF(gap, row.top() - lacking), QPointF(plot.axisRect()->rect().left() - gap, row.bottom() + lacking));
    painter.setFont(font);
    const double room = place.width() + 2;
    if (textAdvance(font, name) <= place.width())
        drawWords(painter, place, Qt::AlignRight | Qt::AlignVCenter, name);
    else
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
            QFontMetricsF(font).elidedText(name, Qt::ElideMiddle, room));
}

QColor inkOn(const QColor& ground, ThemeMode mode)
{
    const Theme& colors = theme(mode);
    return contrast(colors.text, ground) >= contrast(colors.panel, ground) ? colors.text : colors.panel;
}

std::optional<BarLabel> labelBeside(
    const QRectF& bar, const QRectF& area, const QStringList& wordings, const QFont& font)
{
    constexpr double gap = 6;
    for (const QString& words : wordings) {
        const QSizeF size = textSize(font, words);
        QRectF place(QPointF(bar.right() + gap, bar.center().y() - size.height() / 2), size);
        if (place.right() <= area.right())
            return BarLabel{words, place};
        place.moveRight(bar.left() - gap);
        if (place.left() >= area.left() + gap)
            return BarLabel{words, place};
    }
    return {};
}

} // namespace kneepoint
