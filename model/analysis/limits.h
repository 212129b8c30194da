// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <optional>
#include <string>
#include <vector>

/// Which scales of a job finish by the deadline and within the budget of its assumptions.
namespace kneepoint {

/// Whether a run meets each limit; nothing if there is no limit.
struct LimitsMet {
    std::optional<bool> deadline;
    std::optional<bool> budget;
    [[nodiscard]] bool all() const { return deadline.value_or(true) && budget.value_or(true); }
};
[[nodiscard]] LimitsMet limitsMet(const Assumptions& limits, const Training& run);

/// A range of whole worker counts, both ends included.
struct WorkerRange {
    double from = 1;
    double to = 1;
};
/// The ranges of worker counts that meet all limits, in ascending order; edges are located between the points of the
/// curve, so a range narrower than the distance between two points may be missed. Empty without limits.
[[nodiscard]] std::vector<WorkerRange> workersWithinLimits(const Analysis& a);

/// "K = 12 … 40 meet the deadline of 14 days and the budget of $ 2 M", or that none does; empty without limits.
[[nodiscard]] std::string limitsText(const Analysis& a);

} // namespace kneepoint
