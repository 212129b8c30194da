// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/setting_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace kneepoint {

using Json = nlohmann::ordered_json;

Json settingJson(const Parameter& p, double value)
{
    if (p.scale == Scale::flag)
        return value != 0;
    if (p.scale == Scale::choice)
        return p.choice(value).id;
    return value;
}

Result<double> readSetting(const Parameter& p, const Json& json, const std::optional<CountedIn>& counted)
{
    const bool flag = p.scale == Scale::flag, choice = p.scale == Scale::choice;
    if (json.is_string())
        return parseValue(p, json.get_ref<const std::string&>(), counted);
    if (flag && json.is_boolean())
        return json.get<bool>() ? 1 : 0;
    if (!json.is_number())
        return failure(fmt::format("{}: expected {}, found {}", p.label,
            choice     ? "one of " + rangeText(p)
                : flag ? std::string("true or false")
                       : "a number or a text with a unit, " + rangeText(p),
            json.type_name()));
    const double value = json.get<double>();
    if (flag || choice)
        return parseValue(p, fmt::format("{}", value));
    if (const auto checked = checkValue(p, value); !checked)
        return tl::unexpected(checked.error());
    return value;
}

} // namespace kneepoint
