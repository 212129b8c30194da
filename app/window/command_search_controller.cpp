// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_search_controller.h"

#include "app/document/scenario_document.h"
#include "app/window/command_preview.h"
#include "app/window/command_search.h"
#include "app/window/window_actions.h"
#include "model/exploration/reach_words.h"
#include "model/results/metric.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/board.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QAction>
#include <QMenu>
#include <QWidget>

#include <optional>

namespace kneepoint {
namespace {

/// The first single choice, in the order of the catalogue, that gives an idle knob an effect.
std::optional<Setting> awakening(const Parameter& idle, const Scenario& scenario)
{
    for (const Parameter& p : catalogue()) {
        if (!p.choices || &p == &idle)
            continue;
        for (std::size_t i = 0; i < p.choices().size(); ++i) {
            Scenario changed = scenario;
            p.assign(changed, static_cast<double>(i));
            if (idle.idle(changed).empty())
                return Setting{&p, static_cast<double>(i)};
        }
    }
    return std::nullopt;
}

} // namespace

CommandSearchController::CommandSearchController(QWidget& window, const WindowActions& actions,
    ScenarioDocument& document, ControlPanel& controls, Board& board, MessageBar& messages)
    : QObject(&window)
    , m_window(window)
    , m_actions(actions)
    , m_document(document)
    , m_controls(controls)
    , m_board(board)
    , m_messages(messages)
{
    connect(actions.command_search, &QAction::triggered, this, &CommandSearchController::open);
}

void CommandSearchController::open()
{
    auto* charts = new QObject(this);
    QList<QAction*> actions = m_actions.all() + m_board.actionsFor(charts);
    if (m_menu && m_menu->isEnabled()) {
        emit m_menu->aboutToShow(); // filled when first shown
        for (QAction* action : m_menu->actions())
            if (!action->isSeparator())
                actions << action;
    }
    auto* field = new CommandSearch(actions, m_document.sharedAnalysis(), &m_window);
    connect(field, &QObject::destroyed, charts, &QObject::deleteLater);
    connect(field, &CommandSearch::chosen, this, &CommandSearchController::run);
    field->show();
}

void CommandSearchController::run(const Command& command)
{
    if (command.action) {
        command.action->trigger();
    } else if (command.preset) {
        m_document.open(*command.preset);
    } else if (command.value) {
        m_document.editOnce(*command.parameter, *command.value);
        sayIfIdle(*command.parameter);
        if (const QString left_out = leftOutText(*command.parameter); !left_out.isEmpty())
            m_messages.say(tr("%1: %2.").arg(toQString(command.parameter->label), left_out), MessageBar::Tone::notice);
    } else if (!command.reach.empty()) {
        if (const Result<ReachTarget> target = parseTarget(command.reach))
            emit reachWanted(*target);
    } else if (!command.edit.empty()) {
        m_document.applyEdit(command.edit, command.answer.isEmpty() ? command.label : tr("What was asked"));
        if (!command.answer.isEmpty())
            m_messages.say(command.label, MessageBar::Tone::notice);
    } else if (command.said || !command.answer.isEmpty()) {
        m_messages.say(command.label, MessageBar::Tone::notice);
        if (findMetric(command.answer.toStdString()))
            emit m_board.explained(command.answer);
    } else {
        m_actions.controls->setChecked(true);
        m_controls.focusControl(*command.parameter);
        if (command.refused)
            m_messages.say(command.label);
    }
}

/// A value that changes nothing says why.
void CommandSearchController::sayIfIdle(const Parameter& p)
{
    const std::string_view reason = p.idle ? p.idle(m_document.scenario()) : std::string_view();
    if (reason.empty())
        return;
    MessageBar::Action mend;
    if (const auto awake = awakening(p, m_document.scenario()))
        mend = {
            tr("%1: %2").arg(toQString(awake->parameter->label), toQString(valueText(*awake->parameter, awake->value))),
            [this, awake] { m_document.editOnce(*awake->parameter, awake->value); }};
    m_messages.say(
        tr("%1 has no effect: %2.").arg(toQString(p.label), toQString(reason)), MessageBar::Tone::notice, mend);
}

} // namespace kneepoint
