// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

/// What a prediction misses of one job and not of another.
namespace kneepoint {

/// Standard deviation of the logarithm of a step over what no factor of OwnRuns explains, between jobs that have little
/// in common. Source: docs/cost-study.md, Jobs that are alike
inline constexpr double job_spread = 0.1;

/// Distance of two jobs in octaves: the sum of |log2| of the ratios of GPUs, tensor, pipeline, context and expert
/// parallelism, micro-batch, global batch, sequence length and parameters; another precision and another GPU count as
/// one octave each.
[[nodiscard]] double jobDistance(const Scenario& a, const Scenario& b);

/// Correlation of what is missed: 1 for the same job, e^(-1/2) for each octave between two. Source: docs/cost-study.md,
/// Jobs that are alike
[[nodiscard]] double jobLikeness(const Scenario& a, const Scenario& b);

/// The same between a mixture of experts and a dense model of one source, as a root mean square. Source:
/// docs/cost-study.md, Jobs that are alike
inline constexpr double mixture_gap = 0.27;

/// Standard deviation of what is missed of one job and not of the other, of the logarithm of a step: 0 for the same
/// job, and for another layout of it, because some factors of a calibration show in the differences of layouts only.
[[nodiscard]] double missedApart(const Scenario& a, const Scenario& b);
/// The same of a job and not of the one that a calibration was made for, by their sizes.
[[nodiscard]] double missedApart(const OwnRuns& own, const Scenario& s);

} // namespace kneepoint
