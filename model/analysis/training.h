// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

namespace kneepoint {

/// Fraction of examples that help at this global batch: 1/(1 + B/B_crit), or 1 without B_crit.
[[nodiscard]] double statisticalEfficiency(double global_batch, double critical_batch);

/// Time, energy and money of the whole run: steps × step time (network bottleneck calculation, step 6), including
/// failures if they are enabled.
[[nodiscard]] Training training(const Scenario& s, const StepReport& step);

/// Useful examples per second of wall-clock time: throughput × statistical efficiency × goodput.
[[nodiscard]] double usefulExamplesPerSecond(const Scenario& s, const StepReport& step);
/// The same per dollar of GPU time; per GPU hour if no price is set.
[[nodiscard]] double usefulExamplesPerDollar(const Scenario& s, const StepReport& step);

} // namespace kneepoint
