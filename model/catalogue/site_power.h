// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

namespace kneepoint {

/// Watts of one GPU with its share of the node: processors, memory, network adapters, fans and switches in it. These
/// draw what the node of the preset draws beside its GPUs, at whatever power the GPUs are set to; 0 if that is not
/// known.
[[nodiscard]] double nodeShareW(const Cluster& c);
/// Watts at the meter of a site with these GPUs, by its PUE.
[[nodiscard]] double sitePowerW(const Cluster& c, double gpus);

} // namespace kneepoint
