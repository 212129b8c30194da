// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include <chrono>
#include <utility>

namespace kneepoint {

/// Acts once after each start(), when nothing has started it again for this long. To follow edits, it is longer than
/// the pause between two steps of a drag.
class WhenIdle : public QTimer {
public:
    template <class Act> WhenIdle(std::chrono::milliseconds rest, Act act)
    {
        setSingleShot(true);
        setInterval(rest);
        callOnTimeout(std::move(act));
    }
    void startIf(bool wanted) { wanted ? start() : stop(); }
};

} // namespace kneepoint
