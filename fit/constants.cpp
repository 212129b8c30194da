// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/constants.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace kneepoint::fit {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view every_gpu = "every-gpu";

/// The listed GPUs, or all, or those of an architecture.
std::vector<std::string> membersOf(const Json& entry)
{
    auto members = entry.value("members", std::vector<std::string>());
    const std::string architecture = entry.value("architecture", "");
    for (const GpuPreset& gpu : gpuPresets())
        if (entry.value("every", false) || (!architecture.empty() && gpu.architecture == architecture))
            members.push_back(gpu.id);
    return members;
}

std::optional<std::size_t> sameForEveryGpu(const Priors& priors, const Constant& c)
{
    const auto found = std::ranges::find_if(priors.constants,
        [&](const Constant& other) { return other.owner == every_gpu && other.parameter == c.parameter; });
    if (found == priors.constants.end())
        return {};
    return static_cast<std::size_t>(found - priors.constants.begin());
}

void readOwners(Priors& priors, const Json& json, bool of_gpu)
{
    auto& owners = of_gpu ? priors.owners.families : priors.owners.stacks;
    for (const auto& [id, entry] : json.items()) {
        owners.push_back({id, membersOf(entry), {}});
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
            c.near = entry.value("apart", false) ? std::nullopt : sameForEveryGpu(priors, c);
            priors.constants.push_back(std::move(c));
        }
    }
}

} // namespace

bool Constant::bearsOn(std::string_view preset) const
{
    return members.empty() ? owner == preset : std::ranges::find(members, preset) != members.end();
}

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
