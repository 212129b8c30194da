// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/observed.h"

#include <algorithm>

namespace kneepoint {

std::optional<double> settingOf(std::span<const ObservedSetting> settings, std::string_view parameter)
{
    const auto found = std::ranges::find(settings, parameter, &ObservedSetting::parameter);
    return found == settings.end() ? std::nullopt : std::optional(found->value);
}

const Measurement* measurementOf(std::span<const Measurement> measurements, std::string_view metric)
{
    const auto found = std::ranges::find(measurements, metric, &Measurement::metric);
    return found == measurements.end() ? nullptr : &*found;
}

} // namespace kneepoint
