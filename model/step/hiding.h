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

/// The share of compute that nothing hides behind yet: no second of it hides two communications.
[[nodiscard]] inline double freeCompute(const StepReport& r, double share)
{
    const double taken = r.part(Part::tensor_comm).hidden_s + r.part(Part::expert_comm).hidden_s;
    return std::max(0.0, share * r.compute_s - taken);
}

} // namespace kneepoint
