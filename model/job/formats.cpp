// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/formats.h"

#include "model/scenario/scenario.h"

namespace kneepoint {

Precision nativePrecision(const Cluster& cluster, Precision asked)
{
    auto index = static_cast<std::size_t>(asked);
    while (index > 0 && cluster.peak[index] <= 0)
        --index;
    return static_cast<Precision>(index);
}

} // namespace kneepoint
