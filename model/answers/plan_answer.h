// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"
#include "model/plan/planning.h"

#include <string>
#include <vector>

namespace kneepoint {

inline constexpr double most_plan_gpus = 1048576;
inline constexpr double most_campaign = 100;

/// The options of a plan, as on the command line.
struct PlanOptions {
    std::string deadline, budget, power;             ///< empty: no limit; a deadline states its unit
    std::vector<std::string> gpus, networks, prices; ///< preset ids; "h100-sxm=2.5"
    std::string chance; ///< even_chance … most_chance, "80 %" or "0.8"; empty: usual_chance
    std::string price_file;
    double campaign = 0;           ///< how much longer than its steps; 0: as published campaigns
    std::string rent = "reserved"; ///< "on-demand", "spot"
    std::string shard = "1/1";
    double max_gpus = 4096; ///< 1 … most_plan_gpus
    int threads = 0;        ///< 0: one per CPU
};

/// A file's list or the shipped one, with the rent wanted.
[[nodiscard]] Result<PriceList> planPrices(const PlanOptions& options);
/// The question of the options, or an error sentence.
[[nodiscard]] Result<PlanQuestion> planQuestion(
    const Scenario& job, const PriceList& prices, const PlanOptions& options);
/// `feasible`, `recommended`, `pareto`, `candidates`, `unpriced` GPUs, `safe` if nothing meets the limits with the
/// chance wanted, and `relax` if nothing is feasible.
[[nodiscard]] Json planJson(const PlanAnswer& a, const PriceList& prices);

} // namespace kneepoint
