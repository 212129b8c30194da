// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/scenario/edit.h"

namespace kneepoint {

/// What two scenarios have in common when they are compared.
enum class Terms {
    money, ///< dollars per hour of all GPUs
    power, ///< watts of all GPUs
    time,  ///< time of the whole run
};

/// The number of GPUs, in whole nodes, at which the job comes nearest to the reference in these terms. For money and
/// power the largest that stays within them; for time the smallest that is as fast, with its layout planned anew where
/// that is automatic, or the fastest where none is. Nothing where a price or the time is unknown.
[[nodiscard]] Edit equalTerms(
    const Scenario& job, const Analysis& reference, Terms terms, const Calibration& calibration);

} // namespace kneepoint
