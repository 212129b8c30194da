// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_commands.h"

#include "widgets/text.h"

#include <QCoreApplication>

#include <utility>

namespace kneepoint {

EditCommand::EditCommand(
    ScenarioDocument& document, const Scenario& after, const QString& name, const Parameter* knob, int session)
    : m_document(document)
    , m_knob(knob)
    , m_before(document.scenario())
    , m_after(after)
    , m_session(session)
{
    setText(name);
}

EditCommand::EditCommand(ScenarioDocument& document, const Scenario& after)
    : m_document(document)
    , m_before(document.scenario())
    , m_after(after)
    , m_follows(true)
{
    setText(QCoreApplication::translate("EditCommand", "Auto plan"));
}

const Scenario* EditCommand::beforeDrag(const QUndoStack& stack, const Parameter& knob, int session)
{
    const auto* last = stack.index() > 0 ? dynamic_cast<const EditCommand*>(stack.command(stack.index() - 1)) : nullptr;
    return last && last->m_knob == &knob && last->m_session == session ? &last->m_before : nullptr;
}

bool EditCommand::mergeWith(const QUndoCommand* other)
{
    const auto& next = static_cast<const EditCommand&>(*other);
    const bool same_drag = m_knob && next.m_knob == m_knob && next.m_session == m_session;
    if (!same_drag && !next.m_follows)
        return false;
    m_after = next.m_after;
    setObsolete(isIdentical(m_after, m_before));
    return true;
}

EvidenceCommand::EvidenceCommand(
    ScenarioDocument& document, std::vector<KeptEvidence> after, const Scenario& next, const QString& name)
    : m_document(document)
    , m_evidence(std::move(after))
    , m_scenario(next)
{
    setText(name);
}

void EvidenceCommand::exchange()
{
    std::swap(m_evidence, m_document.m_state.file.evidence);
    const Scenario present = m_document.scenario();
    m_document.apply(std::exchange(m_scenario, present));
}

OpenCommand::OpenCommand(ScenarioDocument& document, DocumentState after)
    : m_document(document)
    , m_other(std::move(after))
{
    setText(QCoreApplication::translate("OpenCommand", "Open %1").arg(toQString(m_other.file.title)));
}

void OpenCommand::exchange()
{
    DocumentState present = m_document.state();
    m_document.apply(std::exchange(m_other, std::move(present)));
}

} // namespace kneepoint
