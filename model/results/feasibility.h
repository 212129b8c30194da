// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <string>
#include <vector>

namespace kneepoint {

/// What makes a model impossible: "64 key/value heads do not divide 32 attention heads". Kernel depth only.
[[nodiscard]] std::vector<std::string> modelFaults(const Scenario& s);

/// Violations of LayoutRules with which no framework would start the job: "TP 8 does not divide 52 attention heads".
/// Only at kernel depth, where layers, heads and experts are modeled individually. Rules that only matter to a search,
/// such as whole micro-batches or evenly filled nodes, are not included. Replicas that sites cannot share evenly are.
[[nodiscard]] std::vector<std::string> layoutFaults(const Scenario& s);

/// A schedule that the software lacks, and what it has instead: "the software does not offer Zero bubble, ZB-V; it has
/// GPipe, 1F1B". Kernel depth only.
[[nodiscard]] std::vector<std::string> missingSchedule(const Scenario& s);

/// Imbalances that frameworks accept: "61 layers cannot be shared evenly by 16 pipeline stages". Kernel depth only.
[[nodiscard]] std::vector<std::string> unevenShares(const Scenario& s);

/// Why figures that require a run are not valid: "does not fit in memory"; empty if the job can run.
[[nodiscard]] std::string whyItCannotRun(const Analysis& a);

} // namespace kneepoint
