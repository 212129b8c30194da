// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace kneepoint {

struct WindowActions;

/// Both are closed by Escape and do not hold up the window.
void showShortcuts(QWidget& parent, const WindowActions& actions);
void showAbout(QWidget& parent);

} // namespace kneepoint
