// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>

#include <vector>

class FrameTimer;
class QSlider;
class QWidget;

/// Drags sliders of a window with real mouse events, one pixel an event, back and forth.
class SliderDrag {
public:
    SliderDrag(QWidget& window, FrameTimer& timer);

    /// One drag with this many events on the next slider; adds a time in milliseconds for every event that moved the
    /// value.
    void drag(int events, std::vector<double>& times_ms);

    /// Events that moved the value without a complete frame following.
    [[nodiscard]] int missed() const { return m_missed; }

private:
    QWidget& m_window;
    FrameTimer& m_timer;
    std::vector<QSlider*> m_sliders;
    std::size_t m_next = 0;
    int m_missed = 0;
};
