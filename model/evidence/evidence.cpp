// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/evidence.h"

#include "model/catalogue/catalogue.h"
#include "model/units/statistics.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace kneepoint {
namespace {

void put(std::vector<ObservedSetting>& settings, ObservedSetting setting)
{
    const auto found = std::ranges::find(settings, setting.parameter, &ObservedSetting::parameter);
    if (found == settings.end())
        settings.push_back(std::move(setting));
    else
        *found = std::move(setting);
}

} // namespace

std::optional<double> settingOf(const Evidence& evidence, std::string_view parameter)
{
    return settingOf(std::span(evidence.settings), parameter);
}

const Measurement* measurementOf(const Evidence& evidence, std::string_view metric)
{
    return measurementOf(std::span(evidence.measurements), metric);
}

void state(Evidence& evidence, ObservedSetting setting)
{
    put(evidence.settings, std::move(setting));
}

bool observe(std::vector<ObservedSetting>& settings, std::vector<SkippedItem>& skipped, ObservedSetting setting)
{
    if (const auto checked = checkValue(parameter(setting.parameter), setting.value); !checked) {
        skipped.push_back({setting.place, checked.error().message});
        return false;
    }
    put(settings, std::move(setting));
    return true;
}

bool observe(Evidence& evidence, ObservedSetting setting)
{
    return observe(evidence.settings, evidence.skipped, std::move(setting));
}

bool statesTheSame(double a, double b, double difference)
{
    return std::abs(std::log(b / a)) <= std::log1p(difference);
}

std::string differingRates(double tokens_per_s, double tokens_per_s_per_gpu, double gpus)
{
    const double of_all = tokens_per_s_per_gpu * gpus;
    if (tokens_per_s <= 0 || of_all <= 0 || statesTheSame(tokens_per_s, of_all))
        return {};
    return fmt::format("{} per GPU on {} GPUs differs from {}, which is used",
        formatQuantity(tokens_per_s_per_gpu, Unit::tokens_per_second), gpus,
        formatQuantity(tokens_per_s, Unit::tokens_per_second));
}

Measurement measured(std::string metric, std::vector<double> samples, std::string place)
{
    const auto count = static_cast<double>(samples.size());
    const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
    double squares = 0;
    for (const double x : samples)
        squares += (x - mean) * (x - mean);
    const double spread = samples.size() > 1 ? std::sqrt(squares / (count - 1)) : 0;
    return {std::move(metric), median(std::move(samples)), spread, count, std::move(place)};
}

} // namespace kneepoint
