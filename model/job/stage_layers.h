// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/architecture.h"
#include "model/job/model_shape.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

/// Number of embedding and output layers that count as pipeline layers.
inline constexpr double table_layers = 2;

/// Layers of a stage that a micro-batch passes.
struct StageLoad {
    double layers = 0;
    double dense = 0;        ///< of them, without experts
    double frozen = 0;       ///< of all layers, not trained
    double frozen_dense = 0; ///< of these, without experts
    double encoder = 0;      ///< of the dense layers, those of an encoder
    double frozen_encoder = 0;
    [[nodiscard]] double expert() const { return layers - dense; }
    [[nodiscard]] double frozenExpert() const { return frozen - frozen_dense; }
    [[nodiscard]] double trained() const { return layers - frozen; }
    [[nodiscard]] double trainedDense() const { return dense - frozen_dense; }
    [[nodiscard]] double trainedEncoder() const { return encoder - frozen_encoder; }
    [[nodiscard]] double decoder() const { return layers - encoder; }
    [[nodiscard]] double trainedExpert() const { return expert() - frozenExpert(); }
};

/// Layers that the first and the last stage have by hand; 0: not stated.
struct StageEnds {
    double first = 0, last = 0;
    [[nodiscard]] bool stated() const { return first > 0 || last > 0; }
    /// Stages that have one of them.
    [[nodiscard]] double stages() const { return (first > 0 ? 1 : 0) + (last > 0 ? 1 : 0); }
    bool operator==(const StageEnds&) const = default;
};

/// Layers of each pipeline stage. Stages are numbered 0 … p−1. If p does not divide the layers, the remainder goes to
/// the stages between the first, which also has the embedding, and the last, which has the output layer: 126 layers on
/// 16 stages become 7, 14 × 8 and 7 (The Llama 3 Herd of Models, section 3.3). Software that balances by cost ends each
/// stage with the first layer at which the cumulative cost exceeds the stage's equal share: 32 layers and an output
/// layer that costs as much as 2.2 of them become, on 16 stages, 3, 14 × 2 or 3, and the rest, if any (Nanotron,
/// PipelineBlock and get_block_compute_costs). Where the first or the last stage has a stated number of layers, the
/// others share the rest, and a remainder goes to the first of them (Megatron-Core,
/// num_layers_in_first_pipeline_stage, which refuses a remainder). More than there are become as many as are left. With
/// an encoder, whose layers take another time than the decoder's, stages get equal shares of the FLOPs in whole layers,
/// as users choose --pipeline-model-parallel-split-rank for.
class StageLayers {
public:
    StageLayers() = default;
    StageLayers(const ModelShape& model, double stages, bool by_cost, const StageEnds& ends = {})
        : m_each(model.layers)
        , m_dense(model.leading_dense)
        , m_every(model.hasExperts() ? model.expert_every : 1)
        , m_frozen(model.frozen.layers)
        , m_layers(model.layers)
        , m_stages(stages)
        , m_encoder(model.encoder_layers)
    {
        if (stages > 1)
            divide(model, by_cost, ends);
        m_alike = m_equal && m_frozen <= 0 && m_encoder <= 0 && (m_dense >= m_layers || (m_dense <= 0 && !hasCycles()));
    }
    /// The sum over all stages is the number of layers.
    [[nodiscard]] double of(double stage) const
    {
        if (m_equal)
            return m_each;
        if (m_share > 0 || m_ends.stated())
            return (stage + 1 < m_stages ? before(stage + 1) : m_layers) - before(stage);
        return m_each + (stage > 0 ? std::clamp(m_between - (stage - 1), 0.0, 1.0) : m_first);
    }
    /// Layers before a stage's first layer.
    [[nodiscard]] double before(double stage) const
    {
        if (m_ends.stated()) {
            const double shared = stage - (m_ends.first > 0 ? 1 : 0);
            return stage > 0 ? m_ends.first + shared * m_each + std::min(shared, m_between) : 0;
        }
        if (m_share > 0 && m_encoder > 0)
            return beforeByFlops(stage);
        if (m_share > 0)
            return stage > 0 ? std::min(m_layers, std::max(stage, std::floor(stage * m_share) + 1)) : 0;
        return stage > 0 ? stage * m_each + m_first + std::min(stage - 1, m_between) : 0;
    }
    /// The stage's layers, and of these the ones without experts: those at the beginning of the model, and those of
    /// each cycle behind them.
    [[nodiscard]] StageLoad load(double stage) const
    {
        if (m_alike)
            return {m_each, m_dense > 0 ? m_each : 0};
        const double layers = of(stage), first = before(stage);
        if (m_frozen <= 0 && m_encoder <= 0)
            return {layers, denseOf(first, layers)};
        const double frozen = std::clamp(m_frozen - first, 0.0, layers);
        const double encoder = std::clamp(m_encoder - first, 0.0, layers);
        return {layers, denseOf(first, layers), frozen, denseOf(first, frozen), encoder, std::min(encoder, frozen)};
    }
    /// Whether all stages have the same layers.
    [[nodiscard]] bool areAlike() const { return m_alike; }
    /// Whether dense layers and layers with experts alternate, so that any stage may have more of either.
    [[nodiscard]] bool hasCycles() const { return m_every > 1; }
    /// Whether stages differ in more than the number of layers and the ends of the pipeline.
    [[nodiscard]] bool isIrregular() const { return hasCycles() || m_frozen > 0 || m_encoder > 0 || hasOwnEnds(); }
    /// Whether the first or the last stage has a stated number of layers.
    [[nodiscard]] bool hasOwnEnds() const { return m_ends.stated(); }
    /// Whether all layers before a stage are frozen, so that no gradient is sent to the stage before it.
    [[nodiscard]] bool endsBackward(double stage) const { return m_frozen > 0 && before(stage) <= m_frozen; }
    /// The last stage with a layer of the remainder, or the first stage if there is no remainder.
    [[nodiscard]] double lastLonger() const { return m_between; }
    bool operator==(const StageLayers&) const = default;

private:
    void divide(const ModelShape& model, bool by_cost, const StageEnds& ends);
    /// Layers without experts among so many behind the first ones.
    [[nodiscard]] double denseOf(double before, double layers) const
    {
        if (!hasCycles())
            return std::clamp(m_dense - before, 0.0, layers);
        return layers - expertLayers(before + layers, m_dense, m_every) + expertLayers(before, m_dense, m_every);
    }
    /// Whole layers before an equal share of the FLOPs, at least one on each stage if there are as many.
    [[nodiscard]] double beforeByFlops(double stage) const;
    double m_each = 0;
    double m_first = 0;   ///< additional layers on the first stage
    double m_between = 0; ///< number of stages after the first with one additional layer
    double m_dense = 0;   ///< layers at the beginning without experts
    double m_every = 1;
    double m_frozen = 0; ///< layers at the beginning that are not trained
    double m_layers = 0, m_stages = 1;
    double m_encoder = 0;      ///< layers at the beginning that are an encoder
    double m_encoder_cost = 1; ///< FLOPs of one of them, in other layers
    StageEnds m_ends;
    double m_share = 0;  ///< equal share of the total cost, in layers; 0 if stages have equal numbers of layers
    bool m_equal = true; ///< all stages have m_each
    bool m_alike = true; ///< and the same kinds of layers
};

} // namespace kneepoint
