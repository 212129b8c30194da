// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

/// The 90 % interval of a measured figure.
struct Interval {
    double low = 0;
    double high = 0; ///< infinite if it may not be reached
};

} // namespace kneepoint
