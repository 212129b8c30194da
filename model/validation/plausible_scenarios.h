// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/evidence/measured_run.h"

#include <functional>
#include <vector>

namespace kneepoint {

/// The layouts consistent with the source that could have run: their micro-batches fit in memory, or are the smallest,
/// which evidently ran.
[[nodiscard]] std::vector<const Scenario*> plausibleLayouts(const MeasuredRun& run);

/// A scenario that a source may have measured. For a given shape, the fastest layout is assumed, because runs are
/// usually tuned. All shapes are considered, because head counts are not chosen for speed.
struct PlausibleScenario {
    const Scenario* scenario = nullptr; ///< the fastest layout of its shape
    double step_s = 0;
};
/// One per possible shape, sorted by step time. Never empty.
class PlausibleScenarios {
public:
    using StepOf = std::function<double(const Scenario&)>; ///< seconds

    /// `layouts` must not be empty, must be grouped by shape, and must outlive this object.
    PlausibleScenarios(std::span<const Scenario* const> layouts, const StepOf& stepOf);
    /// From the run's plausible layouts; the run must outlive this object.
    PlausibleScenarios(const MeasuredRun& run, const Calibration& calibration);

    /// By step time; of the two middle ones, the faster.
    [[nodiscard]] const PlausibleScenario& median() const { return m_shapes[(m_shapes.size() - 1) / 2]; }
    /// Standard deviation of the logarithms of the steps.
    [[nodiscard]] double spread() const;

private:
    std::vector<PlausibleScenario> m_shapes;
};

} // namespace kneepoint
