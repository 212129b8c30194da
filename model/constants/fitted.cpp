// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/fitted.h"

#include "model/constants/constants_json.h"
#include "model/presets/preset_library.h"

#include <algorithm>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

/// Constants needed for every prediction.
struct Fitted {
    ConstantSet all;
    std::vector<MeasuredStack> measured;
    std::vector<FactorSpreads> spreads;
    std::vector<ErrorKind> errors;
};

std::vector<MeasuredStack> readMeasured(const Json& json)
{
    std::vector<MeasuredStack> stacks;
    for (const auto& [id, architectures] : json.items())
        stacks.push_back({id, architectures.get<std::vector<std::string>>()});
    return stacks;
}

void add(ConstantSet& set, const ConstantSet& more)
{
    set.families.insert(set.families.end(), more.families.begin(), more.families.end());
    set.stacks.insert(set.stacks.end(), more.stacks.begin(), more.stacks.end());
}

Fitted readFitted()
{
    Fitted fitted;
    library::readFile("constants/fitted", [&](const Json& json) {
        fitted.all = library::readConstants(json);
        fitted.measured = readMeasured(json.at("measured"));
        fitted.spreads = library::readSpreads(json.at("spreads"));
        fitted.errors = library::readErrors(json.at("errors"));
    });
    library::readFile("constants/memory", [&](const Json& json) { add(fitted.all, library::readConstants(json)); });
    return fitted;
}

const Fitted& fitted()
{
    static const Fitted all = readFitted();
    return all;
}

void shareAsIn(std::span<const ConstantOwner> shipped, std::vector<ConstantOwner>& owners)
{
    for (ConstantOwner& owner : owners)
        if (const auto same = std::ranges::find(shipped, owner.id, &ConstantOwner::id); same != shipped.end())
            owner.members = same->members;
}

} // namespace

namespace library {

std::vector<ConstantOwner> readOwners(const nlohmann::ordered_json& json)
{
    std::vector<ConstantOwner> owners;
    for (const auto& [id, entry] : json.items()) {
        ConstantOwner owner{id, entry.value("members", std::vector<std::string>()), {}};
        for (const auto& [name, value] : entry.at("constants").items())
            owner.settings.push_back({name, value.get<double>()});
        owners.push_back(std::move(owner));
    }
    return owners;
}

ConstantSet readConstants(const nlohmann::ordered_json& json)
{
    return {readOwners(json.at("gpus")), readOwners(json.at("stacks"))};
}

std::vector<ErrorKind> readErrors(const nlohmann::ordered_json& json)
{
    std::vector<ErrorKind> errors;
    for (const auto& kind : json)
        errors.push_back({kind.at("kind"), kind.at("rows"), kind.at("low"), kind.at("high")});
    return errors;
}

std::vector<FactorSpreads> readSpreads(const nlohmann::ordered_json& json)
{
    std::vector<FactorSpreads> all;
    for (const auto& [basis, entry] : json.items()) {
        FactorSpreads& spreads = all.emplace_back();
        spreads.basis = basis;
        for (std::size_t i = 0; i < own_factor_count; ++i)
            spreads.factors[i] = entry.at(std::string(own_factors[i].parameter));
        spreads.row = entry.at("row");
    }
    return all;
}

} // namespace library

bool ConstantOwner::owns(std::string_view preset) const
{
    return members.empty() ? id == preset : std::ranges::find(members, preset) != members.end();
}

std::vector<PresetValue> ConstantSet::gpu(std::string_view id) const
{
    return settingsOf(families, id);
}

std::vector<PresetValue> ConstantSet::stack(std::string_view id) const
{
    return settingsOf(stacks, id);
}

std::vector<PresetValue> settingsOf(std::span<const ConstantOwner> owners, std::string_view preset)
{
    std::vector<PresetValue> settings;
    for (const ConstantOwner& owner : owners)
        if (owner.owns(preset))
            settings.insert(settings.end(), owner.settings.begin(), owner.settings.end());
    return settings;
}

const ConstantSet& fittedConstants()
{
    return fitted().all;
}

ConstantSet withShippedMembers(ConstantSet set)
{
    shareAsIn(fitted().all.families, set.families);
    shareAsIn(fitted().all.stacks, set.stacks);
    return set;
}

std::span<const MeasuredStack> measuredStacks()
{
    return fitted().measured;
}

std::span<const ErrorKind> errorKinds()
{
    return fitted().errors;
}

std::span<const FactorSpreads> factorSpreads()
{
    return fitted().spreads;
}

} // namespace kneepoint
