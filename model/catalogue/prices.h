// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"
#include "model/scenario/scenario_fwd.h"
#include "model/units/error.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Hardware prices: a table with a date and a source for every price, as shipped or as edited by the user. It is the
/// only source of prices: scenarios of real hardware, plans and comparisons at equal cost all use it.
namespace kneepoint {

enum class PriceKind {
    gpu,           ///< dollars per GPU and hour, with the network of its cluster
    network,       ///< dollars per GPU and hour
    storage,       ///< surcharge on both, as a fraction
    power,         ///< dollars per kWh of the boards, if not included in the rent
    network_share, ///< of the rent of a GPU, as a fraction
};
/// How GPUs are rented.
enum class Rent { reserved, on_demand, spot };
/// "reserved", "on-demand", "spot".
[[nodiscard]] std::string_view rentId(Rent rent);
/// Nothing for another text.
[[nodiscard]] std::optional<Rent> findRent(std::string_view id);
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
    double low = 0, high = 0;      ///< range of public prices; 0: the value is the only one
    std::optional<Rent> rent = {}; ///< of a GPU; nothing: whatever the rent
    std::string term = {};         ///< "1 year", may be empty
    [[nodiscard]] double least() const { return high > 0 ? std::min(low, value) : value; }
    [[nodiscard]] double most() const { return std::max(high, value); }
    bool operator==(const Price&) const = default;
};

/// Dollars per GPU and hour between the lowest and the highest public prices.
struct PriceRange {
    double value = 0, low = 0, high = 0;
};

struct PriceList {
    std::vector<Price> prices;
    Rent rent = Rent::reserved; ///< preferred; training runs take weeks
    /// With the preferred rent; if there is none, on demand, reserved or spot, in this order.
    [[nodiscard]] const Price* find(PriceKind kind, std::string_view id) const;
    /// Dollars per GPU and hour: GPU × (1 + storage share) + board power × price of energy; in a cluster of several
    /// nodes the network's share of the GPU's rent is replaced by the price of the cluster's network; between tori,
    /// whose rent is for their own links, that price comes on top. Nothing if the list has no price for the GPU.
    [[nodiscard]] std::optional<double> perGpuHour(const Cluster& cluster) const;
    /// The same from the lowest and from the highest public prices.
    [[nodiscard]] std::optional<PriceRange> rangePerGpuHour(const Cluster& cluster) const;
    /// The prices used by perGpuHour() for such a cluster.
    [[nodiscard]] std::vector<const Price*> usedBy(const Cluster& cluster) const;
    bool operator==(const PriceList&) const = default;
};

/// "$2.20/h", "5.0 %", "$0.09/kWh".
[[nodiscard]] std::string valueText(const Price& price);
/// "2025-06, reserved (1 year), 1.7 to 3.42", "2025-06, assumption"; unknown parts are left out.
[[nodiscard]] std::string basisText(const Price& price);

/// Whether the cluster's price of a GPU-hour is the list's.
[[nodiscard]] bool isListed(const Cluster& cluster, const PriceList& list);
/// "$1.79 to $3.6/h, reserved, as of 2026-04": the range of the cluster's price if it is the list's, else empty.
[[nodiscard]] std::string priceRangeText(const Cluster& cluster, const PriceList& list);
/// The price of a GPU-hour and its source: "$2.65/h, 2025-06, assumption" if it is the list's, with its oldest date;
/// else "$2.00/h, as entered".
[[nodiscard]] std::string priceText(const Cluster& cluster, const PriceList& list);
/// The same, with the list's price if that is different: "$2.00/h, as entered; the price list has $2.65/h".
[[nodiscard]] std::string comparedPriceText(const Cluster& cluster, const PriceList& list);
/// "the price list has no Gaudi 3, so it is charged like the scenario's GPUs, $2.2/h."
[[nodiscard]] std::string unpricedText(PresetIndex gpu, std::string_view whose, double price_per_gpu_hour);
/// That sentence if the scenario has another GPU than before, which the list does not price, and no price of its own;
/// else empty.
[[nodiscard]] std::string unlistedPriceText(const Scenario& next, const Scenario& former, const PriceList& list);
/// Unless a price is stated, the cluster costs what the list says, or the default if the list has no price for it.
void derivePrice(Scenario& s, const PriceList& list);
/// The scenario after the edit, with the price that follows from it.
[[nodiscard]] Scenario applied(
    const Scenario& s, const Edit& edit, const Calibration& calibration, const PriceList& list);

/// The shipped list, presets/prices.
[[nodiscard]] const PriceList& shippedPrices();

inline constexpr std::size_t price_file_limit_bytes = 1 << 20;
/// Reads {"prices": [{"id": "h100-sxm", "kind": "gpu", "dollars_per_hour": 2.2, "date": "2025-06", "source": "…"}, …]},
/// the format of presets/prices; "share" of storage and of the network, "dollars_per_kwh" of power; optionally "low",
/// "high", "rent" and "term". A price without "rent" replaces the shipped ones of all rents. Prices that are not listed
/// are taken from the shipped list.
[[nodiscard]] Result<PriceList> parsePrices(std::string_view json, std::string_view place);
[[nodiscard]] std::string writePrices(const PriceList& list);

} // namespace kneepoint
