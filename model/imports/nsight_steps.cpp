// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/nsight_steps.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace kneepoint {
namespace {

constexpr std::size_t most_steps = 100000;

/// "trainstep" of "Train step #12".
std::string lettersOf(std::string_view name)
{
    std::string letters;
    for (const char c : name)
        if (std::isalpha(static_cast<unsigned char>(c)))
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return letters;
}

std::int64_t numberOf(std::string_view name)
{
    constexpr std::int64_t most = 1'000'000'000'000;
    std::int64_t number = 0;
    bool has_digits = false;
    for (const char c : name)
        if (std::isdigit(static_cast<unsigned char>(c))) {
            number = std::min(number * 10 + (c - '0'), most);
            has_digits = true;
        } else if (has_digits) {
            break;
        }
    return has_digits ? number : -1;
}

bool namesStep(std::string_view letters)
{
    constexpr std::string_view names[] = {"step", "trainstep", "trainingstep", "profilerstep", "globalstep",
        "iteration", "iter", "trainiteration", "trainingiteration", "trainiter", "trainbatch", "onestep"};
    return std::ranges::find(names, letters) != std::end(names);
}

std::int64_t lengthOf(const std::vector<TraceStep>& steps)
{
    return std::accumulate(steps.begin(), steps.end(), std::int64_t{0},
        [](std::int64_t sum, const TraceStep& step) { return sum + step.window.end - step.window.start; });
}

} // namespace

void NsightSteps::take(std::string_view name, TimeSpan time)
{
    constexpr std::size_t longest = 64;
    if (name.size() > longest)
        return;
    const std::string letters = lettersOf(name);
    if (!namesStep(letters))
        return;
    std::vector<TraceStep>& steps = m_steps[letters];
    if (steps.size() < most_steps)
        steps.push_back({numberOf(name), time});
}

std::vector<TraceStep> NsightSteps::found(std::string& name) const
{
    std::vector<TraceStep> best;
    for (const auto& [letters, all] : m_steps) {
        std::vector<TraceStep> sorted = all;
        std::ranges::stable_sort(sorted, {}, [](const TraceStep& step) { return step.window.start; });
        std::vector<TraceStep> steps;
        for (TraceStep& step : sorted) {
            if (!steps.empty() && step.window.start < steps.back().window.end)
                continue;
            if (step.number < 0)
                step.number = static_cast<std::int64_t>(steps.size());
            steps.push_back(step);
        }
        if (steps.size() < 2 || lengthOf(steps) <= lengthOf(best))
            continue;
        best = std::move(steps);
        name = "NVTX range " + letters;
    }
    return best;
}

} // namespace kneepoint
