// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/elided_line.h"

#include "widgets/text.h"
#include "widgets/theme/fitting.h"
#include "widgets/theme/shaped_words.h"

#include <QPainter>

namespace kneepoint {

ElidedLine::ElidedLine(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLine::setBrief(const QString& brief)
{
    m_brief = brief;
    update();
}

void ElidedLine::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    setToolTip(plainToolTip(text));
    setAccessibleName(text);
    setAccessibleDescription(text);
    update();
}

QSize ElidedLine::sizeHint() const
{
    return {wholeAdvance(font(), m_text), fontMetrics().height()};
}

void ElidedLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const bool fits = m_brief.isEmpty() || sizeHint().width() <= width();
    const QString text = fittedText(font(), fits ? m_text : m_brief, size(), 1).text;
    drawWords(painter, rect(), Qt::AlignLeft | Qt::AlignVCenter, text);
}

} // namespace kneepoint
