// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"

#include <cstddef>
#include <span>
#include <vector>

/// Which runs to measure for a calibration.
namespace kneepoint {

/// The indices of the runs whose measured steps would be most informative about all other steps, most informative
/// first: selected greedily, each time the run that leaves the least variance of the logarithm of the others' steps
/// (Seo et al. 2000, Gaussian process regression: active data selection and test point rejection). The covariance of
/// the steps comes from the factors of OwnRuns, drawn from the spreads of published hardware and software, and from
/// what jobs that are alike have in common besides (jobLikeness), so that a run in the middle of the others is
/// preferred to an extreme one; no measurements are needed. Runs that fit in memory with less than likely_fit_chance
/// come after all others: they may fail, and where memory is just enough, the allocator's retries slow a step. At most
/// as many indices as there are runs.
[[nodiscard]] std::vector<std::size_t> mostInformative(
    std::span<const Scenario> runs, std::size_t count, const Calibration& calibration);

} // namespace kneepoint
