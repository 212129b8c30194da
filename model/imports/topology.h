// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string_view>

/// Output of nvidia-smi topo -m, with tabs or pasted with spaces.
namespace kneepoint {

[[nodiscard]] bool isTopology(std::string_view head);
/// GPUs and NICs of the node. NV# counts links and states no rate, so bandwidths are not set.
[[nodiscard]] Result<Evidence> readTopology(ByteSource& source);

} // namespace kneepoint
