// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/measured_run.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Where measured series of sizes lose their efficiency, and where they are predicted to.
namespace kneepoint::fit {

/// The throughput of a job on this many GPUs, in any unit.
struct SizeRate {
    double gpus = 0, rate = 0;
};

/// GPUs at which the throughput per GPU falls below `tolerance` of that of the smallest size, between sizes linear in
/// the logarithm of GPUs; nothing up to the largest size. `sizes`: by GPUs, at least one.
[[nodiscard]] std::optional<double> kneeOf(std::span<const SizeRate> sizes, double tolerance);

/// One series of the same job at three or more sizes.
struct MeasuredKnee {
    std::string series; ///< of the validation report
    std::string id;     ///< of its largest run
    double from_gpus = 0, to_gpus = 0;
    std::optional<double> measured, predicted; ///< GPUs; nothing up to the largest size
};

/// Whether a predicted knee is within a factor of two of the measured one.
enum class KneeVerdict {
    none,  ///< neither has one up to the largest size
    right, ///< within a factor of two
    wrong,
    open, ///< only one has one, less than a factor of two from the largest size
};
[[nodiscard]] KneeVerdict verdictOn(const MeasuredKnee& knee);
inline constexpr std::array all_knee_verdicts{
    KneeVerdict::none, KneeVerdict::right, KneeVerdict::wrong, KneeVerdict::open};
/// Stable name: "none", "right", "wrong", "open".
[[nodiscard]] std::string_view verdictId(KneeVerdict verdict);
[[nodiscard]] std::ptrdiff_t countOf(std::span<const MeasuredKnee> knees, KneeVerdict verdict);

/// Groups runs by source, series, software, GPU, network, model, precision and sequence length, with the fastest run
/// for each number of GPUs; where only scaling is predicted, also by the measured time of an example and the
/// micro-batch. The steps of all sizes are predicted after calibration with the smallest one, or from its compute time
/// where only scaling is predicted, with constants that have seen nothing measured by the source. The knee is the
/// efficiency's, at the tolerance of the scenarios. Needs loadLeftOutConstants().
[[nodiscard]] std::vector<MeasuredKnee> measuredKnees(
    std::span<const MeasuredRun> runs, const Calibration& calibration);

} // namespace kneepoint::fit
