// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QEvent;

namespace kneepoint {

/// Handles the undo and redo keys of a text field. If the user is not typing in it, the keys go to the document.
[[nodiscard]] bool isUndoKey(QEvent& event);

} // namespace kneepoint
