// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/step/step_report.h"

#include <algorithm>

namespace kneepoint {

/// Splits `seconds` into what hides behind `window` and what does not.
[[nodiscard]] inline PartTime hiddenBehind(double seconds, double window, double share)
{
    const double hidden = share * std::min(window, seconds);
    return {seconds - hidden, hidden};
}

/// What is hidden of the communication inside a replica.
[[nodiscard]] inline double hiddenInReplica(const std::array<PartTime, part_count>& parts)
{
    double sum = 0;
    for (const Part part : {Part::tensor_comm, Part::context_comm, Part::expert_comm, Part::pipeline_comm})
        sum += parts[static_cast<std::size_t>(part)].hidden_s;
    return sum;
}

/// The compute time that is still available to hide communication. One second of compute hides at most one second of
/// communication, all kinds together. This guarantees that a faster GPU is never slower: the step loses at least as
/// much compute time as hidden communication.
[[nodiscard]] inline double freeCompute(const std::array<PartTime, part_count>& parts, double share)
{
    double compute = 0;
    for (const Part part : {Part::compute, Part::memory, Part::launch})
        compute += parts[static_cast<std::size_t>(part)].exposed_s;
    return std::max(0.0, share * compute - hiddenInReplica(parts));
}

} // namespace kneepoint
