// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/cost/kernels.h"
#include "model/cost/traffic.h"
#include "model/step/step_report.h"

namespace kneepoint {

/// Time of a piece of a step, by part.
struct PartTimes {
    std::array<PartTime, part_count> parts{};
    [[nodiscard]] PartTime& operator[](Part p) { return parts[static_cast<std::size_t>(p)]; }
    [[nodiscard]] const PartTime& operator[](Part p) const { return parts[static_cast<std::size_t>(p)]; }
    [[nodiscard]] double exposed() const;
    void add(const PartTimes& other, double times);
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
    double forward_s = 0;  ///< exposed
    double backward_s = 0; ///< exposed
    double latency_s = 0;  ///< of the collectives contained
    double edge_s = 0;     ///< all-gather and reduce-scatter time hidden here, but not on the first layer of a stage
    std::array<double, route_count> bytes{};
    [[nodiscard]] double seconds() const { return forward_s + backward_s; }
    void add(const LayerPass& other, double times);
};

/// One micro-batch at kernel depth. Identical layers are computed once. The result depends on the micro-batch size, on
/// the parallel degrees within a layer and on recomputation, but not on the number of micro-batches, the pipeline
/// stages or the gradient synchronization; on the number of replicas only through rankDependence().
struct MicroBatch {
    KernelRates rates;
    LayerPass dense;  ///< a layer without experts
    LayerPass expert; ///< a layer with experts
    LayerPass head;   ///< output layer and loss, on the last stage only
};
[[nodiscard]] MicroBatch microBatch(const Scenario& s, const Calibration& calibration);
/// The only dependence of a micro-batch on the number of replicas: the ranks that weights are sharded over if they are
/// gathered, else the expert-parallel ranks; 0 if there are neither.
[[nodiscard]] double rankDependence(const Scenario& s);

/// Whether weights are gathered layer by layer (FSDP, ZeRO stage 3; stage 2 without a pipeline gathers them once) and
/// this overlaps with compute; with a fixed overlap it is part of a single synchronization. Parameter servers hold
/// whole weights and send them once per step.
[[nodiscard]] bool gathersWeights(const Scenario& s);

} // namespace kneepoint
