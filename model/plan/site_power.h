// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

namespace kneepoint {

/// Power of a site over that of its machines: cooling, conversion and distribution. Assumed: a recent large site lies
/// between 1.1 and 1.54 (Uptime Institute 2025).
inline constexpr double usual_pue = 1.2;
inline constexpr double most_pue = 3;

/// Watts of one GPU with its share of the node: processors, memory, network adapters, fans and switches in it. These
/// draw what the node of the preset draws beside its GPUs, at whatever power the GPUs are set to.
[[nodiscard]] double nodeShareW(const Cluster& c);
/// Watts at the meter of a site with these GPUs.
[[nodiscard]] double sitePowerW(const Cluster& c, double gpus, double pue);

} // namespace kneepoint
