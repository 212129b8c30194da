// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/explore/scaling.h"

namespace kneepoint {

/// The three knees of the curve that `points` sample, each refined by root finding or by minimising; the thresholds of
/// γ and of efficiency are the assumptions'.
[[nodiscard]] Knees findKnees(
    ScalingQuestion& question, const std::vector<ScalePoint>& points, const Assumptions& thresholds);

/// What grew most, against the ideal, between one replica and this point: the cause that a knee carries.
[[nodiscard]] Cause causeOfLoss(const StepReport& single, const ScalePoint& point);

} // namespace kneepoint
