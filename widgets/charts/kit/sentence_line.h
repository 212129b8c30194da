// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QWidget>

namespace kneepoint {

/// Height of the sentence under a chart: two lines at most.
[[nodiscard]] int sentenceHeight(const QFont& font);
void drawSentence(QPainter& painter, const QRect& rect, const QString& text, const QFont& font, ThemeMode mode);

/// The sentence under a chart: two lines at most, of constant height, so that a new sentence moves nothing.
class SentenceLine : public QWidget {
public:
    explicit SentenceLine(QWidget* parent);
    void setText(const QString& text);
    void setMode(ThemeMode mode);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    ThemeMode m_mode = ThemeMode::light;
};

} // namespace kneepoint
