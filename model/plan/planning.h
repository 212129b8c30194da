// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/catalogue/prices.h"
#include "model/plan/campaign.h"
#include "model/scenario/choices.h"
#include "model/scenario/scenario.h"
#include "model/search/search.h"

#include <optional>
#include <string>
#include <vector>

/// Planning backward: which GPUs, how many, on which network, with which layout.
namespace kneepoint {

/// The chance that a plan aims at if nothing else is wanted.
inline constexpr double usual_chance = 0.9;
/// Where no cluster keeps the limits so probably; below it, a cluster is not shown as meeting them.
inline constexpr double even_chance = 0.5;
/// Beyond it, the tail of an interval learned from published runs says nothing.
inline constexpr double most_chance = 0.99;

struct PlanLimits {
    double deadline_s = 0; ///< for the whole run; 0: none
    double budget = 0;     ///< dollars for the whole run; 0: none
    double power_w = 0;    ///< of the site, see sitePowerW(); 0: none
    double max_gpus = 4096;
    /// A cluster is recommended only if it keeps the limits at least so probably, where one does: even_chance …
    /// most_chance.
    double wanted_chance = usual_chance;
};
struct PlanPoint;

/// Success, or an error sentence for a chance that cannot be wanted.
[[nodiscard]] Result<void> checkChance(double wanted_chance);

/// Which of them a point keeps, by its predicted values.
struct KeptLimits {
    bool deadline, budget, power, gpus;
    [[nodiscard]] bool all() const { return deadline && budget && power && gpus; }
};
[[nodiscard]] KeptLimits kept(const PlanPoint& p, const PlanLimits& limits);

/// A GPU that may be bought or rented.
struct PlanHardware {
    PresetIndex gpu = 0;           ///< 0: as in the job
    double price_per_gpu_hour = 0; ///< 0: by the price list, or as in the job if it has no price
};

struct PlanQuestion {
    Scenario job;                      ///< model, tokens or steps, global batch; its cluster if no hardware is given
    std::vector<PlanHardware> gpus;    ///< empty: the job's
    std::vector<PresetIndex> networks; ///< empty: the job's
    PlanLimits limits;
    PriceList prices = {}; ///< of GPUs and networks; the job's own hardware keeps a price that is neither the list's
                           ///< nor the shipped one
    std::optional<Campaign> campaign = {}; ///< of every figure; nothing: as published
    Shard shard = {};                      ///< of the clusters looked at
    unsigned threads = 0;
    std::stop_token stop = {};
    std::function<void(double)> progress = {};
};

/// One way to do the job: hardware and the simplest layout within choice_noise of the fastest on it.
struct PlanPoint {
    Edit edit; ///< of the job
    Layout layout;
    Scenario scenario;
    StepReport step;
    Training run;                 ///< of the whole campaign, failures included
    Training steps;               ///< of its steps alone, without failures
    double power_w = 0;           ///< of the site: GPUs, the rest of their nodes, and cooling by the PUE
    std::optional<double> spread; ///< standard deviation of the logarithm of the campaign's time and of its cost
    /// Of fitting in memory and meeting deadline and budget with the whole campaign, if the scenario has an interval.
    std::optional<double> chance;
    double judged_chance = 1;  ///< by which it is chosen: `chance`, or, if unknown, as if the step were certain
    bool keeps_limits = false; ///< the campaign as predicted
};

/// As predicted, and at least as probably as not.
[[nodiscard]] inline bool meetsLimits(const PlanPoint& p)
{
    return p.keeps_limits && p.judged_chance >= even_chance;
}

/// The smallest change of a single limit that makes the job feasible with an even chance, or with the chance wanted;
/// nothing if there is none.
struct PlanRelaxation {
    std::optional<double> deadline_s, budget, power_w, gpus;
};

/// The recommendation if this were the only GPU and network to choose from.
struct PlanCandidate {
    PresetIndex gpu = 0;            ///< 0: custom
    PresetIndex network = 0;        ///< 0: custom
    std::optional<PlanPoint> point; ///< nothing if none of its clusters meets all limits
};

/// "H100 SXM5 80 GB, InfiniBand NDR 400".
[[nodiscard]] std::string candidateText(const PlanCandidate& candidate);

struct PlanAnswer {
    bool feasible = false;
    std::optional<PlanPoint> recommended; ///< nothing if the job cannot run on any of the hardware
    std::string reason;                   ///< the reason for it, in one sentence
    std::vector<PlanPoint> pareto;        ///< cost against time, the fastest first
    std::optional<std::size_t> knee; ///< of the front: the fastest that costs at most 1/0.8 of the cheapest (tolerance)
    std::vector<PlanCandidate> candidates; ///< one by one, in the order of the request; empty if there is only one
    std::optional<PlanPoint> fewer;        ///< the next smaller cluster of the recommended GPUs that the job runs on
    /// The smallest cluster of the recommended GPUs that meets the limits with an even chance, if it is smaller than
    /// the recommended one: what the others buy is certainty. Not by bisection.
    std::optional<PlanPoint> even_odds;
    PlanRelaxation relax;              ///< only if nothing is feasible
    PlanRelaxation safe;               ///< only if something is feasible, but not with the chance wanted
    std::vector<PresetIndex> unpriced; ///< other GPUs than the job's that neither the list nor the question prices
    Campaign campaign;                 ///< that times, costs and chances include
    double clusters = 0;               ///< GPUs × networks × counts evaluated
    double evaluated = 0;              ///< layouts
    bool proof = true;                 ///< the fastest layout of every cluster is proven
};

/// Clusters are whole nodes up to the limit: 1, 2, … 8, 10, 12, … nodes, four per doubling, and with a deadline
/// by bisection those between the last that misses it and the first that meets it. A job on less than a node may also
/// have 1, 2, 4 … GPUs of one. Rack-scale domains are used whole or in part (64 of 72), TPUs in slices, see
/// clusterSize(). The global batch is that of the job, or within plan.batch_tolerance of it if more replicas can then
/// divide it. Failures are included from 256 GPUs on. Probabilities assume a lognormal error of the step time with its
/// interval, and of the campaign with its range. Among the points that meet all limits with the chance wanted, the
/// cheapest is recommended if there is a deadline, the fastest if there is only a budget, else the knee of the front; a
/// layout that is rarely run, see isUsual(), counts as rare_noise slower and dearer. If none does, the same among those
/// with an even chance; if none has that, the one with the best chance.
[[nodiscard]] PlanAnswer plan(const PlanQuestion& question, const Calibration& calibration);

} // namespace kneepoint
