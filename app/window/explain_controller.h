// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <QObject>

#include <optional>

class QDockWidget;
class QMainWindow;

namespace kneepoint {

class Board;
class Comparison;
class ExplainPanel;
class ScenarioDocument;
class StageController;
struct WindowActions;

/// What changed, and why: after every edit, or against A where one is pinned. A click on a figure, on a part of the
/// present step or on a message of the timeline brings its formula; from a point of the curve to that step's timeline.
class ExplainController : public QObject {
    Q_OBJECT
public:
    ExplainController(QMainWindow& window, const WindowActions& actions, ScenarioDocument& document, Board& board,
        StageController& stage);

    /// Holds the document against A while a scenario is pinned.
    void follow(const Comparison& comparison);
    [[nodiscard]] ExplainPanel& panel() { return *m_panel; }

private:
    void documentChanged();
    void refresh();
    void explain(const QString& id);

    ScenarioDocument& m_document;
    Board& m_board;
    ExplainPanel* m_panel;
    QDockWidget* m_dock;
    Analysis m_last;                  ///< shown before the change under way
    std::optional<Analysis> m_before; ///< before the latest undo step
    std::optional<Analysis> m_pinned;
    int m_step = 0; ///< of the undo stack
};

} // namespace kneepoint
