// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/exploration/reach.h"
#include "widgets/when_idle.h"
#include "widgets/worker.h"

#include <QObject>

class QAction;

namespace kneepoint {

class Board;
class KneeMapChart;
class ReachPanel;
class RightPanel;
class ScenarioDocument;

/// Answers the panel's question off the thread of the window, while its page is in sight and the document is idle;
/// previews a way on the board and applies the accepted one. The knee map shows where the target is reached.
class ReachController : public QObject {
    Q_OBJECT
public:
    struct Place {
        QObject& window;
        QAction& action;      ///< checked while the page is in sight; disabled: a question waits that it could answer
        QAction& right_shown; ///< checked while the right panel is
        ScenarioDocument& document;
        Board& board;
        ReachPanel& panel;
        RightPanel& right;
    };
    explicit ReachController(const Place& place);

    /// Opens the page with a target.
    void ask(const ReachTarget& target);
    /// Ends a preview; whether there was one.
    bool endPreview();

private:
    [[nodiscard]] bool isShown() const;
    void setShown(bool shown);
    void followPage();
    void askAgain();
    void compute();
    void chooseKind(const ReachTarget& kind);
    void preview(const Way* way);
    void accept(const Way& way);
    void showOnMap();

    Place m_place;
    KneeMapChart* m_map = nullptr; ///< null until it is first shown
    bool m_answered = false;       ///< for the scenario and the target as they are
    bool m_previewing = false;
    WhenIdle m_rest;
    Background<Reached> m_work;
};

} // namespace kneepoint
