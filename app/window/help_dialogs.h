// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace kneepoint {

class MessageBar;
struct WindowActions;

/// A page of all keys, with a search.
[[nodiscard]] QWidget* makeShortcutsPage(const WindowActions& actions);
/// Non-modal, closed by Escape.
void showAbout(QWidget& parent);

/// Opens the site that is installed with the program, from its files, in the browser; says so if it is not installed.
void openDocumentation(MessageBar& messages);

} // namespace kneepoint
