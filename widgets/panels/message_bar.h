// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QFrame>

class QLabel;

namespace kneepoint {

/// A non-modal message across the window; Escape or its button closes it.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    /// An error, or information.
    enum class Tone { fault, notice };
    void say(const QString& sentence, Tone tone = Tone::fault);
    [[nodiscard]] Tone tone() const { return m_tone; }
    [[nodiscard]] QString sentence() const;
    void setTheme(ThemeMode mode);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QLabel* m_label;
    Tone m_tone = Tone::fault;
    ThemeMode m_mode = ThemeMode::light;
};

} // namespace kneepoint
