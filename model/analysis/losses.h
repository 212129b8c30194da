// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/step/step_report.h"

#include <optional>
#include <string>

/// What a step loses, found in one place: every sentence that names a loss names this one.
namespace kneepoint {

/// A part of the step and its share of it.
struct PartLoss {
    Part part = Part::compute;
    double share = 0; ///< exposed, 0 … 1 of the step
};

/// The largest exposed part beyond matrix products; nothing where no part takes a two-thousandth of the step.
[[nodiscard]] std::optional<PartLoss> largestLoss(const StepReport& step);
/// The largest exposed part during which the GPU computes nothing at all.
[[nodiscard]] std::optional<PartLoss> largestWait(const StepReport& step);
/// "pipeline bubble (12 % of the step)".
[[nodiscard]] std::string lossText(const PartLoss& loss);

} // namespace kneepoint
