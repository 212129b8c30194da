// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/search_answer.h"

#include "model/answers/layout_json.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

Json robustJson(const Scenario& job, const RobustChoice& robust, const Calibration& calibration)
{
    Json json = layoutJson(job, robust.found, calibration);
    json["slower"] = robust.slower;
    json["memory_free"] = robust.memory_free;
    json["is_best"] = robust.is_best;
    return json;
}

/// "plan.tensor_parallel=8" as a setting.
Result<Setting> settingOf(std::string_view text)
{
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return failure(fmt::format("a setting is id=value, such as plan.tensor_parallel=8, not \"{}\"", text));
    const Parameter* p = findParameter(text.substr(0, equals));
    if (!p)
        return failure(
            fmt::format("there is no parameter \"{}\"; `kneepoint parameters` lists them", text.substr(0, equals)));
    const Result<double> value = parseValue(*p, text.substr(equals + 1));
    if (!value)
        return tl::unexpected(value.error());
    return Setting{p, *value};
}

Result<Edit> namedLayout(const std::vector<std::string>& texts)
{
    Edit edit;
    for (const std::string& text : texts) {
        const Result<Setting> setting = settingOf(text);
        if (!setting)
            return tl::unexpected(setting.error());
        if (!findDimension(setting->parameter->id))
            return failure(fmt::format("{} is not a dimension of a layout", setting->parameter->id));
        edit.push_back(*setting);
    }
    return edit;
}

/// The best layout with the named values; if none runs, the best of all with these values put in.
Layout layoutWith(const Edit& named, const SearchResult& r, const Calibration& calibration)
{
    const Scenario& job = r.file.scenario;
    SearchRequest fixed = r.request;
    for (const Setting& setting : named)
        fixed.space.fix(*findDimension(setting.parameter->id), setting.value);
    fixed.top = 1;
    fixed.pareto.clear();
    const SearchAnswer found = searchLayouts(job, fixed, calibration);
    return found.top.empty() ? completed(job, r.best() ? r.best()->layout : layoutOf(job), named)
                             : found.top.front().layout;
}

} // namespace

Result<SearchResult> searchAnswer(
    const ScenarioFile& file, const SearchOptions& options, const Calibration& calibration, std::stop_token stop)
{
    Result<SearchRequest> request = searchRequest(file.scenario, options);
    if (!request)
        return tl::unexpected(request.error());
    request->stop = std::move(stop);
    const Result<Edit> named = namedLayout(options.why);
    if (!named)
        return tl::unexpected(named.error());
    if (!named->empty() && !request->shard.isWhole())
        return failure("why needs the whole space, not a shard of it");
    // Nearly equal steps say nothing about an objective that does not follow them, such as memory.
    if (request->shard.isWhole() && request->objective.follows_step_time)
        request->near = mostGivenUp(options.noise);
    SearchResult r{file, *request, searchLayouts(file.scenario, *request, calibration), {}, {}, options.noise};
    const Scenario& job = r.file.scenario;
    if (r.request.near >= 0 && r.best())
        r.robust = practicedChoice(job, r.request, r.answer, calibration, options.noise);
    if (!named->empty())
        r.why = whyNot(job, r.request, layoutWith(*named, r, calibration), r.best(), calibration);
    return r;
}

std::string noLayoutText(const SearchResult& r)
{
    if (r.answer.valid <= 0)
        return "No layout for these GPUs and this batch exists within the limits.";
    if (r.answer.evaluated > 0)
        return "No layout meets the limits.";
    return fmt::format("No layout fits: the smallest needs {} per GPU; {} available.",
        formatQuantity(r.answer.least_memory_bytes, Unit::bytes),
        formatQuantity(r.request.memory_share * r.file.scenario.cluster.memory_bytes, Unit::bytes));
}

Json searchJson(const SearchResult& r, const Calibration& calibration)
{
    const Scenario& job = r.file.scenario;
    const auto list = [&](const std::vector<FoundLayout>& layouts) {
        Json json = Json::array();
        for (const FoundLayout& found : layouts)
            json.push_back(layoutJson(job, found, calibration));
        return json;
    };
    const SearchAnswer& a = r.answer;
    Json json = {{"best", r.best() ? layoutJson(job, *r.best(), calibration) : Json()}, {"top", list(a.top)},
        {"pareto", list(a.pareto)}, {"layouts", a.layouts}, {"valid", a.valid}, {"evaluated", a.evaluated},
        {"pruned", a.pruned}, {"out_of_memory", a.out_of_memory}, {"floors", a.floors}, {"seconds", a.seconds},
        {"proof", a.proof}};
    if (r.robust)
        json["robust"] = robustJson(job, *r.robust, calibration);
    if (r.why)
        json["why"] = whyNotJson(job, *r.why, calibration);
    if (!r.best())
        json["reason"] = noLayoutText(r);
    return json;
}

} // namespace kneepoint
