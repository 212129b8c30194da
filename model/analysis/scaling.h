// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/scenario/scenario.h"
#include "model/step/step_series.h"

#include <optional>

namespace kneepoint {

/// Nothing where the layout is not planned, or nothing fits: then the job is compared with itself on one replica.
[[nodiscard]] std::optional<Reference> referenceOf(const Scenario& s, const Calibration& calibration);
/// A step with all its times multiplied.
[[nodiscard]] StepReport scaled(StepReport step, double factor);

/// A job compared with itself on one replica, for many worker counts; evaluating similar counts in sequence is faster.
/// With automatic planning it is compared with the best layout on the smallest cluster that holds it, GPU for GPU: a
/// replica is part of a layout, and efficiency would jump whenever another layout became possible.
class ScalingQuestion {
public:
    ScalingQuestion(const Scenario& s, const Calibration& calibration);
    /// `reference`: of this scenario, where it is known.
    ScalingQuestion(const Scenario& s, const Calibration& calibration, const std::optional<Reference>& reference);
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
    /// The same, from the step of k replicas: each of them does the update of its fraction.
    [[nodiscard]] StepReport single(double k, const StepReport& step);

    Scenario m_scenario;
    StepSeries m_steps;
    StepSeries m_ones; ///< one replica among k
    StepReport m_single;
    bool m_planned = false; ///< m_single is that of the smallest cluster
};

/// Points, regions, best point and knees from one replica to well beyond the current scale.
[[nodiscard]] ScalingCurve scalingCurve(ScalingQuestion& question, const Scenario& s);

} // namespace kneepoint
