// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_actions.h"

#include "widgets/text.h"
#include "widgets/theme/icons.h"

#include <QAction>
#include <QActionGroup>
#include <QUndoStack>
#include <QWidget>

namespace kneepoint {
namespace {

QActionGroup* grouped(QWidget& window, const QList<QAction*>& actions)
{
    auto* group = new QActionGroup(&window);
    for (QAction* action : actions) {
        action->setCheckable(true);
        group->addAction(action);
    }
    return group;
}

} // namespace

WindowActions::WindowActions(QWidget& window, QUndoStack& undo_stack)
{
    const auto add = [&](QAction* action, const char* icon, const QKeySequence& shortcut, const char* tip) {
        action->setObjectName(QString::fromLatin1(icon));
        if (*icon)
            action->setIcon(actionIcon(action->objectName()));
        action->setShortcut(shortcut);
        const QString key = shortcut.toString(QKeySequence::NativeText);
        action->setToolTip(plainToolTip(QStringLiteral("%1 (%2)").arg(translated(tip), key)));
        action->setStatusTip(translated(tip));
        window.addAction(action);
        m_all << action;
        return action;
    };
    const auto make = [&](const char* text, const char* icon, const QKeySequence& shortcut, const char* tip) {
        return add(new QAction(translated(text), &window), icon, shortcut, tip);
    };
    open = make("&Open…", "open", QKeySequence::Open, "Open a scenario file");
    import_files = make("&Import measurements…", "", Qt::CTRL | Qt::Key_I,
        "Import profiler traces, nccl-tests output, training logs, scaling tables, model configs or topologies");
    save = make("&Save", "save", QKeySequence::Save, "Save the scenario");
    save_as = make("Save &as…", "", Qt::CTRL | Qt::SHIFT | Qt::Key_S, "Save the scenario in another file");
    open_comparison =
        make("Open com&parison…", "", Qt::CTRL | Qt::ALT | Qt::Key_O, "Open pinned scenarios from a file");
    save_comparison =
        make("Save &comparison…", "", Qt::CTRL | Qt::ALT | Qt::Key_S, "Save the pinned scenarios in one file");
    export_chart =
        make("&Export chart…", "export", Qt::CTRL | Qt::Key_E, "Save the chart with the focus as a picture or data");
    export_board =
        make("Export &board…", "", Qt::CTRL | Qt::SHIFT | Qt::Key_E, "Save all charts as one picture or as data");
    report =
        make("Save &report…", "", Qt::CTRL | Qt::SHIFT | Qt::Key_R, "One page with charts, diagnosis and assumptions");
    handout = make("Save &interactive page…", "", Qt::CTRL | Qt::SHIFT | Qt::Key_I,
        "One HTML file with the engine in it, which anyone can move in a browser");
    quit = make("&Quit", "", Qt::CTRL | Qt::Key_Q, "Close the window; the session is kept");
    undo = add(undo_stack.createUndoAction(&window, translated("&Undo")), "undo", QKeySequence::Undo, "Undo");
    redo = add(
        undo_stack.createRedoAction(&window, translated("&Redo")), "redo", Qt::CTRL | Qt::SHIFT | Qt::Key_Z, "Redo");
    undo->setProperty("own_text", translated("Undo"));
    redo->setProperty("own_text", translated("Redo"));
    reset = make("Reset to &baseline", "", Qt::CTRL | Qt::Key_R, "Restore the scenario as it was opened or saved");
    copy_picture =
        make("&Copy chart", "copy", Qt::CTRL | Qt::SHIFT | Qt::Key_C, "Copy the chart with the focus as a picture");
    copy_data = make(
        "Copy chart &data", "", Qt::CTRL | Qt::SHIFT | Qt::Key_D, "Copy the data of the chart with the focus (CSV)");
    remedies = make("Go to the best &fix", "", Qt::CTRL | Qt::Key_D, "Focus the best fix; Enter applies it");
    auto_plan = make("&Auto plan", "", Qt::CTRL | Qt::Key_L,
        "After every change, use the simplest layout within 2 % of the fastest that fits");
    calibrate = make("Cali&brate", "", Qt::CTRL | Qt::Key_B, "Calibrate the prediction with your own runs");
    measure_next = make("What to &measure next", "", Qt::CTRL | Qt::SHIFT | Qt::Key_B,
        "The runs of your own that would narrow the intervals most");
    prices =
        make("P&rices", "", Qt::CTRL | Qt::ALT | Qt::Key_P, "Every price with its date and source; enter your own");
    strong_scaling = make("&Strong scaling", "", Qt::CTRL | Qt::Key_1, "The global batch is fixed");
    weak_scaling = make("&Weak scaling", "", Qt::CTRL | Qt::Key_2, "The batch per GPU is fixed");
    theme_system = make("&Follow the system", "", Qt::ALT | Qt::Key_1, "Light or dark, as the system is");
    theme_light = make("&Light", "", Qt::ALT | Qt::Key_2, "Light theme");
    theme_dark = make("&Dark", "", Qt::ALT | Qt::Key_3, "Dark theme");
    next_theme = make("&Switch light and dark", "theme", Qt::CTRL | Qt::Key_T, "Switch between light and dark");
    reset_zoom = make("Reset &zoom", "reset-zoom", Qt::CTRL | Qt::Key_0, "Show the whole range in every chart");
    search = make("S&earch parameters", "search", QKeySequence::Find, "Find a parameter by name, id or help");
    command_search =
        make("Comma&nd search", "", Qt::CTRL | Qt::Key_K, "Find and run any action, parameter or scenario");
    pin =
        make("&Pin as an option", "pin", Qt::CTRL | Qt::Key_P, "Pin the scenario as A, B, C or D and compare with it");
    swap = make("&Swap with A", "", Qt::CTRL | Qt::SHIFT | Qt::Key_X, "Open A and pin the current scenario");
    unpin = make("&Unpin A", "", Qt::CTRL | Qt::SHIFT | Qt::Key_P, "Stop comparing");
    compare = make("&Table of options", "", Qt::CTRL | Qt::SHIFT | Qt::Key_T, "All pinned scenarios side by side");
    equal_money = make("Same &money as A", "", Qt::CTRL | Qt::ALT | Qt::Key_M,
        "As many GPUs as cost the same per hour as A's, or as the scenario as it was opened");
    equal_power = make("Same po&wer as A", "", Qt::CTRL | Qt::ALT | Qt::Key_W,
        "As many GPUs as draw the same power as A's, or as the scenario as it was opened");
    equal_time = make("Same t&ime as A", "", Qt::CTRL | Qt::ALT | Qt::Key_T,
        "The fewest GPUs that train as fast as A, or as the scenario as it was opened");
    board = make("&Board", "", Qt::Key_F2, "The charts, the controls and the bottlenecks");
    plan = make("P&lan", "", Qt::Key_F4, "Which GPUs, how many and on which network, within time and budget limits");
    layouts = make("&Layouts", "", Qt::Key_F6, "All layouts of the job as a map and a table");
    learn = make("&Learn", "", Qt::Key_F12, "Lessons, quizzes and textbook problems");
    validation =
        make("&Validation", "", Qt::Key_F7, "Measured runs beside their predictions: how far to trust the model");
    controls = make("&Controls", "", Qt::Key_F9, "Show or hide the controls");
    diagnosis = make("Ri&ght panel", "", Qt::Key_F8, "Show or hide bottlenecks, changes and evidence");
    explain = make("&What changed, and why", "", Qt::Key_F3, "Term by term, and the formulas with the numbers in them");
    reach = make("When does it &reach", "", Qt::CTRL | Qt::Key_G,
        "Which single change reaches a knee, a step time or the memory");
    fill_board = make("&Fill the board with one chart", "", Qt::CTRL | Qt::Key_F6,
        "The chart with the focus or under the pointer; again: all");
    present = make(
        "&Presentation", "present", Qt::Key_F5, "One chart for a projector; keys 1 to 9 change it; Escape leaves it");
    full_screen = make("Full &screen", "", Qt::Key_F11, "Fill the screen");
    back =
        make("&Back", "", Qt::Key_Escape, "Close what is open, leave what fills the window, or go back to the board");
    whats_this = make("&What's this?", "help", Qt::SHIFT | Qt::Key_F1, "Click anything to see what it is");
    tour = make("Show me a&round", "", Qt::ALT | Qt::Key_F1, "A short tour through the window");
    start_page = make("&Start page", "", Qt::ALT | Qt::SHIFT | Qt::Key_F1, "Learn, plan, or just explore");
    documentation = make(
        "&Documentation", "", Qt::CTRL | Qt::SHIFT | Qt::Key_F1, "Tutorials, references and physics, in a browser");
    shortcuts = make("&Keyboard shortcuts", "", Qt::Key_F1, "All shortcuts");
    about = make("&About Kneepoint", "", Qt::CTRL | Qt::Key_F1, "Version and license");
    auto_plan->setCheckable(true);
    controls->setCheckable(true);
    controls->setChecked(true);
    diagnosis->setCheckable(true);
    diagnosis->setChecked(true);
    explain->setCheckable(true);
    reach->setCheckable(true);
    present->setCheckable(true);
    full_screen->setCheckable(true);
    themes = grouped(window, {theme_system, theme_light, theme_dark});
    scalings = grouped(window, {strong_scaling, weak_scaling});
    pages = grouped(window, {board, plan, learn});
    board->setChecked(true);
}

QList<QAction*> WindowActions::aboutScenario() const
{
    QList<QAction*> actions = m_all;
    for (QAction* other : {open, quit, theme_system, theme_light, theme_dark, next_theme, present, full_screen, back,
             board, learn, whats_this, documentation, shortcuts, about, start_page})
        actions.removeAll(other);
    return actions;
}

} // namespace kneepoint
