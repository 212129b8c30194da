// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/plan_answer.h"

#include "model/answers/layout_json.h"
#include "model/answers/option_range.h"
#include "model/scenario/scenario.h"
#include "model/units/bounded_json.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace kneepoint {

namespace {

/// A limit in units; nothing given is no limit. Hours and days are both usual, so a time must state its unit.
Result<double> limitOf(const char* option, const std::string& text, Unit unit)
{
    if (text.empty())
        return 0.0;
    const bool is_bare = parseQuantity(text, Unit::none).has_value();
    if (unit == Unit::hours && is_bare)
        return failure(fmt::format("{} {}: which unit? \"{} d\" for days or \"{} h\" for hours", option, excerpt(text),
            excerpt(text), excerpt(text)));
    Result<double> value = parseQuantity(text, unit);
    if (value && *value <= 0)
        return failure(fmt::format("{} must be greater than 0, not \"{}\"", option, text));
    return value;
}

Result<void> readLimits(PlanLimits& limits, const PlanOptions& options)
{
    const Result<double> deadline = limitOf("deadline", options.deadline, Unit::hours);
    const Result<double> budget = limitOf("budget", options.budget, Unit::dollars);
    const Result<double> power = limitOf("power", options.power, Unit::watts);
    for (const auto* limit : {&deadline, &budget, &power})
        if (!*limit)
            return tl::unexpected(limit->error());
    const Result<double> chance =
        options.chance.empty() ? Result<double>(usual_chance) : parseQuantity(options.chance, Unit::ratio);
    if (!chance)
        return failure("chance: " + chance.error().message);
    limits = {*deadline, *budget, *power, options.max_gpus, *chance};
    return checkChance(*chance);
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
            return failure(fmt::format("a price is gpu=dollars per hour, such as h100-sxm=2.5, not \"{}\"", text));
        const Result<double> gpu = parseValue(parameter("cluster.gpu"), text.substr(0, equals));
        const Result<double> price = parseValue(parameter("cluster.price_per_gpu_hour"), text.substr(equals + 1));
        for (const auto* read : {&gpu, &price})
            if (!*read)
                return tl::unexpected(read->error());
        const auto priced = std::ranges::find(q.gpus, static_cast<PresetIndex>(*gpu), &PlanHardware::gpu);
        if (priced == q.gpus.end())
            return failure(fmt::format(
                "there is a price of {}, which is not among the GPUs to choose from", text.substr(0, equals)));
        priced->price_per_gpu_hour = *price;
    }
    return {};
}

Json pricesJson(const PlanPoint& p, const PriceList& prices)
{
    Json json = Json::array();
    for (const Price* price : prices.usedBy(p.scenario.cluster))
        json.push_back({{"id", price->id}, {"value", price->value}, {"low", price->least()}, {"high", price->most()},
            {"date", price->date}, {"rent", price->rent ? Json(rentId(*price->rent)) : Json()},
            {"source", price->source}, {"assumed", price->assumed}});
    return json;
}

Json pointJson(const PlanPoint& p)
{
    Json json = {{"text", layoutText(p.scenario, p.layout)}, {"edit", editJson(p.edit)},
        {"metrics", stepMetricsJson(p.scenario, p.step)}, {"chance", p.chance ? Json(*p.chance) : Json()},
        {"keeps_limits", p.keeps_limits}};
    json["metrics"]["training_time_s"] = p.run.time_s;
    json["metrics"]["gpu_hours"] = p.run.gpu_hours;
    json["metrics"]["cost"] = p.run.cost;
    json["metrics"]["energy_j"] = p.run.energy_j;
    json["metrics"]["power_w"] = p.power_w;
    json["steps"] = {{"training_time_s", p.steps.time_s}, {"gpu_hours", p.steps.gpu_hours}, {"cost", p.steps.cost},
        {"energy_j", p.steps.energy_j}};
    json["metrics"]["goodput"] = p.run.goodput.share;
    return json;
}

} // namespace

