// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <optional>

namespace kneepoint {

/// Where the knee would be with links that are slower or faster by a tenth.
struct KneeRange {
    double low = 0, high = 0; ///< worker counts; `high` is infinite if there is no knee on the curve
};

/// Nothing where the knee moves by at most a factor of two: then its number says enough. The layout stays the same.
[[nodiscard]] std::optional<KneeRange> kneeRange(const Analysis& a);

} // namespace kneepoint
