// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kneepoint {

/// GPU-hours that a published campaign took, and those of its steps alone.
struct PublishedCampaign {
    std::string_view report; ///< campaigns of one report share team and cluster
    std::string_view model;
    double parameters = 0;
    double tokens = 0;
    double gpu_hours = 0;
    double step_gpu_hours = 0; ///< at the rate that the source states, or as predicted
    std::string_view scenario; ///< shipped scenario that predicts the steps; empty: see `steps`
    std::string_view steps;    ///< where the hours of the steps come from
    std::string_view source;
    [[nodiscard]] double factor() const; ///< at least 1: a campaign contains its steps
};
[[nodiscard]] std::span<const PublishedCampaign> publishedCampaigns();
/// One factor for each report, the median of its models, ascending.
[[nodiscard]] std::span<const double> campaignFactors();

/// How much longer a whole campaign takes than its number of steps times the step: failures, repeated work, evaluation,
/// annealing, slow weeks and smaller clusters at first.
struct Campaign {
    double typical = 1;
    double low = 1, high = 1;
    bool published = false; ///< by published campaigns, not as entered
    [[nodiscard]] bool counts() const { return typical != 1 || low != high; }
    /// Standard deviation of its logarithm, taking `high` as the end of the middle 90 %; 0 if there is no range.
    [[nodiscard]] double sigma() const;
    /// Steps only.
    [[nodiscard]] static Campaign none() { return {}; }
    bool operator==(const Campaign&) const = default;
};

/// A run of fewer tokens per parameter is fine-tuning, not a campaign. The published pre-training runs have 1.4 and
/// more; an assumption.
inline constexpr double least_tokens_per_parameter = 1;

/// The median of campaignFactors(), with a range from the root mean square of their logarithms around it. The factors
/// show no trend with the size of the model. Campaign::none() for fine-tuning.
[[nodiscard]] Campaign publishedCampaign(double parameters, double tokens);

/// "Published campaigns take 1.0 to 1.6 times as long as their steps, 1.15 times in the median (…)". Empty if it does
/// not count.
[[nodiscard]] std::string campaignText(const Campaign& campaign);

} // namespace kneepoint
