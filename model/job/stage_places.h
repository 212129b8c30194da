// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/group_links.h"

namespace kneepoint {

/// Where the pipeline stages are: neighboring ones are `stride` GPUs apart, in as many pipelines one after another as
/// there are. Each of the GPUs of a stage sends to its counterpart.
struct StagePlaces {
    double stages = 1;
    double stride = 1;     ///< GPUs of a stage that are next to each other
    double pipelines = 1;  ///< one after another; 1 if data-parallel ranks come between the stages
    double torus_gpus = 0; ///< as in GroupShape
    /// How many transfers from a GPU of each stage to the next cross from one node (or leaf) of `size` GPUs to another,
    /// as a mean over the GPUs of a stage: 0 only if none does; exact if stages fill nodes or nodes fill stages.
    [[nodiscard]] double crossing(double size) const;
    bool operator==(const StagePlaces&) const = default;
};

/// The slowest link between two stages: all of them wait for it. A pipeline within a node has no link that is slower
/// than that of the node; if two GPUs that exchange activations are in different nodes, it is the network, and its
/// oversubscribed part if they are under different leaf switches.
[[nodiscard]] PairLink stageLink(const Fabric& fabric, const StagePlaces& places);

} // namespace kneepoint
