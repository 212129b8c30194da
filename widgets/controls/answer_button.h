// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace kneepoint {

/// An answer of a question as a large button for the last row: a key to press, the text on as many lines as it needs,
/// and after the answer is locked a mark.
class AnswerButton : public QAbstractButton {
    Q_OBJECT
public:
    /// The key is a digit, counted from 1.
    AnswerButton(int key, const QString& text, QWidget* parent = nullptr);

    enum class Mark { none, right, wrong };
    /// Marks the button and says why, for example "your answer". A marked button cannot be pressed.
    void setMark(Mark mark, const QString& words);
    [[nodiscard]] Mark mark() const { return m_mark; }

    /// 56 pixels unless the window is low.
    void setLeastHeight(int height);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, m_least_height}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QFont textFont() const;
    [[nodiscard]] QFont markFont() const;
    /// Beside the mark, or above it if a word of the answer is too wide for that.
    [[nodiscard]] QRect textArea(const QRect& all) const;
    [[nodiscard]] bool isMarkBelow(int width) const;
    [[nodiscard]] int markWidth() const;

    int m_least_height = 56;
    int m_key;
    Mark m_mark = Mark::none;
    QString m_words;
};

} // namespace kneepoint
