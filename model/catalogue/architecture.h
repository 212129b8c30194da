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

/// Feed-forward width of a layer without experts.
[[nodiscard]] double denseWidth(const Workload& w);

/// How a layer mixes tokens.
enum class Mixer {
    full,        ///< attention to all (earlier) tokens
    encoder,     ///< of an encoder: attention to all tokens of the source
    cross,       ///< full attention, then cross-attention to a source
    window,      ///< attention to the nearest tokens
    sparse,      ///< attention to the tokens that an indexer chooses (DeepSeek-V3.2)
    delta_rule,  ///< linear attention (Gated DeltaNet)
    state_space, ///< Mamba-2
    none,        ///< a block that is a feed-forward only
};

/// The mixer of the layers without full attention; `full` if there are no others.
[[nodiscard]] Mixer otherMixer(const Workload& w);

/// Layers with a mixer, and with a feed-forward: all, unless each block has only one of the two (Nemotron-H).
[[nodiscard]] double mixerLayers(const Workload& w);
[[nodiscard]] double feedForwardLayers(const Workload& w);

/// Whether the layers behind the encoder, all with full attention, attend to a source too: each has cross-attention and
/// a norm between its self-attention and its feed-forward (Vaswani et al. 2017, arXiv:1706.03762, section 3.1). Without
/// an encoder, the source is given: the features of a text.
[[nodiscard]] bool hasSource(const Workload& w);

/// Of the layers, the first ones that are the encoder of the source: without experts, fewer than all.
[[nodiscard]] double encoderLayers(const Workload& w);

/// Of the cross-attention of a layer: queries and output, which the layer's tokens pass, 2·h·a·d; keys and values,
/// which the tokens of the source pass, 2·h·a_kv·d.
struct CrossParameters {
    double of_tokens = 0, of_source = 0;
    [[nodiscard]] double total() const { return of_tokens + of_source; }
};
[[nodiscard]] CrossParameters crossParameters(const Workload& w);

/// Parameters that the tokens of the source pass: those of the encoder, and keys and values of the other layers.
[[nodiscard]] double sourceParameters(const Workload& w);

/// Layers of each kind as fractions of all layers. With mixers side by side, a layer is of two kinds.
struct MixerShares {
    double full = 1;    ///< full attention
    double softmax = 1; ///< attention by scores: full, to a window or sparse
    double sparse = 0;  ///< of these, with an indexer
    double state = 0;   ///< linear attention or a state space (state_mixer.h)
};
[[nodiscard]] MixerShares mixerShares(const Workload& w);

/// Fraction of the layers with full attention: as many as stated, or every n-th; all if the others are not different.
[[nodiscard]] double fullAttentionShare(const Workload& w);

/// Layers with experts among the first `layers` layers: behind the dense ones at the beginning, the last of each cycle
/// (Llama 4, interleave_moe_layer_step).
[[nodiscard]] inline double expertLayers(double layers, double leading_dense, double every)
{
    const double behind = std::max(0.0, layers - leading_dense);
    return every > 1 ? std::floor(behind / every) : behind;
}

/// Layers with experts; 0 without a mixture of experts.
[[nodiscard]] double expertLayers(const Workload& w);

/// GEMMs of a feed-forward: 3 with a gate, else 2.
[[nodiscard]] double feedForwardMatrices(const Workload& w);

/// Width of what a routed expert reads and writes: the hidden size, or a latent (LatentMoE).
[[nodiscard]] double expertHidden(const Workload& w);

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
/// feed-forward 2 or (gated) 3 · h·f per expert, router h·E, embedding V·h once if tied, else twice. Routed experts on
/// a latent of l: 2 or 3 · l·f each, and 2·h·l per layer into the latent and back. An indexer: q·H_i·d_i + h·d_i +
/// h·H_i on a query latent of q, or the hidden size. Layers with a state: state_mixer.h. Cross-attention:
/// crossParameters(). Without the layers of predictionParameters().
[[nodiscard]] ParameterCount countParameters(const Workload& w);

/// Parameters of one depth of multi-token prediction: a layer and a projection of 2·h² (DeepSeek-V3, section 2.2).
[[nodiscard]] ParameterCount predictionParameters(const Workload& w);

} // namespace kneepoint
