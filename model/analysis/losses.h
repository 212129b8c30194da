// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/step/step_report.h"

#include <optional>
#include <string>

/// The losses of a step, computed in one place so that all sentences name the same one.
namespace kneepoint {

/// A part of the step and its fraction of the step time.
struct PartLoss {
    Part part = Part::compute;
    double share = 0; ///< exposed, 0 … 1 of the step
};

/// The largest exposed part other than GEMMs; nothing if no part takes at least 1/2000 of the step.
[[nodiscard]] std::optional<PartLoss> largestLoss(const StepReport& step);
/// The largest exposed part during which the GPU computes nothing at all.
[[nodiscard]] std::optional<PartLoss> largestWait(const StepReport& step);
/// "pipeline bubble, 12 % of the step".
[[nodiscard]] std::string lossText(const PartLoss& loss);

} // namespace kneepoint
