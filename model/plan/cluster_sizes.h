// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

#include <vector>

namespace kneepoint {

/// The smallest cluster of at least so many GPUs that can be had: whole nodes or racks; of a torus slices, which double
/// up to a cube of 64 chips (a pod of 256 in two dimensions) and are whole cubes (pods) beyond it. Source:
/// https://docs.cloud.google.com/tpu/docs/v5p, https://docs.cloud.google.com/tpu/docs/v6e
[[nodiscard]] double clusterSize(const Cluster& c, double gpus);

/// Sizes of clusters up to `most` GPUs: whole nodes of `together`. A job on less than a node may also have 1, 2,
/// 4 … GPUs of one, as a desktop does.
[[nodiscard]] std::vector<double> clusterSizes(
    const Scenario& job, const Cluster& cluster, double together, double most);

} // namespace kneepoint
