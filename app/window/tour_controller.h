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

/// Runs the tour of the window, once for new users and on request.
class TourController : public QObject {
    Q_OBJECT
public:
    TourController(
        QWidget& window, const WindowActions& actions, Board& board, ControlPanel& controls, DiagnosisPanel& diagnosis);

    void start();
    /// Ends the tour; false if none is running.
    bool end();

signals:
    /// The tour was completed or canceled.
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
