// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractButton;
class QEvent;
class QKeyEvent;

namespace kneepoint {

/// Handles the undo and redo keys of a text field. If the user is not typing in it, the keys go to the document.
[[nodiscard]] bool isUndoKey(QEvent& event);

/// How many slider positions a key moves a slider; 0 for keys that move nothing. Home and End move by all `steps`.
[[nodiscard]] int stepsOfKey(const QKeyEvent& key, int page, int steps);
/// The same for a number box, whose cursor needs left, right, home and end for itself.
[[nodiscard]] int stepsOfKeyInText(const QKeyEvent& key, int page);

/// Makes the shortcut of a button click it at once. Qt shows the button pressed for 100 ms first, and keys that are
/// typed meanwhile overtake the click: "1, Enter" would lock an answer that is not chosen yet.
void clickAtOnce(QAbstractButton& button);

} // namespace kneepoint
