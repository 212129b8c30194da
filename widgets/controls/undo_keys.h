// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QEvent;

namespace kneepoint {

/// A text field asks for the keys of undo or redo. One in which nobody is typing leaves them to the document.
[[nodiscard]] bool isUndoKey(QEvent& event);

} // namespace kneepoint
