// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/shipped_scenarios.h"

#include "model/constants/calibration.h"
#include "model/presets/preset_library.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>

namespace kneepoint {
namespace {

constexpr std::string_view scenario_folder = "scenarios/";

ScenarioFile readScenario(const EmbeddedFile& file, const Calibration& calibration)
{
    auto parsed = parseScenario(file.text, file.name, calibration);
    if (!parsed)
        library::broken(file.name, parsed.error().message);
    parsed->id = file.name.substr(scenario_folder.size());
    return std::move(*parsed);
}

// The scenarios of menu.json in its order, then those it forgets.
std::vector<ScenarioFile> readScenarios()
{
    constexpr std::string_view menu = "scenarios/menu";
    std::vector<std::string> order;
    std::vector<ScenarioFile> files;
    library::readFile(menu, [&](const library::Json& json) { json.at("menu").get_to(order); });
    for (const EmbeddedFile& file : embeddedFiles())
        if (file.name.starts_with(scenario_folder) && file.name != menu)
            files.push_back(readScenario(file, shippedCalibration()));
    const auto place = [&](const ScenarioFile& f) { return std::find(order.begin(), order.end(), f.id); };
    std::stable_sort(files.begin(), files.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
    return files;
}

} // namespace

std::span<const ScenarioFile> scenarioPresets()
{
    static const auto presets = readScenarios();
    return presets;
}

const ScenarioFile* findScenarioPreset(std::string_view id)
{
    // Loaded on first use: a window that opens one scenario does not need to read them all.
    static std::mutex reading;
    static std::map<std::string, ScenarioFile, std::less<>> found;
    const std::scoped_lock lock(reading);
    if (const auto known = found.find(id); known != found.end())
        return &known->second;
    auto read = scenarioPreset(id, shippedCalibration());
    return read ? &found.emplace(id, std::move(*read)).first->second : nullptr;
}

std::optional<ScenarioFile> scenarioPreset(std::string_view id, const Calibration& calibration)
{
    for (const EmbeddedFile& file : embeddedFiles())
        if (file.name.starts_with(scenario_folder) && file.name.substr(scenario_folder.size()) == id && id != "menu")
            return readScenario(file, calibration);
    return {};
}

} // namespace kneepoint
