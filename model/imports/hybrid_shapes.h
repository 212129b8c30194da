// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/model_family.h"

/// Models with a state space, with blocks of one part, or with sparse attention. Keys and defaults are those of the
/// transformers library, 4.57, and of the files that come with the models.
namespace kneepoint {

/// Nemotron-H and Nemotron 3: blocks that are each a state space, attention, a feed-forward or experts, by
/// `hybrid_override_pattern` or the list `layers_block_type`; experts may work on a latent.
[[nodiscard]] ConfigShape nemotronHShape(const ConfigKeys& keys);

/// Granite 4: a state space or attention by `layer_types`, experts and a shared feed-forward in every layer.
[[nodiscard]] ConfigShape graniteHybridShape(const ConfigKeys& keys);

/// Falcon-H1: attention beside a state space in every layer.
[[nodiscard]] ConfigShape falconH1Shape(const ConfigKeys& keys);

/// Jamba: attention in every eighth layer, a selective state space (Mamba-1) in the others, experts in every second.
[[nodiscard]] ConfigShape jambaShape(const ConfigKeys& keys);

/// Kimi Linear: latent attention in the layers that `linear_attn_config` lists, Kimi delta attention in the others.
[[nodiscard]] ConfigShape kimiLinearShape(const ConfigKeys& keys);

/// The shape with the indexer of sparse attention that the keys state (DeepSeek-V3.2), in every layer.
[[nodiscard]] ConfigShape withIndexer(ConfigShape shape, const ConfigKeys& keys);

} // namespace kneepoint
