// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/fitted.h"

#include "model/scenario/preset_library.h"

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

struct Fitted {
    ConstantSet all;
    std::vector<std::pair<std::string, ConstantSet>> without;
    std::vector<ErrorKind> errors;
    std::vector<std::pair<std::string, std::vector<ErrorKind>>> errors_without;
    std::vector<HeldOutErrors> held_out;
};

ConstantSet readSet(const Json& json)
{
    return {library::readOwners(json.at("gpus")), library::readOwners(json.at("stacks"))};
}

std::vector<ErrorKind> readErrors(const Json& json)
{
    std::vector<ErrorKind> errors;
    for (const Json& kind : json)
        errors.push_back({kind.at("kind"), kind.at("rows"), kind.at("low"), kind.at("high")});
    return errors;
}

std::vector<HeldOutErrors> readHeldOut(const Json& json)
{
    std::vector<HeldOutErrors> errors;
    for (const Json& e : json)
        errors.push_back({e.at("series"), e.at("rows"), e.at("mape"), e.at("median"), e.at("p90"), e.at("bias")});
    return errors;
}

/// Both files of constants: of step times, and of memory.
Fitted readFitted()
{
    Fitted fitted;
    for (const EmbeddedFile& file : embeddedFiles()) {
        if (file.name != "constants/fitted" && file.name != "constants/memory")
            continue;
        try {
            const Json json = Json::parse(file.text);
            const ConstantSet all = readSet(json);
            fitted.all.families.insert(fitted.all.families.end(), all.families.begin(), all.families.end());
            fitted.all.stacks.insert(fitted.all.stacks.end(), all.stacks.begin(), all.stacks.end());
            for (const auto& [series, set] : json.at("without").items()) {
                fitted.without.emplace_back(series, readSet(set));
                if (const auto errors = set.find("errors"); errors != set.end())
                    fitted.errors_without.emplace_back(series, readErrors(*errors));
            }
            if (const auto errors = json.find("errors"); errors != json.end())
                fitted.errors = readErrors(*errors);
            if (const auto held_out = json.find("held_out"); held_out != json.end())
                fitted.held_out = readHeldOut(*held_out);
        } catch (const std::exception& problem) {
            library::broken(file.name, problem.what());
        }
    }
    return fitted;
}

const Fitted& fitted()
{
    static const Fitted all = readFitted();
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
    for (const auto& [left_out, set] : fitted().without)
        if (left_out == series)
            return &set;
    return nullptr;
}

void applySettings(Scenario& s, std::span<const PresetValue> settings)
{
    for (const PresetValue& setting : settings)
        parameter(setting.parameter).assign(s, setting.value);
}

std::span<const ErrorKind> errorKinds()
{
    return fitted().errors;
}

std::span<const ErrorKind> errorKindsWithout(std::string_view series)
{
    for (const auto& [left_out, errors] : fitted().errors_without)
        if (left_out == series)
            return errors;
    return errorKinds();
}

std::span<const HeldOutErrors> heldOutErrors()
{
    return fitted().held_out;
}

} // namespace kneepoint
