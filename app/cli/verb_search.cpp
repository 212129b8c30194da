// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"
#include "model/catalogue/derive.h"

#include "app/cli/answer_output.h"
#include "app/cli/scenario_request.h"
#include "model/answers/option_range.h"
#include "model/answers/search_answer.h"
#include "model/constants/calibration.h"
#include "model/job/model_shape.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "model/search/robust_choice.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

struct SearchVerbOptions {
    ScenarioRequest request;
    SearchOptions search;
    OutputFormat format = OutputFormat::text;
};

Table layoutTable(const Scenario& job, const std::vector<FoundLayout>& layouts)
{
    const bool tokens = tokensPerExample(job.workload) > 1;
    const char* const rate = tokens ? "tokens_per_s" : "examples_per_s";
    Table table{{{"layout", "layout", false}, {"step_s", "step"}, {rate, tokens ? "tokens/s" : "examples/s"},
                    {"mfu", "MFU"}, {"memory_bytes", "memory"}},
        {}};
    for (const FoundLayout& found : layouts) {
        const Scenario s = inLayout(job, editOf(found.layout));
        std::vector<Cell> row{textCell(layoutText(job, found.layout))};
        for (const char* id : {"step_s", rate, "mfu", "memory_bytes"}) {
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
        return fmt::format("Chosen: the fastest; no simpler layout is within {:.3g} %.\n", 100 * noise);
    return fmt::format("Chosen, the simplest within {:.3g} % of the fastest that is usual ({:.1f} % slower than the "
                       "fastest of all, {:.0f} % of memory free): {}\n",
        100 * noise, 100 * robust.slower, 100 * robust.memory_free, layoutText(job, robust.found.layout));
}

std::string searchText(const SearchResult& r)
{
    const SearchAnswer& a = r.answer;
    std::string text = r.best() ? tableText(layoutTable(r.file.scenario, a.top)) : noLayoutText(r) + '\n';
    if (!a.pareto.empty())
        text += "\nPareto front\n" + tableText(layoutTable(r.file.scenario, a.pareto));
    text += fmt::format("\n{:.0f} {} in the space, {:.0f} valid, {:.0f} evaluated, {:.0f} excluded by a bound, "
                        "{:.0f} out of memory, in {}; {}.\n",
        a.layouts, a.layouts == 1 ? "layout" : "layouts", a.valid, a.evaluated, a.pruned, a.out_of_memory,
        formatQuantity(a.seconds, Unit::seconds),
        !a.proof       ? "not proven"
            : r.best() ? "proven optimal"
                       : "proven");
    if (r.robust)
        text += robustText(r.file.scenario, *r.robust, r.noise);
    if (r.why)
        text += fmt::format("{}: {}\n", layoutText(r.file.scenario, r.why->layout), whyNotText(*r.why));
    return text;
}

ExitCode search(const SearchVerbOptions& options, Streams streams)
{
    ScenarioRequest request = options.request;
    request.plans_layout = true;
    const Result<ScenarioFile> file = readScenario(request);
    if (!file)
        return complain(streams, ExitCode::bad_input, file.error().message);
    const Result<SearchOptions> asked = withFile(options.search);
    if (!asked)
        return complain(streams, ExitCode::bad_input, asked.error().message);
    const Result<SearchResult> r = searchAnswer(*file, *asked, shippedCalibration());
    if (!r)
        return complain(streams, ExitCode::usage, r.error().message);
    writeAnswer(streams.out, options.format,
        {[&] { return searchText(*r); }, [&] { return searchJson(*r, shippedCalibration()); },
            [&] { return layoutTable(file->scenario, r->answer.top); }});
    return r->best() ? ExitCode::done : ExitCode::no;
}

void addSearchOptions(VerbOptions& options, SearchOptions& read)
{
    options.push_back({"--objective", &read.objective,
        "Figure to optimize: a key of `eval --json` that depends on a single step, such as step_s, "
        "tokens_per_s, mfu, cost, training_time_s or memory_bytes",
        "METRIC", {.show_default = true}});
    options.push_back({"--top", &read.top, "How many layouts to list", "N",
        {.show_default = true, .range = std::pair{1.0, most_top}}});
    options.push_back({"--alike", &read.alike,
        "List layouts that differ only in details too: virtual stages, sharding, recomputation, or context "
        "parallelism that splits a larger micro-batch"});
    options.push_back({"--pareto", &read.pareto, "Also list the Pareto-optimal layouts in these two or three figures",
        "METRIC,METRIC", {.delimiter = ','}});
    options.push_back({"--free", &read.free, "Search only these dimensions; the others keep the scenario's values",
        "ID,...", {.delimiter = ','}});
    options.push_back({"--fix", &read.fix,
        "Fix a dimension at a value, or restrict it to some values; all others are free; may be repeated", "ID=VALUE"});
    options.push_back({"--limit", &read.limits,
        R"(Exclude layouts beyond a limit, such as "cost<=2e6" or "mfu>=0.4", in base units; may be repeated)",
        "METRIC<=VALUE"});
    options.push_back({"--headroom", &read.headroom, "Fraction of GPU memory that must stay free", "SHARE",
        {.show_default = true, .range = std::pair{0.0, most_headroom}}});
    options.push_back({"--threads", &read.threads, "Threads; 0 means one per CPU", "N",
        {.show_default = true, .range = std::pair{0.0, most_threads}}});
    options.push_back({"--request", &read.file,
        "Space and objective in a file: a JSON object with objective, top, pareto, free, fix, limits, headroom",
        "FILE"});
    options.push_back(
        {"--exhaustive", &read.exhaustive, "Evaluate every layout that fits, without excluding any by a bound"});
}

void addOwnOptions(VerbOptions& options, SearchVerbOptions& read)
{
    addScenarioOptions(options, read.request);
    addSearchOptions(options, read.search);
    options.push_back({"--why", &read.search.why,
        "Why another layout is not chosen: compare with the best one that has these values, as id=value; may "
        "be repeated",
        "ID=VALUE"});
    options.push_back({"--noise", &read.search.noise,
        "Step times closer than this fraction count as equal when looking for a simpler layout", "SHARE",
        {.show_default = true, .range = std::pair{0.0, 1.0}}});
    addShardOption(options, read.search.shard, "family of layouts");
    addFormatOptions(options, read.format);
}

} // namespace

Verb searchVerb()
{
    return makeVerb("search", "The best layout of a job on its GPUs, with a proof; why another is not chosen",
        addOwnOptions, search,
        {
            {"kneepoint search llama3-8b-64xh100 --top 5", "The five fastest layouts"},
            {"kneepoint search llama3-8b-64xh100 --objective memory_bytes --fix plan.tensor_parallel=4",
                "The layout that needs least memory, at a tensor-parallel degree of 4"},
            {"kneepoint search llama3-8b-64xh100 --why plan.pipeline_parallel=2", "Why another layout is not chosen"},
        });
}

} // namespace kneepoint
