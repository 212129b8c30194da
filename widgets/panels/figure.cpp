// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/figure.h"

#include "widgets/theme/fitting.h"
#include "widgets/theme/shaped_words.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kneepoint {
namespace {

constexpr double value_scale = 1.4;
constexpr double least_scale = 0.5;
constexpr double readable = 0.75; ///< of its font
constexpr double spread_gap = 8;
constexpr auto widest_value = "88.8 ms";     ///< width reserved before the interval
constexpr auto longest_value = "88.8 years"; ///< room is kept for this much

QFont captionFont(const QFont& base)
{
    return roleFont(base, FontRole::small);
}

QFont headlineFont(const QFont& base)
{
    QFont font = roleFont(base, FontRole::headline);
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

Figure::Figure(QString caption, bool strong, QWidget* parent)
    : QWidget(parent)
    , m_wordings{{QString(), std::move(caption)}}
    , m_strong(strong)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    describe();
}

void Figure::setWordings(const QList<Wording>& wordings)
{
    if (wordings == m_wordings || wordings.isEmpty())
        return;
    const bool other_caption = wordings.back().caption != m_wordings.back().caption;
    m_wordings = wordings;
    describe();
    if (other_caption)
        updateGeometry();
    update();
}

void Figure::setSpread(const Spread& spread)
{
    if (spread == m_spread)
        return;
    const QSize least = minimumSizeHint();
    m_spread = spread;
    describe();
    if (minimumSizeHint() != least)
        updateGeometry();
    update();
}

void Figure::setMarked(bool marked)
{
    if (marked == m_marked)
        return;
    m_marked = marked;
    update();
}

void Figure::setTheme(ThemeMode mode)
{
    m_mode = mode;
    update();
}

void Figure::describe()
{
    QStringList said{value(), m_spread.above, m_spread.below};
    said.removeAll(QString());
    const QString text = said.join(u' ');
    setAccessibleName(caption() + QStringLiteral(": ") + text);
    setAccessibleDescription(m_spread.about);
    setToolTip(text + QStringLiteral(" · ") + caption()
        + (m_spread.about.isEmpty() ? QString() : QStringLiteral("\n") + m_spread.about));
}

bool Figure::showsSpread() const
{
    if (m_spread.above.isEmpty() || m_strong)
        return !m_spread.above.isEmpty();
    const QFont font = captionFont(this->font());
    const double spread = spread_gap + std::max(textAdvance(font, m_spread.above), textAdvance(font, m_spread.below));
    return textAdvance(valueFont(), wording().value) * readable + spread <= width();
}

double Figure::spreadWidth() const
{
    if (!showsSpread())
        return 0;
    const QFont font = captionFont(this->font());
    return spread_gap + std::max(textAdvance(font, m_spread.above), textAdvance(font, m_spread.below));
}

bool Figure::isReadable(const Wording& wording) const
{
    return textAdvance(valueFont(), wording.value) * readable <= width()
        && textAdvance(captionFont(font()), wording.caption) * readable <= width();
}

const Figure::Wording& Figure::wording() const
{
    const auto found = std::ranges::find_if(m_wordings, [this](const Wording& w) { return isReadable(w); });
    return found == m_wordings.end() ? m_wordings.back() : *found;
}

/// The position of the interval depends on this and not on the digits.
QString Figure::widestValue() const
{
    const QString widest = QString::fromLatin1(widest_value);
    const QString& value = wording().value;
    const bool room_is_kept =
        m_strong && !m_spread.above.isEmpty() && textAdvance(valueFont(), widest) > textAdvance(valueFont(), value);
    return room_is_kept ? widest : value;
}

QFont Figure::fittedFont() const
{
    return fittingFont(valueFont(), widestValue(), width() - spreadWidth(), least_scale);
}

double Figure::shrinkage() const
{
    return fittedFont().pointSizeF() / valueFont().pointSizeF();
}

QFont Figure::valueFont() const
{
    QFont value = headlineFont(font());
    if (!m_strong)
        value.setPointSizeF(font().pointSizeF() * value_scale);
    return value;
}

QSize Figure::sizeHint() const
{
    const int value_height = QFontMetrics(headlineFont(font())).height();
    return {120, value_height + QFontMetrics(captionFont(font())).height()};
}

QSize Figure::minimumSizeHint() const
{
    const double value = textAdvance(valueFont(), QString::fromLatin1(m_strong ? widest_value : longest_value));
    const double caption = textAdvance(captionFont(font()), m_wordings.back().caption);
    const double spread = m_strong ? spreadWidth() : 0;
    return {static_cast<int>(std::ceil(std::max(value * readable + spread, caption * readable))), sizeHint().height()};
}

void Figure::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QFontMetrics caption_metrics(captionFont(font()));
    const int baseline = height() - caption_metrics.height() - caption_metrics.descent();
    const auto drawLine = [&](const QFont& line_font, const QColor& ink, int y, const QString& text) {
        painter.setFont(line_font);
        painter.setPen(ink);
        const bool fits = textAdvance(line_font, text) <= width();
        painter.drawText(0, y, fits ? text : QFontMetrics(line_font).elidedText(text, Qt::ElideRight, width() + 1));
    };
    const QFont fitted = fittedFont();
    const QColor ink = m_marked ? theme(m_mode).warning : palette().color(QPalette::WindowText);
    drawLine(fitted, ink, baseline, wording().value);
    drawSpread(painter, textAdvance(fitted, widestValue()) + spread_gap, baseline);
    const QString& caption = wording().caption;
    drawLine(fittingFont(captionFont(font()), caption, width(), least_scale),
        palette().color(QPalette::PlaceholderText), height() - caption_metrics.descent(), caption);
}

/// Stacked, as high as the number.
void Figure::drawSpread(QPainter& painter, double left, int baseline) const
{
    if (!showsSpread())
        return;
    const QFont small = captionFont(font());
    painter.setFont(small);
    painter.setPen(m_spread.doubtful ? theme(m_mode).warning : theme(m_mode).muted);
    painter.drawText(QPointF(left, baseline), m_spread.below);
    painter.drawText(QPointF(left, baseline - QFontMetricsF(small).height()), m_spread.above);
}

void Figure::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        emit clicked();
}

} // namespace kneepoint
