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

/// What is hidden of the communication inside a replica, of a step or a layer.
template <class Times> [[nodiscard]] double hiddenInReplica(const Times& of)
{
    double sum = 0;
    for (const Part part : {Part::tensor_comm, Part::context_comm, Part::expert_comm, Part::pipeline_comm})
        sum += of.part(part).hidden_s;
    return sum;
}

/// Compute of a step, and what of it already hides communication inside the replica. One second of compute hides at
/// most one second of communication, all kinds together. This guarantees that a faster GPU is never slower: the step
/// loses at least as much compute time as hidden communication.
struct ComputeWindow {
    double compute_s = 0;
    double used_s = 0;
    /// Compute that is still available to hide communication, if only a fraction of it can.
    [[nodiscard]] double free(double share) const { return std::max(0.0, share * compute_s - used_s); }
};

template <class Times> [[nodiscard]] ComputeWindow computeWindow(const Times& of)
{
    double compute = 0;
    for (const Part part : {Part::compute, Part::memory, Part::launch})
        compute += of.part(part).exposed_s;
    return {compute, hiddenInReplica(of)};
}

template <class Times> [[nodiscard]] double freeCompute(const Times& of, double share)
{
    return computeWindow(of).free(share);
}

} // namespace kneepoint
