// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string_view>

/// Reports of Nsight Systems exported with `nsys export --type sqlite`.
/// Tables: docs.nvidia.com/nsight-systems, "SQLite Export Schema Reference".
namespace kneepoint {

[[nodiscard]] bool isDatabase(std::string_view head);
/// The breakdown of one GPU, that with the most kernels, as of a profiler trace. NVTX ranges that are numbered or
/// repeated and named for a step ("step 7", "iteration") are its steps.
[[nodiscard]] Result<Evidence> readNsightDatabase(ByteSource& source);

} // namespace kneepoint
