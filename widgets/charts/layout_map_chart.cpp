// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/layout_map_chart.h"
#include "model/catalogue/derive.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/text.h"
#include "widgets/theme/ink.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kneepoint {
namespace {

QString degree(double value)
{
    return toQString(countText(value));
}

/// A layout is longer than a read-out is wide.
QStringList inTwoLines(const QString& layout)
{
    const QString separator = QStringLiteral(" · ");
    const QStringList parts = layout.split(separator);
    const qsizetype half = (parts.size() + 1) / 2;
    return {parts.mid(0, half).join(separator), parts.mid(half).join(separator)};
}

/// "Tensor parallel (TP)".
QString axisName(Dimension d)
{
    return LayoutMapChart::tr("%1 (%2)").arg(toQString(parameterOf(d).label), toQString(shortName(d)));
}

} // namespace

LayoutMapChart::LayoutMapChart(QWidget* parent)
    : Chart(tr("Layout map"), parent)
{
    QCustomPlot& p = *plot();
    p.axisRect()->setAutoMargins(QCP::msNone);
    p.setInteractions(QCP::iNone);
    for (QCPAxis* axis : p.axisRect()->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    paint("main", [this](QPainter& painter) {
        if (m_map.cells.empty())
            return;
        drawCells(painter);
        drawAxes(painter);
        drawKey(painter);
        drawMarks(painter);
    });
    applyStyle();
}

void LayoutMapChart::setMap(const Scenario& job, LayoutMap map)
{
    m_job = job;
    m_map = std::move(map);
    forgetHover();
    setMetric(*m_metric);
}

void LayoutMapChart::setMetric(const Metric& metric)
{
    m_metric = &metric;
    m_values.clear();
    m_least = std::numeric_limits<double>::infinity();
    m_most = -m_least;
    for (const LayoutCell& cell : m_map.cells) {
        m_values.push_back(valueOf(cell));
        if (m_values.back()) {
            m_least = std::min(m_least, *m_values.back());
            m_most = std::max(m_most, *m_values.back());
        }
    }
    // The whole scale is for differences that matter.
    constexpr double least_range = 1.25;
    if (metric.better == Better::lower)
        m_most = std::max(m_most, least_range * m_least);
    else
        m_least = std::min(m_least, m_most / least_range);
    if (hasAnalysis())
        refresh();
}

std::optional<double> LayoutMapChart::valueOf(const LayoutCell& cell) const
{
    const FoundLayout* best = cell.best();
    if (!best)
        return {};
    return m_metric->of_step(inLayout(m_job, editOf(best->layout)), best->step);
}

std::string LayoutMapChart::describe(const Analysis&) const
{
    if (m_map.cells.empty())
        return "Searching layouts.";
    const FoundLayout* best = m_map.best();
    if (!best)
        return "No layout fits.";
    return fmt::format("Best layout: {}, {} per step; a click on a cell applies its best layout.",
        layoutText(m_job, best->layout), formatQuantity(best->step.step_s, Unit::seconds));
}

void LayoutMapChart::restyle()
{
    const QFontMetrics metrics(plot()->font());
    const int line = metrics.height();
    const int left = metrics.horizontalAdvance(QStringLiteral("128")) + line + 24;
    plot()->axisRect()->setMargins({left, line + 12, 12, 2 * line + 16});
}

QRectF LayoutMapChart::cellRect(std::size_t index) const
{
    const auto columns = static_cast<double>(m_map.xs.size());
    const auto rows = static_cast<double>(m_map.ys.size());
    const std::size_t rows_below = index / m_map.xs.size();
    const auto column = static_cast<double>(index % m_map.xs.size());
    const auto row = static_cast<double>(rows_below);
    const QSizeF size(area().width() / columns, area().height() / rows);
    return {QPointF(area().left() + column * size.width(), area().bottom() - (row + 1) * size.height()), size};
}

QPointF LayoutMapChart::cellPosition(std::size_t column, std::size_t row) const
{
    return cellRect(row * m_map.xs.size() + column).center();
}

int LayoutMapChart::cellAt(const QPointF& at) const
{
    for (std::size_t i = 0; i < m_map.cells.size(); ++i)
        if (cellRect(i).contains(at))
            return static_cast<int>(i);
    return -1;
}

/// Light is good.
QColor LayoutMapChart::colorOf(double value) const
{
    const bool logarithmic = m_least > 0 && m_most > 4 * m_least;
    const auto scaled = [logarithmic](double v) { return logarithmic ? std::log(v) : v; };
    const double share = m_most > m_least ? (scaled(value) - scaled(m_least)) / (scaled(m_most) - scaled(m_least)) : 1;
    return sequentialColor(m_metric->better == Better::lower ? 1 - share : share);
}

void LayoutMapChart::drawCells(QPainter& painter) const
{
    const QFont font = plot()->font();
    painter.setFont(font);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < m_map.cells.size(); ++i) {
        const QRectF rect = cellRect(i).adjusted(1, 1, -1, -1);
        const QColor color = m_values[i] ? colorOf(*m_values[i]) : colors().grid;
        painter.fillRect(rect, color);
        const LayoutCell& cell = m_map.cells[i];
        const QString words = m_values[i] ? toQString(valueText(*m_metric, *m_values[i]))
            : cell.valid > 0              ? tr("too big")
                                          : tr("does not divide");
        if (textSize(font, words).width() > rect.width() - 4)
            continue;
        painter.setPen(m_values[i] ? inkOn(color) : colors().muted);
        painter.drawText(rect, Qt::AlignCenter, words);
    }
}

