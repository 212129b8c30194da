// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

#include <optional>

namespace kneepoint {

/// A horizontal slider that jumps to where it is clicked, asks for key steps rather than taking them itself, and
/// leaves the wheel to the scroll area around it unless it has the focus.
class ValueSlider : public QSlider {
    Q_OBJECT
public:
    explicit ValueSlider(QWidget* parent = nullptr);

    /// A tick at this position, or none.
    void setMark(std::optional<int> position);
    [[nodiscard]] std::optional<int> mark() const { return m_mark; }

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
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<int> m_mark;
};

} // namespace kneepoint
