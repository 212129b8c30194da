// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_menus.h"

#include "app/window/window_actions.h"
#include "widgets/text.h"

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace kneepoint {
void fillMenuBar(QMainWindow& window, const WindowActions& actions, QMenu& presets, QMenu& recent, QMenu& charts)
{
    QMenu* file = window.menuBar()->addMenu(translated("&File"));
    file->addMenu(&presets);
    file->addAction(actions.open);
    file->addMenu(&recent);
    file->addAction(actions.import_files);
    file->addSeparator();
    file->addActions({actions.save, actions.save_as});
    file->addSeparator();
    file->addActions({actions.open_comparison, actions.save_comparison});
    file->addSeparator();
    file->addActions({actions.export_chart, actions.export_board, actions.report, actions.handout});
    file->addSeparator();
    file->addAction(actions.quit);

    QMenu* edit = window.menuBar()->addMenu(translated("&Edit"));
    edit->addActions({actions.undo, actions.redo});
    edit->addSeparator();
    edit->addActions({actions.copy_picture, actions.copy_data});
    edit->addSeparator();
    edit->addActions({actions.reset, actions.remedies, actions.search, actions.command_search});
    edit->addSeparator();
    edit->addActions({actions.calibrate, actions.measure_next, actions.prices, actions.auto_plan,
        actions.strong_scaling, actions.weak_scaling});

    QMenu* compare = window.menuBar()->addMenu(translated("&Compare"));
    compare->addActions({actions.pin, actions.swap, actions.unpin});
    compare->addSeparator();
    compare->addActions({actions.equal_money, actions.equal_power, actions.equal_time});
    compare->addSeparator();
    compare->addAction(actions.compare);

    QMenu* view = window.menuBar()->addMenu(translated("&View"));
    view->addAction(actions.reset_zoom);
    view->addSeparator();
    QMenu* themes = view->addMenu(translated("&Theme"));
    themes->addActions(actions.themes->actions());
    themes->addSeparator();
    themes->addAction(actions.next_theme);
    view->addActions({actions.board, actions.plan, actions.layouts, actions.learn});
    view->addSeparator();
    view->addMenu(&charts);
    view->addAction(actions.validation);
    view->addSeparator();
    view->addActions({actions.controls, actions.diagnosis, actions.explain, actions.reach, actions.fill_board,
        actions.present, actions.full_screen, actions.back});

    QMenu* help = window.menuBar()->addMenu(translated("&Help"));
    help->addActions({actions.whats_this, actions.start_page, actions.tour, actions.documentation, actions.shortcuts,
        actions.about});
}

} // namespace kneepoint
