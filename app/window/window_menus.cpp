// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_menus.h"

#include "app/window/window_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

namespace kneepoint {
namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("WindowMenus", text);
}

void addSpace(QToolBar& bar)
{
    auto* space = new QWidget;
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar.addWidget(space);
}

void addTextButton(QToolBar& bar, QAction* action, const QString& text)
{
    bar.addAction(action);
    auto* button = static_cast<QToolButton*>(bar.widgetForAction(action));
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    action->setIconText(text);
}

} // namespace

void fillMenuBar(QMainWindow& window, const WindowActions& actions, QMenu& presets, QMenu& recent)
{
    QMenu* file = window.menuBar()->addMenu(translated("&File"));
    file->addMenu(&presets);
    file->addAction(actions.open);
    file->addMenu(&recent);
    file->addSeparator();
    file->addActions({actions.save, actions.save_as});
    file->addSeparator();
    file->addActions({actions.open_comparison, actions.save_comparison});
    file->addSeparator();
    file->addActions({actions.export_chart, actions.export_board, actions.report});
    file->addSeparator();
    file->addAction(actions.quit);

    QMenu* edit = window.menuBar()->addMenu(translated("&Edit"));
    edit->addActions({actions.undo, actions.redo});
    edit->addSeparator();
    edit->addActions({actions.copy_picture, actions.copy_data});
    edit->addSeparator();
    edit->addActions({actions.reset, actions.remedies, actions.search, actions.command_search});
    edit->addSeparator();
    edit->addActions({actions.calibrate, actions.auto_plan, actions.strong_scaling, actions.weak_scaling});

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
    view->addActions({actions.layouts, actions.plan, actions.validation});
    view->addActions({actions.controls, actions.diagnosis, actions.explain, actions.fill_board, actions.present,
        actions.full_screen, actions.back});

    QMenu* help = window.menuBar()->addMenu(translated("&Help"));
    help->addActions({actions.whats_this, actions.start_page, actions.tour, actions.documentation, actions.shortcuts,
        actions.about});
}

void fillToolBar(QToolBar& bar, const WindowActions& actions, QMenu& presets)
{
    auto* preset_button = new QToolButton;
    preset_button->setDefaultAction(presets.menuAction());
    preset_button->setPopupMode(QToolButton::InstantPopup);
    preset_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    preset_button->setAccessibleName(translated("Presets"));
    bar.addWidget(preset_button);
    bar.addActions({actions.open, actions.save});
    bar.addSeparator();
    bar.addActions({actions.undo, actions.redo});
    bar.addSeparator();
    auto* scaling = new QLabel(translated("Scaling"));
    scaling->setContentsMargins(8, 0, 4, 0);
    bar.addWidget(scaling);
    addTextButton(bar, actions.strong_scaling, translated("Strong"));
    addTextButton(bar, actions.weak_scaling, translated("Weak"));
    bar.addSeparator();
    addTextButton(bar, actions.pin, translated("Pin A"));
    addTextButton(bar, actions.swap, translated("Swap"));
    addTextButton(bar, actions.unpin, translated("Unpin"));
    addSpace(bar);
    addTextButton(bar, actions.command_search, translated("Search (Ctrl+K)"));
    bar.addActions({actions.reset_zoom, actions.next_theme, actions.present, actions.whats_this});
}

} // namespace kneepoint
