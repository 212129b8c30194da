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
    std::string why; ///< the parameters that cause the change on their own: "Global batch 1024 → 2048"; may be empty
};

struct ChangeSummary {
    std::string sentence; ///< empty if nothing has changed
    std::string brief;    ///< the same where there is little room: step time and knee
    bool operator==(const ChangeSummary&) const = default;
};

struct Change : ChangeSummary {
    std::string shares;            ///< "Of the change: layout −1.2 s, …": by family; empty if one family did it
    std::vector<ChangeTerm> terms; ///< the step, its parts, γ, efficiency and the knee
};

/// The change from one scenario to another. A knee that moved is called a consequence only of a γ that moved the other
/// way, for a replica of the same size; else the sentence names both without "so". A parameter is named as the reason
/// for a term if changing it alone in the earlier scenario changes the term; if one parameter explains the whole
/// difference, only that one is named.
[[nodiscard]] Change changeBetween(const Analysis& before, const Analysis& after);

/// Its summary alone: in a fraction of the time, since no scaling curve is computed for any cause.
[[nodiscard]] ChangeSummary changeSummary(const Analysis& before, const Analysis& after);

} // namespace kneepoint
