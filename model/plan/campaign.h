// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kneepoint {

/// GPU-hours that a published campaign took.
struct PublishedCampaign {
    std::string_view model;
    std::string_view scenario; ///< shipped scenario of its main run
    double gpu_hours = 0;
    std::string_view source;
};
[[nodiscard]] std::span<const PublishedCampaign> publishedCampaigns();

/// How much longer a whole campaign takes than its number of steps times the step, with failures: evaluation,
/// annealing, repeated work, slow weeks and smaller clusters at first. The chance of a plan includes it.
struct Campaign {
    double typical = 1.7;         ///< geometric mean of the range
    double low = 1.1, high = 2.6; ///< of the published campaigns, predicted with their shipped scenarios
    [[nodiscard]] bool counts() const { return typical != 1 || low != high; }
    /// Standard deviation of its logarithm, taking the range as the middle 90 %; 0 if there is no range.
    [[nodiscard]] double sigma() const;
    /// Steps only.
    [[nodiscard]] static Campaign none() { return {1, 1, 1}; }
    bool operator==(const Campaign&) const = default;
};

/// "Campaigns take 1.1 to 2.6 times as long as their steps (published GPU-hours of Llama 3.1 8B, 70B and 405B)". Empty
/// if it does not count.
[[nodiscard]] std::string campaignText(const Campaign& campaign);

} // namespace kneepoint
