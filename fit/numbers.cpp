// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/numbers.h"

#include <fmt/format.h>
#include <fstream>
#include <string>
#include <utility>

namespace kneepoint::fit {

using Json = nlohmann::ordered_json;

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

Json spreadsJson(const std::vector<FactorSpreads>& spreads)
{
    Json json = Json::object();
    for (const FactorSpreads& of_basis : spreads) {
        Json& entry = json[of_basis.basis];
        for (std::size_t i = 0; i < own_factor_count; ++i)
            entry[std::string(own_factors[i].parameter)] = rounded(of_basis.factors[i]);
        entry["row"] = rounded(of_basis.row);
    }
    return json;
}

Json kindsJson(const std::vector<ErrorKind>& kinds)
{
    Json json = Json::array();
    for (const ErrorKind& kind : kinds)
        json.push_back(
            {{"kind", kind.kind}, {"rows", kind.rows}, {"low", rounded(kind.low)}, {"high", rounded(kind.high)}});
    return json;
}

void writeConstantFiles(const std::filesystem::path& folder, std::string_view name, std::string_view made_from,
    const Json& all, const Json& left_out)
{
    for (const auto& [ending, content] : {std::pair{"", &all}, {"_left_out", &left_out}}) {
        Json json = {{"about", fmt::format("Written by the fit from {}; never edit by hand.", made_from)}};
        json.update(*content);
        std::ofstream(folder / fmt::format("{}{}.json", name, ending)) << json.dump(1) << '\n';
    }
}

} // namespace kneepoint::fit
