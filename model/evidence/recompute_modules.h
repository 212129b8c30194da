// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

#include <optional>
#include <string_view>

namespace kneepoint {

/// Selective recomputation described by the modules that it repeats, as in "selective (norm, act)":
/// Stack::selective_kept, the fraction of a layer's activations besides its input that stays, 0 … 1. Norms leave their
/// outputs out, activation functions theirs, the up-projections of MLA queries, keys and values, and a feed-forward or
/// mixture-of-experts module everything it keeps (Megatron-LM, transformer_config.py: recompute_modules). Nothing if no
/// module is named. Tensors of T tokens and hidden width h, without tensor parallelism or with sequence parallelism,
/// which divides all of them: norms and GEMMs read four; attention and feed-forward layer as in layerActivations().
[[nodiscard]] std::optional<double> keptBesides(std::string_view recomputed, const Workload& model, bool fused_gate);

/// The fraction of the layers that are recomputed, as in "partial: 10 of 80 layers", 0 … 1. Nothing if none is stated.
[[nodiscard]] std::optional<double> recomputedLayers(std::string_view recomputed);

} // namespace kneepoint