void LayoutMapChart::drawAxes(QPainter& painter) const
{
    painter.setFont(plot()->font());
    painter.setPen(colors().text);
    const double line = lineHeight(plot()->font());
    for (std::size_t i = 0; i < m_map.xs.size(); ++i) {
        const QRectF cell = cellRect(i);
        painter.drawText(
            QRectF(cell.left(), area().bottom() + 4, cell.width(), line), Qt::AlignCenter, degree(m_map.xs[i]));
    }
    for (std::size_t i = 0; i < m_map.ys.size(); ++i) {
        const QRectF cell = cellRect(i * m_map.xs.size());
        painter.drawText(QRectF(0, cell.top(), area().left() - 8, cell.height()), Qt::AlignRight | Qt::AlignVCenter,
            degree(m_map.ys[i]));
    }
    painter.setPen(colors().muted);
    painter.drawText(
        QRectF(area().left(), area().bottom() + line + 8, area().width(), line), Qt::AlignCenter, axisName(m_map.x));
    painter.save();
    painter.translate(0, area().bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 4, area().height(), line), Qt::AlignCenter, axisName(m_map.y));
    painter.restore();
}

/// What the colors mean, above the map at its right.
void LayoutMapChart::drawKey(QPainter& painter) const
{
    if (!(m_most > m_least))
        return;
    const QFont font = plot()->font();
    const bool low_is_good = m_metric->better == Better::lower;
    const QString good = toQString(valueText(*m_metric, low_is_good ? m_least : m_most));
    const QString bad = toQString(valueText(*m_metric, low_is_good ? m_most : m_least));
    constexpr double width = 120, gap = 6;
    const double line = lineHeight(font), top = area().top() - line - 8;
    double right = area().right();
    painter.setFont(font);
    painter.setPen(colors().muted);
    const auto write = [&](const QString& words) {
        const double room = textSize(font, words).width() + 2;
        painter.drawText(QRectF(right - room, top, room, line), Qt::AlignRight | Qt::AlignVCenter, words);
        right -= room + gap;
    };
    write(bad);
    QLinearGradient colors(right - width, 0, right, 0);
    constexpr int stops = 8;
    for (int i = 0; i <= stops; ++i)
        colors.setColorAt(static_cast<double>(i) / stops, sequentialColor(1 - static_cast<double>(i) / stops));
    painter.fillRect(QRectF(right - width, top + line / 4, width, line / 2), colors);
    right -= width + gap;
    write(good);
    write(toQString(m_metric->label));
}

