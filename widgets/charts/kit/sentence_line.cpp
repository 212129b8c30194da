// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/sentence_line.h"

#include "widgets/text.h"

#include <QPainter>

namespace kneepoint {
namespace {
constexpr int margin = 8;
constexpr int lines = 2;
constexpr double least_scale = 0.8; ///< of the font, before the sentence ends in an ellipsis

/// As much of the text as finds room in the rectangle.
QString shortened(const QString& text, const QRect& rect, const QFont& font)
{
    const QFontMetrics metrics(font);
    QString kept = text;
    while (!kept.isEmpty() && metrics.boundingRect(rect, Qt::TextWordWrap, kept).height() > rect.height()) {
        const qsizetype space = kept.lastIndexOf(u' ');
        kept = space > 0 ? kept.left(space) + QStringLiteral("…") : QString();
    }
    return kept;
}

/// The font, smaller where two lines of it are not enough.
QFont twoLineFont(const QString& text, const QRect& rect, QFont font)
{
    constexpr double surely_fits = 0.85; // of two full lines, whatever the words
    if (QFontMetrics(font).horizontalAdvance(text) < surely_fits * lines * rect.width())
        return font;
    const double points = font.pointSizeF();
    for (const double scale : {1.0, 0.9, least_scale}) {
        font.setPointSizeF(points * scale);
        if (QFontMetrics(font).boundingRect(rect, Qt::TextWordWrap, text).height() <= rect.height())
            break;
    }
    return font;
}

} // namespace

int sentenceHeight(const QFont& font)
{
    return QFontMetrics(font).lineSpacing() * lines + margin;
}

void drawSentence(QPainter& painter, const QRect& rect, const QString& text, const QFont& font, ThemeMode mode)
{
    const Theme& colors = theme(mode);
    painter.fillRect(rect, colors.panel);
    const QRect inside = rect.adjusted(margin, 0, -margin, 0);
    const QString unbroken = withUnbrokenNumbers(text);
    const QFont fitting = twoLineFont(unbroken, inside, font);
    painter.setFont(fitting);
    painter.setPen(colors.text);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
        fitting == font ? unbroken : shortened(unbroken, inside, fitting));
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
    return {0, sentenceHeight(font())};
}

void SentenceLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    drawSentence(painter, rect(), m_text, font(), m_mode);
}

} // namespace kneepoint
