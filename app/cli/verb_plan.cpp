// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/scenario_request.h"
#include "model/answers/option_range.h"
#include "model/answers/plan_answer.h"
#include "model/answers/report_json.h"
#include "model/catalogue/site_power.h"
#include "model/constants/calibration.h"
#include "model/plan/why_not_fewer.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint {

namespace {

struct PlanVerbOptions {
    ScenarioRequest request;
    PlanOptions plan;
    OutputFormat format = OutputFormat::text;
};

/// The chance of fitting in memory and keeping deadline and budget, where power is no obstacle.
std::string chanceCell(const PlanPoint& p, const PlanLimits& limits)
{
    if (limits.power_w > 0 && p.power_w > limits.power_w)
        return "too much power";
    return p.chance ? chanceText(*p.chance) : "unknown";
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
            text += fmt::format("  {}{} of {}\n", text.empty() ? "" : "or ", what, formatQuantity(*value, unit));
    };
    add(relax.deadline_s, "a deadline", Unit::hours);
    add(relax.budget, "a budget", Unit::dollars);
    add(relax.power_w, "power", Unit::watts);
    add(relax.gpus, "a number of GPUs", Unit::none);
    return text.empty() ? "No change to a single limit makes it feasible.\n"
                        : "Feasible, with an even chance, with\n" + text;
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

/// What the figures of the recommendation rest on: the price with its range, and the campaign.
std::string basisText(const PlanPoint& p, const PlanQuestion& q, const PlanAnswer& a)
{
    const Cluster& c = p.scenario.cluster;
    const bool has_price = std::ranges::find(a.unpriced, c.gpu) == a.unpriced.end();
    const std::string range = priceRangeText(c, q.prices);
    std::string text = fmt::format("Price {}{}{}.\n",
        has_price ? priceText(c, q.prices)
                  : formatQuantity(c.price_per_gpu_hour, Unit::dollars_per_hour) + ", as for the scenario's GPUs",
        range.empty() ? "" : "; range ", range);
    if (const std::string campaign = campaignText(a.campaign); !campaign.empty())
        text += fmt::format("{}; time, cost and chance include it. The steps alone take {} and cost {}.\n", campaign,
            formatQuantity(p.steps.time_s, Unit::hours), formatQuantity(p.steps.cost, Unit::dollars));
    if (const std::string certainty = certaintyText(a); !certainty.empty())
        text += certainty + "\n";
    return text
        + fmt::format("Power is that of the site: {} per GPU with its share of the node, times a PUE of {}.\n",
            formatQuantity(nodeShareW(c), Unit::watts), c.pue);
}

/// GPUs that cost as much as the job's own only because nobody states their price.
std::string unpricedNotes(const PlanAnswer& a, const PlanQuestion& q)
{
    std::string text;
    for (const PresetIndex gpu : a.unpriced)
        text += fmt::format("Note: {} State its price with --price {}=DOLLARS.\n",
            unpricedText(gpu, "the scenario's GPUs", q.job.cluster.price_per_gpu_hour),
            valueJson(parameter("cluster.gpu"), gpu).get<std::string>());
    return text;
}

/// The limits that would be met with the chance wanted.
std::string safeText(const PlanRelaxation& safe, double wanted_chance)
{
    std::string limits;
    if (safe.deadline_s)
        limits = "a deadline of " + formatQuantity(*safe.deadline_s, Unit::hours);
    if (safe.budget)
        limits += (limits.empty() ? "a budget of " : " or a budget of ") + formatQuantity(*safe.budget, Unit::dollars);
    return limits.empty() ? "" : fmt::format("With a probability of {}: {}.\n", chanceText(wanted_chance), limits);
}

std::string planText(const PlanAnswer& a, const PlanQuestion& question)
{
    const PlanLimits& limits = question.limits;
    std::string text;
    if (a.recommended)
        text = fmt::format("Recommended ({})\n{}{}\n", a.reason, tableText(planTable({*a.recommended}, limits)),
            basisText(*a.recommended, question, a) + safeText(a.safe, limits.wanted_chance));
    else
        text = fmt::format("Not feasible: {}.\n{}", a.reason, relaxText(a.relax));
    text += unpricedNotes(a, question);
    if (!a.candidates.empty())
        text += candidatesText(a.candidates, limits);
    return text + "\nCost against time\n" + tableText(planTable(a.pareto, limits));
}

ExitCode planCommand(const PlanVerbOptions& options, Streams streams)
{
    ScenarioRequest request = options.request;
    request.plans_layout = true;
    const Result<ScenarioFile> file = readScenario(request);
    if (!file)
        return complain(streams, ExitCode::bad_input, file.error().message);
    const Result<PriceList> prices = planPrices(options.plan);
    if (!prices)
        return complain(streams, ExitCode::bad_input, prices.error().message);
    const Result<PlanQuestion> asked = planQuestion(file->scenario, *prices, options.plan);
    if (!asked)
        return complain(streams, ExitCode::usage, asked.error().message);
    const PlanQuestion& question = *asked;
    const PlanAnswer answer = plan(question, shippedCalibration());
    writeAnswer(streams.out, options.format,
        {[&] { return planText(answer, question); }, [&] { return planJson(answer, question.prices); },
            [&] { return planTable(answer.pareto, question.limits); }});
    return answer.feasible ? ExitCode::done : ExitCode::no;
}

void addPlanOptions(VerbOptions& options, PlanVerbOptions& read)
{
    addScenarioOptions(options, read.request);
    options.push_back({"--deadline", &read.plan.deadline, "For the whole run, with its unit: \"30 d\"", "TIME"});
    options.push_back({"--budget", &read.plan.budget, "Dollars for the whole run: \"2M\"", "DOLLARS"});
    options.push_back({"--power", &read.plan.power, "For the whole site, with nodes and cooling: \"700 kW\"", "POWER"});
    options.push_back({"--chance", &read.plan.chance,
        fmt::format("With which the limits shall be kept, from {} to {} (default: {})", chanceText(even_chance),
            chanceText(most_chance), chanceText(usual_chance)),
        "CHANCE"});
    options.push_back({"--gpus", &read.plan.gpus, "GPUs to choose from, by preset id (default: the scenario's)",
        "GPU,...", {.delimiter = ','}});
    options.push_back({"--networks", &read.plan.networks, "Interconnects to choose from, by preset id", "NETWORK,...",
        {.delimiter = ','}});
    options.push_back({"--price", &read.plan.prices,
        "Dollars per hour of one of these GPUs, in place of the price list's; may be repeated", "GPU=PRICE"});
    options.push_back({"--prices", &read.plan.price_file,
        "Price list in the format of presets/prices (default: the shipped list; a price that the scenario "
        "states itself is kept for its own hardware)",
        "FILE"});
    options.push_back({"--rent", &read.plan.rent, "Kind of rent in the price list", "KIND",
        {.show_default = true, .choices = {"reserved", "on-demand", "spot"}}});
    options.push_back({"--campaign", &read.plan.campaign,
        "How many times as long as its steps the whole campaign takes; 1 means steps only "
        "(default: as published campaigns)",
        "FACTOR", {.range = std::pair{0.0, most_campaign}}});
    options.push_back({"--max-gpus", &read.plan.max_gpus, "GPUs available", "N",
        {.show_default = true, .range = std::pair{1.0, most_plan_gpus}}});
    options.push_back({"--threads", &read.plan.threads, "Threads; 0 means one per CPU", "N",
        {.range = std::pair{0.0, static_cast<double>(most_threads)}}});
    addShardOption(options, read.plan.shard, "cluster");
    addFormatOptions(options, read.format);
}

} // namespace

Verb planVerb()
{
    return makeVerb("plan",
        "Which GPUs, how many, on which network, to train within a deadline, a budget or a power limit", addPlanOptions,
        planCommand,
        {
            {R"(kneepoint plan llama3-8b-64xh100 --deadline "30 d" --gpus h100-sxm,a100-sxm-80 --max-gpus 1024)",
                "GPUs and network to finish in 30 days"},
        });
}

} // namespace kneepoint
