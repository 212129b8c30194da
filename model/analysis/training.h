// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

namespace kneepoint {

/// Share of examples that help at this global batch: 1/(1 + B/B_crit), 1 where B_crit is left out.
[[nodiscard]] double statisticalEfficiency(double global_batch, double critical_batch);

/// Time, energy and money of the whole run: steps × step time (network bottleneck calculation, step 6), lengthened by
/// failures where they count.
[[nodiscard]] Training training(const Scenario& s, const StepReport& step);

/// Examples that help, per second of wall-clock time: throughput × statistical efficiency × goodput.
[[nodiscard]] double usefulExamplesPerSecond(const Scenario& s, const StepReport& step);
/// The same per dollar of GPU time; per GPU hour where no price is given.
[[nodiscard]] double usefulExamplesPerDollar(const Scenario& s, const StepReport& step);

} // namespace kneepoint
