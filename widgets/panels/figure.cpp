// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/figure.h"

#include "widgets/accessible_controls.h"
#include "widgets/style/shapes.h"
#include "widgets/text.h"
#include "widgets/theme/shaped_words.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kneepoint {
namespace {

constexpr int figure_side = 14;
constexpr int narrow_side = 6; ///< of a column that is narrower than this
constexpr int narrow_figure = 136;
constexpr int figure_above = 8;
constexpr int spread_gap = 6;
constexpr auto widest_value = "88.8 days"; ///< room is kept for this much

/// Where the match begins, counted from 1.
qsizetype placeOf(const QString& text, const QRegularExpression& wanted, qsizetype count)
{
    qsizetype at = -1;
    for (; count > 0; --count)
        at = text.indexOf(wanted, at + 1);
    return at;
}

} // namespace

Figure::Figure(QString caption, bool strong, QWidget* parent)
    : QWidget(parent)
    , m_strong(strong)
{
    m_content.caption = std::move(caption);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
    describeControls();
    setProperty(role_property, static_cast<int>(DrawnRole::button));
    setCursor(Qt::PointingHandCursor);
    describe();
}

void Figure::setContent(const Content& content)
{
    if (content == m_content)
        return;
    m_content = content;
    describe();
    update();
}

QString Figure::text() const
{
    QStringList parts{QStringList{m_content.value, m_content.spread.range}.join(u' ').trimmed(),
        QStringList{m_content.difference.before, m_content.difference.change}.join(u' ').trimmed(), m_content.note};
    parts.removeAll(QString());
    return m_content.caption + QStringLiteral(": ") + parts.join(QStringLiteral(" · "));
}

void Figure::describe()
{
    setAccessibleName(text());
    setAccessibleDescription(m_content.spread.about.isEmpty() ? m_content.caption : m_content.spread.about);
    setToolTip(plainToolTip(
        m_content.spread.about.isEmpty() ? text() : text() + QStringLiteral("\n") + m_content.spread.about));
}

QFont Figure::valueFont() const
{
    return roleFont(font(), m_strong ? FontRole::headline : FontRole::figure);
}

QFont Figure::smallFont() const
{
    return roleFont(font(), FontRole::small);
}

int Figure::side() const
{
    return width() < narrow_figure ? narrow_side : figure_side;
}

int Figure::room() const
{
    return std::max(0, width() - side() - spread_gap);
}

bool Figure::showsValue() const
{
    return textAdvance(valueFont(), m_content.value) <= room();
}

bool Figure::showsSpread() const
{
    const double needed =
        textAdvance(valueFont(), m_content.value) + spread_gap + textAdvance(font(), m_content.spread.range);
    return !m_content.spread.range.isEmpty() && needed <= room();
}

QSize Figure::sizeHint() const
{
    const int small = QFontMetrics(smallFont()).height();
    const int value = QFontMetrics(roleFont(font(), FontRole::headline)).height();
    constexpr int overlap = 2; // of the number's own space
    return {160, 2 * figure_above + 2 * small + value - overlap};
}

QSize Figure::minimumSizeHint() const
{
    const double value = textAdvance(valueFont(), QString::fromLatin1(widest_value));
    return {static_cast<int>(std::ceil(value)) + figure_side + spread_gap, sizeHint().height()};
}

