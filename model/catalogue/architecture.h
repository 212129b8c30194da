// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace kneepoint {

/// Width of the rotary part of a head of multi-head latent attention (DeepSeek-V2, section 2.1.3; DeepSeek-V3 keeps
/// it).
inline constexpr double rope_width = 64;

/// Width of an attention head: as stated, else hidden / heads.
[[nodiscard]] double headWidth(const Workload& w);

/// Fraction of the layers with full attention: every n-th, or all of them if the others are not different.
[[nodiscard]] double fullAttentionShare(const Workload& w);

/// Layers with experts among the first `layers` layers: behind the dense ones at the beginning, the last of each cycle
/// (Llama 4, interleave_moe_layer_step).
[[nodiscard]] inline double expertLayers(double layers, double leading_dense, double every)
{
    const double behind = std::max(0.0, layers - leading_dense);
    return every > 1 ? std::floor(behind / every) : behind;
}

/// Resets everything that defines the model.
void resetModel(Scenario& s);

/// Ends expert parallelism if the model has no experts. For edits that may have removed them.
void followExperts(Scenario& s);

/// Gives the workload a dense decoder of about its parameters that could be built: heads of 64 or 128, a multiple of 8
/// of them above 1 B, hidden sizes in steps of 128 to 4096, feed-forward widths in steps of 256 (64 where the hidden
/// size is below 512), and numbers of layers that many pipeline degrees divide. Depth follows the GPT-3 family and
/// Llama 3.1 405B, interpolated on the logarithm of the size. A family is one series of shapes, each either deeper or
/// wider than the one before, so that neighboring sizes are alike; between two shapes the feed-forward width grows.
/// With a gate, attention has 8 key/value heads and the feed-forward width is about 3.5·h (Llama 3); without one, it
/// has as many key/value heads as heads below a hidden size of 16384, 8 from there on, and the feed-forward width is
/// about 4·h (GPT-3). Keeps gate, parameters and vocabulary, but for a part of it where its table would be more than
/// half of the model, or the steps of the feed-forward width leave the size more than 1 % off; a larger size brings it
/// back. countParameters() is within 2 % of the parameters.
void deriveArchitecture(Scenario& s);

/// What a change of size did to a derived model: to its depth and width, "Layers 24 → 32, hidden size 2048 → 2560.",
/// or, where they stay, to its feed-forward size and vocabulary. Empty if none changed, or the model is a preset.
[[nodiscard]] std::string architectureChangeText(const Workload& before, const Workload& after);

struct ParameterCount {
    double total = 0;
    double active = 0;
};

/// Parameters of the transformer that layers, widths and experts describe: attention 2·h·a·d + 2·h·a_kv·d,
/// feed-forward 2 or (gated) 3 · h·f per expert, router h·E, embedding V·h once if tied, else twice.
[[nodiscard]] ParameterCount countParameters(const Workload& w);

} // namespace kneepoint
