// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

#include <algorithm>
#include <cmath>

/// How a pipeline shares out layers and micro-batches. Stages count from 0 to p−1.
namespace kneepoint {

/// Chunks of layers that a stage runs one after the other, v: plan.virtual_stages where the schedule interleaves, else
/// 1.
[[nodiscard]] double chunksPerStage(const Scenario& s);

/// The embedding and the output layer, where each of them counts as a layer of the pipeline.
inline constexpr double table_layers = 2;

/// Layers of each stage. Where p does not divide the layers, those left over go to the stages between the first, which
/// has the embedding too, and the last, which has the output layer: 126 layers on 16 stages are 7, 14 × 8 and 7 (The
/// Llama 3 Herd of Models, section 3.3). Software that counts the output layer ends each stage with the first layer
/// that takes the cost so far beyond the stage's even share: 32 layers and an output layer as large as 2.2 of them on
/// 16 stages are 3, 14 × 2 or 3, and what is left, if any (Nanotron, PipelineBlock and get_block_compute_costs).
class StageLayers {
public:
    explicit StageLayers(const Scenario& s);
    /// Summed over the stages: all layers.
    [[nodiscard]] double of(double stage) const
    {
        if (m_share > 0)
            return (stage + 1 < m_stages ? before(stage + 1) : m_layers) - before(stage);
        return m_each + (stage > 0 ? std::clamp(m_between - (stage - 1), 0.0, 1.0) : m_first);
    }
    /// Those before a stage's first.
    [[nodiscard]] double before(double stage) const
    {
        if (m_share > 0)
            return stage > 0 ? std::min(m_layers, std::max(stage, std::floor(stage * m_share) + 1)) : 0;
        return stage > 0 ? stage * m_each + m_first + std::min(stage - 1, m_between) : 0;
    }
    /// Those of a stage's layers that have no experts, which come first in a model.
    [[nodiscard]] double dense(double stage) const { return std::clamp(m_dense - before(stage), 0.0, of(stage)); }
    /// Those of all layers that have no experts.
    [[nodiscard]] double dense() const { return m_dense; }
    /// The last stage that has a layer of those left over, or the first if there is none.
    [[nodiscard]] double lastLonger() const { return m_between; }

private:
    double m_each = 0;
    double m_first = 0;   ///< more on the first stage
    double m_between = 0; ///< stages after the first with one more
    double m_dense = 0;
    double m_layers = 0, m_stages = 1;
    double m_share = 0; ///< of a stage in all costs, in layers; 0 where stages have equal numbers of layers
};

/// Micro-batches whose activations a stage holds at once, in whole stages, 1 … m. GPipe: all m. 1F1B: p−i. Interleaved:
/// 2(p−1−i) + (v−1)p + 1 chunks, each 1/v of a stage (Narayanan et al. 2021; on the first stage that is Korthikanti's
/// p·(1 + (p−1)/(p·v))). Never more than there are.
[[nodiscard]] double microbatchesInFlight(const Scenario& s, double stage);

} // namespace kneepoint
