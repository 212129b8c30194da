// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/generic_stacks.h"

#include "fit/numbers.h"

#include <map>
#include <set>
#include <string>

namespace kneepoint::fit {
namespace {

std::set<std::string> measuredStacks(
    std::span<const MeasuredRun> runs, const std::function<bool(const MeasuredRun&)>& uses)
{
    std::set<std::string> stacks;
    for (const MeasuredRun& run : runs)
        if (run.gate && run.software == SoftwareKnowledge::measured && uses(run))
            stacks.insert(run.stack);
    return stacks;
}

/// What a stack sets beside switches, which its description sets.
std::map<std::string, double> settingsOf(const StackPreset& stack, const ConstantSet& set)
{
    std::map<std::string, double> all;
    for (const PresetValue& v : stack.settings)
        all[v.parameter] = v.value;
    for (const PresetValue& v : set.stack(stack.id))
        all[v.parameter] = v.value;
    std::erase_if(all, [](const auto& v) { return parameter(v.first).scale == Scale::flag; });
    return all;
}

ConstantOwner genericOf(const StackPreset& generic, const ConstantSet& set, const std::set<std::string>& measured)
{
    std::vector<std::map<std::string, double>> family;
    std::set<std::string> parameters;
    for (const StackPreset& stack : stackPresets()) {
        if (stack.family != generic.family || !measured.contains(stack.id))
            continue;
        family.push_back(settingsOf(stack, set));
        for (const auto& [id, value] : family.back())
            parameters.insert(id);
    }
    ConstantOwner owner{generic.id, {}, {}};
    for (const std::string& id : parameters) {
        const double otherwise = parameter(id).get(Scenario());
        std::vector<double> values;
        for (const auto& settings : family)
            values.push_back(settings.contains(id) ? settings.at(id) : otherwise);
        owner.settings.push_back({id, percentile(values, 0.5)});
    }
    return owner;
}

} // namespace

void addGenericStacks(
    ConstantSet& set, std::span<const MeasuredRun> runs, const std::function<bool(const MeasuredRun&)>& uses)
{
    const std::set<std::string> measured = measuredStacks(runs, uses);
    std::vector<ConstantOwner> generics;
    for (const StackPreset& stack : stackPresets())
        if (stack.generic)
            generics.push_back(genericOf(stack, set, measured));
    set.stacks.insert(set.stacks.end(), generics.begin(), generics.end());
}

} // namespace kneepoint::fit
