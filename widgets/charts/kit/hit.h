// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <functional>

namespace kneepoint {

/// What is under the pointer, and what it does there: one answer for hovering, clicking and dragging, so that the
/// cursor never promises something else than the button does.
struct Hit {
    int part = -1;      ///< see Hover
    double workers = 0; ///< the K there, for the linked cursors; 0 without one
    Qt::CursorShape cursor = Qt::ArrowCursor;
    std::function<void()> click = {};
    /// Of a handle; without one, the button pans the plot. `finished` when it is released.
    std::function<void(const QPointF& to, bool finished)> drag = {};
};

} // namespace kneepoint
