// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/search_controller.h"

#include "app/document/scenario_document.h"
#include "app/window/command_search.h"
#include "app/window/window_actions.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/board.h"

#include <QAction>
#include <QMenu>
#include <QWidget>

namespace kneepoint {

SearchController::SearchController(
    QWidget& window, const WindowActions& actions, ScenarioDocument& document, ControlPanel& controls, Board& board)
    : QObject(&window)
    , m_window(window)
    , m_actions(actions)
    , m_document(document)
    , m_controls(controls)
    , m_board(board)
{
    connect(actions.command_search, &QAction::triggered, this, &SearchController::open);
}

void SearchController::open()
{
    auto* charts = new QObject(this);
    QList<QAction*> actions = m_actions.all() + m_board.actionsFor(charts);
    if (m_menu && m_menu->isEnabled()) {
        emit m_menu->aboutToShow(); // filled when first shown
        for (QAction* action : m_menu->actions())
            if (!action->isSeparator())
                actions << action;
    }
    auto* field = new CommandSearch(actions, m_document.scenario(), &m_window);
    connect(field, &QObject::destroyed, charts, &QObject::deleteLater);
    connect(field, &CommandSearch::chosen, this, &SearchController::run);
    field->show();
}

void SearchController::run(const Command& command)
{
    if (command.action) {
        command.action->trigger();
    } else if (command.preset) {
        m_document.open(*command.preset);
    } else if (command.value) {
        m_document.editOnce(*command.parameter, *command.value);
    } else {
        m_actions.controls->setChecked(true);
        m_controls.focusControl(*command.parameter);
    }
}

} // namespace kneepoint
