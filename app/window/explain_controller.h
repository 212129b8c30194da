// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shared_analysis.h"

#include <QObject>

#include <optional>

class QDockWidget;
class QMainWindow;

namespace kneepoint {

class Board;
class Comparison;
class ExplainPanel;
class ScenarioDocument;
class SidePanels;
class StageController;
struct WindowActions;

/// What changed, and why: after every edit, or compared with A if a scenario is pinned; below the board, or, in a small
/// window, next to it in the place of another panel. A click on a figure, a part of the current step or a message of
/// the timeline shows its formula; a point of the curve leads to that step's timeline.
class ExplainController : public QObject {
    Q_OBJECT
public:
    struct Place {
        QMainWindow& window;
        const WindowActions& actions;
        ScenarioDocument& document;
        Board& board;
        SidePanels& sides;
        StageController& stage;
    };
    explicit ExplainController(const Place& place);

    /// Compares the document with A while a scenario is pinned.
    void follow(const Comparison& comparison);
    /// In a small window, shares the place of this dock while it is visible.
    void sharePlaceOf(QDockWidget& other);
    /// Updates its place after the other dock was shown or hidden. Hidden while a question is pending, because formulas
    /// with numbers would reveal the answer.
    void settle(bool question_waits);
    [[nodiscard]] ExplainPanel& panel() { return *m_panel; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void settle();
    enum class Side { under, beside, over_other };
    [[nodiscard]] Side wantedSide() const;
    void setShown(bool shown);
    void moveTo(Side side);
    void documentChanged();
    void stepDone(int step);
    void beginAnew();
    void refresh();
    void explain(const QString& id);

    Place m_place;
    ExplainPanel* m_panel;
    QDockWidget* m_dock;
    QDockWidget* m_other = nullptr;
    Side m_side = Side::under;
    bool m_in_sight = false;  ///< visible and not behind the other dock
    bool m_held_back = false; ///< shown again after the question
    SharedAnalysis m_last;    ///< currently shown
    SharedAnalysis m_former;  ///< shown before that
    SharedAnalysis m_before;  ///< before the latest undo step
    SharedAnalysis m_pinned;
    int m_step = 0; ///< of the undo stack
};

} // namespace kneepoint
