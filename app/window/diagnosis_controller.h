// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/diagnosis/cause_change.h"
#include "widgets/when_idle.h"

#include <QObject>

#include <optional>

namespace kneepoint {

class Board;
class Comparison;
class DiagnosisPanel;
class ScenarioDocument;
struct Remedy;

/// Runs the diagnosis when the document is idle, so that charts never wait for it; previews remedies on the board and
/// applies the accepted one.
class DiagnosisController : public QObject {
    Q_OBJECT
public:
    DiagnosisController(ScenarioDocument& document, DiagnosisPanel& panel, Board& board);

    /// Compares the causes with those of A while a scenario is pinned.
    void follow(const Comparison& comparison);
    /// Runs the diagnosis immediately.
    void diagnoseNow();

private:
    void restartRest();
    void preview(const Remedy* remedy);
    void accept(const Remedy& remedy);

    ScenarioDocument& m_document;
    DiagnosisPanel& m_panel;
    Board& m_board;
    std::optional<Diagnosed> m_reference;
    bool m_previewing = false; ///< another panel's preview is not ended here
    WhenIdle m_rest;
};

} // namespace kneepoint
