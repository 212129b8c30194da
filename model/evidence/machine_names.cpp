// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/machine_names.h"

#include "model/units/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace kneepoint {
namespace {

bool isPartOfWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

bool same(char a, char b)
{
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Whether the text has this name between other words; "p5" is no name of "p5.4xlarge", which has fewer GPUs.
bool names(std::string_view text, std::string_view name)
{
    for (auto at = text.begin();; ++at) {
        at = std::search(at, text.end(), name.begin(), name.end(), same);
        if (at == text.end())
            return false;
        const auto end = at + static_cast<std::ptrdiff_t>(name.size());
        const bool begins = at == text.begin() || !isPartOfWord(*(at - 1));
        const bool goes_on = end != text.end()
            && (isPartOfWord(*end) || (*end == '.' && end + 1 != text.end() && isPartOfWord(*(end + 1))));
        if (begins && !goes_on)
            return true;
    }
}

} // namespace

const MachinePreset* machineNamed(std::string_view text, std::string_view gpu)
{
    const MachinePreset* found = nullptr;
    for (const MachinePreset& machine : machinePresets()) {
        if (!gpu.empty() && machine.gpu != gpu)
            continue;
        if (std::ranges::none_of(machine.called, [&](const std::string& name) { return names(text, name); }))
            continue;
        if (found && found->gpu != machine.gpu)
            return nullptr;
        if (!found)
            found = &machine;
    }
    return found;
}

std::string whyNoMachine(std::string_view text)
{
    constexpr std::string_view intel = "its Intel Max GPUs are in no library", apu = "its MI300A are in no library";
    static constexpr std::pair<std::string_view, std::string_view> unmodeled[] = {{"Aurora", intel}, {"Dawn", intel},
        {"SuperMUC-NG", "its GPU nodes have Intel Max GPUs, which are in no library"}, {"El Capitan", apu},
        {"Tuolumne", apu}, {"Fugaku", "it has no GPUs"},
        {"MareNostrum 5", "its H100 have 64 GB of HBM2, and no source for the bandwidth could be opened"}};
    for (const auto& [name, reason] : unmodeled)
        if (names(text, name))
            return fmt::format("the machine {} is not modeled: {}", name, reason);
    std::string gpus;
    for (const MachinePreset& machine : machinePresets())
        if (std::ranges::any_of(machine.called, [&](const std::string& name) { return names(text, name); }))
            gpus += (gpus.empty() ? "" : " or ") + machine.gpu;
    return gpus.empty() ? fmt::format("the machine {} is not known", excerpt(text))
                        : fmt::format("{} has nodes of different GPUs: state which, {}", excerpt(text), gpus);
}

void resolveMachine(std::vector<ObservedSetting>& settings)
{
    const auto named = std::ranges::find(settings, std::string_view("cluster.machine"), &ObservedSetting::parameter);
    const MachinePreset* machine =
        named == settings.end() ? nullptr : presetAt(machinePresets(), static_cast<PresetIndex>(named->value));
    if (!machine)
        return;
    const std::string place = named->place;
    const auto find = [&](std::string_view id) { return std::ranges::find(settings, id, &ObservedSetting::parameter); };
    const ObservedSetting parts[] = {{"cluster.gpu", double(presetIndex(gpuPresets(), machine->gpu)), place},
        {"cluster.interconnect", double(presetIndex(interconnectPresets(), machine->network)), place},
        {"cluster.gpus_per_node", machine->domain, place}};
    const auto differs = [&](const ObservedSetting& part) {
        const auto stated = find(part.parameter);
        return stated != settings.end() && stated->value != part.value;
    };
    if (!differs(parts[0]) && !differs(parts[1]))
        return;
    settings.erase(named);
    for (const ObservedSetting& part : parts)
        if (find(part.parameter) == settings.end())
            settings.push_back(part);
}

double ratePerGpu(const MachinePreset& machine)
{
    return machine.nic_rate * machine.nics / machine.gpus;
}

} // namespace kneepoint
