// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shared_analysis.h"

#include <QObject>

namespace kneepoint {

class Board;
class Comparison;
class ExplainPanel;
class ScenarioDocument;
class RightPanel;
class LargeChartController;
class StatusLine;
struct WindowActions;

/// What changed, and why: in one sentence on the status line after every edit, and on a page of the right panel, which
/// compares with A if a scenario is pinned. Nothing while a question of a lesson waits. A click on a figure, a part of
/// the current step or a message of the timeline shows its formula; a point of the curve leads to that step's timeline.
class ExplainController : public QObject {
    Q_OBJECT
public:
    struct Place {
        QObject& window;
        const WindowActions& actions;
        ScenarioDocument& document;
        Board& board;
        ExplainPanel& panel;
        RightPanel& right;
        StatusLine& status;
        LargeChartController& large_charts;
    };
    explicit ExplainController(const Place& place);

    /// Compares the document with A while a scenario is pinned.
    void follow(const Comparison& comparison);
    [[nodiscard]] ExplainPanel& panel() { return m_place.panel; }

private:
    [[nodiscard]] bool isShown() const;
    void setShown(bool shown);
    void followPage();
    void documentChanged();
    void stepDone(int step);
    void beginAnew();
    void refresh();
    void explain(const QString& id);

    Place m_place;
    SharedAnalysis m_last;   ///< currently shown
    SharedAnalysis m_former; ///< shown before that
    SharedAnalysis m_before; ///< before the latest undo step
    SharedAnalysis m_pinned;
    int m_step = 0; ///< of the undo stack
};

} // namespace kneepoint
