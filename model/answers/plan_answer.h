// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"
#include "model/plan/planning.h"

#include <string>
#include <vector>

namespace kneepoint {

inline constexpr double most_plan_gpus = 1048576;

/// The options of a plan, as on the command line.
struct PlanOptions {
    std::string deadline, budget, power;             ///< with units; empty: no limit
    std::vector<std::string> gpus, networks, prices; ///< preset ids; "h100-sxm=2.5"
    std::string price_file;
    std::string shard = "1/1";
    double max_gpus = 4096; ///< 1 … most_plan_gpus
    int threads = 0;        ///< 0: one per CPU
};

/// A file's list; the shipped one where hardware is to be chosen; else the scenario's own price.
[[nodiscard]] Result<PriceList> planPrices(const PlanOptions& options);
/// The question of the options, or an error sentence.
[[nodiscard]] Result<PlanQuestion> planQuestion(
    const Scenario& job, const PriceList& prices, const PlanOptions& options);
/// `feasible`, `recommended`, `pareto`, `candidates`, and `relax` if nothing is feasible.
[[nodiscard]] Json planJson(const PlanAnswer& a, const PriceList& prices);

} // namespace kneepoint
