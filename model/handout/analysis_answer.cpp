// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/diagnosis_json.h"
#include "model/catalogue/slider_mapping.h"
#include "model/handout/charts_json.h"
#include "model/handout/handout_question.h"
#include "model/handout/page_scenario.h"
#include "model/results/headline_figures.h"
#include "model/results/sentences.h"

#include <limits>

namespace kneepoint {
namespace {

/// The headline's figures with their intervals, as text.
Json headlineJson(const Analysis& a)
{
    Json list = Json::array();
    for (const HeadlineFigure& figure : headline_figures) {
        const Metric& m = headlineMetric(figure, a.scenario);
        if (!applies(m, a.scenario))
            continue;
        list.push_back({{"id", m.id}, {"label", nameText(m, a)}, {"value", valueJson(m.value(a))},
            {"text", valueText(m, a)}, {"interval", intervalText(m, a)}, {"mark", markOf(m, a)}});
    }
    return list;
}

Json controlJson(const Parameter& p, const Scenario& s)
{
    const double value = p.get(s);
    Json json{{"id", p.id}, {"value", valueJson(p, value)}, {"text", briefText(p, value)}};
    if (p.isNumber()) {
        json["position"] = SliderMapping(p).position(value);
        json["exact"] = formatExact(value, p.unit);
    }
    if (p.idle)
        json["idle"] = p.idle(s);
    return json;
}

Json controlsJson(const Json& ids, const Scenario& s)
{
    Json list = Json::array();
    for (const Json& id : ids)
        if (const Parameter* p = id.is_string() ? findParameter(id.get<std::string>()) : nullptr)
            list.push_back(controlJson(*p, s));
    return list;
}

} // namespace

Result<Json> analyzeScenario(const Json& request, const Calibration& calibration)
{
    const Result<PageScenario> page = requestedScenario(request, calibration);
    if (!page)
        return tl::unexpected(page.error());
    const Analysis a = analyze(page->file.scenario, calibration);
    return Json{
        {"scenario", writeScenario(page->file, calibration)},
        {"title", page->file.title},
        {"about", page->file.about},
        {"figures", evalJson(page->file, a, page->planned)},
        {"layout", page->planned ? page->planned->sentence : std::string()},
        {"headline", headlineJson(a)},
        {"headline_sentence", headlineSentence(a)},
        {"remarks", remarks(a)},
        {"controls", controlsJson(partAt(request, "controls"), a.scenario)},
        {"roofline", rooflineChartJson(a)},
        {"scaling", scalingChartJson(a)},
        {"breakdown", breakdownChartJson(a)},
    };
}

Result<Json> diagnoseScenario(const Json& request, const Calibration& calibration)
{
    const Result<PageScenario> page = requestedScenario(request, calibration);
    if (!page)
        return tl::unexpected(page.error());
    const Analysis a = analyze(page->file.scenario, calibration);
    return diagnosisJson(page->file, diagnose(a), waterfall(a));
}

Result<Json> formatValues(const Json& request, const Calibration&)
{
    Json texts = Json::array();
    const Metric* const metric = findMetric(textAt(request, "metric"));
    const Parameter* const parameter = findParameter(textAt(request, "parameter"));
    if (!metric && !parameter)
        return failure("request: neither a figure nor a parameter is called that");
    for (const Json& value : partAt(request, "values")) {
        const double number = value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
        texts.push_back(metric ? formatQuantity(number, metric->unit) : formatQuantity(number, parameter->unit));
    }
    return Json{{"texts", texts}};
}

} // namespace kneepoint
