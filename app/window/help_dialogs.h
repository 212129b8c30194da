// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace kneepoint {

struct WindowActions;

/// Both are non-modal and closed by Escape.
void showShortcuts(QWidget& parent, const WindowActions& actions);
void showAbout(QWidget& parent);

} // namespace kneepoint
