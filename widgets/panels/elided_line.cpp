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
    return {qRound(textAdvance(font(), m_text)), fontMetrics().height()};
}

void ElidedLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    constexpr double least_scale = 0.8;
    const FittedText fitted = fittedText(font(), m_text, size(), least_scale);
    painter.setFont(fitted.font);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, fitted.text);
}

} // namespace kneepoint
