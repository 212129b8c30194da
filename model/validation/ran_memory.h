// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/evidence/measured_run.h"

#include <span>
#include <string>
#include <vector>

/// Whether the engine says of the published runs, all of which ran, that they fit in memory: every one is a
/// measurement of memory, bounded by the capacity of its GPU.
namespace kneepoint {

/// Memory of one run that ran, on the fullest pipeline stage. If its source leaves the layout open, the layout that is
/// most likely to fit; if it leaves open what is recomputed, nothing or what the software's selective recomputation
/// repeats, which recipes switch on where memory is short, but never the whole forward pass; and if it leaves open
/// whether anything is sharded, nothing or the optimizer state.
struct RanMemory {
    std::string id, series;
    bool recompute_stated = false;   ///< by the source
    double needed = 0, capacity = 0; ///< bytes, predicted and of the GPU
    double chance = 1;               ///< probability of fitting, 0 … 1
    [[nodiscard]] bool fits() const { return needed <= capacity; }
};

/// One per transformer run that counts, in their order. Runs whose compute time was measured instead of predicted have
/// no layout and are left out.
[[nodiscard]] std::vector<RanMemory> memoryOfRuns(std::span<const MeasuredRun> runs);

/// Number of runs, all of which ran, by what the engine says about them.
struct RanOutcomes {
    double rows = 0;
    double too_large = 0; ///< predicted not to fit: the default verdict, a chance below 50 %
    double unlikely = 0;  ///< a chance below likely_fit_chance, including those
    [[nodiscard]] double tooLargeShare() const { return rows > 0 ? too_large / rows : 0; }
    [[nodiscard]] double unlikelyShare() const { return rows > 0 ? unlikely / rows : 0; }
    void add(const RanMemory& run);
    void add(const RanOutcomes& other);
};

/// The runs of a series, by whether their source states what was recomputed.
struct RanSummary {
    std::string series;
    RanOutcomes stated, open;
    [[nodiscard]] RanOutcomes all() const;
};

/// By series, sorted by name; the last one, "all", is the sum.
[[nodiscard]] std::vector<RanSummary> summarizeRan(std::span<const RanMemory> runs);

} // namespace kneepoint
