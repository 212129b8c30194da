// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/fit_links.h"
#include "fit/numbers.h"
#include "model/catalogue/catalogue.h"
#include "model/units/statistics.h"
#include "model/validation/validation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

namespace kneepoint::fit {
namespace {

using Json = nlohmann::ordered_json;

void readConstants(LinkPriors& priors, const std::string& owner, const Json& constants, bool between_nodes = false)
{
    for (const auto& [name, prior] : constants.items())
        priors.constants.push_back(
            {owner, name, prior.at("start"), prior.at("low"), prior.at("high"), prior.at("sigma"), between_nodes});
}

Json setJson(const LinkSet& set)
{
    Json json = {{"law", Json::object()}, {"links", ownersJson(set.links)}};
    CollectiveLaw law = set.law;
    for (const LawConstant& c : lawConstants())
        json["law"][std::string(c.name)] = rounded(c.of(law));
    return json;
}

const LinkSet& setFor(const LinkFit& fit, const std::string& campaign)
{
    const auto found = std::ranges::find(fit.without, campaign, &std::pair<std::string, LinkSet>::first);
    return found == fit.without.end() ? fit.all : found->second;
}

struct Errors {
    double all = 0, small = 0, bias = 0;
};

Errors errorsOf(const MeasuredCollective& curve, const LinkSet& set)
{
    const Cluster cluster = clusterWith(curve, set);
    Errors e;
    double small = 0;
    const auto points = static_cast<double>(curve.record->points.size());
    for (const SizeTime& p : curve.record->points) {
        const double bias = predictedCollective(curve, cluster, set.law, p.bytes) / p.seconds - 1;
        e.all += 100 * std::abs(bias) / points;
        e.bias += 100 * bias / points;
        if (collectiveKind(curve, p.bytes).ends_with("small")) {
            e.small += 100 * std::abs(bias);
            ++small;
        }
    }
    e.small /= std::max(1.0, small);
    return e;
}

} // namespace

LinkPriors readLinkPriors(const std::filesystem::path& path)
{
    try {
        std::ifstream stream(path);
        const Json json = Json::parse(stream);
        LinkPriors priors;
        readConstants(priors, "", json.at("law"));
        readConstants(priors, "", json.at("law_between_nodes"), true);
        for (const auto& [id, entry] : json.at("links").items()) {
            priors.owners.push_back({id, entry.at("members"), {}});
            readConstants(priors, id, entry.at("constants"));
        }
        for (const LinkConstant& c : priors.constants)
            if (c.owner.empty() ? std::ranges::find(lawConstants(), c.name, &LawConstant::name) == lawConstants().end()
                                : findParameter(c.name) == nullptr)
                throw std::invalid_argument("nothing is called " + c.name);
        return priors;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "fit: {}: {}\n", path.string(), problem.what());
        std::exit(EXIT_FAILURE);
    }
}

std::vector<ErrorKind> linkErrorKinds(const LinkFit& fit, const MeasuredCollectives& curves)
{
    std::map<std::string, std::vector<double>> ratios;
    for (const MeasuredCollective& curve : curves.curves) {
        const LinkSet& set = setFor(fit, curve.campaign);
        const Cluster cluster = clusterWith(curve, set);
        for (const SizeTime& p : curve.record->points)
            ratios[collectiveKind(curve, p.bytes)].push_back(
                p.seconds / predictedCollective(curve, cluster, set.law, p.bytes));
    }
    std::vector<ErrorKind> kinds;
    kinds.reserve(ratios.size());
    for (const auto& [kind, values] : ratios)
        kinds.push_back({kind, static_cast<double>(values.size()), quantile(values, 0.05), quantile(values, 0.95)});
    return kinds;
}

void printLinkErrors(const LinkFit& fit, const MeasuredCollectives& curves)
{
    std::map<std::string, std::vector<std::pair<Errors, Errors>>> by_series;
    fmt::print("{:44} {:>7} {:>7} {:>7} | left out {:>7} {:>7} {:>7}\n", "curve", "mape", "8 MiB", "bias", "mape",
        "8 MiB", "bias");
    for (const MeasuredCollective& curve : curves.curves) {
        const Errors f = errorsOf(curve, fit.all);
        const Errors l = errorsOf(curve, setFor(fit, curve.campaign));
        fmt::print("{:44} {:7.1f} {:7.1f} {:+7.1f} |          {:7.1f} {:7.1f} {:+7.1f}\n", curve.record->id, f.all,
            f.small, f.bias, l.all, l.small, l.bias);
        by_series[curve.series].emplace_back(f, l);
    }
    for (const auto& [series, errors] : by_series) {
        Errors f, l;
        const auto rows = static_cast<double>(errors.size());
        for (const auto& [fitted, left_out] : errors) {
            f.all += fitted.all / rows;
            f.small += fitted.small / rows;
            f.bias += fitted.bias / rows;
            l.all += left_out.all / rows;
            l.small += left_out.small / rows;
            l.bias += left_out.bias / rows;
        }
        fmt::print("{:44} {:7.1f} {:7.1f} {:+7.1f} |          {:7.1f} {:7.1f} {:+7.1f}\n", series, f.all, f.small,
            f.bias, l.all, l.small, l.bias);
    }
}

void writeLinks(const LinkFit& fit, const std::filesystem::path& folder)
{
    Json all = setJson(fit.all);
    all["errors"] = kindsJson(fit.errors);
    Json left_out;
    left_out["without"] = Json::object();
    for (const auto& [campaign, set] : fit.without)
        left_out["without"][campaign] = setJson(set);
    writeConstantFiles(folder, "links", "link_priors.json and the measured collectives", all, left_out);
}

} // namespace kneepoint::fit
