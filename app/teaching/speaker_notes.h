// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QTextEdit;
class QScreen;

namespace kneepoint {

/// The speaker notes: on a separate screen, or else in a corner of the window.
class SpeakerNotes : public QWidget {
    Q_OBJECT
public:
    /// Fills `screen`; without one, covers a corner of `window`.
    SpeakerNotes(QWidget& window, QScreen* screen);

    void setText(const QString& text);
    /// A screen other than the window's; nullptr if there is none.
    [[nodiscard]] static QScreen* otherScreen(const QWidget& window);

private:
    QTextEdit* m_text;
};

} // namespace kneepoint
