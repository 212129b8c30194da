// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/search/auto_plan.h"

#include <optional>
#include <vector>

/// The scaling curve with the best layout at each number of GPUs, for comparison with that of a fixed layout.
namespace kneepoint {

struct EnvelopePoint {
    double workers = 1; ///< position on the axis of the fixed plan: GPUs divided by the GPUs of its replica
    double gpus = 1;
    double speedup = 0;    ///< throughput relative to a replica at the rate of the fixed plan's baseline
    double efficiency = 0; ///< throughput per GPU relative to the best of this and all smaller points, at most 1
    Training run;          ///< the whole run on these GPUs
    Layout layout;
};

struct Envelope {
    std::vector<EnvelopePoint> points; ///< ascending; none if nothing fits
    std::optional<double> knee;        ///< worker count at which efficiency falls below the tolerance: kneeBetween()
    bool whole = true;                 ///< every point is the best of its whole space of layouts
    [[nodiscard]] bool empty() const { return points.empty(); }
};

/// How automatic planning is called at every point.
struct EnvelopeRequest {
    std::size_t most_families = everything;
    unsigned threads = 0;
    std::stop_token stop = {};
};

/// At 1, 2, 4, … workers of the fixed plan over its curve's range and at the current one. If stopped, it has the points
/// so far and no knee.
[[nodiscard]] Envelope envelope(const Analysis& a, const EnvelopeRequest& request = {});

} // namespace kneepoint
