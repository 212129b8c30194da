// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

#include <optional>

namespace kneepoint {

/// A horizontal slider that jumps to where it is clicked, emits a signal for key steps instead of handling them, and
/// passes the wheel to the surrounding scroll area unless it has the focus.
class ValueSlider : public QSlider {
    Q_OBJECT
public:
    explicit ValueSlider(QWidget* parent = nullptr);

    /// A tick at this position, or none.
    void setMark(std::optional<int> position);
    [[nodiscard]] std::optional<int> mark() const { return m_mark; }

signals:
    /// Keys or the wheel request a move by this many positions.
    void stepRequested(int count);
    /// The keys have been released.
    void stepsFinished();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<int> m_mark;
};

} // namespace kneepoint
