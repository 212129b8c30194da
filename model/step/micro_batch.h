// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/kernels.h"
#include "model/cost/placement.h"
#include "model/step/step_report.h"

namespace kneepoint {

/// Parts of the time of a piece of a step.
struct PartTimes {
    std::array<PartTime, part_count> parts{};
    [[nodiscard]] PartTime& operator[](Part p) { return parts[static_cast<std::size_t>(p)]; }
    [[nodiscard]] double exposed() const;
    void add(const PartTimes& other, double times);
};

/// One micro-batch of one pipeline stage at kernel depth. Identical layers are computed once.
struct MicroBatch {
    PartTimes stage;        ///< layers of the stage, forward and backward
    PartTimes head;         ///< output layer and loss, on the last stage only
    double latency_s = 0;   ///< of the collectives contained
    double shard_bytes = 0; ///< sent and received per GPU to gather weights and scatter gradients
};
[[nodiscard]] MicroBatch microBatch(const Scenario& s, const KernelRates& rates, const Placement& place);

/// Whether weights are gathered layer by layer (FSDP, ZeRO stage 3; stage 2 without a pipeline gathers them once), so
/// that it overlaps with their work; under a fixed overlap it is part of one synchronisation.
[[nodiscard]] bool gathersWeights(const Scenario& s);

} // namespace kneepoint
