// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/report_json.h"
#include "model/catalogue/slider_mapping.h"
#include "model/constants/calibration.h"
#include "model/handout/handout_question.h"
#include "model/results/metric.h"
#include "model/step/step_report.h"

namespace kneepoint {

Result<Json> describeCatalogues(const Json&, const Calibration&)
{
    Json parameters = Json::object();
    for (Json& p : parametersJson()) {
        const Parameter& known = parameter(textAt(p, "id"));
        if (known.isNumber()) {
            const SliderMapping slider(known);
            p["steps"] = slider.steps();
            p["page"] = SliderMapping::page;
        }
        const std::string id = textAt(p, "id");
        parameters[id] = std::move(p);
    }
    Json metrics = Json::object();
    for (const Metric& m : kneepoint::metrics())
        metrics[std::string(m.id)] = {{"label", m.label}, {"help", m.help}, {"formula", m.formula}};
    Json parts = Json::array();
    for (std::size_t i = 0; i < part_count; ++i)
        parts.push_back({{"id", partId(static_cast<Part>(i))}, {"label", partLabel(static_cast<Part>(i))}});
    return Json{{"parameters", parameters}, {"metrics", metrics}, {"parts", parts}};
}

} // namespace kneepoint
