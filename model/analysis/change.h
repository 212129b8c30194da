// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <string>
#include <vector>

/// What an edit did to the step, and why.
namespace kneepoint {

struct ChangeTerm {
    std::string id;     ///< of its derivation: "part:data_comm", "gamma"
    std::string label;  ///< "gradient synchronization"
    std::string before; ///< with unit
    std::string after;
    std::string change; ///< "×1.6", "doubled", "unchanged"
    std::string why;    ///< the parameters that did it by themselves: "Global batch 1024 → 2048"; may be empty
};

struct Change {
    std::string sentence;          ///< empty where nothing has changed
    std::vector<ChangeTerm> terms; ///< the step, its parts, γ, efficiency and the knee
};

/// From one scenario to another. A parameter is named as the reason of a term if turning it alone, in the scenario
/// before, moves the term; where one turn makes the whole difference, no other is.
[[nodiscard]] Change changeBetween(const Analysis& before, const Analysis& after);

} // namespace kneepoint
