// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/fitted.h"

#include "model/scenario/preset_library.h"

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

/// Constants needed only for validation. They are much larger, so they are loaded on first use.
struct LeftOut {
    std::vector<std::pair<std::string, ConstantSet>> without;
    std::vector<std::pair<std::string, std::vector<ErrorKind>>> errors;
    std::vector<std::pair<std::string, std::vector<FactorSpreads>>> spreads;
    std::vector<HeldOutErrors> held_out;
};

ConstantSet readSet(const Json& json)
{
    return {library::readOwners(json.at("gpus")), library::readOwners(json.at("stacks"))};
}

std::vector<MeasuredStack> readMeasured(const Json& json)
{
    std::vector<MeasuredStack> stacks;
    for (const auto& [id, architectures] : json.items())
        stacks.push_back({id, architectures.get<std::vector<std::string>>()});
    return stacks;
}

std::vector<ErrorKind> readErrors(const Json& json)
{
    std::vector<ErrorKind> errors;
    for (const Json& kind : json)
        errors.push_back({kind.at("kind"), kind.at("rows"), kind.at("low"), kind.at("high")});
    return errors;
}

std::vector<FactorSpreads> readSpreads(const Json& json)
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

std::vector<HeldOutErrors> readHeldOut(const Json& json)
{
    std::vector<HeldOutErrors> errors;
    for (const Json& e : json)
        errors.push_back({e.at("series"), e.at("rows"), e.at("mape"), e.at("median"), e.at("p90"), e.at("bias")});
    return errors;
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
        fitted.all = readSet(json);
        fitted.measured = readMeasured(json.at("measured"));
        fitted.spreads = readSpreads(json.at("spreads"));
        fitted.errors = readErrors(json.at("errors"));
    });
    library::readFile("constants/memory", [&](const Json& json) { add(fitted.all, readSet(json)); });
    return fitted;
}

LeftOut readLeftOut()
{
    LeftOut left_out;
    library::readFile("constants/fitted_left_out", [&](const Json& json) {
        for (const auto& [name, set] : json.at("without").items()) {
            left_out.without.emplace_back(name, readSet(set));
            if (const auto errors = set.find("errors"); errors != set.end())
                left_out.errors.emplace_back(name, readErrors(*errors));
            if (const auto spreads = set.find("spreads"); spreads != set.end())
                left_out.spreads.emplace_back(name, readSpreads(*spreads));
        }
        left_out.held_out = readHeldOut(json.at("held_out"));
    });
    library::readFile("constants/memory_left_out", [&](const Json& json) {
        for (const auto& [series, set] : json.at("without").items())
            left_out.without.emplace_back(series, readSet(set));
    });
    return left_out;
}

const Fitted& fitted()
{
    static const Fitted all = readFitted();
    return all;
}

const LeftOut& leftOut()
{
    static const LeftOut all = readLeftOut();
    return all;
}

} // namespace

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

const ConstantSet* constantsWithout(std::string_view series)
{
    for (const auto& [left_out, set] : leftOut().without)
        if (left_out == series)
            return &set;
    return nullptr;
}

void applySettings(Scenario& s, std::span<const PresetValue> settings)
{
    for (const PresetValue& setting : settings)
        parameter(setting.parameter).assign(s, setting.value);
}

std::span<const MeasuredStack> measuredStacks()
{
    return fitted().measured;
}

std::span<const ErrorKind> errorKinds()
{
    return fitted().errors;
}

std::span<const ErrorKind> errorKindsWithout(std::string_view series)
{
    for (const auto& [left_out, errors] : leftOut().errors)
        if (left_out == series)
            return errors;
    return errorKinds();
}

std::span<const FactorSpreads> factorSpreads()
{
    return fitted().spreads;
}

std::span<const FactorSpreads> factorSpreadsWithout(std::string_view source)
{
    for (const auto& [left_out, spreads] : leftOut().spreads)
        if (left_out == source)
            return spreads;
    return factorSpreads();
}

std::span<const HeldOutErrors> heldOutErrors()
{
    return leftOut().held_out;
}

} // namespace kneepoint
