// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class QWidget;

namespace kneepoint {

class Board;
class ControlPanel;
class DiagnosisPanel;
struct WindowActions;
class Tour;

/// Shows a newcomer around the window, once, and whoever asks.
class TourController : public QObject {
    Q_OBJECT
public:
    TourController(
        QWidget& window, const WindowActions& actions, Board& board, ControlPanel& controls, DiagnosisPanel& diagnosis);

    void start();
    /// Ends it; false when none is under way.
    bool end();

signals:
    /// The last stop has been seen, or the tour was left.
    void ended();

private:
    QWidget& m_window;
    const WindowActions& m_actions;
    Board& m_board;
    ControlPanel& m_controls;
    DiagnosisPanel& m_diagnosis;
    QPointer<Tour> m_tour;
};

} // namespace kneepoint
