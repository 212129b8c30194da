// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/measured.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace kneepoint {

double MeasuredTransfer::secondsAt(double bytes) const
{
    const auto next = std::ranges::lower_bound(points, bytes, {}, &TransferPoint::bytes);
    if (next == points.end() || (next == points.begin() && next->bytes > bytes))
        return 0;
    if (next->bytes == bytes)
        return next->measured_s;
    const TransferPoint& before = *std::prev(next);
    return std::lerp(before.measured_s, next->measured_s, (bytes - before.bytes) / (next->bytes - before.bytes));
}

} // namespace kneepoint
