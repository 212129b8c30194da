// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QAction;
class QActionGroup;
class QUndoStack;
class QWidget;

namespace kneepoint {

/// All actions of the window, each with a shortcut. Menus, the toolbar and the list of shortcuts are generated from it;
/// the main window connects it.
struct WindowActions {
    WindowActions(QWidget& window, QUndoStack& undo_stack);

    QAction* open;
    QAction* import_files;
    QAction* save;
    QAction* save_as;
    QAction* open_comparison;
    QAction* save_comparison;
    QAction* export_chart;
    QAction* export_board;
    QAction* report;
    QAction* handout;
    QAction* quit;
    QAction* undo;
    QAction* redo;
    QAction* reset;
    QAction* copy_picture;
    QAction* copy_data;
    QAction* remedies;
    QAction* auto_plan;
    QAction* calibrate;
    QAction* prices;
    QAction* measure_next;
    QAction* strong_scaling;
    QAction* weak_scaling;
    QAction* theme_system;
    QAction* theme_light;
    QAction* theme_dark;
    QAction* next_theme;
    QAction* reset_zoom;
    QAction* search;
    QAction* command_search;
    QAction* pin;
    QAction* swap;
    QAction* unpin;
    QAction* compare;
    QAction* equal_money;
    QAction* equal_power;
    QAction* equal_time;
    QAction* board;
    QAction* plan;
    QAction* layouts;
    QAction* learn;
    QAction* validation;
    QAction* controls;
    QAction* diagnosis;
    QAction* fill_board;
    QAction* explain;
    QAction* reach;
    QAction* present;
    QAction* full_screen;
    QAction* back;
    QAction* whats_this;
    QAction* tour;
    QAction* start_page;
    QAction* documentation;
    QAction* shortcuts;
    QAction* about;
    QActionGroup* themes;
    QActionGroup* scalings;
    QActionGroup* pages; ///< board, plan and learn

    /// In menu order.
    [[nodiscard]] const QList<QAction*>& all() const { return m_all; }
    /// All but those that have nothing to do with the scenario, such as the theme and help.
    [[nodiscard]] QList<QAction*> aboutScenario() const;

private:
    QList<QAction*> m_all;
};

} // namespace kneepoint
