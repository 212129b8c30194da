// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/lenient_json.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace kneepoint::lenient {

const Json& member(const Json& object, const char* key)
{
    static const Json none;
    const auto found = object.find(key);
    return found == object.end() ? none : *found;
}

std::optional<double> number(const Json& value)
{
    if (value.is_boolean())
        return value.get<bool>() ? 1 : 0;
    if (!value.is_number() || !std::isfinite(value.get<double>()))
        return {};
    return value.get<double>();
}

std::optional<double> number(const Json& object, const char* key)
{
    return number(member(object, key));
}

std::string text(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : std::string();
}

std::string text(const Json& object, const char* key)
{
    return text(member(object, key));
}

} // namespace kneepoint::lenient
