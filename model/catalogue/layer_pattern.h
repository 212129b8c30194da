// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"

#include <string>
#include <string_view>

namespace kneepoint {

/// Name of the pattern among settings by text (`--set`, scenario files): it is not a parameter, but says several.
inline constexpr std::string_view layer_pattern_id = "workload.layer_pattern";

/// The settings that a pattern of layers stands for. Either a cycle of runs, "5 window 1024, 1 full", of the kinds
/// full, window (with its tokens), sparse (with its tokens), delta and mamba; or the layers of an encoder and of the
/// decoder behind it, "24 encoder 512, 24 cross", with the tokens of the source, or "1 cross 512" for cross-attention
/// to a source that is given; or a letter for each block, as in Megatron-LM's hybrid patterns and Nemotron's configs: M
/// state space, G Gated DeltaNet, D sparse attention, * attention,
/// - feed-forward, E experts. Letters set the number of layers too, and so do an encoder and its decoder. Besides full
/// attention, a model has one other kind. Heads that the model does not have yet get usual numbers. Fails with a
/// sentence that names the part that is wrong. Source: Megatron-LM,
/// megatron/core/models/hybrid/hybrid_layer_allocation.py
[[nodiscard]] Result<Edit> parseLayerPattern(std::string_view text, const Workload& w);

/// The pattern of the model, as parseLayerPattern() reads it.
[[nodiscard]] std::string layerPatternText(const Workload& w);

} // namespace kneepoint
