// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/kernels.h"
#include "model/cost/traffic.h"
#include "model/scenario/calibration.h"
#include "model/step/step_report.h"

namespace kneepoint {

/// Parts of the time of a piece of a step.
struct PartTimes {
    std::array<PartTime, part_count> parts{};
    [[nodiscard]] PartTime& operator[](Part p) { return parts[static_cast<std::size_t>(p)]; }
    [[nodiscard]] double exposed() const;
    void add(const PartTimes& other, double times);
};

/// What a piece of a step sends, by the way it takes.
enum class Route {
    tensor,
    context,
    experts_inside,  ///< all-to-all inside a node
    experts_between, ///< what of it leaves a node
    shard,           ///< weights gathered, gradients scattered
    copies,          ///< gradients of a shard reduced between its copies
};
inline constexpr std::size_t route_count = 6;

/// Forward and backward pass of one layer, or of the output layer.
struct LayerPass {
    PartTimes parts;
    double forward_s = 0;  ///< exposed
    double backward_s = 0; ///< exposed
    double latency_s = 0;  ///< of the collectives contained
    double edge_s = 0;     ///< gathering and scattering that is hidden here, but not on the first layer of a stage
    std::array<double, route_count> bytes{};
    [[nodiscard]] double seconds() const { return forward_s + backward_s; }
    void add(const LayerPass& other, double times);
};

/// One micro-batch at kernel depth. Identical layers are computed once. It depends on the micro-batch's size, on the
/// degrees that split a layer and on how it is recomputed, but neither on the number of micro-batches and of pipeline
/// stages nor on what synchronizes them; on the number of replicas only by rankDependence().
struct MicroBatch {
    KernelRates rates;
    LayerPass dense;  ///< a layer without experts
    LayerPass expert; ///< a layer with experts
    LayerPass head;   ///< output layer and loss, on the last stage only
};
[[nodiscard]] MicroBatch microBatch(const Scenario& s, const Calibration& calibration);
/// What a micro-batch depends on of the number of replicas: the ranks that share weights where these are gathered, else
/// those that share experts; 0 where there are neither.
[[nodiscard]] double rankDependence(const Scenario& s);

/// Whether weights are gathered layer by layer (FSDP, ZeRO stage 3; stage 2 without a pipeline gathers them once), so
/// that it overlaps with their work; under a fixed overlap it is part of one synchronization. Parameter servers hold
/// whole weights and hand them out once a step.
[[nodiscard]] bool gathersWeights(const Scenario& s);

} // namespace kneepoint
