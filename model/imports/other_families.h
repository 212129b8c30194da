// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/model_family.h"

/// Families whose configs name their keys like no others. Source of the counts: the modeling files of the transformers
/// library, and of THUDM/chatglm3-6b.
namespace kneepoint {

/// A shape whose sizes are read and whose parameters are counted; the caller checks it.
[[nodiscard]] ConfigShape dbrxShape(const ConfigKeys& keys);
[[nodiscard]] ConfigShape mptShape(const ConfigKeys& keys);
[[nodiscard]] ConfigShape chatGlmShape(const ConfigKeys& keys);
[[nodiscard]] ConfigShape distilBertShape(const ConfigKeys& keys);
[[nodiscard]] ConfigShape bigCodeShape(const ConfigKeys& keys);
[[nodiscard]] ConfigShape modernBertShape(const ConfigKeys& keys);
/// ViT, DeiT and DINOv2: patches of a picture as tokens, its classes as a vocabulary. A remark says how many tokens.
[[nodiscard]] ConfigShape visionShape(const ConfigKeys& keys);

} // namespace kneepoint
