// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string_view>

/// Tables of runs at several sizes, as CSV or Markdown, with a column of GPUs (or nodes) and one of throughput, step
/// time or MFU.
namespace kneepoint {

[[nodiscard]] bool isScalingTable(std::string_view head);
/// A row of Evidence::rows for each run, and a curve of throughput over GPUs for each series: rows that differ only in
/// the number of GPUs and the global batch.
[[nodiscard]] Result<Evidence> readScalingTable(ByteSource& source);

} // namespace kneepoint
