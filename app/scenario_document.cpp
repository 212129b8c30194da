// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scenario_document.h"

#include "app/document_commands.h"
#include "widgets/text.h"

#include <QFileInfo>
#include <QSaveFile>

#include <utility>

namespace kneepoint {

ScenarioDocument::ScenarioDocument(ScenarioFile file, QObject* parent)
    : QObject(parent)
{
    m_state.baseline = file.scenario;
    m_state.file = std::move(file);
    m_analysis = analyse(scenario());
}

QString ScenarioDocument::title() const
{
    if (!m_state.path.isEmpty())
        return QFileInfo(m_state.path).completeBaseName();
    return m_state.file.title.empty() ? tr("Untitled") : toQString(m_state.file.title);
}

void ScenarioDocument::edit(const Parameter& p, double value)
{
    if (!checkValue(p, value))
        return;
    Scenario next = scenario();
    p.edit(next, value);
    if (next != scenario())
        m_undo_stack.push(new EditCommand(*this, p, next, m_edit_session));
}

void ScenarioDocument::editOnce(const Parameter& p, double value)
{
    finishEdit();
    edit(p, value);
    finishEdit();
}

void ScenarioDocument::applyEdit(const Edit& edit, const QString& name)
{
    finishEdit();
    if (isOutOfRange(edit))
        return;
    const Scenario next = applied(scenario(), edit);
    if (next != scenario())
        m_undo_stack.push(new SetCommand(*this, next, name));
}

void ScenarioDocument::open(ScenarioFile file, const QString& path)
{
    finishEdit();
    const Scenario baseline = file.scenario;
    m_undo_stack.push(new OpenCommand(*this, {std::move(file), path, baseline}));
}

Result<void> ScenarioDocument::load(const QString& path)
{
    Result<ScenarioFile> file = loadScenario(path.toStdString());
    if (!file)
        return tl::unexpected(file.error());
    open(std::move(*file), path);
    return {};
}

Result<void> ScenarioDocument::save(const QString& path)
{
    const std::string json = writeScenario(m_state.file);
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly)
        && file.write(json.data(), static_cast<qint64>(json.size())) == static_cast<qint64>(json.size())
        && file.commit();
    if (!written)
        return failure(tr("%1 could not be saved: %2").arg(path, file.errorString()).toStdString());
    finishEdit();
    m_state.path = path;
    m_state.baseline = scenario();
    emit changed();
    return {};
}

void ScenarioDocument::restore(DocumentState state)
{
    m_undo_stack.clear();
    apply(std::move(state));
}

void ScenarioDocument::apply(const Scenario& scenario)
{
    m_state.file.scenario = scenario;
    refresh();
}

void ScenarioDocument::apply(DocumentState state)
{
    m_state = std::move(state);
    refresh();
}

void ScenarioDocument::refresh()
{
    m_analysis = analyse(scenario());
    emit changed();
}

} // namespace kneepoint
