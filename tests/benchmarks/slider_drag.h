// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>

#include <vector>

class FrameTimer;
class QSlider;
class QWidget;

/// Drags sliders of a window with real mouse events, one pixel per event, back and forth.
class SliderDrag {
public:
    SliderDrag(QWidget& window, FrameTimer& timer);

    /// Drags the next slider by this many events and adds the time in milliseconds of each event that changed the
    /// value.
    void drag(int events, std::vector<double>& times_ms);

    /// Number of events that changed the value but were not followed by a complete frame.
    [[nodiscard]] int missed() const { return m_missed; }

private:
    QWidget& m_window;
    FrameTimer& m_timer;
    std::vector<QSlider*> m_sliders;
    std::size_t m_next = 0;
    int m_missed = 0;
};
