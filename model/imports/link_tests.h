// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string_view>

/// Link tests besides nccl-tests: nccom-test, the OSU micro-benchmarks of collectives, and tables of payload and bus
/// bandwidth as all_reduce_bench.py prints them.
namespace kneepoint {

[[nodiscard]] bool isLinkTest(std::string_view head);
[[nodiscard]] Result<Evidence> readLinkTest(ByteSource& source);

} // namespace kneepoint
