// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/own_rows.h"

#include <map>
#include <string>
#include <vector>

namespace kneepoint::fit {

/// The runs of one source, mostly with one program.
struct MeasuredSource {
    std::string program;
    std::vector<OwnRow> rows;
};

/// The scatter of sources around predictions made without them.
struct LearnedSpreads {
    FactorSpreads all;
    std::map<std::string, FactorSpreads> without; ///< each source
};

/// The maximum-likelihood spreads over all sources, each source being one draw of each factor (expectation maximization
/// for a linear mixed model, Laird and Ware 1982). All programs have the same weight, and so have the sources of a
/// program. Without a source: computed from the other sources' draws at the solution.
[[nodiscard]] LearnedSpreads learnSpreads(
    const std::string& basis, const std::map<std::string, MeasuredSource>& sources);

} // namespace kneepoint::fit
