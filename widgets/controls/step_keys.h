// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QKeyEvent;

namespace kneepoint {

/// How many slider positions a key moves a slider; 0 for keys that move nothing. Home and End move by all `steps`.
[[nodiscard]] int stepsOfKey(const QKeyEvent& key, int page, int steps);
/// The same for a number box, whose cursor needs left, right, home and end for itself.
[[nodiscard]] int stepsOfKeyInText(const QKeyEvent& key, int page);

} // namespace kneepoint
