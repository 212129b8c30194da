// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QLabel>

namespace kneepoint {

/// Plain text broken between words. A layout asks for its size again and again, and QLabel lays it out each time: three
/// times for a hint, once for a height.
class WrappedLabel : public QLabel {
    Q_OBJECT
public:
    explicit WrappedLabel(const QString& text, QWidget* parent = nullptr);

    [[nodiscard]] int heightForWidth(int width) const override;
    /// On one line, up to the length of a line that is good to read; then about as high as so many lines.
    [[nodiscard]] QSize sizeHint() const override;
    /// The longest word, and one line.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void measure() const;

    mutable QString m_measured; ///< the text that the rest is of; null: measure again
    mutable QHash<int, int> m_heights;
    mutable int m_longest_word = 0;
    mutable int m_line = 0;
};

} // namespace kneepoint
