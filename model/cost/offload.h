// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

struct Job;

/// What offloading to host memory costs a GPU per step, in seconds.
struct OffloadTime {
    double update_s = 0; ///< the update by the CPU, and what is sent for it; starts when the gradients are there
    double stream_s = 0; ///< weights or activations sent during the passes, which hide it as far as they last
};

/// Optimizer state in host memory: gradients of this GPU's shard are sent down and updated weights up, both in the
/// compute format, while the CPU updates with the state; the three run chunk by chunk, so the longest of them counts
/// (Ren et al. 2021, ZeRO-Offload, arXiv:2101.06840, section 4). All GPUs of a node share the rate of its CPUs. With
/// weights in host memory as well, each micro-batch sends them up for its forward and its backward pass, meanwhile
/// gradients go down, and only the CPU's time is left at the end (DeepSpeed's offload_param, PyTorch's
/// CPUOffloadPolicy). Activations are sent down in the forward pass and up in the backward pass; those of a generic
/// model, which has no layers, stay.
[[nodiscard]] OffloadTime offloadTime(const Job& job);

} // namespace kneepoint