Result<PriceList> planPrices(const PlanOptions& options)
{
    const std::optional<Rent> rent = findRent(options.rent);
    if (!rent)
        return failure(fmt::format("rent must be reserved, on-demand or spot, not \"{}\"", excerpt(options.rent)));
    PriceList shipped = shippedPrices();
    shipped.rent = *rent;
    if (options.price_file.empty())
        return shipped;
    const Result<std::string> text = readBoundedFile(
        options.price_file, {.document = "a price list", .bytes = price_file_limit_bytes, .depth = 0, .values = 0});
    if (!text)
        return tl::unexpected(text.error());
    Result<PriceList> list = parsePrices(*text, std::filesystem::path(options.price_file).filename().string());
    if (list)
        list->rent = *rent;
    return list;
}

Result<PlanQuestion> planQuestion(const Scenario& job, const PriceList& prices, const PlanOptions& options)
{
    PlanQuestion question{job, {}, {}, {}};
    question.prices = prices;
    if (options.campaign > 0)
        question.campaign = Campaign{options.campaign, options.campaign, options.campaign};
    question.threads = static_cast<unsigned>(options.threads);
    const Result<Shard> shard = parseShard(options.shard);
    if (!shard)
        return tl::unexpected(shard.error());
    question.shard = *shard;
    for (const Result<void>& read : {checkOption("max_gpus", options.max_gpus, 1, most_plan_gpus),
             checkOption("campaign", options.campaign, 0, most_campaign),
             checkOption("threads", options.threads, 0, most_threads), readLimits(question.limits, options),
             readHardware(question, options)})
        if (!read)
            return tl::unexpected(read.error());
    return question;
}

namespace {

Json campaignJson(const Campaign& campaign)
{
    Json sources = Json::array();
    if (campaign.published)
        for (const PublishedCampaign& c : publishedCampaigns())
            sources.push_back({{"model", c.model}, {"gpu_hours", c.gpu_hours}, {"step_gpu_hours", c.step_gpu_hours},
                {"factor", c.factor()}, {"steps", c.steps}, {"source", c.source}});
    return {{"factor", campaign.typical}, {"low", campaign.low}, {"high", campaign.high}, {"sources", sources}};
}

} // namespace

Json planJson(const PlanAnswer& a, const PriceList& prices)
{
    const auto orNull = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
    Json json = {{"feasible", a.feasible}, {"recommended", a.recommended ? pointJson(*a.recommended) : Json()},
        {"reason", a.reason}, {"pareto", Json::array()}, {"knee", a.knee ? Json(*a.knee) : Json()},
        {"clusters", a.clusters}, {"evaluated", a.evaluated}, {"proof", a.proof},
        {"campaign", campaignJson(a.campaign)}};
    for (const PlanPoint& p : a.pareto)
        json["pareto"].push_back(pointJson(p));
    json["candidates"] = Json::array();
    for (const PlanCandidate& c : a.candidates)
        json["candidates"].push_back({{"gpu", valueJson(parameter("cluster.gpu"), c.gpu)},
            {"network", valueJson(parameter("cluster.interconnect"), c.network)},
            {"point", c.point ? pointJson(*c.point) : Json()}});
    json["unpriced"] = Json::array();
    for (const PresetIndex gpu : a.unpriced)
        json["unpriced"].push_back(valueJson(parameter("cluster.gpu"), gpu));
    json["prices"] = a.recommended ? pricesJson(*a.recommended, prices) : Json::array();
    if (a.recommended) {
        json["fewer"] = a.fewer ? pointJson(*a.fewer) : Json();
        json["even_odds"] = a.even_odds ? pointJson(*a.even_odds) : Json();
    }
    if (a.safe.deadline_s || a.safe.budget)
        json["safe"] = {{"deadline_s", orNull(a.safe.deadline_s)}, {"budget", orNull(a.safe.budget)}};
    if (!a.feasible)
        json["relax"] = {{"deadline_s", orNull(a.relax.deadline_s)}, {"budget", orNull(a.relax.budget)},
            {"power_w", orNull(a.relax.power_w)}, {"gpus", orNull(a.relax.gpus)}};
    return json;
}

} // namespace kneepoint
