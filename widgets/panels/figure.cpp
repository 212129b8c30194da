// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/figure.h"

#include "widgets/theme/theme.h"

#include <QPainter>

#include <utility>

namespace kneepoint {
namespace {

constexpr double value_scale = 1.4;

QFont captionFont(const QFont& base)
{
    return roleFont(base, FontRole::small);
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

void Figure::setCaption(const QString& caption)
{
    if (caption == m_caption)
        return;
    m_caption = caption;
    describe();
    update();
}

void Figure::describe()
{
    setAccessibleName(m_caption + QStringLiteral(": ") + m_value);
    setToolTip(m_value + QStringLiteral(" · ") + m_caption);
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
    const auto drawLine = [&](const QFont& line_font, QPalette::ColorRole role, int y, const QString& text) {
        painter.setFont(line_font);
        painter.setPen(palette().color(role));
        painter.drawText(0, y, QFontMetrics(line_font).elidedText(text, Qt::ElideRight, width()));
    };
    drawLine(valueFont(), QPalette::WindowText, baseline, m_value);
    drawLine(captionFont(font()), QPalette::PlaceholderText, height() - caption_metrics.descent(), m_caption);
}

} // namespace kneepoint
