// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/sentence_line.h"

#include "widgets/text.h"
#include "widgets/theme/fitting.h"
#include "widgets/theme/shaped_words.h"

#include <QPainter>

#include <algorithm>

namespace kneepoint {
namespace {
constexpr int margin = 8;
constexpr int fewest_lines = 2;
constexpr int most_lines = 4;
constexpr int letters = 130;        ///< of a long sentence
constexpr double least_scale = 0.8; ///< of the font
} // namespace

int sentenceHeight(const QFont& font, int width)
{
    const QFontMetrics metrics(font);
    const int across = std::max(1, (width - 2 * margin) / metrics.averageCharWidth());
    const int lines = std::clamp((letters + across - 1) / across, fewest_lines, most_lines);
    return metrics.lineSpacing() * lines + margin;
}

void drawSentence(QPainter& painter, const QRect& rect, const QString& text, const QFont& font, ThemeMode mode)
{
    const Theme& colors = theme(mode);
    painter.fillRect(rect, colors.panel);
    const QRect inside = rect.adjusted(margin, 0, -margin, 0);
    const QString words = withUnbrokenNumbers(text);
    painter.setPen(colors.text);
    painter.setFont(font);
    if (drawIfItFits(painter, inside, words))
        return;
    const FittedText fitted = fittedText(font, words, inside.size(), least_scale);
    painter.setFont(fitted.font);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, fitted.text);
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
    setToolTip(plainToolTip(text));
    setAccessibleDescription(text);
    update();
}

void SentenceLine::setMode(ThemeMode mode)
{
    m_mode = mode;
    update();
}

QSize SentenceLine::sizeHint() const
{
    return {0, sentenceHeight(font(), width())};
}

void SentenceLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (sizeHint().height() != height())
        updateGeometry();
}

void SentenceLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    drawSentence(painter, rect(), m_text, font(), m_mode);
}

} // namespace kneepoint
