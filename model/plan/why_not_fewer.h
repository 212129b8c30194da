// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/planning.h"

#include <string>

namespace kneepoint {

/// Why the recommendation is not the next smaller cluster of the same GPUs: the limit that the smaller one breaks, or
/// what it would cost in time or money; empty without a recommendation.
struct WhyNotFewer {
    std::string brief;    ///< "512: 42.1 days"
    std::string sentence; ///< "512 GPUs take 42.1 days, 12.1 days over the deadline."
};
[[nodiscard]] WhyNotFewer whyNotFewer(const PlanAnswer& answer, const PlanLimits& limits);

/// What certainty costs: "2560 GPUs keep the limits with a probability of 58 %; the other 1024 buy certainty. A step
/// measured on this cluster narrows the interval, and may spare them." Empty if no smaller cluster has an even chance.
[[nodiscard]] std::string certaintyText(const PlanAnswer& answer);

} // namespace kneepoint
