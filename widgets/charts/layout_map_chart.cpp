// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/layout_map_chart.h"
#include "model/catalogue/derive.h"

#include "model/scenario/scenario.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/painting.h"
#include "widgets/text.h"

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

/// Dark or light, whichever can be read on the color.
QColor inkOn(const QColor& color)
{
    constexpr double middle = 0.45;
    return theme(color.lightnessF() > middle ? ThemeMode::light : ThemeMode::dark).text;
}

} // namespace

LayoutMapChart::LayoutMapChart(QWidget* parent)
    : Chart(parent)
{
    QCustomPlot& p = *plot();
    p.axisRect()->setAutoMargins(QCP::msNone);
    p.setInteractions(QCP::iNone);
    for (QCPAxis* axis : p.axisRect()->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    addPainting(p, "main", [this](QPainter& painter) {
        if (!hasAnalysis() || m_map.cells.empty())
            return;
        drawCells(painter);
        drawAxes(painter);
        drawMarks(painter);
    });
    setTheme(themeMode());
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

void LayoutMapChart::present(const Analysis&) { }

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
    plot()->axisRect()->setMargins({metrics.horizontalAdvance(QStringLiteral("PP 128")) + 16, line, 12, 2 * line + 8});
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
        const QColor color = m_values[i] ? colorOf(*m_values[i]) : theme(themeMode()).grid;
        painter.fillRect(rect, color);
        const LayoutCell& cell = m_map.cells[i];
        const QString words = m_values[i] ? toQString(valueText(*m_metric, *m_values[i]))
            : cell.valid > 0              ? tr("too big")
                                          : QString();
        if (textSize(font, words).width() > rect.width() - 4)
            continue;
        painter.setPen(m_values[i] ? inkOn(color) : theme(themeMode()).muted);
        painter.drawText(rect, Qt::AlignCenter, words);
    }
}

void LayoutMapChart::drawAxes(QPainter& painter) const
{
    painter.setFont(plot()->font());
    painter.setPen(theme(themeMode()).text);
    const double line = lineHeight(plot()->font());
    for (std::size_t i = 0; i < m_map.xs.size(); ++i) {
        const QRectF cell = cellRect(i);
        painter.drawText(QRectF(cell.left(), area().bottom() + 4, cell.width(), line), Qt::AlignCenter,
            tr("%1 %2").arg(i == 0 ? toQString(shortName(m_map.x)) : QString(), degree(m_map.xs[i])).trimmed());
    }
    for (std::size_t i = 0; i < m_map.ys.size(); ++i) {
        const QRectF cell = cellRect(i * m_map.xs.size());
        painter.drawText(QRectF(0, cell.top(), area().left() - 8, cell.height()), Qt::AlignRight | Qt::AlignVCenter,
            tr("%1 %2").arg(i == 0 ? toQString(shortName(m_map.y)) : QString(), degree(m_map.ys[i])).trimmed());
    }
}

void LayoutMapChart::drawMarks(QPainter& painter) const
{
    const Layout present = layoutOf(analysis().scenario);
    const FoundLayout* best = m_map.best();
    const Theme& colors = theme(themeMode());
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
                plot()->font(), colors.text, themeMode());
        }
    };
    if (best)
        frame(best->layout, colors.text, Qt::SolidLine, tr("best"), true);
    frame(present, colors.accent, Qt::DashLine, tr("now"), false);
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

void LayoutMapChart::hover(const QPointF& at)
{
    const int part = cellAt(at);
    const bool moved = part != hovered().part();
    setHover(at, part);
    const FoundLayout* best = part < 0 ? nullptr : m_map.cells[static_cast<std::size_t>(part)].best();
    plot()->setCursor(best ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (moved)
        emit layoutHovered(best ? std::optional(best->layout) : std::nullopt);
}

void LayoutMapChart::leave()
{
    Chart::leave();
    emit layoutHovered({});
}

void LayoutMapChart::click(const QPointF& at)
{
    if (const int part = cellAt(at); part >= 0)
        if (const FoundLayout* best = m_map.cells[static_cast<std::size_t>(part)].best())
            emit layoutPicked(best->layout);
}

CsvTable LayoutMapChart::data(const Analysis&) const
{
    CsvTable table{{std::string(parameterOf(m_map.x).id), std::string(parameterOf(m_map.y).id),
                       std::string(m_metric->id), "layout"},
        2, {}};
    for (std::size_t i = 0; i < m_map.cells.size(); ++i) {
        const LayoutCell& cell = m_map.cells[i];
        table.rows.push_back(
            {fmt::to_string(cell.x), fmt::to_string(cell.y), m_values[i] ? fmt::to_string(*m_values[i]) : "",
                cell.best() ? layoutText(m_job, cell.best()->layout) : ""});
    }
    return table;
}

} // namespace kneepoint
