// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/knees.h"
#include "model/answers/diagnosis_json.h"
#include "model/answers/table.h"
#include "model/catalogue/slider_mapping.h"
#include "model/handout/handout_question.h"
#include "model/handout/page_scenario.h"
#include "model/results/chart_words.h"
#include "model/results/headline_figures.h"
#include "model/results/sentences.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <limits>

namespace kneepoint {
namespace {

Json partsJson(const StepReport& step, double PartTime::*seconds)
{
    Json list = Json::array();
    for (const PartTime& part : step.parts)
        list.push_back(part.*seconds);
    return list;
}

/// The knee: where, its name, and the name with the definition, for which there may be no room.
Json flagJson(const Analysis& a)
{
    const std::optional<Knee>& knee = theKnee(a.curve);
    if (!knee)
        return nullptr;
    const std::string name = kneeName(*knee);
    return {
        {"k", knee->workers}, {"short_name", name}, {"name", fmt::format("{} · {}", name, kneeDefinition(a.scenario))}};
}

Json otherKneesJson(const Analysis& a)
{
    Json list = Json::array();
    for (const OtherKnee& knee : otherKnees(a))
        list.push_back(
            {{"k", knee.workers}, {"name", knee.name}, {"on", knee.on == OtherKnee::On::gamma ? "gamma" : "speedup"}});
    return list;
}

Json regionsJson(const ScalingCurve& curve)
{
    Json list = Json::array();
    for (const BoundRegion& region : curve.regions)
        list.push_back({{"from", region.from_workers}, {"to", region.to_workers}, {"bound", boundId(region.bound)},
            {"name", boundLabel(region.bound)}});
    return list;
}

Json rooflineChartJson(const Analysis& a)
{
    const Roofline& r = a.roofline;
    const auto named = [](std::string_view name, double value, Unit unit) {
        return fmt::format("{} {}", name, formatQuantity(value, unit));
    };
    return {
        {"peak_flops", r.roof.peak_flops},
        {"sustained_flops", r.roof.sustained_flops},
        {"memory_bandwidth", r.roof.memory_bandwidth},
        {"network_bandwidth", r.roof.network_bandwidth},
        {"arithmetic_intensity", r.roof.arithmetic_intensity},
        {"communication_intensity", r.roof.communication_intensity},
        {"attainable_flops", r.attainable_flops},
        {"achieved_flops", r.achieved_flops},
        {"bound", roofBoundId(r.bound)},
        {"names",
            {
                {"peak", peakName(r.roof)},
                {"compute", roofName(r.roof, RoofBound::compute)},
                {"memory", roofName(r.roof, RoofBound::memory)},
                {"network", roofName(r.roof, RoofBound::network)},
                {"achieved", named("achieved", r.achieved_flops, Unit::flops_per_second)},
                {"ai", named("AI", r.roof.arithmetic_intensity, Unit::flops_per_byte)},
                {"ci", named("CI", r.roof.communication_intensity, Unit::flops_per_byte)},
            }},
        {"sentence", rooflineSentence(a)},
    };
}

Json scalingChartJson(const Analysis& a)
{
    Json points = Json::array();
    for (const ScalePoint& p : a.curve.points)
        points.push_back({p.workers, p.speedup, p.efficiency, p.step.gamma});
    return {
        {"points", points},
        {"regions", regionsJson(a.curve)},
        {"now", {a.step.workers, a.headline.speedup, a.headline.efficiency, a.step.gamma}},
        {"flag", flagJson(a)},
        {"no_knee", noKneeName(a.curve)},
        {"other_knees", otherKneesJson(a)},
        {"tolerance", a.scenario.assumptions.efficiency_tolerance},
        {"tolerance_name", toleranceName(a.scenario)},
        {"gamma", {{"threshold", a.scenario.assumptions.knee_gamma}, {"name", gammaName(a.curve)}}},
        {"best_speedup", a.curve.best_speedup},
        {"sentence", scalingSentence(a)},
    };
}

Json breakdownChartJson(const Analysis& a)
{
    Json bars = Json::array();
    for (const ScalePoint& p : a.breakdown)
        bars.push_back({{"k", p.workers}, {"step_s", p.step.step_s},
            {"exposed", partsJson(p.step, &PartTime::exposed_s)}, {"hidden", partsJson(p.step, &PartTime::hidden_s)}});
    const PredictionInterval& interval = a.prediction_interval;
    return {
        {"bars", bars},
        {"k", a.step.workers},
        {"in_shares", a.scenario.workload.scaling == Scaling::strong},
        {"interval", interval.rows > 0 ? Json{interval.low_s, interval.high_s} : Json()},
        {"sentence", breakdownSentence(a)},
    };
}

/// The headline's figures with their intervals, as text.
Json headlineJson(const Analysis& a)
{
    Json list = Json::array();
    for (const HeadlineFigure& figure : headline_figures) {
        const Metric& m = headlineMetric(figure, a.scenario);
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
