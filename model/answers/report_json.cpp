// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/report_json.h"

#include "model/analysis/analysis.h"
#include "model/analysis/knee_range.h"
#include "model/analysis/limits.h"
#include "model/answers/figures_json.h"
#include "model/catalogue/setting_json.h"
#include "model/cost/memory.h"
#include "model/job/job.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"

#include <cmath>

namespace kneepoint {

namespace {

Json scenarioJson(const ScenarioFile& file)
{
    return {{"id", file.id}, {"title", file.title}};
}

/// The scenario, then a key for each figure.
Json answerOf(const ScenarioFile& file, const Figures& figures, const Analysis& a)
{
    Json json = {{"scenario", scenarioJson(file)}};
    json.update(figuresJson(figures, a));
    return json;
}

/// Where the knee moves far with the links, its range; null for no knee at all.
Json withRange(Json knee, const Analysis& a)
{
    if (const std::optional<KneeRange> range = kneeRange(a))
        knee["range"] = {range->low, std::isfinite(range->high) ? Json(range->high) : Json()};
    return knee;
}

Json kneeJson(const std::optional<Knee>& knee)
{
    if (!knee)
        return nullptr;
    return {{"k", knee->workers}, {"usable_k", number(knee->usable_workers)}, {"cause", causeId(knee->cause)}};
}

Json partsJson(const StepReport& step, double PartTime::*seconds)
{
    Json json = Json::object();
    for (std::size_t i = 0; i < part_count; ++i)
        json[std::string(partId(static_cast<Part>(i)))] = step.parts[i].*seconds;
    return json;
}

/// Bytes that a GPU sends in a step, by group of ranks and level of links.
Json trafficJson(const LinkTraffic& traffic)
{
    Json json = Json::object();
    for (std::size_t g = 0; g < rank_group_count; ++g)
        for (std::size_t l = 0; l < link_level_count; ++l)
            json[std::string(rankGroupId(static_cast<RankGroup>(g)))]
                [std::string(linkLevelId(static_cast<LinkLevel>(l)))] = traffic.bytes[g][l];
    return json;
}

std::string_view scaleId(Scale scale)
{
    constexpr std::string_view ids[] = {"linear", "logarithmic", "power-of-two", "integer", "choice", "flag"};
    return ids[static_cast<std::size_t>(scale)];
}

Json parameterJson(const Parameter& p)
{
    Json json = {
        {"id", p.id},
        {"group", groupLabel(p.group)},
        {"topic", p.topic},
        {"label", p.label},
        {"symbol", p.symbol},
        {"unit", baseUnit(p.unit)},
        {"scale", scaleId(p.scale)},
        {"range", rangeText(p)},
        {"default", valueJson(p, p.defaultValue())},
        {"help", p.help},
        {"formula", p.formula},
        {"computed_by", p.computed_by},
        {"source", p.source},
        {"headline", p.headline},
    };
    if (p.scale == Scale::choice) {
        for (const Choice& choice : p.choices())
            json["choices"].push_back({{"id", choice.id}, {"label", choice.label}, {"note", choice.note}});
    } else if (p.scale != Scale::flag) {
        json["min"] = p.range.min;
        json["max"] = p.range.max;
    }
    return json;
}

/// The 90 % interval of the measured step time; absent if nothing similar has been measured.
Json intervalJson(const PredictionInterval& interval)
{
    if (interval.rows <= 0)
        return {{"basis", basisId(interval.basis)}, {"outside", interval.outside}};
    return {{"low_s", interval.low_s}, {"high_s", interval.high_s}, {"basis", basisId(interval.basis)},
        {"kind", interval.kind}, {"rows", interval.rows}, {"outside", interval.outside}};
}

Json rangesJson(const std::vector<WorkerRange>& ranges)
{
    Json json = Json::array();
    for (const WorkerRange& range : ranges)
        json.push_back({{"from_k", number(range.from)}, {"to_k", number(range.to)}});
    return json;
}

Json memoryJson(const MemoryUse& use)
{
    Json json = Json::object();
    for (const MemoryKind& kind : memory_kinds)
        json[std::string(kind.id)] = use.*kind.bytes;
    return json;
}

/// Every pipeline stage by kind, with its total.
Json memoryStagesJson(const Analysis& a)
{
    Json json = Json::array();
    for (const MemoryUse& use : memoryByStage(resolve(a.scenario, a.calibration))) {
        Json entry = memoryJson(use);
        entry["stage"] = use.stage;
        entry["total"] = use.total();
        json.push_back(std::move(entry));
    }
    return json;
}

} // namespace

Json evalJson(const ScenarioFile& file, const Analysis& a)
{
    Json json = answerOf(file, evalFigures(), a);
    json["bound"] = roofBoundId(a.roofline.bound);
    json["step_bound"] = boundId(a.step.bound);
    json["fits"] = a.step.memory.fits();
    const LimitsMet met = limitsMet(a.scenario.assumptions, a.training);
    json["meets_deadline"] = answerJson(met.deadline);
    json["within_budget"] = answerJson(met.budget);
    json["memory"] = memoryJson(a.step.memory);
    json["memory_stages"] = memoryStagesJson(a);
    json["components"] = partsJson(a.step, &PartTime::exposed_s);
    json["hidden"] = partsJson(a.step, &PartTime::hidden_s);
    json["traffic"] = trafficJson(a.step.traffic);
    json["prediction_interval"] = intervalJson(a.prediction_interval);
    json["headline"] = headlineSentence(a);
    json["remarks"] = remarks(a);
    return json;
}

Json scaleJson(const ScenarioFile& file, const Analysis& a, const Table& rows)
{
    return {
        {"scenario", scenarioJson(file)},
        {"rows", tableJson(rows)},
        {"knees",
            {
                {"gamma", kneeJson(a.curve.knees.gamma)},
                {"tolerance", withRange(kneeJson(a.curve.knees.tolerance), a)},
                {"curvature", kneeJson(a.curve.knees.curvature)},
            }},
        {"within_limits", rangesJson(workersWithinLimits(a))},
        {"best", {{"k", a.curve.best_workers}, {"speedup", a.curve.best_speedup}}},
        {"sentence", scalingSentence(a)},
    };
}

Json rooflineJson(const ScenarioFile& file, const Analysis& a)
{
    Json json = answerOf(file, rooflineFigures(), a);
    json["bound"] = roofBoundId(a.roofline.bound);
    json["sentence"] = rooflineSentence(a);
    return json;
}

Json parametersJson()
{
    Json json = Json::array();
    for (const Parameter& p : catalogue())
        json.push_back(parameterJson(p));
    return json;
}

Json valueJson(const Parameter& p, double value)
{
    return p.scale == Scale::integer || p.scale == Scale::power_of_two ? number(value) : settingJson(p, value);
}

std::string settableText(const Parameter& p, double value)
{
    return p.scale == Scale::choice ? std::string(p.choice(value).id) : valueText(p, value);
}

} // namespace kneepoint
