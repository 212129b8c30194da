// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/session_keeper.h"
#include "tests/support/patience.h"

namespace kneepoint::test {

/// Sessions as on a machine that is always quick: it is waited for as long as it takes, and edits are saved at once.
inline constexpr SessionPatience patient{.first_picture = std::chrono::milliseconds(patience_ms),
    .closing = std::chrono::milliseconds(patience_ms),
    .last = std::chrono::milliseconds(patience_ms),
    .unsaved = {}};

/// The first picture does not wait for the session.
inline constexpr SessionPatience late_session = [] {
    SessionPatience p = patient;
    p.first_picture = {};
    return p;
}();

/// Closing does not wait for the disk.
inline constexpr SessionPatience late_closing = [] {
    SessionPatience p = patient;
    p.closing = {};
    return p;
}();

} // namespace kneepoint::test
