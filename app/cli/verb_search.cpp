// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/layout_json.h"
#include "app/cli/search_request.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "model/search/robust_choice.h"

#include <fmt/format.h>

#include <optional>

namespace kneepoint {

namespace {

struct SearchVerbOptions {
    ScenarioRequest request;
    SearchOptions search;
    std::vector<std::string> why;
    double noise = choice_noise;
    std::string shard = "1/1";
    OutputFormat format = OutputFormat::text;
};

/// A search and what follows from it.
struct SearchResult {
    ScenarioFile file;
    SearchRequest request;
    SearchAnswer answer;
    std::optional<RobustChoice> robust;
    std::optional<WhyNot> why;
    double noise = choice_noise;
    [[nodiscard]] const FoundLayout* best() const { return answer.top.empty() ? nullptr : &answer.top.front(); }
};

Json robustJson(const Scenario& job, const RobustChoice& robust)
{
    Json json = layoutJson(job, robust.found);
    json["slower"] = robust.slower;
    json["memory_free"] = robust.memory_free;
    json["is_best"] = robust.is_best;
    return json;
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

Json searchJson(const SearchResult& r)
{
    const Scenario& job = r.file.scenario;
    const auto list = [&](const std::vector<FoundLayout>& layouts) {
        Json json = Json::array();
        for (const FoundLayout& found : layouts)
            json.push_back(layoutJson(job, found));
        return json;
    };
    const SearchAnswer& a = r.answer;
    Json json = {{"best", r.best() ? layoutJson(job, *r.best()) : Json()}, {"top", list(a.top)},
        {"pareto", list(a.pareto)}, {"layouts", a.layouts}, {"valid", a.valid}, {"evaluated", a.evaluated},
        {"pruned", a.pruned}, {"out_of_memory", a.out_of_memory}, {"floors", a.floors}, {"seconds", a.seconds},
        {"proof", a.proof}};
    if (r.robust)
        json["robust"] = robustJson(job, *r.robust);
    if (r.why)
        json["why"] = whyNotJson(job, *r.why);
    if (!r.best())
        json["reason"] = noLayoutText(r);
    return json;
}

Table layoutTable(const Scenario& job, const std::vector<FoundLayout>& layouts)
{
    Table table{{{"layout", "layout", false}, {"step_s", "step"}, {"tokens_per_s", "tokens/s"}, {"mfu", "MFU"},
                    {"memory_bytes", "memory"}},
        {}};
    for (const FoundLayout& found : layouts) {
        const Scenario s = applied(job, editOf(found.layout), shippedCalibration());
        std::vector<Cell> row{textCell(layoutText(job, found.layout))};
        for (const char* id : {"step_s", "tokens_per_s", "mfu", "memory_bytes"}) {
            const Metric& m = metric(id);
            const double value = m.of_step(s, found.step).value_or(0);
            row.push_back({value, formatQuantity(value, m.unit)});
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string robustText(const Scenario& job, const RobustChoice& robust, double noise)
{
    if (robust.is_best)
        return fmt::format("No simpler layout is within {:.3g} % of the fastest.\n", 100 * noise);
    return fmt::format(
        "Chosen, the simplest within {:.3g} % of the fastest ({:.1f} % slower, {:.0f} % of memory free): {}\n",
        100 * noise, 100 * robust.slower, 100 * robust.memory_free, layoutText(job, robust.found.layout));
}

std::string searchText(const SearchResult& r)
{
    const SearchAnswer& a = r.answer;
    std::string text = r.best() ? tableText(layoutTable(r.file.scenario, a.top)) : noLayoutText(r) + '\n';
    if (!a.pareto.empty())
        text += "\nPareto front\n" + tableText(layoutTable(r.file.scenario, a.pareto));
    text += fmt::format("\n{:.0f} layouts in the space, {:.0f} valid, {:.0f} evaluated, {:.0f} excluded by a bound, "
                        "{:.0f} out of memory, in {}; {}.\n",
        a.layouts, a.valid, a.evaluated, a.pruned, a.out_of_memory, formatQuantity(a.seconds, Unit::seconds),
        a.proof ? "proven optimal" : "not proven");
    if (r.robust)
        text += robustText(r.file.scenario, *r.robust, r.noise);
    if (r.why)
        text += fmt::format("{}: {}\n", layoutText(r.file.scenario, r.why->layout), whyNotText(*r.why));
    return text;
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

ExitCode search(const SearchVerbOptions& options, Streams streams)
{
    Result<ScenarioFile> file = readScenario(options.request);
    if (!file)
        return complain(streams, ExitCode::bad_input, file.error().message);
    const Result<SearchOptions> asked = withFile(options.search);
    if (!asked)
        return complain(streams, ExitCode::bad_input, asked.error().message);
    Result<SearchRequest> request = searchRequest(file->scenario, *asked);
    if (!request)
        return complain(streams, ExitCode::usage, request.error().message);
    const Result<Edit> named = namedLayout(options.why);
    if (!named)
        return complain(streams, ExitCode::usage, named.error().message);
    const Result<Shard> shard = parseShard(options.shard);
    if (!shard)
        return complain(streams, ExitCode::usage, shard.error().message);
    if (!named->empty() && !shard->isWhole())
        return complain(streams, ExitCode::usage, "--why needs the whole space, not a --shard of it");
    request->shard = *shard;
    SearchResult r{
        *file, *request, searchLayouts(file->scenario, *request, shippedCalibration()), {}, {}, options.noise};
    const Scenario& job = r.file.scenario;
    if (r.best() && shard->isWhole())
        r.robust = robustChoice(job, r.request, *r.best(), options.noise, robust_headroom, shippedCalibration());
    if (!named->empty())
        r.why = whyNot(job, r.request, completed(job, r.best() ? r.best()->layout : layoutOf(job), *named), r.best(),
            shippedCalibration());
    writeAnswer(streams.out, options.format,
        {[&] { return searchText(r); }, [&] { return searchJson(r); }, [&] { return layoutTable(job, r.answer.top); }});
    return r.best() ? ExitCode::done : ExitCode::no;
}

void addOwnOptions(VerbOptions& options, SearchVerbOptions& read)
{
    addScenarioOptions(options, read.request);
    addSearchOptions(options, read.search);
    options.push_back({.name = "--why",
        .target = &read.why,
        .help = "Why another layout is not chosen: compare with the best one that has these values, as id=value; may "
                "be repeated",
        .type_name = "ID=VALUE"});
    options.push_back({.name = "--noise",
        .target = &read.noise,
        .help = "Step times closer than this fraction count as equal when looking for a simpler layout",
        .type_name = "SHARE",
        .show_default = true,
        .range = std::pair{0.0, 1.0}});
    addShardOption(options, read.shard, "family of layouts");
    addFormatOptions(options, read.format);
}

} // namespace

Verb searchVerb()
{
    return makeVerb("search", "The best layout of a job on its GPUs, with a proof; why another is not chosen",
        addOwnOptions, search);
}

} // namespace kneepoint
