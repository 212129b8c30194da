// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/traffic.h"
#include "model/job/job.h"
#include "model/step/hiding.h"
#include "model/step/step_report.h"

#include <span>

namespace kneepoint {

/// Time of a layer, by part: those from compute to data-parallel communication. The others are of whole steps.
struct PartTimes {
    static constexpr auto first = static_cast<std::size_t>(Part::compute);
    static constexpr auto end = static_cast<std::size_t>(Part::data_comm) + 1;
    std::array<PartTime, end - first> parts{};
    [[nodiscard]] PartTime& part(Part p) { return parts[static_cast<std::size_t>(p) - first]; }
    [[nodiscard]] const PartTime& part(Part p) const { return parts[static_cast<std::size_t>(p) - first]; }
    [[nodiscard]] double exposed() const;
    /// Adds them to others, so many times.
    void addTo(std::span<PartTime, end - first> sum, double times) const
    {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            sum[i].exposed_s += times * parts[i].exposed_s;
            sum[i].hidden_s += times * parts[i].hidden_s;
        }
    }
    void add(const PartTimes& other, double times) { other.addTo(parts, times); }
};

/// Bytes sent by a piece of a step, by communication group.
enum class Route {
    tensor,
    context,
    experts_inside,  ///< all-to-all within a node
    experts_between, ///< all-to-all between nodes
    shard,           ///< weight all-gather, gradient reduce-scatter
    copies,          ///< gradients of a shard reduced between its copies
};
inline constexpr std::size_t route_count = 6;

/// Forward and backward pass of one layer, or of the output layer.
struct LayerPass {
    PartTimes parts;
    double forward_s = 0;   ///< exposed
    double backward_s = 0;  ///< exposed
    double weight_s = 0;    ///< gradients of weights, contained in backward_s
    double attention_s = 0; ///< contained in both
    double latency_s = 0;   ///< of the collectives contained
    ComputeWindow window{}; ///< of the parts
    double edge_s = 0;      ///< all-gather and reduce-scatter time hidden here, but not on the first layer of a stage
    std::array<double, route_count> bytes{};
    [[nodiscard]] double seconds() const { return forward_s + backward_s; }
    void add(const LayerPass& other, double times);
};

/// One micro-batch at kernel depth. Identical layers are computed once.
struct MicroBatch {
    LayerPass dense;              ///< a layer without experts
    LayerPass expert;             ///< a layer with experts
    LayerPass head;               ///< output layer and loss, on the last stage only
    LayerPass frozen_dense;       ///< a frozen layer at the beginning: forward only
    LayerPass frozen_expert;      ///< the same, with experts
    LayerPass encoder;            ///< a layer of an encoder
    LayerPass frozen_encoder;     ///< the same, forward only
    bool plain = false;           ///< true only without frozen layers and an encoder
    double flops_per_example = 0; ///< flopsPerExample()
    double recompute_factor = 1;  ///< recomputeFactor()
};
[[nodiscard]] MicroBatch microBatch(
    const Setup& setup, const LayerSplit& split, const LayerGroups& groups, const LayerSharding& sharding);
[[nodiscard]] MicroBatch microBatch(const Job& job);
/// What the all-to-all of a forward and a backward pass is hidden more if the two overlap, in seconds: all but 7 % of
/// it (paired_hiding), as far as there is compute that hides nothing else, apart from gradients of weights. 0 for a
/// layer without experts.
[[nodiscard]] double hiddenByPairing(const LayerPass& pass);
/// The mean micro-batch if a share of them run in such pairs, with DualPipe.
[[nodiscard]] MicroBatch paired(const MicroBatch& one, double share);

} // namespace kneepoint
