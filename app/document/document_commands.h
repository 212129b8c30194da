// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/scenario_document.h"

#include <QUndoCommand>

/// The undo steps of a document. They hold values, never widgets.
namespace kneepoint {

/// Edits of one parameter in one session: a drag, a row of key presses.
class EditCommand : public QUndoCommand {
public:
    EditCommand(ScenarioDocument& document, const Parameter& p, const Scenario& after, int session);

    void undo() override { m_document.apply(m_before); }
    void redo() override { m_document.apply(m_after); }
    [[nodiscard]] int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    ScenarioDocument& m_document;
    const Parameter& m_parameter;
    Scenario m_before;
    Scenario m_after;
    int m_session;
};

/// Several knobs at once: a remedy, a click on the knee map.
class SetCommand : public QUndoCommand {
public:
    SetCommand(ScenarioDocument& document, const Scenario& after, const QString& name);

    void undo() override { m_document.apply(m_before); }
    void redo() override { m_document.apply(m_after); }

private:
    ScenarioDocument& m_document;
    Scenario m_before;
    Scenario m_after;
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
