// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/scenario/scenario.h"
#include "model/step/step_series.h"

#include <cstddef>
#include <vector>

namespace kneepoint {

/// The smaller clusters that a job is compared with: none unless its layout is planned.
[[nodiscard]] std::vector<StepVersion> smallerClustersOf(const Scenario& s, const Calibration& calibration);
/// A step with all its times multiplied.
[[nodiscard]] StepReport scaled(StepReport step, double factor);

/// A job for many worker counts, compared with smaller clusters; evaluating similar counts in sequence is faster.
/// Efficiency compares tokens/s per GPU with the most that any cluster up to the job's size reaches: the job's layout
/// on 1, 2, 4, 8 … replicas, as far as there are fewer, and on its own; with automatic planning, only where it fits,
/// and the best layouts of smallerClusters() as well. So efficiency never exceeds 1, and what is added to a cluster
/// never changes the baseline of a smaller one. Without planning, memory does not matter: the layout is compared with
/// itself, and a larger memory would lower the efficiency.
class ScalingQuestion {
public:
    ScalingQuestion(const Scenario& s, const Calibration& calibration);
    /// `smaller`: smallerClustersOf() this scenario, where they are known.
    ScalingQuestion(const Scenario& s, const Calibration& calibration, std::vector<StepVersion> smaller);
    /// What k replicas are compared with.
    [[nodiscard]] Baseline baseline(double k);
    /// T(1): the time of one replica at the baseline's rate per GPU.
    [[nodiscard]] StepReport single(double k);
    /// Strong scaling: S = T(1)/T(K). Weak: S = K·T(1)/T(K). E = S/K ≤ 1 (scaling-efficiency simulator, section 3).
    [[nodiscard]] ScalePoint at(double k);
    /// Parts of the same point, for a search among many: its step without memory, and its efficiency.
    [[nodiscard]] StepReport timesAt(double k) { return m_steps.timesWithWorkers(k); }
    [[nodiscard]] double efficiencyAt(double k) { return efficiency(k, timesAt(k).step_s); }

private:
    /// A cluster that may be the baseline.
    struct Candidate {
        double replicas = 0;        ///< its GPUs over those of a replica
        double single_s = 0;        ///< T(1) if it is
        std::size_t planned = none; ///< its place in m_smaller
    };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    struct SizeBelow {
        double replicas = 0;
        StepReport step;
        Candidate best; ///< of all sizes up to this one
    };
    [[nodiscard]] double singleSeconds(double k, double step_s) const { return m_strong ? k * step_s : step_s; }
    [[nodiscard]] double shareOf(const StepVersion& cluster) const;
    /// The faster of two on one replica; the first of equal ones.
    [[nodiscard]] static const Candidate& faster(const Candidate& a, const Candidate& b)
    {
        return b.single_s < a.single_s ? b : a;
    }
    /// The number of replicas that comes next in m_below.
    [[nodiscard]] double nextBelow() const;
    void keepBelow(double n, const StepReport& step);
    [[nodiscard]] StepReport stepOf(double k);
    /// The best candidate up to k replicas, one of which is k replicas with this step time.
    [[nodiscard]] Candidate best(double k, double step_s);
    [[nodiscard]] double efficiency(double k, double step_s)
    {
        return best(k, step_s).single_s / singleSeconds(k, step_s);
    }

    Scenario m_scenario;
    bool m_strong;
    bool m_must_fit = false; ///< the job's layout on fewer replicas
    StepSeries m_steps;
    std::vector<StepVersion> m_smaller;
    std::vector<Candidate> m_planned; ///< in the order of m_smaller
    std::vector<SizeBelow> m_below;   ///< the job's own layout on 1, 2, 4 … replicas, as far as it was asked for
};

/// Points, regions, best point and knees from one replica to well beyond the current scale.
[[nodiscard]] ScalingCurve scalingCurve(ScalingQuestion& question, const Scenario& s);

} // namespace kneepoint
