// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

struct GpuPreset;

/// Bytes/s between host memory and one GPU that pinned copies reach in one direction, by the link of its architecture:
/// 12 of 16 GB/s on PCIe 3, 25 of 32 on PCIe 4 (github.com/ZaidQureshi/bam, issue 54), 55 of 63 on PCIe 5 (an H200
/// node), 359 of 450 on NVLink-C2C (a GB300), and what the hosts of TPUs give a chip
/// (jax-ml.github.io/scaling-book/tpus). GPUs without a figure of their own have that of PCIe 4.
[[nodiscard]] double hostBandwidth(const GpuPreset& gpu);

} // namespace kneepoint
