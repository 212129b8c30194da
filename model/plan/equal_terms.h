// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/catalogue/edit.h"
#include "model/catalogue/prices.h"

namespace kneepoint {

/// The quantity that is made equal when two scenarios are compared.
enum class Terms {
    money, ///< dollars per hour of all GPUs with their network, at list prices unless the job's was entered
    power, ///< watts of all GPUs
    time,  ///< time of the whole run
};

/// The number of GPUs, in whole nodes and, for a fixed layout, whole replicas, at which the job matches the reference.
/// For money and power, the largest number that does not exceed them; for time, the smallest that is as fast, with a
/// new layout if planning is automatic, or the fastest if none is. Nothing if a price or the time is unknown. At list
/// prices the edit sets the job's price, too: otherwise two kinds of GPU with the same price as entered would cost the
/// same.
[[nodiscard]] Edit equalTerms(const Scenario& job, const Analysis& reference, Terms terms,
    const Calibration& calibration, const PriceList& prices = shippedPrices());

} // namespace kneepoint
