// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string_view>

/// The network ports and GPUs of a host: ibstat, ibstatus, ibv_devinfo and lspci.
namespace kneepoint {

[[nodiscard]] bool isHostDevices(std::string_view head);
/// Of ports: NICs per node and the network, if the rate is stated; active ports slower than the fastest are listed,
/// because they are of storage or management as a rule. Of lspci: the GPU and GPUs per node.
[[nodiscard]] Result<Evidence> readHostDevices(ByteSource& source);

} // namespace kneepoint
