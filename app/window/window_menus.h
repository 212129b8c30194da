// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QMenu;

namespace kneepoint {

struct WindowActions;

/// Fills the menu bar; `presets`, `recent` and `charts` fill themselves.
void fillMenuBar(QMainWindow& window, const WindowActions& actions, QMenu& presets, QMenu& recent, QMenu& charts);

} // namespace kneepoint
