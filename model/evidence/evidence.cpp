// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/evidence.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace kneepoint {

std::optional<double> settingOf(const Evidence& evidence, std::string_view parameter)
{
    return settingOf(std::span(evidence.settings), parameter);
}

const Measurement* measurementOf(const Evidence& evidence, std::string_view metric)
{
    return measurementOf(std::span(evidence.measurements), metric);
}

void observe(Evidence& evidence, ObservedSetting setting)
{
    const auto found = std::ranges::find(evidence.settings, setting.parameter, &ObservedSetting::parameter);
    if (found == evidence.settings.end())
        evidence.settings.push_back(std::move(setting));
    else
        *found = std::move(setting);
}

bool statesTheSame(double a, double b, double difference)
{
    return std::abs(std::log(b / a)) <= std::log1p(difference);
}

Measurement measured(std::string metric, std::vector<double> samples, std::string place)
{
    const auto count = static_cast<double>(samples.size());
    const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
    double squares = 0;
    for (const double x : samples)
        squares += (x - mean) * (x - mean);
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::ranges::nth_element(samples, middle);
    const double upper = *middle;
    const double median = samples.size() % 2 ? upper : (upper + *std::max_element(samples.begin(), middle)) / 2;
    const double spread = samples.size() > 1 ? std::sqrt(squares / (count - 1)) : 0;
    return {std::move(metric), median, spread, count, std::move(place)};
}

} // namespace kneepoint
