// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/robust_choice.h"
#include "tests/support/scenarios.h"

#include <limits>

namespace kneepoint::test {

/// Among all layouts whose step is at most `noise` longer than that of `best`, whatever the objective.
inline RobustChoice robustAfter(
    const Scenario& job, const SearchRequest& request, const FoundLayout& best, double noise, double headroom)
{
    SearchRequest near = request;
    near.longest_step_s = best.step.step_s * (1 + noise);
    near.near = std::numeric_limits<double>::infinity();
    const SearchAnswer answer = searchLayouts(job, near, shippedCalibration());
    return robustChoice(job, request.objective, answer.near, ranked(best), noise, headroom, shippedCalibration());
}

/// The choice of the search that a request asks for, which must have a best layout.
inline RobustChoice practicedAfter(const Scenario& job, SearchRequest request)
{
    request.near = most_given_up;
    return practicedChoice(job, request, searchLayouts(job, request, shippedCalibration()), shippedCalibration());
}

} // namespace kneepoint::test
