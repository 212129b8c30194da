// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/slider_drag.h"

#include "tests/benchmarks/frame_timer.h"

#include <QSlider>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QTest>
#include <QWindow>

#include <algorithm>

namespace {

QPoint handleCenter(const QSlider& slider)
{
    QStyleOptionSlider option;
    option.initFrom(&slider);
    option.orientation = Qt::Horizontal;
    option.minimum = slider.minimum();
    option.maximum = slider.maximum();
    option.sliderPosition = slider.sliderPosition();
    option.sliderValue = slider.value();
    option.subControls = QStyle::SC_SliderHandle;
    return slider.style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, &slider).center();
}

} // namespace

SliderDrag::SliderDrag(QWidget& window, FrameTimer& timer)
    : m_window(window)
    , m_timer(timer)
{
    for (QSlider* slider : window.findChildren<QSlider*>())
        if (slider->isVisible() && slider->isEnabled() && !slider->visibleRegion().isEmpty())
            m_sliders.push_back(slider);
}

void SliderDrag::drag(int events, std::vector<double>& times_ms)
{
    if (m_sliders.empty())
        return;
    QSlider& slider = *m_sliders[m_next++ % m_sliders.size()];
    QWindow* window = m_window.windowHandle();
    const QPoint from = handleCenter(slider);
    const auto at = [&](int x) { return slider.mapTo(&m_window, QPoint(x, from.y())); };
    // Far enough for another value of a slider with few, and back from the end.
    int move = std::max(1, slider.width() / std::max(1, slider.maximum() - slider.minimum()));
    int x = from.x();
    QTest::mousePress(window, Qt::LeftButton, {}, at(x));
    for (int i = 0; i < events; ++i) {
        if (x + move < 0 || x + move >= slider.width())
            move = -move;
        x += move;
        const int value = slider.value();
        m_timer.start();
        QTest::mouseMove(window, at(x));
        if (slider.value() == value)
            continue;
        if (const double time = m_timer.finish(); time >= 0)
            times_ms.push_back(time);
        else
            ++m_missed;
    }
    QTest::mouseRelease(window, Qt::LeftButton, {}, at(x));
    QCoreApplication::processEvents();
}
