// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/evidence_bars.h"

#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr int bars_edge = 16;
constexpr int most_bar_ticks = 5;
constexpr double bar_name_scale = 1.2;
constexpr double room_behind_bars = 1.12; // for the value behind the longest bar

QFont barNameFont(const QFont& base)
{
    QFont font = roleFont(base, FontRole::strong);
    font.setPointSizeF(base.pointSizeF() * bar_name_scale);
    return font;
}

/// 1, 2 or 5 times a power of ten.
double barTickStep(double end)
{
    const double rough = end / most_bar_ticks;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double step : {1.0, 2.0, 5.0})
        if (step * power >= rough)
            return step * power;
    return 10 * power;
}

int barRowHeight(const QFont& base)
{
    return QFontMetrics(barNameFont(base)).height() + QFontMetrics(roleFont(base, FontRole::small)).height() + 12;
}

/// Ticks, and the title if there is one.
int barAxisHeight(const QFont& base, const QString& title)
{
    return (title.isEmpty() ? 1 : 2) * QFontMetrics(base).height() + 8;
}

} // namespace

EvidenceBars::EvidenceBars(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void EvidenceBars::show(const QList<BarRow>& rows, Unit unit, const QString& axis)
{
    m_rows = rows;
    m_unit = unit;
    m_axis = axis;
    QStringList words;
    words.reserve(rows.size());
    for (const BarRow& r : rows)
        words << QStringLiteral("%1 %2").arg(r.name, r.value.isEmpty() ? r.note : r.value);
    setAccessibleName(axis.isEmpty() ? tr("Evidence") : axis);
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    setFixedHeight(sizeHint().height());
    update();
}

void EvidenceBars::setColored(bool colored)
{
    m_colored = colored;
    update();
}

void EvidenceBars::setDense(bool dense)
{
    if (dense == m_dense)
        return;
    m_dense = dense;
    setFixedHeight(sizeHint().height());
}

QSize EvidenceBars::sizeHint() const
{
    const auto count = static_cast<int>(m_rows.size());
    constexpr int saved = 10; // of the gap between rows
    return {
        640, count * (barRowHeight(font()) - (m_dense ? saved : 0)) + barAxisHeight(font(), m_axis) + 2 * bars_edge};
}

int EvidenceBars::nameWidth() const
{
    constexpr int rounding = 4; // advances are whole pixels
    int width = rounding;
    for (const BarRow& r : m_rows)
        width = std::max({width, rounding + QFontMetrics(barNameFont(font())).horizontalAdvance(r.name),
            rounding + QFontMetrics(roleFont(font(), FontRole::small)).horizontalAdvance(r.note)});
    return std::min(width, this->width() / 2);
}

void EvidenceBars::paintEvent(QPaintEvent* /*event*/)
{
    if (m_rows.isEmpty())
        return;
    const Theme& colors = theme(modeOf(palette()));
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.grid, 1));
    painter.setBrush(colors.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    double end = 0;
    for (const BarRow& r : m_rows)
        end = std::max(end, r.to);
    if (!(end > 0))
        return;
    end *= room_behind_bars;
    const int left = bars_edge + nameWidth() + bars_edge;
    const QRectF plot(
        left, bars_edge, width() - left - bars_edge, height() - 2 * bars_edge - barAxisHeight(font(), m_axis));
    paintAxis(painter, plot, end);
    const double row_height = plot.height() / static_cast<double>(m_rows.size());
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        const QRectF row(bars_edge, plot.top() + static_cast<double>(i) * row_height, left - 2 * bars_edge, row_height);
        paintRow(painter, row, plot, m_rows[i], end);
    }
}

void EvidenceBars::paintAxis(QPainter& painter, const QRectF& plot, double end) const
{
    const Theme& colors = theme(modeOf(palette()));
    const int line = QFontMetrics(font()).height();
    painter.setFont(font());
    const double step = barTickStep(end);
    for (int i = 0; i * step <= end; ++i) {
        const double x = plot.left() + i * step / end * plot.width();
        painter.setPen(QPen(colors.grid, 1));
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        painter.setPen(colors.muted);
        painter.drawText(QRectF(x - 80, plot.bottom() + 4, 160, line), Qt::AlignCenter, toQString(i * step, m_unit));
    }
    painter.setPen(QPen(colors.muted, 1));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    painter.drawText(QRectF(plot.left(), plot.bottom() + 4 + line, plot.width(), line), Qt::AlignCenter, m_axis);
}

void EvidenceBars::paintRow(QPainter& painter, const QRectF& row, const QRectF& plot, const BarRow& r, double end) const
{
    const ThemeMode mode = modeOf(palette());
    const Theme& colors = theme(mode);
    const QFont name_font = barNameFont(font());
    const QFont note_font = roleFont(font(), FontRole::small);
    const int name_height = QFontMetrics(name_font).height();
    const int note_height = r.note.isEmpty() ? 0 : QFontMetrics(note_font).height();
    const double top = row.center().y() - (name_height + note_height) / 2.0;
    const auto line = [&](const QFont& font, const QString& text, double y, int height) {
        painter.setFont(font);
        const QString fitting = QFontMetrics(font).elidedText(text, Qt::ElideRight, static_cast<int>(row.width()));
        painter.drawText(QRectF(row.left(), y, row.width(), height), Qt::AlignRight | Qt::AlignVCenter, fitting);
    };
    painter.setPen(colors.text);
    line(name_font, r.name, top, name_height);
    painter.setPen(colors.muted);
    line(note_font, r.note, top + name_height, note_height);

    const auto x = [&](double value) { return plot.left() + value / end * plot.width(); };
    const double height = std::min(row.height() - 12, 34.0);
    const double y = row.center().y() - height / 2;
    painter.fillRect(QRectF(plot.left(), y, plot.width(), height), mixed(colors.grid, colors.panel, 0.5));
    const QColor fill = m_colored ? quantityColor(r.quantity, mode) : colors.muted;
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    constexpr double thinnest = 3;
    painter.drawRoundedRect(QRectF(x(r.from), y, std::max(thinnest, x(r.to) - x(r.from)), height), 2, 2);
    painter.setFont(barNameFont(font()));
    if (!r.value.isEmpty()) {
        painter.setPen(m_colored ? quantityTextColor(r.quantity, mode) : colors.text);
        painter.drawText(
            QRectF(x(r.to) + 8, y, plot.right() - x(r.to), height), Qt::AlignLeft | Qt::AlignVCenter, r.value);
    }
    if (!m_colored || !(r.exposed > 0))
        return;
    const QRectF wait(x(r.to - r.exposed), y, x(r.to) - x(r.to - r.exposed), height);
    const QString words = tr("exposed: %1").arg(toQString(r.exposed, m_unit));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.text, 2, Qt::DashLine));
    painter.drawRect(wait.adjusted(1, 1, -1, -1));
    painter.setPen(colors.panel);
    if (QFontMetrics(painter.font()).horizontalAdvance(words) + 2 * bars_edge < wait.width())
        painter.drawText(wait, Qt::AlignCenter, words);
}

} // namespace kneepoint
