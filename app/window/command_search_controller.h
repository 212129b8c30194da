// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;
class QMenu;

namespace kneepoint {

class Board;
struct Command;
class ControlPanel;
class MessageBar;
struct Parameter;
struct ReachTarget;
class ScenarioDocument;
struct WindowActions;

/// Opens the command search and runs the selected entry.
class CommandSearchController : public QObject {
    Q_OBJECT
public:
    CommandSearchController(QWidget& window, const WindowActions& actions, ScenarioDocument& document,
        ControlPanel& controls, Board& board, MessageBar& messages);
    /// The entries of a menu that fills itself are found too.
    void alsoFind(QMenu& menu) { m_menu = &menu; }

signals:
    /// What would reach this is wanted.
    void reachWanted(const kneepoint::ReachTarget& target);

private:
    void open();
    void run(const Command& command);
    void sayIfIdle(const Parameter& p);

    QWidget& m_window;
    const WindowActions& m_actions;
    ScenarioDocument& m_document;
    ControlPanel& m_controls;
    Board& m_board;
    MessageBar& m_messages;
    QMenu* m_menu = nullptr;
};

} // namespace kneepoint
