// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/scenario/scenario.h"
#include "model/step/step_series.h"

namespace kneepoint {

/// A job compared with itself on one replica, for many worker counts; evaluating similar counts in sequence is faster.
class ScalingQuestion {
public:
    ScalingQuestion(const Scenario& s, const Calibration& calibration);
    /// T(1): the job on one replica. At kernel depth, one of k replicas holds 1/k of the optimizer state (ZeRO) and
    /// only some of the experts; the replica it is compared with holds the same fraction, since otherwise the cheaper
    /// update would count as scaling, and efficiencies could exceed 1. Without such sharding, T(1) is the same for
    /// every k.
    [[nodiscard]] StepReport single(double k);
    /// Strong scaling: S = T(1)/T(K). Weak: S = K·T(1)/T(K). E = S/K (scaling-efficiency simulator, section 3).
    /// E ≤ 1, except where each rank of many does less work or communicates faster than each rank of one replica:
    /// buckets that grow with the number of ranks (Stack::replica_elements), reduction in a node's switch, sockets with
    /// a higher bandwidth than PCIe bridges, slices of a torus, whose axes close as it grows; and by the drift among
    /// the context-parallel ranks of one replica, which T(1) counts for the whole update even where ZeRO shards it.
    [[nodiscard]] ScalePoint at(double k);

private:
    Scenario m_scenario;
    StepSeries m_steps;
    StepSeries m_ones; ///< one replica among k
    StepReport m_single;
};

/// Points, regions, best point and knees from one replica to well beyond the current scale.
[[nodiscard]] ScalingCurve scalingCurve(ScalingQuestion& question, const Scenario& s);

} // namespace kneepoint
