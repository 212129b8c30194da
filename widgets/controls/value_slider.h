// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QSlider>

#include <functional>
#include <optional>

class QVariantAnimation;

namespace kneepoint {

class SliderName;

/// A horizontal slider that jumps to where it is clicked, emits a signal for key steps instead of handling them, and
/// passes the wheel to the surrounding scroll area unless it has the focus. All of its 20 pixels of height take a hand.
class ValueSlider : public QSlider {
    Q_OBJECT
public:
    explicit ValueSlider(QWidget* parent = nullptr);

    /// A tick at this position, or none.
    void setMark(std::optional<int> position);
    [[nodiscard]] std::optional<int> mark() const { return m_mark; }

    /// A few positions with names: each has a dot, and while the handle is dragged its name follows it.
    void setNames(std::function<QString(int)> name);
    /// The name beside the handle; empty unless it is dragged.
    [[nodiscard]] QString shownName() const;
    /// A ring around the handle, once, that says it can be dragged.
    void pulse();
    [[nodiscard]] bool isPulsing() const { return m_pulse; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

    static constexpr int hit_height = 20;

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
    void mouseReleaseEvent(QMouseEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QRect handleAt(int position) const;
    void drawDots(QPainter& painter) const;
    void showName();

    std::optional<int> m_mark;
    std::function<QString(int)> m_name;
    QPointer<SliderName> m_shown_name;
    QPointer<QVariantAnimation> m_pulse;
};

} // namespace kneepoint
