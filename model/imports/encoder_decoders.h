// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/model_family.h"

/// Encoder–decoders: layers of an encoder, then those of a decoder with attention to its output. The source is as long
/// as the encoder's longest input; a remark says where the two have other widths. Source of the counts: the modeling
/// files of the transformers library, 4.57.
namespace kneepoint {

/// T5, mT5 and UMT5.
[[nodiscard]] ConfigShape t5Shape(const ConfigKeys& keys);
/// BART, mBART, M2M-100 and NLLB, Pegasus and Marian.
[[nodiscard]] ConfigShape bartShape(const ConfigKeys& keys);
/// Whisper: two convolutions before the encoder.
[[nodiscard]] ConfigShape whisperShape(const ConfigKeys& keys);

} // namespace kneepoint
