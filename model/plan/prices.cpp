// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/prices.h"

#include "model/catalogue/catalogue.h"
#include "model/presets/embedded.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "model/units/bounded_json.h"
#include "model/units/units.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

struct KindRecord {
    std::string_view id, key, label; ///< key: of the value in a file
    double most;
};
constexpr std::array<KindRecord, 4> kinds{
    {{"gpu", "dollars_per_hour", "GPU, $/h", 1e6}, {"network", "dollars_per_hour", "Network, $/GPU·h", 1e6},
        {"storage", "share", "Storage, share", 10}, {"power", "dollars_per_kwh", "Power, $/kWh", 1e3}}};

const KindRecord& recordOf(PriceKind kind)
{
    return kinds[static_cast<std::size_t>(kind)];
}

Result<Price> readPrice(const Json& json)
{
    Price p;
    p.id = json.at("id").get<std::string>();
    const auto kind = std::ranges::find(kinds, json.at("kind").get<std::string>(), &KindRecord::id);
    if (kind == kinds.end())
        return failure(fmt::format("{}: \"kind\" must be gpu, network, storage or power", p.id));
    p.kind = static_cast<PriceKind>(kind - kinds.begin());
    p.name = json.value("name", p.id);
    p.value = json.at(std::string(kind->key)).get<double>();
    if (!(p.value >= 0 && p.value <= kind->most))
        return failure(fmt::format("{}: \"{}\" must be a number from 0 to {}", p.id, kind->key, kind->most));
    p.date = json.value("date", "");
    p.source = json.value("source", "");
    p.assumed = json.value("assumed", false);
    return p;
}

Result<std::vector<Price>> readPrices(const Json& json)
{
    std::vector<Price> prices;
    for (const Json& entry : json.at("prices")) {
        Result<Price> price = readPrice(entry);
        if (!price)
            return tl::unexpected(price.error());
        prices.push_back(std::move(*price));
    }
    return prices;
}

constexpr JsonBounds bounds{.document = "a price list", .bytes = price_file_limit_bytes, .depth = 4, .values = 20000};

Result<std::vector<Price>> parse(std::string_view json, std::string_view place)
{
    const auto read = parseBoundedJson(json, place, bounds);
    if (!read)
        return tl::unexpected(read.error());
    try {
        auto prices = readPrices(*read);
        if (!prices)
            return failure(fmt::format("{}: {}", place, prices.error().message));
        return prices;
    } catch (const Json::exception&) {
        return failure(
            fmt::format("{}: not a price list; expected \"prices\" with an id, a kind and a value each", place));
    }
}

PriceList readShipped()
{
    PriceList list;
    for (const EmbeddedFile& file : embeddedFiles()) {
        if (!file.name.starts_with("prices/"))
            continue;
        auto prices = parse(file.text, file.name);
        if (!prices) {
            fmt::print(stderr, "kneepoint: {}\n", prices.error().message);
            std::abort();
        }
        std::ranges::move(*prices, std::back_inserter(list.prices));
    }
    return list;
}

template <class Preset> std::string_view idOf(std::span<const Preset> presets, PresetIndex index)
{
    return index > 0 ? std::string_view(presets[static_cast<std::size_t>(index) - 1].id) : std::string_view();
}

} // namespace

std::string_view priceKindLabel(PriceKind kind)
{
    return recordOf(kind).label;
}

const Price* PriceList::find(PriceKind kind, std::string_view id) const
{
    const auto found = std::ranges::find_if(prices, [&](const Price& p) { return p.kind == kind && p.id == id; });
    return found == prices.end() ? nullptr : &*found;
}

std::vector<const Price*> PriceList::usedBy(const Cluster& c) const
{
    std::vector<const Price*> used{find(PriceKind::gpu, idOf(gpuPresets(), c.gpu))};
    if (c.gpus > c.gpus_per_node)
        used.push_back(find(PriceKind::network, idOf(interconnectPresets(), c.interconnect)));
    used.push_back(find(PriceKind::storage, "storage"));
    if (const Price* power = find(PriceKind::power, "power"); power && power->value > 0)
        used.push_back(power);
    std::erase(used, nullptr);
    return used;
}

