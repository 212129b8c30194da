// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/search.h"

#include <array>
#include <stop_token>
#include <vector>

namespace kneepoint {

/// Layouts of a job to measure for its calibration, most informative first (mostInformative): they differ in tensor and
/// pipeline parallelism and micro-batch, fit in memory and take at most four times as long as the best. At most
/// `count`; none if nothing fits.
[[nodiscard]] std::vector<FoundLayout> runsToMeasure(
    const Scenario& job, std::size_t count, const Calibration& calibration, std::stop_token stop = {});

/// The parameters in which they differ from the job.
inline constexpr std::array informative_dimensions{Dimension::tensor, Dimension::pipeline, Dimension::micro_batch};

} // namespace kneepoint
