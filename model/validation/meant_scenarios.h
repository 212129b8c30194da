// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/measured_run.h"
#include "model/scenario/calibration.h"

#include <functional>
#include <vector>

namespace kneepoint {

/// Of the layouts that the source leaves open those that may have run: their micro-batches fit into memory, or are the
/// smallest, whose memory the source has proved.
[[nodiscard]] std::vector<const Scenario*> plausibleLayouts(const MeasuredRun& run);

/// What a source may have meant. Of the layouts of a shape it is the fastest: who measured had tuned what the source
/// does not state. Of shapes it may be any: nobody chooses heads to be fast.
struct MeantScenario {
    const Scenario* scenario = nullptr; ///< the fastest layout of its shape
    double step_s = 0;
};
/// One for every shape that the source leaves open, by step. Never empty.
class MeantScenarios {
public:
    using StepOf = std::function<double(const Scenario&)>; ///< seconds

    /// `layouts` is not empty, those of a shape together; outlives this.
    MeantScenarios(std::span<const Scenario* const> layouts, const StepOf& stepOf);
    /// Of the run's plausible layouts; the run outlives this.
    MeantScenarios(const MeasuredRun& run, const Calibration& calibration);

    /// As many shapes are faster as are slower; of two in the middle the faster.
    [[nodiscard]] const MeantScenario& middle() const { return m_shapes[(m_shapes.size() - 1) / 2]; }
    /// Standard deviation of the logarithms of the steps.
    [[nodiscard]] double spread() const;

private:
    std::vector<MeantScenario> m_shapes;
};

} // namespace kneepoint
