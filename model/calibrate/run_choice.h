// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/calibration.h"
#include "model/scenario/scenario.h"

#include <cstddef>
#include <span>
#include <vector>

/// Which runs to measure for a calibration.
namespace kneepoint {

/// The places of the runs whose measured steps would tell most of all the others' steps, the most telling first: one
/// after the other, each the run that leaves the least variance of the logarithm of all steps (Seo et al. 2000,
/// Gaussian process regression: active data selection and test point rejection). How the steps vary together is what
/// the factors of OwnRuns do to them, drawn from the spreads of published hardware and software; nothing measured is
/// asked for. At most as many as there are runs.
[[nodiscard]] std::vector<std::size_t> mostTelling(
    std::span<const Scenario> runs, std::size_t count, const Calibration& calibration);

} // namespace kneepoint
