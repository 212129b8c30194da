// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/row_chart.h"

#include "widgets/charts/kit/halo.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/rows.h"
#include "widgets/theme/shaped_words.h"

#include <qcustomplot.h>

#include <algorithm>
#include <optional>

namespace kneepoint {

RowChart::RowChart(const QString& title, QWidget* parent, double most_names)
    : Chart(title, parent)
    , m_most_names(most_names)
{
    setUpRows(*plot());
    paint("main", [this](QPainter& painter) { drawRows(painter); });
}

void RowChart::rowsChanged()
{
    forgetHover();
    restyle();
    plot()->yAxis->setRange(-0.5, std::max<double>(1, static_cast<double>(rowNames().size())) - 0.5);
}

void RowChart::fitMargins(int top)
{
    const int line = QFontMetrics(plot()->font()).height();
    plot()->axisRect()->setMargins({rowNamesMargin(*plot(), rowNames(), m_most_names), top, line + 8, 2 * line + 16});
}

QRectF RowChart::barBetween(double from, double to, std::size_t row) const
{
    const QRectF inside = area();
    const auto x = [&](double value) {
        const double lower = plot()->xAxis->range().lower; // a logarithmic axis has no pixel for zero
        return std::clamp(xOf(std::max(value, lower)), inside.left(), inside.right());
    };
    const auto y = static_cast<double>(row);
    return QRectF(QPointF(x(from), yOf(y - bar_height / 2)), QPointF(x(to), yOf(y + bar_height / 2))).normalized();
}

std::size_t RowChart::rowsThatFit() const
{
    constexpr int gap = 3;
    const QMargins margins = plot()->axisRect()->margins();
    const int room = plot()->viewport().height() - margins.top() - margins.bottom();
    return static_cast<std::size_t>(std::max(1, room / (QFontMetrics(plot()->font()).height() + gap)));
}

QRectF RowChart::drawBarLabel(QPainter& painter, const QRectF& bar, const QStringList& wordings, const QColor& ground,
    const QRectF& outline) const
{
    constexpr double gap = 6;
    const QFont font = fontOf(FontRole::strong);
    painter.setFont(font);
    const bool overlaps = !outline.isEmpty() && outline.intersects(bar);
    QRectF room = area();
    if (!outline.isEmpty() && !overlaps) {
        if (outline.left() < bar.left())
            room.setLeft(outline.right());
        else
            room.setRight(outline.left());
    }
    std::optional<BarLabel> beside = labelBeside(overlaps ? bar.united(outline) : bar, room, wordings, font);
    if (!beside && !overlaps && !outline.isEmpty()) // on the other side of the outline
        beside = labelBeside(bar.united(outline), area(), wordings, font);
    if (beside) {
        drawHaloed(painter, beside->place, Qt::AlignCenter, beside->words, colors().text, themeMode());
        return beside->place;
    }
    const auto fitting = [&](double width) {
        return std::ranges::find_if(
            wordings, [&](const QString& words) { return textSize(font, words).width() + 2 * gap <= width; });
    };
    auto found = fitting(overlaps && outline.right() < bar.right() ? bar.right() - outline.right() : bar.width());
    if (found == wordings.end())
        found = fitting(bar.width());
    const bool fits = found != wordings.end();
    const QString& words = fits ? *found : wordings.back();
    QRectF place(QPointF(), textSize(font, words));
    place.moveCenter(bar.center());
    place.moveRight(bar.right() - gap);
    place = pushedInside(place, area());
    if (!fits) { // across the end of the bar
        drawHaloed(painter, place, Qt::AlignCenter, words, colors().text, themeMode());
        return place;
    }
    painter.setPen(inkOn(ground, themeMode()));
    drawWords(painter, place, Qt::AlignCenter, words);
    return place;
}

void RowChart::drawPinnedBar(QPainter& painter, const QRectF& bar, Qt::PenStyle style) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(colors().text, 1.5, style));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(-1, -2, 1, 2));
}

Hit RowChart::hitAt(const QPointF& at)
{
    return {.part = rowAt(*plot(), at, static_cast<std::size_t>(rowNames().size()))};
}

} // namespace kneepoint
