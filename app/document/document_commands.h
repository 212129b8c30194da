// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/scenario_document.h"
#include "model/scenario/boxed_scenario.h"

#include <QUndoCommand>

/// The undo steps of a document. They hold values, never widgets.
namespace kneepoint {

/// A change of the scenario.
class EditCommand : public QUndoCommand {
public:
    /// Edits of one knob in one session are one step: a drag, a row of key presses. Without a knob, a step of its own:
    /// a remedy, a click on the knee map.
    EditCommand(
        ScenarioDocument& document, const Scenario& after, const QString& name, const Parameter* knob, int session);
    /// What follows from the step before and belongs to it: a layout that was found a moment later.
    EditCommand(ScenarioDocument& document, const Scenario& after);

    void undo() override { m_document.apply(m_before); }
    void redo() override { m_document.apply(m_after); }
    [[nodiscard]] int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    ScenarioDocument& m_document;
    const Parameter* m_knob = nullptr;
    BoxedScenario m_before;
    BoxedScenario m_after;
    int m_session = 0;
    bool m_follows = false;
};

/// Another scenario takes the place of the open one.
class OpenCommand : public QUndoCommand {
public:
    OpenCommand(ScenarioDocument& document, DocumentState after);

    void undo() override { exchange(); }
    void redo() override { exchange(); }

private:
    void exchange();

    ScenarioDocument& m_document;
    DocumentState m_other; ///< the state that is not the document's at present
};

} // namespace kneepoint
