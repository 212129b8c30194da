// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <string>
#include <vector>

namespace kneepoint {

/// Rules of LayoutRules without which no framework starts the job: "TP 8 does not divide 52 attention heads". Only at
/// kernel depth, where layers, heads and experts are computed one by one. Rules that only a search asks for, such as
/// whole micro-batches or a node filled evenly, are not among them.
[[nodiscard]] std::vector<std::string> layoutFaults(const Scenario& s);

/// What frameworks run, but not evenly: "61 layers cannot be shared evenly by 16 pipeline stages". Kernel depth only.
[[nodiscard]] std::vector<std::string> unevenShares(const Scenario& s);

/// Why the figures that need a run do not hold: "does not fit in memory"; empty where the job runs as it is.
[[nodiscard]] std::string whyItCannotRun(const Analysis& a);

} // namespace kneepoint
