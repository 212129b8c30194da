// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractButton;

namespace kneepoint {

/// Makes the shortcut of a button click it at once. Qt shows the button pressed for 100 ms first, and keys that are
/// typed meanwhile overtake the click: "1, Enter" would lock an answer that is not chosen yet.
void clickAtOnce(QAbstractButton& button);

} // namespace kneepoint
