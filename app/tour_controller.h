// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

namespace kneepoint {

class MainWindow;
class Tour;

/// Shows a newcomer around the window, once, and whoever asks.
class TourController : public QObject {
    Q_OBJECT
public:
    explicit TourController(MainWindow& window);

    void start();
    /// Ends it; false when none is under way.
    bool end();

private:
    MainWindow& m_window;
    QPointer<Tour> m_tour;
};

} // namespace kneepoint
