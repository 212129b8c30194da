// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/prices.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/site_power.h"
#include "model/presets/preset_library.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "model/units/json_reader.h"
#include "model/units/units.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longest_text = 4000;

struct KindRecord {
    std::string_view id, key, label; ///< key: of the value in a file
    double most;
};
constexpr std::array<KindRecord, 5> kinds{{{"gpu", "dollars_per_hour", "GPU, $/h", 1e6},
    {"network", "dollars_per_hour", "Network, $/GPU·h", 1e6}, {"storage", "share", "Storage, share", 10},
    {"power", "dollars_per_kwh", "Power, $/kWh", 1e3}, {"network_share", "share", "Network, share of the rent", 1}}};
constexpr std::array<std::string_view, 3> rents{"reserved", "on-demand", "spot"};
constexpr std::array fallback{Rent::on_demand, Rent::reserved, Rent::spot};

const KindRecord& recordOf(PriceKind kind)
{
    return kinds[static_cast<std::size_t>(kind)];
}

Price readPrice(const JsonNode& node)
{
    const auto text = [&](std::string_view key) {
        const auto found = node.find(key);
        return found ? found->anyText(longest_text) : std::string();
    };
    Price p;
    p.id = node.at("id").anyText(longest_text);
    const JsonNode stated = node.at("kind");
    const auto found = std::ranges::find_if(kinds, [&](const KindRecord& k) { return stated.isText(k.id); });
    if (found == kinds.end()) {
        stated.refuse("must be gpu, network, storage, power or network_share");
        return p;
    }
    const KindRecord& kind = *found;
    p.kind = static_cast<PriceKind>(found - kinds.begin());
    p.name = node.has("name") ? text("name") : p.id;
    p.value = node.at(kind.key).number(0, kind.most);
    const auto low = node.find("low"), high = node.find("high");
    p.low = low ? low->number(0, kind.most) : 0;
    p.high = high ? high->number(p.low, kind.most) : 0;
    if (p.low > p.high)
        node.refuse(R"("low" needs a "high")");
    if (const std::string rent = text("rent"); !rent.empty()) {
        p.rent = findRent(rent);
        if (!p.rent)
            node.at("rent").refuse("must be reserved, on-demand or spot");
    }
    p.term = text("term");
    p.date = text("date");
    p.source = text("source");
    const auto assumed = node.find("assumed");
    p.assumed = assumed && assumed->flag();
    return p;
}

constexpr std::size_t most_prices = 20000;

constexpr JsonBounds bounds{
    .document = "a price list", .bytes = price_file_limit_bytes, .depth = 4, .values = most_prices};

Result<std::vector<Price>> parse(std::string_view json, std::string_view place)
{
    return parsedJson(json, place, bounds, [](const JsonNode& file) {
        std::vector<Price> prices;
        for (const JsonNode& price : file.at("prices", "missing; a price list has a list of them").list(most_prices))
            prices.push_back(readPrice(price));
        return prices;
    });
}

PriceList readShipped()
{
    PriceList list;
    library::eachFile("prices", parse, [&](std::vector<Price> prices, std::string_view) {
        std::ranges::move(prices, std::back_inserter(list.prices));
    });
    return list;
}

template <class Preset> std::string_view idOf(std::span<const Preset> presets, PresetIndex index)
{
    const Preset* preset = presetAt(presets, index);
    return preset ? std::string_view(preset->id) : std::string_view();
}

} // namespace

std::string_view priceKindLabel(PriceKind kind)
{
    return recordOf(kind).label;
}

std::string_view rentId(Rent rent)
{
    return rents[static_cast<std::size_t>(rent)];
}

std::optional<Rent> findRent(std::string_view id)
{
    const auto found = std::ranges::find(rents, id);
    return found == rents.end() ? std::nullopt : std::optional(static_cast<Rent>(found - rents.begin()));
}

const Price* PriceList::find(PriceKind kind, std::string_view id) const
{
    const auto rented = [&](Rent wanted) -> const Price* {
        const auto found = std::ranges::find_if(
            prices, [&](const Price& p) { return p.kind == kind && p.id == id && p.rent.value_or(wanted) == wanted; });
        return found == prices.end() ? nullptr : &*found;
    };
    if (const Price* preferred = rented(rent))
        return preferred;
    for (const Rent other : fallback)
        if (const Price* price = rented(other))
            return price;
    return nullptr;
}

std::vector<const Price*> PriceList::usedBy(const Cluster& c) const
{
    std::vector<const Price*> used{find(PriceKind::gpu, idOf(gpuPresets(), c.gpu))};
    const Price* network = find(PriceKind::network, idOf(interconnectPresets(), c.interconnect));
    if (c.gpus > c.gpus_per_node && network) {
        used.push_back(network);
        if (c.topology == Topology::switched) // the rent of a torus is for its own links
            used.push_back(find(PriceKind::network_share, "network"));
    }
    used.push_back(find(PriceKind::storage, "storage"));
    if (const Price* power = find(PriceKind::power, "power"); power && power->value > 0)
        used.push_back(power);
    std::erase(used, nullptr);
    return used;
}

