// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/model_family.h"

/// Models whose layers differ: full attention in every n-th layer and a sliding window, chunks or linear attention in
/// the others. Keys and defaults are those of the transformers library, 4.57.
namespace kneepoint {

/// Every which layer has full attention, by `layer_types`, else by the first of the intervals that is present:
/// `full_attention_interval`, `sliding_window_pattern`, else `otherwise`; 0: none. Adds a remark if the layers are not
/// in cycles.
[[nodiscard]] double fullAttentionEvery(ConfigShape& m, const ConfigKeys& keys, double otherwise);

/// Sets window and cycle: the window is `sliding_window` or `attention_chunk_size`, unless every layer has full
/// attention.
void readWindow(ConfigShape& m, const ConfigKeys& keys, double otherwise);

/// Qwen3-Next and Qwen3.5, dense and with experts: three layers of Gated DeltaNet, then one of gated full attention.
[[nodiscard]] ConfigShape deltaNetShape(const ConfigKeys& keys);

/// Llama 4: chunks in three of four layers; dense layers and layers with experts alternate or all have experts.
[[nodiscard]] ConfigShape llama4Shape(const ConfigKeys& keys);

} // namespace kneepoint
