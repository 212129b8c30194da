// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QHash>
#include <QLabel>

namespace kneepoint {

/// Word-wrapped plain text with a cached layout. Layouts request its size repeatedly, and QLabel would lay out the text
/// each time: three times for a size hint, once for a height.
class WrappedLabel : public QLabel {
    Q_OBJECT
public:
    explicit WrappedLabel(const QString& text, QWidget* parent = nullptr);

    [[nodiscard]] int heightForWidth(int width) const override;
    /// One line, up to a readable line length; then as many lines as needed.
    [[nodiscard]] QSize sizeHint() const override;
    /// The longest word, and one line.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void measure() const;

    mutable QString m_measured; ///< the text of the cached sizes; null: measure again
    mutable QHash<int, int> m_heights;
    mutable int m_longest_word = 0;
    mutable int m_line = 0;
};

/// A sentence that can be selected, with its numbers unbroken, in the font of a role.
[[nodiscard]] QLabel* selectableText(const QString& text, FontRole role, bool muted = false);
/// A part of a button's face, with its numbers unbroken, that leaves clicks to the button.
[[nodiscard]] QLabel* textInButton(const QString& text);

} // namespace kneepoint
