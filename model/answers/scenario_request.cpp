// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/scenario_request.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/counted.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/layer_pattern.h"
#include "model/catalogue/prices.h"
#include "model/catalogue/setting_json.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/catalogue/whole_batch.h"
#include "model/constants/calibration.h"
#include "model/results/feasibility.h"
#include "model/scenario/scenario.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>

#include <filesystem>

namespace kneepoint {

namespace {

Result<Setting> settingOf(const std::string& id, const Json& value, const Scenario& s)
{
    const Parameter* p = findParameter(id);
    if (!p)
        return failure(fmt::format("there is no parameter '{}'; 'kneepoint parameters' lists all", excerpt(id)));
    const Result<double> number = readSetting(*p, value, countedIn(*p, s));
    if (!number)
        return failure(fmt::format("{}: {}", p->id, number.error().message));
    return Setting{p, *number};
}

/// Of the model with the settings before it.
Result<Edit> patternOf(const Json& value, const Scenario& s)
{
    if (!value.is_string())
        return failure("expected a string");
    return parseLayerPattern(value.get<std::string>(), s.workload);
}

/// Whether a layout that cannot run could with the parameter as it was before.
bool breaksLayout(const Parameter& p, const Scenario& now, const Scenario& before, const Calibration& calibration)
{
    const std::size_t faults = layoutFaults(now).size();
    if (faults == 0)
        return false;
    const Scenario restored = applied(now, {{&p, p.get(before)}}, calibration);
    return layoutFaults(restored).size() < faults;
}

} // namespace

Result<ScenarioFile> namedScenario(const std::string& name, const Calibration& calibration)
{
    if (const std::optional<ScenarioFile> preset = scenarioPreset(name, calibration))
        return *preset;
    std::error_code error;
    if (!std::filesystem::exists(name, error))
        return failure(fmt::format("\"{}\" is neither a shipped scenario nor a file; "
                                   "`kneepoint presets` lists the shipped ones",
            excerpt(name)));
    return loadScenario(name, calibration);
}

void markChanged(ScenarioFile& file)
{
    constexpr std::string_view mark = " (changed)";
    if (!file.title.empty() && !file.title.ends_with(mark))
        file.title += mark;
}

Result<ScenarioFile> changed(
    ScenarioFile file, const std::vector<GivenSetting>& settings, const Calibration& calibration, bool keeps_whole)
{
    const Scenario before = file.scenario;
    Edit edit;
    std::vector<const Parameter*> given;
    for (const auto& [id, value] : settings) {
        if (id == layer_pattern_id) {
            const Result<Edit> pattern = patternOf(value, applied(before, edit, calibration, shippedPrices()));
            if (!pattern)
                return failure(fmt::format("{}: {}", id, pattern.error().message));
            edit.insert(edit.end(), pattern->begin(), pattern->end());
            continue;
        }
        const Result<Setting> setting = settingOf(id, value, before);
        if (!setting)
            return tl::unexpected(setting.error());
        edit.push_back(*setting);
        given.push_back(setting->parameter);
    }
    file.scenario = applied(before, edit, calibration, shippedPrices());
    if (const std::string why = contradictionIn(edit, file.scenario); !why.empty())
        return failure(why);
    const WholeBatch whole = keeps_whole ? keptWhole(file.scenario, before, given) : WholeBatch{};
    if (!whole.refusal.empty())
        return failure(whole.refusal);
    if (!keeps_whole)
        file.scenario = withStatedBatch(file.scenario);
    file.adjusted = whole.sentence;
    const auto adjusted = [&file](const std::string& sentence) {
        file.adjusted += (file.adjusted.empty() || sentence.empty() ? "" : " ") + sentence;
    };
    for (const Parameter* p : given)
        if (const std::string_view why = p && p->idle ? p->idle(file.scenario) : "";
            !why.empty() && !breaksLayout(*p, file.scenario, before, calibration))
            adjusted(fmt::format("{} has no effect here: {}.", p->label, why));
    for (const Parameter* p : given)
        adjusted(keptText(*p, file.scenario, calibration));
    adjusted(unlistedPriceText(file.scenario, before, shippedPrices()));
    if (file.scenario != before)
        markChanged(file);
    return file;
}

} // namespace kneepoint
