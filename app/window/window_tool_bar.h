// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QToolBar>

class QLabel;
class QMenu;
class QToolButton;

namespace kneepoint {

class NameLabel;
struct WindowActions;

/// The toolbar: the pages, the scenario, files and undo, the kind of scaling, A, and the command search. In a narrow
/// window, names are shorter.
class WindowToolBar : public QToolBar {
    Q_OBJECT
public:
    WindowToolBar(const WindowActions& actions, QMenu& presets, QWidget* parent = nullptr);

    /// The open scenario, and whether it has been changed.
    void setScenario(const QString& title, bool changed);
    /// Names of the pinned options, A first; none: nothing is pinned. Muted if they do not apply to what is open.
    void setOptions(const QStringList& names, bool apply);
    /// What belongs to the board alone is hidden on other pages.
    void setOnBoard(bool on_board);

signals:
    /// Of the options after A.
    void optionOpened(std::size_t index);
    void optionPromoted(std::size_t index);
    void optionUnpinned(std::size_t index);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeReference(const WindowActions& actions);
    QToolButton* makeOption(std::size_t index);
    void fit();

    QToolButton* m_scenario;
    QLabel* m_scaling_label = nullptr;
    QWidget* m_scaling = nullptr;
    QToolButton* m_pin = nullptr;
    QWidget* m_reference = nullptr; ///< A, if there is one
    bool m_on_board = true;
    NameLabel* m_reference_name = nullptr;
    QStringList m_options;               ///< names
    QList<QToolButton*> m_other_options; ///< B, C, D
    QList<QToolButton*> m_of_one;        ///< for A alone
    QToolButton* m_search;
    QList<QWidget*> m_in_menus; ///< buttons of actions that the menus have too
};

} // namespace kneepoint
