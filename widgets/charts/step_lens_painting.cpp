// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/step_lens.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/theme/fill.h"
#include "widgets/theme/shaped_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>

/// Layout and painting of the enlarged bars.
namespace kneepoint {
namespace {

constexpr double title_height = 26;
constexpr double bar_gap = 32;
constexpr double least_gap = 14;
constexpr double labels_gap = 12; ///< from the last bar to its labels

} // namespace

StepLens::StepLens(std::vector<LensBar> bars, const QRectF& place, const QFont& font)
    : m_bars(std::move(bars))
    , m_place(place)
    , m_font(font)
    , m_scale(font.pointSizeF() / baseFontPoints())
{
    m_most = 1e-300;
    for (const LensBar& bar : m_bars) {
        m_most = std::max(m_most, bar.step_s);
        m_deep = std::max(m_deep, bar.hidden_s);
    }
    m_title_height = title_height * m_scale;
    m_pitch = barWidth() + bar_gap * m_scale;
    const QFont strong = roleFont(m_font, FontRole::strong);
    if (m_bars.size() > 2) { // as close as the second lines of their titles can stand
        m_pitch = barWidth() + least_gap * m_scale;
        for (const LensBar& bar : m_bars)
            m_pitch = std::max(m_pitch, textAdvance(strong, bar.title.section(u' ', 1)) + 6 * m_scale);
    }
    const auto isWide = [&](std::size_t bar) {
        const double right = bar + 1 < m_bars.size() ? barLeft(bar + 1) - 4 * m_scale : m_place.right();
        return textAdvance(strong, m_bars[bar].title) > right - barLeft(bar);
    };
    for (std::size_t bar = 0; bar < m_bars.size(); ++bar)
        m_two_lines |= isWide(bar);
    if (m_two_lines)
        m_title_height += titleLine();
    const double height = m_place.height() - m_title_height;
    const double least = std::min(38 * m_scale, 0.3 * height);
    const double below =
        m_deep > 0 ? std::clamp(height * m_deep / (m_most + m_deep), least, std::max(least, 0.4 * height)) : 0;
    m_zero = m_place.bottom() - below;
    placeLabels();
}

bool StepLens::hasRoom(const QSizeF& plot, const QFont& font)
{
    const double scale = font.pointSizeF() / baseFontPoints();
    return plot.width() >= 470 * scale && plot.height() >= 190 * scale;
}

/// Above the line on one scale for all bars; below it on a scale of its own if hidden work is much more or much less.
double StepLens::yOf(double seconds) const
{
    const double top = m_place.top() + m_title_height;
    return seconds >= 0 ? m_zero - (m_zero - top) * seconds / m_most
                        : m_zero + (m_place.bottom() - m_zero) * -seconds / std::max(m_deep, 1e-300);
}

double StepLens::smallLine() const
{
    return lineHeight(roleFont(m_font, FontRole::small));
}

double StepLens::titleLine() const
{
    return lineHeight(roleFont(m_font, FontRole::strong));
}

double StepLens::barWidth() const
{
    return (m_bars.size() > 2 ? 24 : m_bars.size() > 1 ? 38 : 52) * m_scale;
}

double StepLens::barLeft(std::size_t bar) const
{
    return m_place.left() + double(bar) * m_pitch;
}

QRectF StepLens::barRect(std::size_t bar) const
{
    const double left = barLeft(bar);
    return {QPointF(left, yOf(m_bars[bar].step_s)), QPointF(left + barWidth(), yOf(-m_bars[bar].hidden_s))};
}

QRectF StepLens::titleRect(std::size_t bar) const
{
    const QFont strong = roleFont(m_font, FontRole::strong);
    double width = 0;
    for (const QString& line : titleLines(bar))
        width = std::max(width, textAdvance(strong, line));
    return {barLeft(bar) - 1, m_place.top(), width, double(titleLines(bar).size()) * titleLine()};
}

/// The name and the value, under each other if a title is wider than its bar and the gap beside it.
QStringList StepLens::titleLines(std::size_t bar) const
{
    const QString& title = m_bars[bar].title;
    const qsizetype space = title.indexOf(QLatin1Char(' '));
    if (!m_two_lines || space < 0)
        return {title};
    return {title.left(space), title.mid(space + 1)};
}

/// Each label at the height of its piece, moved apart where they would meet: downward from the top, then upward.
void StepLens::spread(std::vector<Placed>& labels, double top, double bottom) const
{
    double free = top;
    for (Placed& placed : labels) {
        placed.place.moveTop(std::max(free, placed.mark - placed.place.height() / 2));
        free = placed.place.bottom() + 1;
    }
    double limit = bottom;
    for (auto placed = labels.rbegin(); placed != labels.rend(); ++placed) {
        placed->place.moveBottom(std::min(limit, placed->place.bottom()));
        limit = placed->place.top() - 1;
    }
}

void StepLens::placeLabels()
{
    if (m_bars.empty())
        return;
    const double left = barRect(m_bars.size() - 1).right() + labels_gap * m_scale;
    const QSizeF size(std::max(0.0, m_place.right() - left), 2 * smallLine());
    std::vector<Placed> exposed;
    std::vector<Placed> hidden;
    for (const LensLabel& label : lensLabels(m_bars.back(), m_bars.size() > 1 ? &m_bars.front() : nullptr))
        (label.hidden ? hidden : exposed).push_back({label, yOf(label.middle), QRectF(QPointF(left, 0), size)});
    const double below = hidden.empty() ? 0 : double(hidden.size()) * (size.height() + 1);
    const double bottom = m_place.bottom() + 4;
    const double floor = bottom - below;
    const double top = m_place.top() + m_title_height - 6;
    const auto room = static_cast<std::size_t>(std::max(0.0, (floor - top) / (size.height() + 1)));
    while (exposed.size() > room) // in a low chart the smallest have no room
        exposed.erase(std::ranges::min_element(exposed, {}, [](const Placed& p) { return p.label.seconds; }));
    spread(exposed, top, floor);
    spread(hidden, exposed.empty() ? top : exposed.back().place.bottom() + 1, bottom);
    m_labels = std::move(exposed);
    m_labels.insert(m_labels.end(), hidden.begin(), hidden.end());
}

std::vector<QRectF> StepLens::labelRects() const
{
    std::vector<QRectF> rects;
    rects.reserve(m_labels.size());
    for (const Placed& placed : m_labels)
        rects.push_back(placed.place);
    return rects;
}

void StepLens::drawBar(QPainter& painter, std::size_t bar, ThemeMode mode) const
{
    const LensBar& shown = m_bars[bar];
    const QRectF rect = barRect(bar);
    const Theme& colors = theme(mode);
    for (const LensBar::Piece& piece : shown.pieces) {
        const QRectF area =
            QRectF(QPointF(rect.left(), yOf(piece.from)), QPointF(rect.right(), yOf(piece.to))).normalized();
        const Shade shade = piece.hidden ? Shade::hidden : Shade::full;
        fillArea(painter, area, fillOf(piece.part, shade), mode);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
        constexpr double seam = 3;
        if (piece.hidden) {
            painter.setPen(QPen(quantityColor(quantityOf(piece.part), mode), 1));
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
        } else if (area.height() > seam) {
            painter.setPen(QPen(colors.panel, 1));
            painter.drawLine(area.topLeft(), area.topRight());
        }
    }
    const bool dashed = bar + 1 < m_bars.size();
    painter.setPen(QPen(colors.text, 1.6, dashed ? Qt::DashLine : Qt::SolidLine));
    painter.drawRect(rect);
    painter.setFont(roleFont(m_font, FontRole::strong));
    painter.setPen(colors.text);
    QRectF line(titleRect(bar).topLeft(), QSizeF(m_place.width(), titleLine()));
    for (const QString& words : titleLines(bar)) {
        drawWords(painter, line, Qt::AlignLeft | Qt::AlignTop, words);
        line.translate(0, titleLine());
    }
}

/// From each part of the one bar to the same part of the other.
void StepLens::drawLinks(QPainter& painter, ThemeMode mode) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(theme(mode).muted, 1);
    pen.setDashPattern({2, 2});
    painter.setPen(pen);
    for (std::size_t bar = 0; bar + 1 < m_bars.size(); ++bar) {
        const double left = barRect(bar).right();
        const double right = barRect(bar + 1).left();
        std::array<double, part_count> before{};
        std::array<double, part_count> after{};
        for (const auto& [from, to] : {std::pair(bar, &before), std::pair(bar + 1, &after)})
            for (const LensBar::Piece& piece : m_bars[from].pieces)
                if (!piece.hidden)
                    (*to)[static_cast<std::size_t>(piece.part)] = piece.seconds;
        double above_before = 0;
        double above_after = 0;
        painter.drawLine(QPointF(left, m_zero), QPointF(right, m_zero));
        for (std::size_t part = 0; part < part_count; ++part) {
            above_before += before[part];
            above_after += after[part];
            if (before[part] > 0 || after[part] > 0)
                painter.drawLine(QPointF(left, yOf(above_before)), QPointF(right, yOf(above_after)));
        }
    }
}

