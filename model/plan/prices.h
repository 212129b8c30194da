// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/error.h"
#include "model/scenario/scenario_fwd.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What hardware costs: a table with a date and a source for every figure, as it ships or as the user has it.
namespace kneepoint {

enum class PriceKind {
    gpu,     ///< dollars per GPU and hour, the network excluded
    network, ///< dollars per GPU and hour
    storage, ///< share on top of both
    power,   ///< dollars per kWh of the boards
};
/// "GPU, $/h".
[[nodiscard]] std::string_view priceKindLabel(PriceKind kind);

struct Price {
    std::string id; ///< of the GPU or interconnect preset; "storage", "power"
    std::string name;
    PriceKind kind = PriceKind::gpu;
    double value = 0; ///< 0 or more
    std::string date; ///< "2025-06"
    std::string source;
    bool assumed = false;
    bool operator==(const Price&) const = default;
};

struct PriceList {
    std::vector<Price> prices;
    [[nodiscard]] const Price* find(PriceKind kind, std::string_view id) const;
    /// Dollars per GPU and hour: (GPU + network) × (1 + storage share) + board power × price of energy; the network
    /// only where the job has more than one node. Nothing where the list has no price for the GPU.
    [[nodiscard]] std::optional<double> perGpuHour(const Cluster& cluster) const;
    /// The prices that perGpuHour() takes for such a cluster.
    [[nodiscard]] std::vector<const Price*> usedBy(const Cluster& cluster) const;
    bool operator==(const PriceList&) const = default;
};

/// "$2.20/h", "5.0 %", "$0.09/kWh".
[[nodiscard]] std::string valueText(const Price& price);
/// "2025-06, assumption"; what is not known is left out.
[[nodiscard]] std::string basisText(const Price& price);

/// Whether the cluster's price of a GPU-hour is the list's.
[[nodiscard]] bool isListed(const Cluster& cluster, const PriceList& list);
/// The price of a GPU-hour and what it rests on: "$2.65/h, 2025-06, assumption" where it is the list's, by its oldest
/// date; else "$2.00/h, as entered".
[[nodiscard]] std::string priceText(const Cluster& cluster, const PriceList& list);
/// The same, with what the list has where it is another: "$2.00/h, as entered; the price list has $2.65/h".
[[nodiscard]] std::string comparedPriceText(const Cluster& cluster, const PriceList& list);
/// Where the former scenario has the list's price, gives other hardware the list's price too, unless a hand has just
/// changed it.
void followPrices(Scenario& next, const Scenario& former, const PriceList& list);

/// The list that ships, presets/prices.
[[nodiscard]] const PriceList& shippedPrices();

inline constexpr std::size_t price_file_limit_bytes = 1 << 20;
/// Reads {"prices": [{"id": "h100-sxm", "kind": "gpu", "dollars_per_hour": 2.2, "date": "2025-06", "source": "…"}, …]},
/// the format of presets/prices; "share" of storage, "dollars_per_kwh" of power. Prices that it leaves out are those
/// that ship.
[[nodiscard]] Result<PriceList> parsePrices(std::string_view json, std::string_view place);
[[nodiscard]] std::string writePrices(const PriceList& list);

} // namespace kneepoint