void LayoutMapChart::drawMarks(QPainter& painter) const
{
    const Layout present = layoutOf(analysis().scenario);
    const FoundLayout* best = m_map.best();
    const auto frame = [&](const Layout& layout, const QColor& color, Qt::PenStyle style, const QString& name,
                           bool top) {
        for (std::size_t i = 0; i < m_map.cells.size(); ++i) {
            if (m_map.cells[i].x != layout[m_map.x] || m_map.cells[i].y != layout[m_map.y])
                continue;
            const QRectF rect = cellRect(i).adjusted(2, 2, -2, -2);
            painter.setPen(QPen(color, 3, style));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect);
            const QSizeF size = textSize(plot()->font(), name) + QSizeF(6, 0);
            if (rect.width() < size.width() || rect.height() < 3 * size.height())
                continue;
            drawTag(painter,
                QRectF(QPointF(rect.left() + 3, top ? rect.top() + 3 : rect.bottom() - size.height() - 3), size), name,
                plot()->font(), colors().text, themeMode());
        }
    };
    if (best)
        frame(best->layout, colors().text, Qt::SolidLine, tr("best"), true);
    const std::optional<double> value = m_metric->of_step(analysis().scenario, analysis().step);
    frame(present, colors().accent, Qt::DashLine,
        value ? tr("now %1").arg(toQString(valueText(*m_metric, *value))) : tr("now"), false);
}

QStringList LayoutMapChart::readout() const
{
    if (!hovered().isOn(m_map.cells.size()))
        return {};
    const LayoutCell& cell = m_map.cells[hovered().index()];
    QStringList lines{
        tr("%1 %2, %3 %4")
            .arg(toQString(shortName(m_map.x)), degree(cell.x), toQString(shortName(m_map.y)), degree(cell.y))};
    if (const FoundLayout* best = cell.best()) {
        lines << inTwoLines(toQString(layoutText(m_job, best->layout)));
        lines << tr("%1: %2").arg(
            toQString(m_metric->label), toQString(valueText(*m_metric, m_values[hovered().index()].value_or(0))));
        lines << tr("memory %1 of %2")
                     .arg(toQString(best->step.memory.total(), Unit::bytes),
                         toQString(best->step.memory.capacity, Unit::bytes));
    } else if (cell.valid > 0) {
        lines << tr("does not fit: needs %1 of %2")
                     .arg(toQString(cell.least_memory_bytes, Unit::bytes),
                         toQString(m_job.cluster.memory_bytes, Unit::bytes));
    } else {
        lines << tr("no layout: heads, layers, GPUs or batch do not divide");
    }
    return lines;
}

Hit LayoutMapChart::hitAt(const QPointF& at)
{
    const int part = cellAt(at);
    const FoundLayout* best = part < 0 ? nullptr : m_map.cells[static_cast<std::size_t>(part)].best();
    if (!best)
        return {.part = part};
    return {.part = part, .cursor = Qt::PointingHandCursor, .click = [this, layout = best->layout] {
                emit layoutPicked(layout);
            }};
}

void LayoutMapChart::hoverChanged()
{
    const FoundLayout* best = hovered().isOn(m_map.cells.size()) ? m_map.cells[hovered().index()].best() : nullptr;
    emit layoutHovered(best ? std::optional(best->layout) : std::nullopt);
}

CsvTable LayoutMapChart::data(const Analysis&) const
{
    CsvTable table{{std::string(parameterOf(m_map.x).id), std::string(parameterOf(m_map.y).id),
                       std::string(m_metric->id), "layout"},
        2, {}};
    for (std::size_t i = 0; i < m_map.cells.size(); ++i) {
        const LayoutCell& cell = m_map.cells[i];
        table.add(cell.x, cell.y, m_values[i] ? fmt::to_string(*m_values[i]) : "",
            cell.best() ? layoutText(m_job, cell.best()->layout) : "");
    }
    return table;
}

} // namespace kneepoint