std::optional<double> PriceList::perGpuHour(const Cluster& c) const
{
    if (!find(PriceKind::gpu, idOf(gpuPresets(), c.gpu)))
        return {};
    double rent = 0, storage = 0, energy = 0;
    constexpr double watts_per_kw = 1000;
    for (const Price* p : usedBy(c)) {
        rent += p->kind == PriceKind::gpu || p->kind == PriceKind::network ? p->value : 0;
        storage += p->kind == PriceKind::storage ? p->value : 0;
        energy += p->kind == PriceKind::power ? p->value * c.power_w / watts_per_kw : 0;
    }
    return rent * (1 + storage) + energy;
}

std::string valueText(const Price& price)
{
    switch (price.kind) {
    case PriceKind::storage:
        return formatQuantity(price.value, Unit::ratio);
    case PriceKind::power:
        return formatQuantity(price.value, Unit::dollars) + "/kWh";
    default:
        return formatQuantity(price.value, Unit::dollars_per_hour);
    }
}

std::string basisText(const Price& price)
{
    const char* assumed = price.assumed ? "assumption" : "";
    return fmt::format("{}{}{}", price.date, price.assumed && !price.date.empty() ? ", " : "", assumed);
}

bool isListed(const Cluster& c, const PriceList& list)
{
    constexpr double rounding = 1e-6;
    const std::optional<double> listed = list.perGpuHour(c);
    return listed && std::abs(c.price_per_gpu_hour - *listed) <= rounding * *listed;
}

std::string priceText(const Cluster& c, const PriceList& list)
{
    const std::string price = formatQuantity(c.price_per_gpu_hour, Unit::dollars_per_hour);
    if (!isListed(c, list))
        return price + ", as entered";
    Price whole;
    for (const Price* p : list.usedBy(c)) {
        whole.assumed = whole.assumed || p->assumed;
        if (!p->date.empty() && (whole.date.empty() || p->date < whole.date))
            whole.date = p->date;
    }
    const std::string basis = basisText(whole);
    return basis.empty() ? price : fmt::format("{}, {}", price, basis);
}

std::string comparedPriceText(const Cluster& c, const PriceList& list)
{
    const std::optional<double> listed = list.perGpuHour(c);
    const std::string text = priceText(c, list);
    return !listed || isListed(c, list)
        ? text
        : fmt::format("{}; the price list has {}", text, formatQuantity(*listed, Unit::dollars_per_hour));
}

void followPrices(Scenario& next, const Scenario& former, const PriceList& list)
{
    const bool by_hand = next.cluster.price_per_gpu_hour != former.cluster.price_per_gpu_hour;
    if (!by_hand && isListed(former.cluster, list))
        next.cluster.price_per_gpu_hour = list.perGpuHour(next.cluster).value_or(next.cluster.price_per_gpu_hour);
}

const PriceList& shippedPrices()
{
    static const PriceList list = readShipped();
    return list;
}

Result<PriceList> parsePrices(std::string_view json, std::string_view place)
{
    auto prices = parse(json, place);
    if (!prices)
        return tl::unexpected(prices.error());
    PriceList list = shippedPrices();
    for (Price& p : *prices) {
        const auto known =
            std::ranges::find_if(list.prices, [&](const Price& q) { return q.kind == p.kind && q.id == p.id; });
        if (known == list.prices.end())
            list.prices.push_back(std::move(p));
        else
            *known = std::move(p);
    }
    return list;
}

std::string writePrices(const PriceList& list)
{
    Json json;
    json["prices"] = Json::array();
    for (const Price& p : list.prices) {
        const KindRecord& kind = recordOf(p.kind);
        json["prices"].push_back({{"id", p.id}, {"name", p.name}, {"kind", kind.id}, {std::string(kind.key), p.value},
            {"date", p.date}, {"source", p.source}, {"assumed", p.assumed}});
    }
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace kneepoint
