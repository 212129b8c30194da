// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/campaign.h"

#include <array>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint {
namespace {

constexpr double middle_sigmas = 2 * 1.6448536269514722; ///< the middle 90 % of a normal distribution is as wide
constexpr std::string_view model_card = "Llama 3.1 model card, training energy use, July 2024: "
                                        "https://github.com/meta-llama/llama-models/blob/main/models/llama3_1/"
                                        "MODEL_CARD.md";

} // namespace

std::span<const PublishedCampaign> publishedCampaigns()
{
    static constexpr std::array all{PublishedCampaign{"Llama 3.1 8B", "llama3-8b-64xh100", 1.46e6, model_card},
        PublishedCampaign{"Llama 3.1 70B", "llama3-70b-512xh100", 7.0e6, model_card},
        PublishedCampaign{"Llama 3.1 405B", "llama3-405b-16384xh100", 30.84e6, model_card}};
    return all;
}

double Campaign::sigma() const
{
    return high > low && low > 0 ? std::log(high / low) / middle_sigmas : 0;
}

std::string campaignText(const Campaign& campaign)
{
    if (!campaign.counts())
        return {};
    if (campaign == Campaign{})
        return fmt::format("Campaigns take {} to {} times as long as their steps (published GPU-hours of Llama 3.1 8B, "
                           "70B and 405B)",
            campaign.low, campaign.high);
    return fmt::format("The campaign is assumed to take {} times as long as its steps", campaign.typical);
}

} // namespace kneepoint