void StepLens::drawLabel(QPainter& painter, const Placed& placed, ThemeMode mode) const
{
    const LensLabel& label = placed.label;
    const Theme& colors = theme(mode);
    const QColor ink =
        label.part ? quantityTextColor(quantityOf(*label.part), mode) : quantityTextColor(Quantity::overhead, mode);
    const QRectF bar = barRect(m_bars.size() - 1);
    const double middle = placed.place.center().y();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1));
    const double bend = placed.place.left() - 8 * m_scale;
    painter.drawPolyline(QPolygonF{QPointF(bar.right() + 1, placed.mark), QPointF(bar.right() + 5, placed.mark),
        QPointF(bend, middle), QPointF(placed.place.left() - 3, middle)});
    const QFont small = roleFont(m_font, FontRole::small);
    const QFont strong = roleFont(small, FontRole::strong);
    QRectF line(placed.place.topLeft(), QSizeF(placed.place.width(), smallLine()));
    painter.setFont(small);
    painter.setPen(ink);
    // Where it is says whether a part is hidden; it is left out before a name is cut.
    const bool fits = textAdvance(small, label.name) <= line.width();
    const QString name = fits ? label.name : label.name.section(QStringLiteral(", "), 0, 0);
    drawWords(painter, line, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(small).elidedText(name, Qt::ElideRight, line.width()));
    line.translate(0, smallLine());
    const bool compared = !label.change.isEmpty();
    const QFont& value_font = label.hidden ? small : strong;
    const bool has_room = textAdvance(value_font, label.value) <= line.width(); // for its share of the step
    const QString value = compared || !has_room ? label.value.section(QStringLiteral(" · "), 0, 0) : label.value;
    painter.setFont(value_font);
    painter.setPen(label.hidden ? colors.muted : colors.text);
    drawWords(painter, line, Qt::AlignLeft | Qt::AlignVCenter, value);
    if (!compared)
        return;
    line.setLeft(line.left() + textAdvance(value_font, value + QStringLiteral("  ")));
    if (textAdvance(small, label.change) > line.width())
        return;
    painter.setFont(small);
    painter.setPen(colors.muted);
    drawWords(painter, line, Qt::AlignLeft | Qt::AlignVCenter, label.change);
}

void StepLens::draw(QPainter& painter, ThemeMode mode) const
{
    if (m_bars.empty())
        return;
    for (std::size_t bar = 0; bar < m_bars.size(); ++bar)
        drawBar(painter, bar, mode);
    drawLinks(painter, mode);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme(mode).text, 1));
    painter.drawLine(QPointF(m_place.left() - 6, m_zero), QPointF(barRect(m_bars.size() - 1).right() + 6, m_zero));
    for (const Placed& placed : m_labels)
        drawLabel(painter, placed, mode);
}

std::optional<Part> StepLens::partAt(const QPointF& at) const
{
    for (const Placed& placed : m_labels)
        if (placed.place.contains(at))
            return placed.label.part;
    if (m_bars.empty())
        return std::nullopt;
    const QRectF bar = barRect(m_bars.size() - 1);
    for (const LensBar::Piece& piece : m_bars.back().pieces)
        if (QRectF(QPointF(bar.left(), yOf(piece.from)), QPointF(bar.right(), yOf(piece.to))).normalized().contains(at))
            return piece.part;
    return std::nullopt;
}

} // namespace kneepoint
