// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/layout_json.h"
#include "model/constants/calibration.h"
#include "model/plan/planning.h"
#include "model/scenario/scenario.h"
#include "model/units/bounded_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace kneepoint {

namespace {

struct PlanOptions {
    ScenarioRequest request;
    std::string deadline, budget, power;
    std::vector<std::string> gpus, networks, prices;
    std::string price_file;
    std::string shard = "1/1";
    double max_gpus = 4096;
    int threads = 0;
    OutputFormat format = OutputFormat::text;
};

/// A limit in units; nothing given is no limit.
Result<double> limitOf(const char* option, const std::string& text, Unit unit)
{
    if (text.empty())
        return 0.0;
    Result<double> value = parseQuantity(text, unit);
    if (value && *value <= 0)
        return failure(fmt::format("{} must be greater than 0, not \"{}\"", option, text));
    return value;
}

Result<void> readLimits(PlanLimits& limits, const PlanOptions& options)
{
    const Result<double> deadline = limitOf("--deadline", options.deadline, Unit::hours);
    const Result<double> budget = limitOf("--budget", options.budget, Unit::dollars);
    const Result<double> power = limitOf("--power", options.power, Unit::watts);
    for (const auto* limit : {&deadline, &budget, &power})
        if (!*limit)
            return tl::unexpected(limit->error());
    limits = {*deadline, *budget, *power, options.max_gpus};
    return {};
}

Result<void> readHardware(PlanQuestion& q, const PlanOptions& options)
{
    for (const std::string& id : options.gpus) {
        const Result<double> gpu = parseValue(parameter("cluster.gpu"), id);
        if (!gpu)
            return tl::unexpected(gpu.error());
        q.gpus.push_back({static_cast<PresetIndex>(*gpu), 0});
    }
    for (const std::string& id : options.networks) {
        const Result<double> network = parseValue(parameter("cluster.interconnect"), id);
        if (!network)
            return tl::unexpected(network.error());
        q.networks.push_back(static_cast<PresetIndex>(*network));
    }
    for (const std::string& text : options.prices) {
        const auto equals = text.find('=');
        if (equals == std::string::npos)
            return failure(
                fmt::format("--price needs gpu=dollars per hour, such as --price h100-sxm=2.5, not \"{}\"", text));
        const Result<double> gpu = parseValue(parameter("cluster.gpu"), text.substr(0, equals));
        const Result<double> price = parseValue(parameter("cluster.price_per_gpu_hour"), text.substr(equals + 1));
        for (const auto* read : {&gpu, &price})
            if (!*read)
                return tl::unexpected(read->error());
        const auto priced = std::ranges::find(q.gpus, static_cast<PresetIndex>(*gpu), &PlanHardware::gpu);
        if (priced == q.gpus.end())
            return failure(fmt::format("--price names {}, which is not among --gpus", text.substr(0, equals)));
        priced->price_per_gpu_hour = *price;
    }
    return {};
}

/// A file's list; the one that ships where hardware is to be chosen; else the scenario's own price.
Result<PriceList> readPrices(const PlanOptions& options)
{
    if (options.price_file.empty())
        return options.gpus.empty() && options.networks.empty() ? PriceList{} : shippedPrices();
    const Result<std::string> text = readBoundedFile(
        options.price_file, {.document = "a price list", .bytes = price_file_limit_bytes, .depth = 0, .values = 0});
    if (!text)
        return tl::unexpected(text.error());
    return parsePrices(*text, std::filesystem::path(options.price_file).filename().string());
}

Json pricesJson(const PlanPoint& p, const PriceList& prices)
{
    Json json = Json::array();
    for (const Price* price : prices.usedBy(p.scenario.cluster))
        json.push_back({{"id", price->id}, {"value", price->value}, {"date", price->date}, {"source", price->source},
            {"assumed", price->assumed}});
    return json;
}

Json pointJson(const PlanPoint& p)
{
    Json json = {{"text", layoutText(p.scenario, p.layout)}, {"edit", editJson(p.edit)},
        {"metrics", stepMetricsJson(p.scenario, p.step)}, {"chance", p.chance ? Json(*p.chance) : Json()},
        {"keeps_limits", p.keeps_limits}};
    json["metrics"]["power_w"] = p.power_w;
    json["metrics"]["goodput"] = p.run.goodput.share;
    return json;
}

Json planJson(const PlanAnswer& a, const PriceList& prices)
{
    const auto orNull = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
    Json json = {{"feasible", a.feasible}, {"recommended", a.recommended ? pointJson(*a.recommended) : Json()},
        {"reason", a.reason}, {"pareto", Json::array()}, {"knee", a.knee ? Json(*a.knee) : Json()},
        {"clusters", a.clusters}, {"evaluated", a.evaluated}, {"proof", a.proof}};
    for (const PlanPoint& p : a.pareto)
        json["pareto"].push_back(pointJson(p));
    json["candidates"] = Json::array();
    for (const PlanCandidate& c : a.candidates)
        json["candidates"].push_back({{"gpu", valueJson(parameter("cluster.gpu"), c.gpu)},
            {"network", valueJson(parameter("cluster.interconnect"), c.network)},
            {"point", c.point ? pointJson(*c.point) : Json()}});
    json["prices"] = a.recommended ? pricesJson(*a.recommended, prices) : Json::array();
    if (!a.feasible)
        json["relax"] = {{"deadline_s", orNull(a.relax.deadline_s)}, {"budget", orNull(a.relax.budget)},
            {"power_w", orNull(a.relax.power_w)}, {"gpus", orNull(a.relax.gpus)}};
    return json;
}

/// The chance of keeping deadline and budget, where power is no obstacle.
std::string chanceCell(const PlanPoint& p, const PlanLimits& limits)
{
    if (limits.power_w > 0 && p.power_w > limits.power_w)
        return "too much power";
    return p.chance ? chanceText(*p.chance) : "?";
}

Table planTable(const std::vector<PlanPoint>& points, const PlanLimits& limits)
{
    Table table{{{"gpus", "GPUs"}, {"gpu", "GPU", false}, {"network", "network", false}, {"training_time_s", "time"},
                    {"cost", "cost"}, {"power_w", "power"}, {"chance", "chance"}, {"layout", "layout", false}},
        {}};
    for (const PlanPoint& p : points) {
        const Cluster& c = p.scenario.cluster;
        table.rows.push_back({{number(c.gpus), fmt::format("{}", c.gpus)},
            textCell(valueText(parameter("cluster.gpu"), c.gpu)),
            textCell(valueText(parameter("cluster.interconnect"), c.interconnect)),
            {p.run.time_s, formatQuantity(p.run.time_s, Unit::hours)},
            {p.run.cost, formatQuantity(p.run.cost, Unit::dollars)},
            {p.power_w, formatQuantity(p.power_w, Unit::watts)},
            {p.chance ? Json(*p.chance) : Json(), chanceCell(p, limits)}, textCell(layoutText(p.scenario, p.layout))});
    }
    return table;
}

std::string relaxText(const PlanRelaxation& relax)
{
    std::string text;
    const auto add = [&](const std::optional<double>& value, std::string_view what, Unit unit) {
        if (value)
            text += fmt::format("  or {} of {}\n", what, formatQuantity(*value, unit));
    };
    add(relax.deadline_s, "a deadline", Unit::hours);
    add(relax.budget, "a budget", Unit::dollars);
    add(relax.power_w, "power", Unit::watts);
    add(relax.gpus, "a number of GPUs", Unit::none);
    return text.empty() ? "No change to a single limit makes it feasible.\n" : "Feasible with\n" + text;
}

/// The best of each candidate, and which ones are not feasible.
std::string candidatesText(const std::vector<PlanCandidate>& candidates, const PlanLimits& limits)
{
    std::vector<PlanPoint> points;
    std::string none;
    for (const PlanCandidate& c : candidates)
        if (c.point)
            points.push_back(*c.point);
        else
            none += candidateText(c) + ": no cluster meets all limits.\n";
    return "\nBest of each candidate\n" + tableText(planTable(points, limits)) + none;
}

std::string planText(const PlanAnswer& a, const PlanLimits& limits)
{
    std::string text;
    if (a.recommended)
        text = fmt::format("Recommended ({})\n{}\n", a.reason, tableText(planTable({*a.recommended}, limits)));
    else
        text = fmt::format("Not feasible: {}.\n{}", a.reason, relaxText(a.relax));
    if (!a.candidates.empty())
        text += candidatesText(a.candidates, limits);
    return text + "\nCost against time\n" + tableText(planTable(a.pareto, limits));
}

ExitCode planCommand(const PlanOptions& options, Streams streams)
{
    const Result<ScenarioFile> file = readScenario(options.request);
    if (!file)
        return complain(streams, ExitCode::bad_input, file.error().message);
    PlanQuestion question{file->scenario, {}, {}, {}};
    const Result<PriceList> prices = readPrices(options);
    if (!prices)
        return complain(streams, ExitCode::bad_input, prices.error().message);
    question.prices = *prices;
    question.threads = static_cast<unsigned>(options.threads);
    const Result<Shard> shard = parseShard(options.shard);
    if (!shard)
        return complain(streams, ExitCode::usage, shard.error().message);
    question.shard = *shard;
    for (const Result<void>& read : {readLimits(question.limits, options), readHardware(question, options)})
        if (!read)
            return complain(streams, ExitCode::usage, read.error().message);
    const PlanAnswer answer = plan(question, shippedCalibration());
    writeAnswer(streams.out, options.format,
        {[&] { return planText(answer, question.limits); }, [&] { return planJson(answer, question.prices); },
            [&] { return planTable(answer.pareto, question.limits); }});
    return answer.feasible ? ExitCode::done : ExitCode::no;
}

void addPlanOptions(VerbOptions& options, PlanOptions& read)
{
    constexpr double most_gpus = 1048576;
    addScenarioOptions(options, read.request);
    options.push_back(
        {.name = "--deadline", .target = &read.deadline, .help = "For the whole run: \"30 d\"", .type_name = "TIME"});
    options.push_back({.name = "--budget",
        .target = &read.budget,
        .help = "Dollars for the whole run: \"2M\"",
        .type_name = "DOLLARS"});
    options.push_back(
        {.name = "--power", .target = &read.power, .help = "For all GPUs together: \"700 kW\"", .type_name = "POWER"});
    options.push_back({.name = "--gpus",
        .target = &read.gpus,
        .help = "GPUs to choose from, by preset id (default: the scenario's)",
        .type_name = "ID,...",
        .delimiter = ','});
    options.push_back({.name = "--networks",
        .target = &read.networks,
        .help = "Interconnects to choose from, by preset id",
        .type_name = "ID,...",
        .delimiter = ','});
    options.push_back({.name = "--price",
        .target = &read.prices,
        .help = "Dollars per hour of one of these GPUs, in place of the price list's; may be repeated",
        .type_name = "ID=PRICE"});
    options.push_back({.name = "--prices",
        .target = &read.price_file,
        .help = "Price list in the format of presets/prices (default: the shipped list if GPUs or networks are given, "
                "otherwise the scenario's price)",
        .type_name = "FILE"});
    options.push_back({.name = "--max-gpus",
        .target = &read.max_gpus,
        .help = "GPUs available",
        .type_name = "N",
        .show_default = true,
        .range = std::pair{1.0, most_gpus}});
    options.push_back(
        {.name = "--threads", .target = &read.threads, .help = "Threads; 0 means one per CPU", .type_name = "N"});
    addShardOption(options, read.shard, "cluster");
    addFormatOptions(options, read.format);
}

} // namespace

Verb planVerb()
{
    return makeVerb("plan",
        "Which GPUs, how many, on which network, to train within a deadline, a budget or a power limit", addPlanOptions,
        planCommand);
}

} // namespace kneepoint
