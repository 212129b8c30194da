// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"
#include "model/units/error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Hardware prices: a table with a date and a source for every price, as shipped or as edited by the user.
namespace kneepoint {

enum class PriceKind {
    gpu,     ///< dollars per GPU and hour, without the network
    network, ///< dollars per GPU and hour
    storage, ///< surcharge on both, as a fraction
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
    /// only if the job has more than one node. Nothing if the list has no price for the GPU.
    [[nodiscard]] std::optional<double> perGpuHour(const Cluster& cluster) const;
    /// The prices used by perGpuHour() for such a cluster.
    [[nodiscard]] std::vector<const Price*> usedBy(const Cluster& cluster) const;
    bool operator==(const PriceList&) const = default;
};

/// "$2.20/h", "5.0 %", "$0.09/kWh".
[[nodiscard]] std::string valueText(const Price& price);
/// "2025-06, assumption"; unknown parts are left out.
[[nodiscard]] std::string basisText(const Price& price);

/// Whether the cluster's price of a GPU-hour is the list's.
[[nodiscard]] bool isListed(const Cluster& cluster, const PriceList& list);
/// The price of a GPU-hour and its source: "$2.65/h, 2025-06, assumption" if it is the list's, with its oldest date;
/// else "$2.00/h, as entered".
[[nodiscard]] std::string priceText(const Cluster& cluster, const PriceList& list);
/// The same, with the list's price if that is different: "$2.00/h, as entered; the price list has $2.65/h".
[[nodiscard]] std::string comparedPriceText(const Cluster& cluster, const PriceList& list);
/// If the previous scenario used the list's price, updates the price to the list's for the new hardware, unless the
/// user has just changed it.
void followPrices(Scenario& next, const Scenario& former, const PriceList& list);

/// The shipped list, presets/prices.
[[nodiscard]] const PriceList& shippedPrices();

inline constexpr std::size_t price_file_limit_bytes = 1 << 20;
/// Reads {"prices": [{"id": "h100-sxm", "kind": "gpu", "dollars_per_hour": 2.2, "date": "2025-06", "source": "…"}, …]},
/// the format of presets/prices; "share" of storage, "dollars_per_kwh" of power. Prices that are not listed are taken
/// from the shipped list.
[[nodiscard]] Result<PriceList> parsePrices(std::string_view json, std::string_view place);
[[nodiscard]] std::string writePrices(const PriceList& list);

} // namespace kneepoint
