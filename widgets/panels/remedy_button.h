// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/diagnosis/remedies.h"

#include <QPushButton>

class QLabel;

namespace kneepoint {

/// A remedy as a row: what to do and its gain, and beneath what it costs. Applied by a click or Enter, previewed while
/// hovered or focused.
class RemedyButton : public QPushButton {
    Q_OBJECT
public:
    explicit RemedyButton(const Remedy& remedy, QWidget* parent = nullptr);

    [[nodiscard]] const Remedy& remedy() const { return m_remedy; }
    /// In a narrow row the trade-off has the whole line, and nothing says what a click does.
    void setNarrow(bool narrow);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// Pointer or focus has entered or left.
    void tried(bool on);

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showTried(bool on);

    Remedy m_remedy;
    bool m_narrow = true;
    QLabel* m_hint;
};

} // namespace kneepoint
