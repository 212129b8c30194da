// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/legend.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/theme/shaped_words.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kneepoint {
namespace {

constexpr double sample_width = 18;
constexpr double sample_height = 10;
constexpr double inner_gap = 5;
constexpr double outer_gap = 14;
constexpr double most_height = 0.14; ///< of the plot: its bars need the rest

template <class Places> int rowsOf(const Places& places, double height)
{
    return places.empty()
        ? 1
        : static_cast<int>(std::lround((places.back().rect.bottom() - places.front().rect.top()) / height));
}

} // namespace

void Legend::setRoom(double height, const QFont& font)
{
    m_most_rows = std::max(1, static_cast<int>(most_height * height / lineHeight(font)));
}

std::vector<Legend::Placed> Legend::laid(
    const std::vector<int>& shown, const QString& tail, const QRectF& row, const QFont& font) const
{
    std::vector<Placed> found;
    QPointF at = row.topLeft();
    const auto add = [&](int entry, const QString& label, double indent) {
        const QSizeF size(indent + textSize(font, label).width(), row.height());
        if (at.x() > row.left() && at.x() + size.width() > row.right())
            at = QPointF(row.left(), at.y() + row.height());
        found.push_back({entry, QRectF(at, size), label});
        at.rx() += size.width() + outer_gap;
    };
    for (const int entry : shown)
        add(entry, m_entries[static_cast<std::size_t>(entry)].label, sample_width + inner_gap);
    if (!tail.isEmpty())
        add(-1, tail, 0);
    return found;
}

std::vector<Legend::Placed> Legend::places(const QRectF& row, const QFont& font) const
{
    std::vector<int> shown(m_entries.size());
    std::iota(shown.begin(), shown.end(), 0);
    std::vector<Placed> found = laid(shown, {}, row, font);
    if (rowsOf(found, row.height()) <= m_most_rows)
        return found;
    if (m_unfolded)
        return laid(shown, QCoreApplication::translate("Legend", "fewer"), row, font);
    while (shown.size() > 1 && rowsOf(found, row.height()) > m_most_rows) {
        shown.erase(std::ranges::min_element(
            shown, {}, [this](int entry) { return m_entries[static_cast<std::size_t>(entry)].weight; }));
        const auto left = static_cast<int>(m_entries.size() - shown.size());
        found = laid(shown, QCoreApplication::translate("Legend", "+%1 more").arg(left), row, font);
    }
    return found;
}

int Legend::rows(double width, const QFont& font) const
{
    return rowsOf(places(QRectF(0, 0, width, 1), font), 1);
}

void Legend::drawEntry(QPainter& painter, const Placed& placed, const Theme& colors) const
{
    const QRectF& place = placed.rect;
    if (placed.entry < 0) {
        painter.setPen(colors.accent);
        drawWords(painter, place.adjusted(0, 0, 1, 0), Qt::AlignLeft | Qt::AlignVCenter, placed.label);
        return;
    }
    const Entry& entry = m_entries[static_cast<std::size_t>(placed.entry)];
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
    const QRectF words = place.adjusted(sample_width + inner_gap, 0, 1, 0);
    drawWords(painter, words, Qt::AlignLeft | Qt::AlignVCenter, entry.label);
    painter.setOpacity(1);
}

void Legend::draw(QPainter& painter, const QRectF& row, const QFont& font, ThemeMode mode) const
{
    m_places = places(row, font);
    painter.setFont(font);
    for (const Placed& placed : m_places)
        drawEntry(painter, placed, theme(mode));
}

const Legend::Placed* Legend::placedAt(const QPointF& at) const
{
    const auto found = std::ranges::find_if(m_places, [&](const Placed& placed) { return placed.rect.contains(at); });
    const bool gone = found == m_places.end() || found->entry >= static_cast<int>(m_entries.size());
    return gone ? nullptr : &*found;
}

bool Legend::answers(const QPointF& at) const
{
    const Placed* placed = placedAt(at);
    return placed && (placed->entry < 0 || m_entries[static_cast<std::size_t>(placed->entry)].toggle);
}

void Legend::click(const QPointF& at)
{
    if (!answers(at))
        return;
    if (const int entry = placedAt(at)->entry; entry < 0)
        m_unfolded = !m_unfolded;
    else
        m_entries[static_cast<std::size_t>(entry)].toggle();
}

QRectF Legend::rectOf(const QString& label) const
{
    const auto found = std::ranges::find(m_places, label, &Placed::label);
    return found == m_places.end() ? QRectF() : found->rect;
}

} // namespace kneepoint
