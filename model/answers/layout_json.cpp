// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/layout_json.h"

#include "model/constants/calibration.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"

namespace kneepoint {

Json editJson(const Edit& edit)
{
    Json json = Json::object();
    for (const Setting& setting : edit)
        json[std::string(setting.parameter->id)] = valueJson(*setting.parameter, setting.value);
    return json;
}

Json stepMetricsJson(const Scenario& s, const StepReport& step)
{
    Json json = Json::object();
    for (const Metric& m : metrics())
        if (m.of_step)
            if (const auto value = m.of_step(s, step))
                json[std::string(m.id)] = *value;
    return json;
}

Json layoutJson(const Scenario& job, const FoundLayout& found, const Calibration& calibration)
{
    const Edit edit = editOf(found.layout);
    return {{"text", layoutText(job, found.layout)}, {"edit", editJson(edit)},
        {"metrics", stepMetricsJson(applied(job, edit, calibration), found.step)}};
}

Json whyNotJson(const Scenario& job, const WhyNot& why, const Calibration& calibration)
{
    Json json = {{"text", whyNotText(why)}, {"edit", editJson(editOf(why.layout))}, {"is_best", why.is_best},
        {"broken", Json::array()}, {"step_ratio", why.found ? Json(why.step_ratio) : Json()},
        {"parts", Json::object()}};
    for (const BrokenRule& rule : why.broken)
        json["broken"].push_back({{"rule", rule.id}, {"sentence", rule.sentence}});
    for (const PartDifference& part : why.parts)
        json["parts"][std::string(partId(part.part))] = {
            {"seconds", part.seconds}, {"best_seconds", part.best_seconds}, {"more", part.more()}};
    if (why.found)
        json["metrics"] = layoutJson(job, *why.found, calibration)["metrics"];
    return json;
}

} // namespace kneepoint
