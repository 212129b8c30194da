// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

namespace kneepoint {

/// Width of the rotary part of a head of multi-head latent attention (DeepSeek-V2, section 2.1.3; DeepSeek-V3 keeps
/// it).
inline constexpr double rope_width = 64;

/// Resets everything that defines the model.
void resetModel(Scenario& s);

/// Gives the workload a dense decoder of about its parameters: the published GPT-3 family's proportions (width over
/// depth, heads of 32 to 256, feed-forward 4·h), interpolated on the logarithm of the size. Keeps the parameter count
/// and the vocabulary.
void deriveArchitecture(Scenario& s);

struct ParameterCount {
    double total = 0;
    double active = 0;
};

/// Parameters of the transformer that layers, widths and experts describe: attention 2·h·a·d + 2·h·a_kv·d,
/// feed-forward 2 or (gated) 3 · h·f per expert, router h·E, embedding V·h once if tied, else twice.
[[nodiscard]] ParameterCount countParameters(const Workload& w);

} // namespace kneepoint
