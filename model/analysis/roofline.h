// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

namespace kneepoint {

/// FLOP per byte above which the compute roof is the limit and not the bandwidth: their ratio (Williams, Waterman,
/// Patterson 2009).
[[nodiscard]] inline double ridgeIntensity(double flops_per_s, double bandwidth_Bps)
{
    return flops_per_s / bandwidth_Bps;
}

/// FLOP/s under the roofs of the two bandwidths, under the lowest of all three, and which one that is.
struct AttainableRate {
    double memory_ceiling = 0;
    double network_ceiling = 0;
    double flops = 0;
    RoofBound bound = RoofBound::compute;
};
/// min(sustained, memory bandwidth × AI, network bandwidth × CI) (distributed roofline, section 1). A CI of 0: no
/// network traffic, no network roof.
[[nodiscard]] AttainableRate attainableRate(const Roof& roof);

/// Whether the step takes the time of HBM traffic into account, so that the memory roof is a limit: with the
/// kernel-level compute model of a transformer; with a sustained rate only where the scenario says so, and never if the
/// time of an example is measured. A job without it can be faster than its memory roof, which is then drawn for
/// reference.
[[nodiscard]] bool countsMemoryTraffic(const Scenario& s);

/// Where a step is drawn under the roofs: at its intensity of the roof that limits it. Under the compute roof, which
/// both intensities have reached, at the larger one. So the point is on or under its roof, and a larger batch, which
/// raises both intensities, moves it to the left only where it passes from one intensity to the other.
struct OperatingPoint {
    RoofBound roof = RoofBound::memory; ///< whose intensity: memory or network
    double intensity = 0;               ///< FLOP/byte; 0 if there is no traffic of either kind
    double achieved = 0;                ///< FLOP/s
    double attainable = 0;              ///< FLOP/s, the roof above it
};
[[nodiscard]] OperatingPoint operatingPoint(const Roofline& roofline);

/// The roofline of one GPU, with its ridges. The compute roof is the rate of GEMMs, or, where most of a step's work is
/// faster than that, such as attention in 16 bits beside slow FP8 GEMMs, the rate of all its arithmetic.
/// attainable_flops leaves out memory where the step does, and a roof that the step exceeds, because a part of its
/// traffic takes another way or moves behind other work: it is none of its limits.
[[nodiscard]] Roofline roofline(const Scenario& s, const StepReport& step);

} // namespace kneepoint
