// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

namespace kneepoint {

/// Gives the workload a dense decoder of about w.parameters: the published GPT-3 family's proportions (width over
/// depth, heads of 32 to 256, feed-forward 4·h), interpolated on the logarithm of the size. The parameter count is
/// kept.
void deriveArchitecture(Workload& w);

struct ParameterCount {
    double total = 0;
    double active = 0;
};

/// Parameters of the transformer that layers, widths and experts describe: attention 2·h·a·d + 2·h·a_kv·d,
/// feed-forward 2 or (gated) 3 · h·f per expert, router h·E, embedding V·h once if tied, else twice.
[[nodiscard]] ParameterCount countParameters(const Workload& w);

} // namespace kneepoint
