// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QBoxLayout;
class QWidget;

namespace kneepoint {

class Board;
class ControlPanel;
struct WindowActions;
class PointerRing;

/// The window for a room with a projector: large fonts, the full screen, the headline on top, only the controls in
/// use, and a ring around the pointer.
class PresentationController : public QObject {
    Q_OBJECT
public:
    /// `column` is the window's, in which the headline stands under the board.
    PresentationController(
        QWidget& window, const WindowActions& actions, QBoxLayout& column, Board& board, ControlPanel& controls);

    void setOn(bool on);
    /// A new theme brings its own font.
    void restoreFont();

signals:
    void fullScreenWanted(bool full);

private:
    const WindowActions& m_actions;
    QBoxLayout& m_column;
    Board& m_board;
    ControlPanel& m_controls;
    PointerRing* m_ring;
};

} // namespace kneepoint
