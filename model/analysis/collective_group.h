// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/collective_operation.h"

#include <string>

namespace kneepoint {

/// Ranks that run a collective.
struct CollectiveGroup {
    CollectiveOperation operation = CollectiveOperation::all_reduce;
    double ranks = 2;
    double nodes = 0; ///< that the ranks are on; 0: as few as possible
    bool operator==(const CollectiveGroup&) const = default;
};
/// "All-reduce on 10 nodes", "All-gather on 8 GPUs".
[[nodiscard]] std::string groupLabel(const CollectiveGroup& group);

} // namespace kneepoint
