// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/plan/prices.h"
#include "model/scenario/boxed_scenario.h"
#include "model/scenario/choices.h"
#include "model/search/search.h"

#include <optional>
#include <string>
#include <vector>

/// Questions asked backwards: which GPUs, how many, on which network, with which layout.
namespace kneepoint {

struct PlanLimits {
    double deadline_s = 0; ///< for the whole run; 0: none
    double budget = 0;     ///< dollars for the whole run; 0: none
    double power_w = 0;    ///< of all GPUs; 0: none
    double max_gpus = 4096;
};

/// A GPU that may be bought or rented.
struct PlanHardware {
    PresetIndex gpu = 0;           ///< 0: as in the job
    double price_per_gpu_hour = 0; ///< 0: by the price list, and as in the job where that has none
};

struct PlanQuestion {
    BoxedScenario job;              ///< model, tokens or steps, global batch; its cluster where nothing else is named
    std::vector<PlanHardware> gpus; ///< empty: the job's
    std::vector<PresetIndex> networks; ///< empty: the job's
    PlanLimits limits;
    PriceList prices = {}; ///< of GPUs and networks; empty: the job's price
    Shard shard = {};      ///< of the clusters looked at
    unsigned threads = 0;
    std::stop_token stop = {};
    std::function<void(double)> progress = {};
};

/// One way to do the job: hardware and the fastest layout on it.
struct PlanPoint {
    Edit edit; ///< of the job
    Layout layout;
    BoxedScenario scenario;
    StepReport step;
    Training run;
    double power_w = 0;
    std::optional<double> chance; ///< of keeping deadline and budget, where the scenario has an interval
    bool keeps_limits = false;    ///< by the predicted values
};

/// A chance as it is said: "87 %"; at the ends "over 99 %" and "under 1 %", because no prediction is certain.
[[nodiscard]] std::string chanceText(double chance);

/// The smallest change of one limit, the others kept, that makes the job feasible; nothing where none does.
struct PlanRelaxation {
    std::optional<double> deadline_s, budget, power_w, gpus;
};

/// What would be recommended if there were no other GPU and no other network to choose from.
struct PlanCandidate {
    PresetIndex gpu = 0;            ///< 0: custom
    PresetIndex network = 0;        ///< 0: custom
    std::optional<PlanPoint> point; ///< nothing where none of its clusters keeps all limits
};

/// "H100 SXM5 80 GB, InfiniBand NDR 400".
[[nodiscard]] std::string candidateText(const PlanCandidate& candidate);

struct PlanAnswer {
    bool feasible = false;
    std::optional<PlanPoint> recommended;  ///< nothing where no hardware runs the job at all
    std::string reason;                    ///< why that one, in a sentence
    std::vector<PlanPoint> pareto;         ///< cost against time, the fastest first
    std::optional<std::size_t> knee;       ///< of the front: nearest to the fastest and the cheapest at once
    std::vector<PlanCandidate> candidates; ///< each alone, in the order of the question; empty where there is only one
    PlanRelaxation relax;                  ///< only where nothing is feasible
    double clusters = 0;                   ///< GPUs × networks × counts looked at
    double evaluated = 0;                  ///< layouts
    bool proof = true;                     ///< every layout is the proven best of its cluster
};

/// Clusters are whole nodes, 1, 2, 3, 4, 6, 8, 12 … nodes, up to the limit; the global batch stays that of the job.
/// Failures count from 256 GPUs on. Chances treat the interval of the step time as that of a lognormal error. Of points
/// that keep all limits with a chance of 90 % the cheapest is recommended where there is a deadline, the fastest where
/// there is only a budget, else the knee of the front.
[[nodiscard]] PlanAnswer plan(const PlanQuestion& question, const Calibration& calibration);

} // namespace kneepoint
