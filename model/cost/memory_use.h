// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace kneepoint {

/// Peak memory of a GPU of one pipeline stage in bytes, by kind. Finite and not negative.
struct MemoryUse {
    double weights = 0;     ///< in the compute format, or the 32-bit shards of FSDP
    double gradients = 0;   ///< as accumulated over micro-batches
    double optimizer = 0;   ///< master weights and both moments of Adam
    double activations = 0; ///< kept for the backward pass, and those of the current layer
    double capacity = 0;    ///< memory of the GPU, not part of the total
    double logits = 0;      ///< output layer and loss, on the last stage
    double gathered = 0;    ///< gathered weights and gradients of sharded layers (FSDP, ZeRO)
    double buffers = 0;     ///< buffers of collectives and of transfers between stages
    double reserve = 0;     ///< context, communicators, libraries, and allocator fragmentation
    double host = 0;        ///< of host memory, for what is offloaded; not part of the total
    int stage = 0;          ///< pipeline stage, from 0
    double spread = 0;      ///< standard deviation of the logarithm of the total
    [[nodiscard]] double total() const
    {
        return weights + gradients + optimizer + activations + logits + gathered + buffers + reserve;
    }
    [[nodiscard]] bool fits() const { return total() <= capacity; }
    bool operator==(const MemoryUse&) const = default;
};

struct MemoryKind {
    std::string_view id;    ///< as written to JSON
    std::string_view label; ///< for people
    double MemoryUse::*bytes;
};
/// All kinds, in the order in which they are stacked. Together they are the total.
inline constexpr std::array memory_kinds{
    MemoryKind{"weights", "weights", &MemoryUse::weights},
    MemoryKind{"gradients", "gradients", &MemoryUse::gradients},
    MemoryKind{"optimizer", "optimizer state", &MemoryUse::optimizer},
    MemoryKind{"activations", "activations", &MemoryUse::activations},
    MemoryKind{"logits", "logits and loss", &MemoryUse::logits},
    MemoryKind{"gathered", "gathered layers", &MemoryUse::gathered},
    MemoryKind{"buffers", "communication buffers", &MemoryUse::buffers},
    MemoryKind{"reserve", "context and allocator", &MemoryUse::reserve},
};

} // namespace kneepoint
