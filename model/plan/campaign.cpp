// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/campaign.h"

#include "model/uncertainty/prediction_interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint {
namespace {

constexpr std::string_view model_card = "Llama 3.1 model card, training energy use, July 2024: "
                                        "https://github.com/meta-llama/llama-models/blob/main/models/llama3_1/"
                                        "MODEL_CARD.md";
constexpr std::string_view deepseek_report = "DeepSeek-V3 Technical Report, table 1: arXiv:2412.19437";

} // namespace

std::span<const PublishedCampaign> publishedCampaigns()
{
    static constexpr std::array all{
        PublishedCampaign{"Llama 3.1 8B", "llama3-8b-64xh100", 8.03e9, 15e12, 1.46e6, 0, model_card},
        PublishedCampaign{"Llama 3.1 70B", "llama3-70b-512xh100", 70.6e9, 15e12, 7.0e6, 0, model_card},
        PublishedCampaign{"Llama 3.1 405B", "llama3-405b-16384xh100", 405e9, 15.6e12, 30.84e6, 0, model_card},
        PublishedCampaign{"DeepSeek-V3", "deepseek-v3-2048xh800", 671e9, 14.8e12, 2.788e6, 2.664e6, deepseek_report}};
    return all;
}

double Campaign::sigma() const
{
    return high > typical && typical > 0 ? std::log(high / typical) / interval_sigmas : 0;
}

Campaign publishedCampaign(double parameters)
{
    constexpr double at_70b = 1.68, exponent = -0.215, range = 1.25;
    const double size =
        std::clamp(parameters, publishedCampaigns().front().parameters, publishedCampaigns().back().parameters);
    const double typical = std::max(1.0, at_70b * std::pow(size / 70e9, exponent));
    return {typical, std::max(1.0, typical / range), typical * range, true};
}

std::string campaignText(const Campaign& campaign)
{
    if (!campaign.counts())
        return {};
    if (campaign.published)
        return fmt::format("Campaigns of this model size take {:.1f} to {:.1f} times as long as their steps (published "
                           "GPU-hours of Llama 3.1 8B, 70B and 405B and of DeepSeek-V3)",
            campaign.low, campaign.high);
    return fmt::format("The campaign is assumed to take {} times as long as its steps", campaign.typical);
}

} // namespace kneepoint
