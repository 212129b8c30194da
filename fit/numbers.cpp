// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/numbers.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace kneepoint::fit {

using Json = nlohmann::ordered_json;

double percentile(std::vector<double> values, double q)
{
    std::ranges::sort(values);
    const double place = q * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(place);
    const std::size_t high = std::min(low + 1, values.size() - 1);
    return values[low] + (place - static_cast<double>(low)) * (values[high] - values[low]);
}

double rounded(double value)
{
    return std::stod(fmt::format("{:.5g}", value));
}

Json ownersJson(const std::vector<ConstantOwner>& owners)
{
    Json json = Json::object();
    for (const ConstantOwner& owner : owners) {
        Json& entry = json[owner.id];
        if (!owner.members.empty())
            entry["members"] = owner.members;
        Json& constants = entry["constants"] = Json::object();
        for (const PresetValue& setting : owner.settings)
            constants[setting.parameter] = rounded(setting.value);
    }
    return json;
}

} // namespace kneepoint::fit
