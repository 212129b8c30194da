// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/own_rows.h"

#include <map>
#include <string>
#include <vector>

namespace kneepoint::fit {

/// What one source measured, mostly with one program.
struct MeasuredSource {
    std::string program;
    std::vector<OwnRow> rows;
};

/// How far sources scatter around what is predicted of them without them.
struct LearnedSpreads {
    FactorSpreads all;
    std::map<std::string, FactorSpreads> without; ///< each source
};

/// The spreads that make the runs of all sources likeliest, every source being one draw of each factor (expectation
/// maximization for a linear mixed model, Laird and Ware 1982). Programs are alike in weight, and so are the sources of
/// one. Without a source: what the others' draws give at the solution.
[[nodiscard]] LearnedSpreads learnSpreads(
    const std::string& basis, const std::map<std::string, MeasuredSource>& sources);

} // namespace kneepoint::fit
