// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/constants.h"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace kneepoint::fit {
namespace {

using Json = nlohmann::ordered_json;

void readOwners(Priors& priors, const Json& json, bool of_gpu)
{
    auto& owners = of_gpu ? priors.owners.families : priors.owners.stacks;
    for (const auto& [id, entry] : json.items()) {
        owners.push_back({id, entry.value("members", std::vector<std::string>()), {}});
        for (const auto& [name, prior] : entry.at("constants").items()) {
            Constant c;
            c.of_gpu = of_gpu;
            c.owner = id;
            c.members = owners.back().members;
            c.parameter = findParameter(name);
            if (!c.parameter)
                throw std::invalid_argument("no parameter is called " + name);
            c.start = prior.at("start");
            c.low = prior.at("low");
            c.high = prior.at("high");
            c.sigma = prior.at("sigma");
            c.value = c.start;
            priors.constants.push_back(std::move(c));
        }
    }
}

} // namespace

Priors readPriors(const std::filesystem::path& path)
{
    try {
        std::ifstream stream(path);
        const Json json = Json::parse(stream);
        Priors priors;
        readOwners(priors, json.at("gpus"), true);
        readOwners(priors, json.at("stacks"), false);
        return priors;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "fit: {}: {}\n", path.string(), problem.what());
        std::exit(EXIT_FAILURE);
    }
}

ConstantSet constantSet(const Priors& priors)
{
    ConstantSet set = priors.owners;
    for (const Constant& c : priors.constants)
        for (ConstantOwner& owner : c.of_gpu ? set.families : set.stacks)
            if (owner.id == c.owner)
                owner.settings.push_back({std::string(c.parameter->id), c.value});
    return set;
}

} // namespace kneepoint::fit
