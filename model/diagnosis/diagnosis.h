// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/catalogue/prices.h"
#include "model/diagnosis/cause_record.h"
#include "model/diagnosis/remedies.h"

#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// A cause of lost time in this scenario, with evidence.
struct Finding {
    Cause cause = Cause::none;
    double severity = 0;       ///< share saved without it, 0..1: of the step; of the examples (large batch); of the run
                               ///< (failures). Causes are ordered by it.
    double share = 0;          ///< as shown: shownShare()
    double step_without_s = 0; ///< the step if the cause were gone; unchanged for causes that do not lengthen a step
    Wall wall = Wall::systems;
    std::string sentence;                  ///< the finding in one sentence
    std::vector<std::string> evidence;     ///< the numbers behind it, one sentence each
    std::vector<std::string_view> confirm; ///< what to look for in a profile, which command to run
    std::vector<Remedy> remedies;          ///< best first; empty if no known remedy is worthwhile (remedy_ranking.h)
};

struct Diagnosis {
    Outcome now;
    std::vector<Finding> causes; ///< worst first; empty: nothing to fix
    std::string sentence;        ///< the verdict in one sentence
};

/// Finds the causes above CauseRecord::least_severity and their remedies. Pure; computed separately from the analysis
/// so that charts do not have to wait for it. Remedies with other hardware cost what is in the list.
[[nodiscard]] Diagnosis diagnose(const Analysis& a, const PriceList& prices = shippedPrices());

} // namespace kneepoint