std::optional<PriceRange> PriceList::rangePerGpuHour(const Cluster& c) const
{
    if (!find(PriceKind::gpu, idOf(gpuPresets(), c.gpu)))
        return {};
    const std::vector<const Price*> used = usedBy(c);
    const auto sum = [&](auto gpuValue, auto otherValue) {
        double gpu = 0, network = 0, share = 0, storage = 0, energy = 0;
        constexpr double watts_per_kw = 1000;
        for (const Price* p : used) {
            gpu += p->kind == PriceKind::gpu ? gpuValue(*p) : 0;
            network += p->kind == PriceKind::network ? otherValue(*p) : 0;
            share += p->kind == PriceKind::network_share ? p->value : 0;
            storage += p->kind == PriceKind::storage ? otherValue(*p) : 0;
            energy += p->kind == PriceKind::power ? otherValue(*p) * sitePowerW(c, 1) / watts_per_kw : 0;
        }
        return (gpu * (1 - share) + network) * (1 + storage) + energy;
    };
    const auto value = [](const Price& p) { return p.value; };
    const auto least = [](const Price& p) { return p.least(); };
    const auto most = [](const Price& p) { return p.most(); };
    return PriceRange{sum(value, value), sum(least, least), sum(most, most)};
}

std::optional<double> PriceList::perGpuHour(const Cluster& c) const
{
    const std::optional<PriceRange> range = rangePerGpuHour(c);
    return range ? std::optional(range->value) : std::nullopt;
}

std::string valueText(const Price& price)
{
    switch (price.kind) {
    case PriceKind::storage:
    case PriceKind::network_share:
        return formatQuantity(price.value, Unit::ratio);
    case PriceKind::power:
        return formatQuantity(price.value, Unit::dollars) + "/kWh";
    default:
        return formatQuantity(price.value, Unit::dollars_per_hour);
    }
}

std::string basisText(const Price& price)
{
    std::string text = price.date;
    const auto add = [&](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
    if (price.rent)
        add(std::string(rentId(*price.rent)) + (price.term.empty() ? "" : fmt::format(" ({})", price.term)));
    if (price.most() > price.least())
        add(fmt::format("{:.3g} to {:.3g}", price.least(), price.most()));
    if (price.assumed)
        add("assumption");
    return text;
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
        if (p->kind == PriceKind::gpu)
            whole.rent = p->rent;
        if (!p->date.empty() && (whole.date.empty() || p->date < whole.date))
            whole.date = p->date;
    }
    const std::string basis = basisText(whole);
    return basis.empty() ? price : fmt::format("{}, {}", price, basis);
}

std::string priceRangeText(const Cluster& c, const PriceList& list)
{
    const std::optional<PriceRange> range = list.rangePerGpuHour(c);
    const Price* gpu = list.find(PriceKind::gpu, idOf(gpuPresets(), c.gpu));
    if (!range || !gpu || !isListed(c, list) || !(range->high > range->low))
        return {};
    return fmt::format("{} to {}, {}as of {}", formatQuantity(range->low, Unit::dollars),
        formatQuantity(range->high, Unit::dollars_per_hour),
        gpu->rent ? std::string(rentId(*gpu->rent)) + ", " : std::string(), gpu->date);
}

std::string comparedPriceText(const Cluster& c, const PriceList& list)
{
    const std::optional<double> listed = list.perGpuHour(c);
    const std::string text = priceText(c, list);
    return !listed || isListed(c, list)
        ? text
        : fmt::format("{}; the price list has {}", text, formatQuantity(*listed, Unit::dollars_per_hour));
}

std::string unpricedText(PresetIndex gpu, std::string_view whose, double price_per_gpu_hour)
{
    return fmt::format("the price list has no {}, so it is charged like {}, {}.",
        valueText(parameter("cluster.gpu"), gpu), whose, formatQuantity(price_per_gpu_hour, Unit::dollars_per_hour));
}

std::string unlistedPriceText(const Scenario& next, const Scenario& former, const PriceList& list)
{
    const Cluster& c = next.cluster;
    const Parameter& price = parameter("cluster.price_per_gpu_hour");
    if (c.gpu == 0 || c.gpu == former.cluster.gpu || isStated(price, next) || list.perGpuHour(c))
        return {};
    return fmt::format("{}: {}", price.label, unpricedText(c.gpu, "GPUs without a price", c.price_per_gpu_hour));
}

void derivePrice(Scenario& s, const PriceList& list)
{
    const Parameter& price = parameter("cluster.price_per_gpu_hour");
    if (!isStated(price, s))
        s.cluster.price_per_gpu_hour = list.perGpuHour(s.cluster).value_or(price.defaultValue());
}

Scenario applied(const Scenario& s, const Edit& edit, const Calibration& calibration, const PriceList& list)
{
    Scenario next = applied(s, edit, calibration);
    derivePrice(next, list);
    return next;
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
        const auto isSame = [&](const Price& q) { return q.kind == p.kind && q.id == p.id; };
        const auto known = std::ranges::find_if(
            list.prices, [&](const Price& q) { return isSame(q) && (!p.rent || q.rent == p.rent); });
        if (known == list.prices.end()) {
            list.prices.push_back(std::move(p));
            continue;
        }
        *known = p;
        if (!p.rent)
            list.prices.erase(std::remove_if(known + 1, list.prices.end(), isSame), list.prices.end());
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
        Json& written = json["prices"].back();
        if (p.high > 0) {
            written["low"] = p.low;
            written["high"] = p.high;
        }
        if (p.rent)
            written["rent"] = rentId(*p.rent);
        if (!p.term.empty())
            written["term"] = p.term;
    }
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace kneepoint
