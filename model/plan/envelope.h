// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/search/auto_plan.h"

#include <optional>
#include <vector>

/// The scaling curve under the best layout at each number of GPUs, beside that of one fixed layout.
namespace kneepoint {

struct EnvelopePoint {
    double workers = 1; ///< place on the axis of the fixed plan: GPUs over those of its replica
    double gpus = 1;
    double speedup = 0;    ///< throughput over that of one replica of the fixed plan
    double efficiency = 0; ///< throughput per GPU over that of the envelope's first point
    Training run;          ///< the whole run on these GPUs
    Layout layout;
};

struct Envelope {
    std::vector<EnvelopePoint> points; ///< ascending; where nothing fits there is none
    std::optional<double> knee; ///< worker count at which efficiency falls below the tolerance, between two points
    bool whole = true;          ///< every point is the best of its whole space of layouts
    [[nodiscard]] bool empty() const { return points.empty(); }
};

/// How automatic planning is asked at every point.
struct EnvelopeRequest {
    std::size_t most_families = everything;
    unsigned threads = 0;
    std::stop_token stop = {};
};

/// At 1, 2, 4, … workers of the fixed plan over its curve's range and at the present one. Stopped, it has the points so
/// far and no knee.
[[nodiscard]] Envelope envelope(const Analysis& a, const EnvelopeRequest& request = {});

} // namespace kneepoint
