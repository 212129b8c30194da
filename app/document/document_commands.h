// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/scenario_document.h"
#include "model/scenario/scenario.h"

#include <QUndoCommand>

#include <vector>

/// The undo steps of a document. They contain values, never widgets.
namespace kneepoint {

/// A change of the scenario.
class EditCommand : public QUndoCommand {
public:
    /// Consecutive edits of one parameter are one step: a drag, a series of key presses. Edits without a parameter are
    /// separate steps: a remedy, a click on the knee map.
    EditCommand(
        ScenarioDocument& document, const Scenario& after, const QString& name, const Parameter* knob, int session);
    /// An edit that is part of the previous step: a layout found a moment later.
    EditCommand(ScenarioDocument& document, const Scenario& after);

    void undo() override { m_document.apply(m_before); }
    void redo() override { m_document.apply(m_after); }
    [[nodiscard]] int id() const override { return 1; }
    /// The scenario before the edits of this parameter in this session, if they are the last step of the stack.
    [[nodiscard]] static const Scenario* beforeDrag(const QUndoStack& stack, const Parameter& knob, int session);
    bool mergeWith(const QUndoCommand* other) override;

private:
    ScenarioDocument& m_document;
    const Parameter* m_knob = nullptr;
    Scenario m_before;
    Scenario m_after;
    int m_session = 0;
    bool m_follows = false;
};

/// A change of the evidence, and of the scenario with it.
class EvidenceCommand : public QUndoCommand {
public:
    EvidenceCommand(
        ScenarioDocument& document, std::vector<KeptEvidence> after, const Scenario& next, const QString& name);

    void undo() override { exchange(); }
    void redo() override { exchange(); }

private:
    void exchange();

    ScenarioDocument& m_document;
    std::vector<KeptEvidence> m_evidence; ///< that is currently not the document's
    Scenario m_scenario;                  ///< the same
};

/// Replaces the open scenario with another one.
class OpenCommand : public QUndoCommand {
public:
    OpenCommand(ScenarioDocument& document, DocumentState after);

    void undo() override { exchange(); }
    void redo() override { exchange(); }

private:
    void exchange();

    ScenarioDocument& m_document;
    DocumentState m_other; ///< the state that is currently not the document's
};

} // namespace kneepoint
