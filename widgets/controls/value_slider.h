// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

namespace kneepoint {

/// A horizontal slider that jumps to where it is clicked, asks for key steps rather than taking them itself, and
/// leaves the wheel to the scroll area around it unless it has the focus.
class ValueSlider : public QSlider {
    Q_OBJECT
public:
    explicit ValueSlider(QWidget* parent = nullptr);

signals:
    /// Keys or the wheel ask for a move by so many positions.
    void stepRequested(int count);
    /// The keys have been let go.
    void stepsFinished();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
};

} // namespace kneepoint
