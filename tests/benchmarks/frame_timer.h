// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>

class QCustomPlot;
class QWidget;

/// Detects when every plot of a window has replotted and its new frame has reached the window's pixels.
class FrameTimer : public QObject {
public:
    explicit FrameTimer(QWidget& window);

    /// Starts the clock; from now on every plot must deliver a frame.
    void start();
    /// Runs the event loop until the frame is complete. Returns its time in milliseconds, or a negative number after a
    /// quarter of a second without a frame.
    [[nodiscard]] double finish();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Frame { awaited, replotted, painted };

    [[nodiscard]] bool complete() const;

    QHash<QObject*, Frame> m_frames;
    qint64 m_started_ns = 0;
};
