// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QWidget>

namespace kneepoint {

/// Height of the sentence of a chart: two lines, whatever its width and its words.
[[nodiscard]] int sentenceHeight(const QFont& font);
/// In two lines, elided; the claim before the first colon in bold.
void drawSentence(QPainter& painter, const QRect& rect, const QString& text, const QFont& font, ThemeMode mode);

/// The sentence of a chart. Its height depends only on the font, so that a new sentence does not move anything; the
/// tool tip has all of it.
class SentenceLine : public QWidget {
public:
    explicit SentenceLine(QWidget* parent);
    void setText(const QString& text);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

} // namespace kneepoint
