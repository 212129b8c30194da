// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/campaign.h"

#include "model/uncertainty/prediction_interval.h"
#include "model/units/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace kneepoint {
namespace {

constexpr std::string_view llama_card =
    "Llama 3.1 model card, training energy use, July 2024: "
    "https://github.com/meta-llama/llama-models/blob/main/models/llama3_1/MODEL_CARD.md";
constexpr std::string_view olmo_cost = "Olmo 3 report, arXiv:2512.13961, with the GPU-hours including restarts, as in "
                                       "https://muxup.com/2025q4/minipost-olmo3-training-cost";
constexpr std::string_view predicted = "predicted by this program with an automatic plan";

std::vector<double> factorsOfReports()
{
    std::vector<double> all;
    const auto campaigns = publishedCampaigns();
    for (std::size_t first = 0; first < campaigns.size();) {
        std::vector<double> models;
        std::size_t next = first;
        for (; next < campaigns.size() && campaigns[next].report == campaigns[first].report; ++next)
            models.push_back(campaigns[next].factor());
        all.push_back(median(std::move(models)));
        first = next;
    }
    std::ranges::sort(all);
    return all;
}

} // namespace

double PublishedCampaign::factor() const
{
    return std::max(1.0, gpu_hours / step_gpu_hours);
}

std::span<const PublishedCampaign> publishedCampaigns()
{
    static constexpr std::array all{
        PublishedCampaign{"PaLM", "PaLM 540B", 540e9, 780e9, 8.405e6, 5.586e6, {},
            "238.3 thousand tokens/s on 6144 chips, table 3",
            "arXiv:2204.02311: 6144 TPU v4 for 1200 hours and 3072 for 336, with downtime and repeated steps"},
        PublishedCampaign{"OPT", "OPT-175B", 175e9, 300e9, 1.333e6, 8.11e5, {},
            "33 days on 1024 GPUs, as planned at the start",
            "metaseq, OPT chronicles, 11 November 2021 to 6 January 2022 on 992 A100: "
            "https://github.com/facebookresearch/metaseq/tree/main/projects/OPT/chronicles"},
        PublishedCampaign{"BLOOM", "BLOOM 176B", 176e9, 366e9, 1.083e6, 9.73e5, {},
            "150 TFLOP/s with recomputation, 104.5 s for 2048 sequences on 384 GPUs", "arXiv:2211.05100"},
        PublishedCampaign{"GLM-130B", "GLM-130B", 130e9, 400e9, 1.069e6, 8.55e5, {}, "MFU 32.5 % of 768 A100",
            "arXiv:2210.02414: 6 May to 3 July 2022 on 96 DGX A100"},
        PublishedCampaign{"LLaMA", "LLaMA 65B", 65.2e9, 1.4e12, 1.022e6, 1.0234e6, {}, "380 tokens/s per GPU",
            "arXiv:2302.13971, table 15"},
        PublishedCampaign{
            "Llama 2", "Llama 2 70B", 69e9, 2e12, 1.72e6, 1.911e6, {}, predicted, "arXiv:2307.09288, table 2"},
        PublishedCampaign{
            "Llama 3.1", "Llama 3.1 8B", 8.03e9, 15e12, 1.46e6, 5.35e5, "llama3-8b-64xh100", predicted, llama_card},
        PublishedCampaign{
            "Llama 3.1", "Llama 3.1 70B", 70.6e9, 15e12, 7.0e6, 4.434e6, "llama3-70b-512xh100", predicted, llama_card},
        PublishedCampaign{"Llama 3.1", "Llama 3.1 405B", 405e9, 15.6e12, 30.84e6, 27.4e6, {},
            "400 TFLOP/s on 16 384 GPUs, arXiv:2407.21783, table 4", llama_card},
        PublishedCampaign{"DeepSeek-V3", "DeepSeek-V3", 671e9, 14.8e12, 2.788e6, 2.664e6, {},
            "180 thousand GPU-hours per trillion tokens", "arXiv:2412.19437, table 1"},
        PublishedCampaign{"SmolLM3", "SmolLM3 3B", 3.08e9, 11.2e12, 2.21e5, 2.06e5, {}, predicted,
            "https://huggingface.co/blog/smollm3: 384 H100 for 24 days"},
        PublishedCampaign{
            "Olmo 3", "Olmo 3 7B", 7.3e9, 5.93e12, 2.34e5, 2.139e5, {}, "7700 tokens/s per GPU", olmo_cost},
        PublishedCampaign{
            "Olmo 3", "Olmo 3 32B", 32.2e9, 5.5e12, 1.05e6, 8.04e5, {}, "1900 tokens/s per GPU", olmo_cost}};
    return all;
}

std::span<const double> campaignFactors()
{
    static const std::vector<double> all = factorsOfReports();
    return all;
}

double Campaign::sigma() const
{
    return high > typical && typical > 0 ? std::log(high / typical) / interval_sigmas : 0;
}

Campaign publishedCampaign(double parameters, double tokens)
{
    if (tokens < least_tokens_per_parameter * parameters)
        return Campaign::none();
    const auto factors = campaignFactors();
    const double typical = median({factors.begin(), factors.end()});
    double squares = 0;
    for (const double factor : factors)
        squares += std::pow(std::log(factor / typical), 2);
    const double range = std::exp(interval_sigmas * std::sqrt(squares / static_cast<double>(factors.size())));
    return {typical, std::max(1.0, typical / range), typical * range, true};
}

std::string campaignText(const Campaign& campaign)
{
    if (!campaign.counts())
        return {};
    if (campaign.published)
        return fmt::format("Published pre-training campaigns take {:.1f} to {:.1f} times as long as their steps, "
                           "{:.2f} times in the median of {} reports",
            campaign.low, campaign.high, campaign.typical, campaignFactors().size());
    return fmt::format("The campaign is assumed to take {} times as long as its steps", campaign.typical);
}

} // namespace kneepoint
