// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

/// Ranks that communicate: how many, and how many GPUs apart.
struct GroupShape {
    double ranks = 1;
    double stride = 1;
    double torus_gpus = 0; ///< GPUs of the job if its nodes are tori, whose shape depends on them; else 0
    bool operator==(const GroupShape&) const = default;
};

} // namespace kneepoint
