// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/catalogue/edit.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// How much of a change each family of parameters caused, without an order among them.
namespace kneepoint {

/// What parameters are about, as causes of a change.
enum class CauseFamily { layout, batch, gpus, compute, network, node_links, exchange, overlap, model, other };
inline constexpr std::size_t cause_family_count = 10;
/// "layout", "network between nodes".
[[nodiscard]] std::string_view causeFamilyLabel(CauseFamily family);
/// `same_batch`: the global batch is the same, so that a micro-batch belongs to the layout.
[[nodiscard]] CauseFamily causeFamilyOf(const Parameter& p, bool same_batch);

struct CauseShare {
    CauseFamily family = CauseFamily::other;
    double step_s = 0;               ///< seconds that it adds to the step; negative: it takes away
    std::optional<double> knee_gpus; ///< GPUs by which it moves the knee; none if the knee is missing on the way
};

/// The Shapley values of the families whose parameters differ: the mean, over all orders in which the families could
/// be changed, of what each changes when its turn comes. They add up to the whole change of the step, and of the knee
/// in GPUs. One family has all of it. Families beyond the fifth in order count as `other`. Source: Shapley 1953, A
/// value for n-person games, doi:10.1515/9781400881970-018.
[[nodiscard]] std::vector<CauseShare> causeShares(
    const Analysis& before, const Analysis& after, std::span<const Parameter* const> differing);

/// "layout −1.2 s, network between nodes +0.3 s", largest first; empty with fewer than two causes.
[[nodiscard]] std::string stepSharesText(const std::vector<CauseShare>& shares);
/// "layout −12 GPUs, batch +40 GPUs"; empty with fewer than two, or without a knee.
[[nodiscard]] std::string kneeSharesText(const std::vector<CauseShare>& shares);

} // namespace kneepoint
