// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/sentence_line.h"

#include "widgets/text.h"

#include <QPainter>
#include <QTextLayout>

namespace kneepoint {
namespace {
constexpr int margin = 14;
constexpr int lines = 2;
constexpr int space = 4;          ///< of the height, besides the lines
constexpr int longest_claim = 90; ///< letters

/// Length of the claim that begins a sentence, with its colon; 0 without one.
int claimLength(const QString& text)
{
    const qsizetype colon = text.indexOf(QLatin1String(": "));
    return colon > 0 && colon < longest_claim ? static_cast<int>(colon) + 1 : 0;
}

/// One line that could not be broken any more.
void drawRest(QPainter& painter, const QTextLine& line, const QRect& inside, const QString& rest, bool claim)
{
    QFont font = painter.font();
    font.setBold(claim);
    painter.setFont(font);
    const QFontMetrics metrics(font);
    painter.drawText(QPointF(inside.left(), inside.top() + line.y() + line.ascent()),
        metrics.elidedText(rest, Qt::ElideRight, inside.width()));
}

} // namespace

int sentenceHeight(const QFont& font)
{
    return QFontMetrics(font).lineSpacing() * lines + space;
}

void drawSentence(QPainter& painter, const QRect& rect, const QString& text, const QFont& font, ThemeMode mode)
{
    const Theme& colors = theme(mode);
    painter.fillRect(rect, colors.panel);
    const QRect inside = rect.adjusted(margin, 0, -margin, 0);
    const QString words = withUnbrokenNumbers(text);
    painter.setPen(colors.text);
    painter.setFont(font);
    QTextLayout layout(words, font);
    const int claim = claimLength(words);
    if (claim > 0) {
        QTextCharFormat bold;
        bold.setFontWeight(QFont::Bold);
        layout.setFormats({{0, claim, bold}});
    }
    layout.setCacheEnabled(true); // it is shaped once
    layout.beginLayout();
    for (int i = 0; i < lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(inside.width());
        line.setPosition(QPointF(0, i * QFontMetrics(font).lineSpacing()));
    }
    layout.endLayout();
    const int drawn = layout.lineCount();
    for (int i = 0; i < drawn; ++i) {
        const QTextLine line = layout.lineAt(i);
        const bool cut = i + 1 == drawn && line.textStart() + line.textLength() < words.size();
        if (cut)
            drawRest(painter, line, inside, words.mid(line.textStart()), line.textStart() < claim);
        else
            line.draw(&painter, inside.topLeft());
    }
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

QSize SentenceLine::sizeHint() const
{
    return {0, sentenceHeight(font())};
}

void SentenceLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    drawSentence(painter, rect(), m_text, font(), modeOf(palette()));
}

} // namespace kneepoint
