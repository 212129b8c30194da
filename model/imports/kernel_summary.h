// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string_view>

/// Times of kernels summed by name, as CSV of `nsys stats --report cuda_gpu_kern_sum --format csv`.
namespace kneepoint {

[[nodiscard]] bool isKernelSummary(std::string_view head);
/// How much of the kernels' time is communication. A summary has neither steps nor an order, so neither the time of a
/// step nor what is exposed follows from it.
[[nodiscard]] Result<Evidence> readKernelSummary(ByteSource& source);

} // namespace kneepoint
