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

/// The roofline of one GPU, with its ridges and the operating point of a step.
[[nodiscard]] Roofline roofline(const Scenario& s, const StepReport& step);

} // namespace kneepoint
