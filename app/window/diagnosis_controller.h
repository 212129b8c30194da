// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/diagnosis/cause_change.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace kneepoint {

class Board;
class Comparison;
class DiagnosisPanel;
class ScenarioDocument;
struct Remedy;

/// Lets the panel diagnose the document once it rests, so that charts never wait for it; shows on the board what a
/// remedy would do and applies the one that is accepted.
class DiagnosisController : public QObject {
    Q_OBJECT
public:
    DiagnosisController(ScenarioDocument& document, DiagnosisPanel& panel, Board& board);

    /// Holds the causes of A against those of the document whenever a scenario is pinned.
    void follow(const Comparison& comparison);
    /// Diagnoses now instead of soon.
    void diagnoseNow();

private:
    void restartRest();
    void preview(const Remedy* remedy);
    void accept(const Remedy& remedy);

    ScenarioDocument& m_document;
    DiagnosisPanel& m_panel;
    Board& m_board;
    std::optional<Diagnosed> m_reference;
    QTimer m_rest;
};

} // namespace kneepoint
