// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/report_json.h"

#include <vector>

namespace kneepoint {

struct Analysis;

/// A row for each worker count, or for each power of two within the curve if none is given. Fails if a count is below 1
/// or needs more GPUs than a scenario may have.
[[nodiscard]] Result<Table> scaleTable(const Analysis& a, const std::vector<double>& workers);

} // namespace kneepoint
