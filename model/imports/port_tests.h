// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string_view>

/// Tests of one port between two hosts: bandwidth and latency of perftest (ib_write_bw, ib_read_lat and the like) and
/// of iperf3 as text or JSON, and of iperf 2. They show a line, not a collective: what NCCL reaches is less.
namespace kneepoint {

[[nodiscard]] bool isPortTest(std::string_view head);
/// Rate, efficiency, protocol and latency of the network. perftest counts MB as 2^20 bytes; half of a bidirectional
/// test is one direction. TCP tests set one NIC per node, because one was tested.
[[nodiscard]] Result<Evidence> readPortTest(ByteSource& source);

} // namespace kneepoint
