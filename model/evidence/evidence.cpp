// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/evidence.h"

#include <algorithm>
#include <utility>

namespace kneepoint {

std::optional<double> settingOf(const Evidence& evidence, std::string_view parameter)
{
    const auto found = std::ranges::find(evidence.settings, parameter, &ObservedSetting::parameter);
    return found == evidence.settings.end() ? std::nullopt : std::optional(found->value);
}

const Measurement* measurementOf(const Evidence& evidence, std::string_view metric)
{
    const auto found = std::ranges::find(evidence.measurements, metric, &Measurement::metric);
    return found == evidence.measurements.end() ? nullptr : &*found;
}

void observe(Evidence& evidence, ObservedSetting setting)
{
    const auto found = std::ranges::find(evidence.settings, setting.parameter, &ObservedSetting::parameter);
    if (found == evidence.settings.end())
        evidence.settings.push_back(std::move(setting));
    else
        *found = std::move(setting);
}

} // namespace kneepoint