/// A note ends after a whole part of it rather than within a word. What the third line has no room for, or all of it
/// where the difference from A stands there, follows the caption.
Figure::Lines Figure::lines() const
{
    static const QRegularExpression between(QStringLiteral("[,;] "));
    const QFont small = smallFont();
    const QString& note = m_content.note;
    const auto parts = note.isEmpty() ? 0 : note.count(between) + 1;
    const auto endOf = [&](qsizetype count) { return count == parts ? note.size() : placeOf(note, between, count); };
    const auto first = [&](qsizetype count) { return note.first(endOf(count)); };
    const auto fits = [&](const QString& text) { return textAdvance(small, text) <= room(); };
    const QString caption =
        fits(m_content.caption) ? m_content.caption : m_content.caption.section(QStringLiteral(" · "), 0, 0);
    const auto joined = [&](qsizetype count) { return caption + QStringLiteral(" · ") + first(count); };
    if (m_content.repeated)
        return {caption, {}};
    if (!m_content.difference.before.isEmpty()) {
        for (qsizetype count = parts; count > 0; --count)
            if (fits(joined(count)))
                return {joined(count), {}};
        return {caption, {}};
    }
    if (fits(note))
        return {caption, note};
    for (qsizetype count = 1; count < parts; ++count)
        if (const QString rest = note.sliced(endOf(count) + 2); fits(joined(count)) && fits(rest))
            return {joined(count), rest};
    for (qsizetype count = parts - 1; count > 0; --count)
        if (fits(first(count)))
            return {caption, first(count)};
    return {caption, note};
}

void Figure::paintEvent(QPaintEvent*)
{
    const Theme& colors = theme(modeOf(palette()));
    QPainter painter(this);
    const QFont small = smallFont();
    const int line = QFontMetrics(small).height();
    painter.setFont(small);
    painter.setPen(colors.muted);
    const Lines shown = lines();
    drawElided(painter, QRect(side(), figure_above, room(), line), shown.caption);

    painter.setFont(valueFont());
    painter.setPen(m_content.repeated ? colors.muted : m_content.marked ? colors.warning : colors.text);
    const int baseline =
        height() - figure_above - line - QFontMetrics(roleFont(font(), FontRole::headline)).descent() + 1;
    const QString value =
        showsValue() ? m_content.value : QFontMetrics(valueFont()).elidedText(m_content.value, Qt::ElideRight, room());
    painter.drawText(side(), baseline, value);
    if (showsSpread()) {
        painter.setFont(font());
        painter.setPen(m_content.spread.doubtful ? colors.text : colors.muted);
        painter.drawText(
            QPointF(side() + textAdvance(valueFont(), value) + spread_gap, baseline), m_content.spread.range);
    }
    painter.setFont(small);
    drawThirdLine(painter, QRect(side(), height() - figure_above - line, room(), line));
    if (hasFocus())
        drawFocusRing(painter, rect().adjusted(2, 2, -2, -2), colors.accent);
}

void Figure::drawThirdLine(QPainter& painter, const QRect& line) const
{
    const Theme& colors = theme(modeOf(palette()));
    const Difference& d = m_content.difference;
    painter.setPen(m_content.marked ? colors.warning : colors.muted);
    if (d.before.isEmpty())
        return drawElided(painter, line, lines().note);
    int used = painter.fontMetrics().horizontalAdvance(d.before + QStringLiteral("  "));
    QFont bold = painter.font();
    bold.setBold(d.tone != Difference::Tone::same);
    if (used + QFontMetrics(bold).horizontalAdvance(d.change) > line.width() && !d.change.isEmpty()) {
        used = 0; // the difference says more than A's value, which the tool tip has
    } else {
        painter.setPen(colors.muted);
        drawElided(painter, line, d.before);
    }
    painter.setFont(bold);
    painter.setPen(d.tone == Difference::Tone::better ? colors.better
            : d.tone == Difference::Tone::worse       ? colors.worse
                                                      : colors.muted);
    drawElided(painter, line.adjusted(used, 0, 0, 0), d.change);
}

void Figure::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        emit clicked();
}

void Figure::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        emit clicked();
    else
        QWidget::keyPressEvent(event);
}

void Figure::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu;
    const QAction* copies = menu.addAction(tr("Copy “%1”").arg(m_content.value));
    const QAction* copies_all = menu.addAction(tr("Copy with name and interval"));
    const QAction* explains = menu.addAction(tr("Show the formula"));
    const QAction* chosen = menu.exec(event->globalPos());
    if (chosen == copies)
        copy();
    else if (chosen == copies_all)
        QApplication::clipboard()->setText(text());
    else if (chosen && chosen == explains)
        emit clicked();
}

void Figure::copy() const
{
    QApplication::clipboard()->setText(m_content.value);
}

} // namespace kneepoint
