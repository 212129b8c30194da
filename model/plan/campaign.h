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
    double parameters = 0;
    double tokens = 0;
    double gpu_hours = 0;
    double step_gpu_hours = 0; ///< of its steps alone, where the source states them; 0: those of the scenario
    std::string_view source;
};
[[nodiscard]] std::span<const PublishedCampaign> publishedCampaigns();

/// How much longer a whole campaign takes than its number of steps times the step, with failures: evaluation,
/// annealing, repeated work, slow weeks and smaller clusters at first. The chance of a plan includes it.
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

/// Published GPU-hours over those of the steps, as published or of the shipped scenarios, fall with the model's
/// size: 1.68·(N / 70 B)^−0.215 between 8 B and 671 B, and as at the ends beyond them. The exponent and the factor are
/// the regression over publishedCampaigns(), and the range, 1.25 times as much or as little but no less than the steps,
/// is the error with which three of the campaigns predict the fourth. Size, length and organization cannot be told
/// apart with four campaigns.
[[nodiscard]] Campaign publishedCampaign(double parameters);

/// "Campaigns of this size take 1.3 to 2.2 times as long as their steps (published GPU-hours of Llama 3.1 8B, …)".
/// Empty if it does not count.
[[nodiscard]] std::string campaignText(const Campaign& campaign);

} // namespace kneepoint
