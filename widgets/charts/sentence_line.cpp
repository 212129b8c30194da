// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/sentence_line.h"

#include <QPainter>

namespace kneepoint {
namespace {
constexpr int margin = 8;
constexpr int lines = 2;
} // namespace

int sentenceHeight(const QFont& font)
{
    return QFontMetrics(font).lineSpacing() * lines + margin;
}

void drawSentence(QPainter& painter, const QRect& rect, const QString& text, const QFont& font, ThemeMode mode)
{
    const Theme& colors = theme(mode);
    painter.fillRect(rect, colors.panel);
    painter.setFont(font);
    painter.setPen(colors.text);
    painter.drawText(rect.adjusted(margin, 0, -margin, 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text);
}

SentenceLine::SentenceLine(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void SentenceLine::setText(const QString& text)
{
    if (m_text == text)
        return;
    m_text = text;
    update();
}

void SentenceLine::setMode(ThemeMode mode)
{
    m_mode = mode;
    update();
}

QSize SentenceLine::sizeHint() const
{
    return {0, sentenceHeight(font())};
}

void SentenceLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    drawSentence(painter, rect(), m_text, font(), m_mode);
}

} // namespace kneepoint
