// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QMenu;
class QToolBar;

namespace kneepoint {

struct WindowActions;

/// Fills the menu bar; `presets` and `recent` fill themselves.
void fillMenuBar(QMainWindow& window, const WindowActions& actions, QMenu& presets, QMenu& recent);
/// Fills the toolbar, the preset menu first.
void fillToolBar(QToolBar& bar, const WindowActions& actions, QMenu& presets);

} // namespace kneepoint
