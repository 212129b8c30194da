// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/frame_timer.h"

#include "widgets/charts/kit/chart.h"

#include <QCoreApplication>
#include <QEvent>
#include <qcustomplot.h>

#include <algorithm>
#include <chrono>

namespace {

constexpr double limit_ms = 250;

qint64 nowNs()
{
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

FrameTimer::FrameTimer(QWidget& window)
{
    for (QCustomPlot* plot : window.findChildren<QCustomPlot*>()) {
        m_frames.insert(plot, Frame::painted);
        const auto painted = [this, plot] {
            if (m_frames.value(plot) == Frame::replotted)
                m_frames[plot] = Frame::painted;
        };
        if (auto* chart = qobject_cast<kneepoint::Chart*>(plot->parentWidget()))
            connect(chart, &kneepoint::Chart::frameDrawn, this, painted);
        else
            plot->installEventFilter(this);
        connect(plot, &QCustomPlot::beforeReplot, this, [this, plot] { m_frames[plot] = Frame::replotted; });
    }
}

void FrameTimer::start()
{
    for (Frame& frame : m_frames)
        frame = Frame::awaited;
    m_started_ns = nowNs();
}

double FrameTimer::finish()
{
    const auto elapsed_ms = [this] { return static_cast<double>(nowNs() - m_started_ns) * 1e-6; };
    while (!complete()) {
        if (elapsed_ms() > limit_ms)
            return -1;
        QCoreApplication::processEvents();
    }
    return elapsed_ms();
}

bool FrameTimer::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Paint && m_frames.value(watched) == Frame::replotted)
        m_frames[watched] = Frame::painted;
    return false;
}

bool FrameTimer::complete() const
{
    return std::all_of(m_frames.begin(), m_frames.end(), [](Frame frame) { return frame == Frame::painted; });
}
