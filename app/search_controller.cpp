// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search_controller.h"

#include "app/command_search.h"
#include "app/main_window.h"
#include "app/window_actions.h"
#include "widgets/controls/control_panel.h"

#include <QAction>

namespace kneepoint {

SearchController::SearchController(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
    connect(window.actions().command_search, &QAction::triggered, this, &SearchController::open);
}

void SearchController::open()
{
    auto* field = new CommandSearch(m_window.actions().all(), m_window.document().scenario(), &m_window);
    connect(field, &CommandSearch::chosen, this, &SearchController::run);
    field->show();
}

void SearchController::run(const Command& command)
{
    if (command.action) {
        command.action->trigger();
    } else if (command.preset) {
        m_window.document().open(*command.preset);
    } else if (command.value) {
        m_window.document().editOnce(*command.parameter, *command.value);
    } else {
        m_window.actions().controls->setChecked(true);
        m_window.controls().focusControl(*command.parameter);
    }
}

} // namespace kneepoint
