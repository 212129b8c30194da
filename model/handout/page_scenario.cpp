// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/handout/page_scenario.h"

#include "model/answers/scenario_request.h"
#include "model/catalogue/edit.h"
#include "model/catalogue/prices.h"
#include "model/catalogue/setting_json.h"
#include "model/catalogue/slider_mapping.h"
#include "model/handout/handout_question.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

Result<const Parameter*> parameterOf(const Json& setting, std::string_view key)
{
    const std::string id = textAt(setting, key);
    if (const Parameter* p = findParameter(id))
        return p;
    return failure(fmt::format("{}: no parameter is called that", excerpt(id)));
}

/// The new value of a parameter as `changed()` takes it; a slider's position becomes the value there.
Json givenValue(const Parameter& p, const Json& setting)
{
    const double position = numberAt(setting, "position");
    if (p.isNumber() && std::isfinite(position))
        return SliderMapping(p).value(static_cast<int>(std::lround(std::clamp(position, 0.0, 1e6))));
    for (const char* key : {"value", "text"})
        if (setting.contains(key) && setting[key].is_primitive())
            return setting[key];
    return nullptr;
}

Result<void> applyEdit(Scenario& s, const Json& json, const Calibration& calibration)
{
    Edit edit;
    for (const Json& setting : json) {
        const Result<const Parameter*> p = parameterOf(setting, "parameter");
        if (!p)
            return tl::unexpected(p.error());
        const Result<double> value = readSetting(**p, setting.contains("value") ? setting["value"] : Json());
        if (!value)
            return tl::unexpected(value.error());
        edit.push_back({*p, *value});
    }
    s = applied(s, edit, calibration, shippedPrices());
    return {};
}

Result<std::vector<GivenSetting>> givenSettings(const Json& set)
{
    std::vector<GivenSetting> settings;
    for (const Json& setting : set) {
        const Result<const Parameter*> p = parameterOf(setting, "id");
        if (!p)
            return tl::unexpected(p.error());
        settings.emplace_back((*p)->id, givenValue(**p, setting));
    }
    return settings;
}

} // namespace

Result<PageScenario> requestedScenario(const Json& request, const Calibration& calibration)
{
    const std::string place = textAt(request, "place");
    Result<ScenarioFile> file =
        parseScenario(textAt(request, "scenario"), place.empty() ? "scenario" : excerpt(place), calibration);
    if (!file)
        return tl::unexpected(file.error());
    if (const auto edited = applyEdit(file->scenario, partAt(request, "edit"), calibration); !edited)
        return tl::unexpected(edited.error());
    const auto settings = givenSettings(partAt(request, "set"));
    if (!settings)
        return tl::unexpected(settings.error());
    const std::string title = file->title;
    Result<ScenarioFile> set = changed(std::move(*file), *settings, calibration);
    if (!set)
        return tl::unexpected(set.error());
    set->title = title; // the page itself shows what was changed
    PageScenario page{std::move(*set), std::nullopt};
    page.planned = planLayout(page.file.scenario, calibration);
    return page;
}

} // namespace kneepoint
