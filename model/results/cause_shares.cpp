// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/cause_shares.h"

#include "model/analysis/knees.h"
#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/units/units.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

namespace kneepoint {
namespace {

constexpr std::size_t most_families = 5;
constexpr double visible_change = 0.01; ///< of the largest share; smaller ones are left out of the text

constexpr std::array<std::string_view, cause_family_count> labels{"layout", "batch", "number of GPUs", "compute",
    "network between nodes", "links inside nodes", "gradient exchange", "overlap", "model", "other settings"};

template <std::size_t n> bool isOneOf(std::string_view id, const std::array<std::string_view, n>& ids)
{
    return std::ranges::find(ids, id) != ids.end();
}

constexpr std::array<std::string_view, 3> of_batch{
    "workload.global_batch", "workload.sequence_length", "workload.scaling"};
constexpr std::array<std::string_view, 13> of_network{"cluster.sites", "cluster.site_bandwidth", "cluster.site_latency",
    "cluster.interconnect", "cluster.link_rate", "cluster.link_efficiency", "cluster.link_latency", "cluster.protocol",
    "cluster.exchange_share", "cluster.exchange_conflicts", "cluster.nics_per_node", "cluster.oversubscription",
    "cluster.pod_gpus"};
constexpr std::array<std::string_view, 10> of_node{"cluster.gpus_per_node", "cluster.scale_up_bandwidth",
    "cluster.scale_up_efficiency", "cluster.scale_up_latency", "cluster.topology", "cluster.torus_ring",
    "cluster.switch_reduction", "cluster.switch_gpus", "cluster.bridge_share", "cluster.socket_share"};
constexpr std::array<std::string_view, 12> of_exchange{"plan.collective", "plan.gradient_precision", "plan.outer_every",
    "plan.outer_fragments", "plan.outer_overlap", "plan.outer_bytes", "plan.gradient_compression",
    "plan.synchronisation", "plan.parameter_servers", "plan.sync_every", "plan.bucket_bytes",
    "assumptions.collective_model"};

using Edits = std::vector<std::pair<CauseFamily, Edit>>;

/// What differs, by family.
Edits editsOf(const Analysis& before, const Analysis& after, std::span<const Parameter* const> differing)
{
    const Parameter& batch = parameter("workload.global_batch");
    const bool same_batch = batch.get(before.scenario) == batch.get(after.scenario);
    Edits edits;
    for (const Parameter* p : differing) {
        CauseFamily family = causeFamilyOf(*p, same_batch);
        auto found = std::ranges::find(edits, family, &Edits::value_type::first);
        if (found == edits.end() && edits.size() + 1 >= most_families) {
            family = CauseFamily::other;
            found = std::ranges::find(edits, family, &Edits::value_type::first);
        }
        if (found == edits.end())
            found = edits.insert(edits.end(), {family, {}});
        found->second.push_back({p, p->get(after.scenario)});
    }
    return edits;
}

/// The job with the families of a set, one bit each, changed.
Scenario withFamilies(const Analysis& before, const Edits& edits, std::size_t set)
{
    Edit edit;
    for (std::size_t i = 0; i < edits.size(); ++i)
        if (set >> i & 1U)
            edit.insert(edit.end(), edits[i].second.begin(), edits[i].second.end());
    return applied(before.scenario, edit, before.calibration);
}

double factorial(std::size_t n)
{
    return std::tgamma(static_cast<double>(n) + 1);
}

/// The Shapley value of each player in a game given by the value of every coalition.
std::vector<double> shapley(std::size_t players, const std::vector<double>& value)
{
    std::vector<double> shares(players);
    for (std::size_t set = 0; set < value.size(); ++set) {
        const auto size = static_cast<std::size_t>(std::popcount(set));
        for (std::size_t i = 0; i < players; ++i)
            if (!(set >> i & 1U))
                shares[i] += factorial(size) * factorial(players - size - 1) / factorial(players)
                    * (value[set | (std::size_t{1} << i)] - value[set]);
    }
    return shares;
}

double kneeGpus(const Analysis& a)
{
    const std::optional<Knee>& knee = theKnee(a.curve);
    return knee ? knee->workers * gpusPerReplica(a.scenario) : std::numeric_limits<double>::quiet_NaN();
}

std::string sharesText(
    std::vector<std::pair<double, CauseFamily>> shares, const std::function<std::string(double)>& text)
{
    std::ranges::stable_sort(shares, std::ranges::greater{}, [](const auto& share) { return std::abs(share.first); });
    std::vector<std::string> texts;
    for (const auto& [share, family] : shares)
        if (std::abs(share) > visible_change * std::abs(shares.front().first))
            texts.push_back(
                fmt::format("{} {}{}", causeFamilyLabel(family), share < 0 ? "−" : "+", text(std::abs(share))));
    return fmt::format("{}", fmt::join(texts, ", "));
}

} // namespace

std::string_view causeFamilyLabel(CauseFamily family)
{
    return labels[static_cast<std::size_t>(family)];
}

CauseFamily causeFamilyOf(const Parameter& p, bool same_batch)
{
    if (p.id.find("overlap") != std::string_view::npos)
        return CauseFamily::overlap;
    if (isOneOf(p.id, of_batch) || (!same_batch && (p.id == "workload.batch_per_gpu" || p.id == "plan.accumulation")))
        return CauseFamily::batch;
    if (isOneOf(p.id, of_network))
        return CauseFamily::network;
    if (isOneOf(p.id, of_node))
        return CauseFamily::node_links;
    if (isOneOf(p.id, of_exchange))
        return CauseFamily::exchange;
    if (p.id == "cluster.gpus")
        return CauseFamily::gpus;
    if (pinOf(p) || p.id == "plan.rank_order" || p.id == "plan.auto")
        return CauseFamily::layout;
    if (p.id == "workload.model" || p.id == "workload.parameters" || p.isOfModel())
        return CauseFamily::model;
    const bool computes = p.id == "cluster.gpu" || p.id.starts_with("cluster.peak") || p.group == Group::stack
        || p.id == "workload.precision" || p.id == "workload.narrow_scaling" || p.id == "assumptions.setting"
        || p.id.starts_with("cluster.memory") || p.id.starts_with("cluster.gemm");
    return computes ? CauseFamily::compute : CauseFamily::other;
}

std::vector<CauseShare> causeShares(
    const Analysis& before, const Analysis& after, std::span<const Parameter* const> differing)
{
    const Edits edits = editsOf(before, after, differing);
    const std::size_t last = (std::size_t{1} << edits.size()) - 1;
    std::vector<double> steps(last + 1);
    std::vector<double> knees(last + 1);
    for (std::size_t set = 0; set <= last; ++set) {
        const bool known = set == 0 || set == last; // what follows from others has followed in the whole change
        const Analysis& end = set == 0 ? before : after;
        const Scenario between = known ? end.scenario : withFamilies(before, edits, set);
        steps[set] = known ? end.step.step_s : evaluate(between, before.calibration).step_s;
        knees[set] = kneeGpus(known ? end : analyze(between, before.calibration));
    }
    if (edits.empty())
        return {};
    const std::vector<double> of_step = shapley(edits.size(), steps);
    const std::vector<double> of_knee = shapley(edits.size(), knees);
    std::vector<CauseShare> shares;
    for (std::size_t i = 0; i < edits.size(); ++i)
        shares.push_back(
            {edits[i].first, of_step[i], std::isfinite(of_knee[i]) ? std::optional(of_knee[i]) : std::nullopt});
    return shares;
}

std::string stepSharesText(const std::vector<CauseShare>& shares)
{
    std::vector<std::pair<double, CauseFamily>> of_step;
    of_step.reserve(shares.size());
    for (const CauseShare& share : shares)
        of_step.emplace_back(share.step_s, share.family);
    return shares.size() < 2 ? std::string()
                             : sharesText(of_step, [](double s) { return formatQuantity(s, Unit::seconds); });
}

std::string kneeSharesText(const std::vector<CauseShare>& shares)
{
    std::vector<std::pair<double, CauseFamily>> of_knee;
    for (const CauseShare& share : shares)
        if (share.knee_gpus)
            of_knee.emplace_back(*share.knee_gpus, share.family);
    return of_knee.size() < 2
        ? std::string()
        : sharesText(of_knee, [](double gpus) { return formatQuantity(gpus, Unit::none) + " GPUs"; });
}

} // namespace kneepoint
