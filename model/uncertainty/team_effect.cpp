// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/uncertainty/team_effect.h"

#include "model/units/statistics.h"

#include <array>
#include <cmath>
#include <vector>

namespace kneepoint {
namespace {

using enum MeasuredTeam::Found;

constexpr std::string_view report = "docs/validation.md, source left out";
constexpr std::string_view jupiter = "https://github.com/OpenEuroLLM/oellm-autoexp, speed results on JUPITER (GH200)";

/// Median, and mean square around it, of the logarithms of the teams found in one way.
TeamEffect effectOf(MeasuredTeam::Found found)
{
    std::vector<double> logs;
    for (const MeasuredTeam& team : measuredTeams())
        if (team.found == found)
            logs.push_back(std::log(team.ratio));
    const double center = median(logs);
    double squares = 0;
    for (const double log : logs)
        squares += (log - center) * (log - center);
    return {center, std::sqrt(squares / static_cast<double>(logs.size()))};
}

TeamEffect typicalEffect()
{
    const TeamEffect a = effectOf(published), b = effectOf(picked);
    return {(a.center + b.center) / 2, std::hypot(a.sigma, b.sigma) / std::sqrt(2.0)};
}

} // namespace

std::span<const MeasuredTeam> measuredTeams()
{
    static constexpr std::array all{
        MeasuredTeam{"aws", published, 4, 1.06, report},
        MeasuredTeam{"bigscience", published, 109, 1.07, report},
        MeasuredTeam{"dlperf", published, 99, 1.02, report},
        MeasuredTeam{"flagperf-megatron", published, 17, 0.96, report},
        MeasuredTeam{"flagperf-paddle", published, 7, 1.01, report},
        MeasuredTeam{"fmsfsdp", published, 4, 0.95, report},
        MeasuredTeam{"hkbu", published, 164, 1.01, report},
        MeasuredTeam{"hpe", published, 5, 1.02, report},
        MeasuredTeam{"internevo", published, 20, 1.14, report},
        MeasuredTeam{"litgpt", published, 4, 0.98, report},
        MeasuredTeam{"llama3", published, 3, 1.11, report},
        MeasuredTeam{"modded-nanogpt", published, 6, 0.81, report},
        MeasuredTeam{"modelzoo-context", published, 4, 0.79, report},
        MeasuredTeam{"modelzoo-moe", published, 7, 0.85, report},
        MeasuredTeam{"mosaic", published, 160, 1.00, report},
        MeasuredTeam{"simumax-context", published, 7, 1.17, report},
        MeasuredTeam{"simumax-dense", published, 24, 1.06, report},
        MeasuredTeam{"simumax-moe", published, 12, 1.06, report},
        MeasuredTeam{"torchao-h100", published, 3, 1.12, report},
        MeasuredTeam{"torchao-mi300x", published, 4, 1.60, report},
        MeasuredTeam{"torchtitan", published, 26, 1.03, report},
        MeasuredTeam{"vocabulary-parallelism", published, 8, 1.09, report},
        MeasuredTeam{"vtrain-multi", published, 62, 0.98, report},
        MeasuredTeam{"yafsdp", published, 16, 1.09, report},
        MeasuredTeam{"prime-rl", picked, 6, 1.10,
            "https://github.com/PrimeIntellect-ai/prime-rl, automated benchmarks, January 2026"},
        MeasuredTeam{"Qwen fine-tuning on A100", picked, 2, 1.03,
            "https://github.com/QwenLM/Qwen, README, profiling of memory and speed"},
        MeasuredTeam{
            "torchtune on MI350X", picked, 2, 0.78, "AMD MI350X training benchmark results (MAD), torchtune, Qwen3 8B"},
        MeasuredTeam{"OpenEuroLLM 32B", picked, 8, 1.29, jupiter},
        MeasuredTeam{"OpenEuroLLM Qwen3 235B-A22B", picked, 6, 1.54, jupiter},
        MeasuredTeam{"OpenEuroLLM 1.7B", picked, 4, 1.03, jupiter},
        MeasuredTeam{"Fast-LLM", picked, 4, 0.83, "https://github.com/ServiceNow/Fast-LLM, documentation"},
    };
    return all;
}

TeamEffect teamEffect(TeamSetting setting)
{
    static const TeamEffect typical = typicalEffect();
    constexpr double middle_of_slower_half = 0.6744897501960817; // standard deviations
    switch (setting) {
    case TeamSetting::tuned:
        return {};
    case TeamSetting::typical:
        return typical;
    case TeamSetting::first_try:
        return {typical.center + middle_of_slower_half * typical.sigma, typical.sigma};
    }
    return {};
}

PredictionInterval withTeam(PredictionInterval interval, double step_s, TeamSetting setting)
{
    if (interval.rows <= 0 || interval.basis == Basis::calibrated || setting == TeamSetting::tuned)
        return interval;
    const TeamEffect team = teamEffect(setting);
    const double open = interval_sigmas * team.sigma;
    interval.low_s = step_s * std::exp(team.center - std::hypot(std::log(step_s / interval.low_s), open));
    interval.high_s = step_s * std::exp(team.center + std::hypot(std::log(interval.high_s / step_s), open));
    interval.spread = {std::hypot(interval.spread.faster, team.sigma), std::hypot(interval.spread.slower, team.sigma)};
    return interval;
}

} // namespace kneepoint
