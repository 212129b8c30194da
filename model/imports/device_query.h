// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string_view>

/// What nvidia-smi says of the GPUs of a node: its report (nvidia-smi -q) and its table.
namespace kneepoint {

[[nodiscard]] bool isDeviceQuery(std::string_view head);
/// GPU, GPUs per node, memory and power limit. Clocks, throttling and links that are slower than they could be are
/// listed, because nothing in a scenario follows from them.
[[nodiscard]] Result<Evidence> readDeviceQuery(ByteSource& source);

} // namespace kneepoint
