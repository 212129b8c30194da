// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/figure.h"

#include "widgets/theme/fitting.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

constexpr double value_scale = 1.4;
constexpr double least_scale = 0.5;
constexpr double small_caption = 0.8; ///< from which the brief caption is better read
constexpr double spread_gap = 8;
constexpr auto widest_value = "88.8 ms"; ///< the spread stands behind this much

QFont captionFont(const QFont& base)
{
    return roleFont(base, FontRole::small);
}

double advance(const QFont& font, const QString& text)
{
    return QFontMetricsF(font).horizontalAdvance(text);
}

} // namespace

Figure::Figure(QString caption, bool strong, QWidget* parent)
    : QWidget(parent)
    , m_caption(std::move(caption))
    , m_strong(strong)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    describe();
}

void Figure::setValue(const QString& value)
{
    if (value == m_value)
        return;
    m_value = value;
    describe();
    update();
}

void Figure::setCaption(const QString& caption, const QString& brief)
{
    if (caption == m_caption && brief == m_brief)
        return;
    m_caption = caption;
    m_brief = brief;
    describe();
    update();
}

void Figure::setSpread(const Spread& spread)
{
    if (spread == m_spread)
        return;
    m_spread = spread;
    describe();
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
    QStringList said{m_value, m_spread.above, m_spread.below};
    said.removeAll(QString());
    const QString value = said.join(u' ');
    setAccessibleName(m_caption + QStringLiteral(": ") + value);
    setAccessibleDescription(m_spread.about);
    setToolTip(value + QStringLiteral(" · ") + m_caption
        + (m_spread.about.isEmpty() ? QString() : QStringLiteral("\n") + m_spread.about));
}

bool Figure::showsSpread() const
{
    if (m_spread.above.isEmpty() || m_strong)
        return !m_spread.above.isEmpty();
    constexpr double readable = 0.8;
    const QFont font = captionFont(this->font());
    const double spread = spread_gap + std::max(advance(font, m_spread.above), advance(font, m_spread.below));
    return advance(valueFont(), m_value) * readable + spread <= width();
}

double Figure::spreadWidth() const
{
    if (!showsSpread())
        return 0;
    const QFont font = captionFont(this->font());
    return spread_gap + std::max(advance(font, m_spread.above), advance(font, m_spread.below));
}

/// What the place of the spread depends on, rather than on the digits.
QString Figure::widestValue() const
{
    const QString widest = QString::fromLatin1(widest_value);
    const bool room_is_kept =
        m_strong && !m_spread.above.isEmpty() && advance(valueFont(), widest) > advance(valueFont(), m_value);
    return room_is_kept ? widest : m_value;
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
    QFont strong = roleFont(font(), FontRole::headline);
    if (!m_strong)
        strong.setPointSizeF(font().pointSizeF() * value_scale);
    strong.setWeight(QFont::DemiBold);
    return strong;
}

QSize Figure::sizeHint() const
{
    const int value_height = QFontMetrics(roleFont(font(), FontRole::headline)).height();
    return {120, value_height + QFontMetrics(captionFont(font())).height()};
}

QSize Figure::minimumSizeHint() const
{
    return {40, sizeHint().height()};
}

void Figure::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QFontMetrics caption_metrics(captionFont(font()));
    const int baseline = height() - caption_metrics.height() - caption_metrics.descent();
    const auto drawLine = [&](const QFont& line_font, const QColor& ink, int y, const QString& text) {
        painter.setFont(line_font);
        painter.setPen(ink);
        painter.drawText(0, y, QFontMetrics(line_font).elidedText(text, Qt::ElideRight, width() + 1));
    };
    const QFont fitted = fittedFont();
    const QColor ink = m_marked ? theme(m_mode).warning : palette().color(QPalette::WindowText);
    drawLine(fitted, ink, baseline, m_value);
    drawSpread(painter, advance(fitted, widestValue()) + spread_gap, baseline);
    const QFont small = captionFont(font());
    const bool brief = !m_brief.isEmpty() && advance(small, m_caption) * small_caption > width();
    const QString& caption = brief ? m_brief : m_caption;
    drawLine(fittingFont(small, caption, width(), least_scale), palette().color(QPalette::PlaceholderText),
        height() - caption_metrics.descent(), caption);
}

/// One over the other, as far up as the number.
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
