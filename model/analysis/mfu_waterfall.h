// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// One loss on the way from peak down to the achieved MFU.
struct MfuBar {
    std::string_view id;       ///< part id, or `gemm-efficiency`, `other-compute`, `recompute`, `goodput`, `tuning`
    std::string_view label;    ///< for people
    Part part = Part::compute; ///< determines the bar's color
    double lost_s = 0;         ///< of the step; of goodput and tuning, of the wall-clock time that a step takes
    double from = 1;           ///< MFU above the bar
    double to = 1;             ///< MFU below it
};

/// From 100 % of the dense peak down to the achieved MFU: what a step takes beyond its model FLOPs at peak. The compute
/// part is divided into what matrix products lose between the peak and the compute roof of the roofline, what
/// recomputation repeats (hardware over model FLOPs), and the rest: attention, small products, what the slowest
/// pipeline stage has more than the mean. Every other part is its exposed time. MFU = t_peak / T, so a bar that adds Δt
/// falls from t_peak/t to t_peak/(t + Δt): bars touch and end exactly on the MFU (PaLM, appendix B), and one more,
/// where failures are included, on MFU × goodput.
struct MfuWaterfall {
    double peak_s = 0;        ///< model FLOPs of a GPU and step at the dense peak
    double achieved = 0;      ///< modelFlopsUtilization(), exactly
    double effective = 0;     ///< achieved × goodput
    std::vector<MfuBar> bars; ///< in the order of a step; none shorter than a ten-thousandth of it
    /// What tuning would gain: from the effective MFU down to the one that a team of this setting is expected to reach,
    /// at the center of its effect (teamEffect). None for a tuned job, own runs (which contain it), and where no
    /// interval is stated, as in textbook models.
    std::optional<MfuBar> tuning;
    std::string sentence;
};
[[nodiscard]] MfuWaterfall mfuWaterfall(const Analysis& a);

} // namespace kneepoint
