// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/measured_run.h"

#include <span>
#include <string>
#include <vector>

/// What automatic planning claims to gain over the layouts that were published. People tune what they publish, so large
/// gains are errors of the model until explained.
namespace kneepoint::fit {

/// A published run with a stated layout against the layout that automatic planning chooses for the same job. Where
/// several layouts of the same job on the same software have been published, as in grids of layouts and in recipes that
/// a vendor tuned again, only the fastest measures what the choice gains, and a layout that was measured again counts
/// once. A model cut to a few layers, to show on few GPUs what the whole one does on many, runs with the layout of the
/// whole one, which nobody tuned for it.
struct ClaimedGain {
    std::string id = {}, series = {}, gpu = {};
    std::string stated = {}, chosen = {};    ///< layouts as text; `chosen` is empty if nothing fits
    std::string difference = {};             ///< "TP 8 → 4, ZeRO 1 → 3"
    double measured_s = 0;                   ///< step of the stated layout
    double stated_s = 0, chosen_s = 0;       ///< predicted steps
    double measured_mfu = 0, chosen_mfu = 0; ///< 0 … 1
    bool allowed = true;                     ///< by the rules of layouts
    bool fits = true;                        ///< the stated layout, as predicted
    bool outrun = false; ///< another published layout of the same job is faster, or it was measured again
    bool cut = false;    ///< the model has fewer layers than the one it is named after
    /// Relative gain in throughput: 0.05 means 5 % more examples per second than the stated layout. Negative where the
    /// simpler of two nearly equal layouts was chosen.
    [[nodiscard]] double gain() const { return chosen_s > 0 ? stated_s / chosen_s - 1 : 0; }
    [[nodiscard]] bool counts() const { return allowed && fits && !outrun && !cut && chosen_s > 0; }
};

/// One per transformer run that counts and whose source states its whole layout, in their order.
[[nodiscard]] std::vector<ClaimedGain> claimedGains(std::span<const MeasuredRun> runs, const Calibration& calibration);

/// The gains of a series, over the runs that count.
struct GainSummary {
    std::string series = {};
    double rows = 0;
    double outrun = 0, cut = 0, not_allowed = 0, not_fitting = 0; ///< stated layouts left out of the figures
    double median = 0, p90 = 0, most = 0;                         ///< of gain()
};
/// By series, sorted by name; the last one, "all", is the sum.
[[nodiscard]] std::vector<GainSummary> summarizeGains(std::span<const ClaimedGain> gains);

/// Model FLOPs utilization on one GPU: the highest measured one among the runs of whole models, and the highest
/// predicted one of the chosen layouts for the same jobs. The second must not exceed what anyone has published by more
/// than the error of the predictions.
struct HighestUtilization {
    std::string gpu;
    double rows = 0;
    double measured = 0, chosen = 0;
    std::string chosen_id;
};
/// By GPU, sorted by name.
[[nodiscard]] std::vector<HighestUtilization> highestUtilizations(std::span<const ClaimedGain> gains);

} // namespace kneepoint::fit
