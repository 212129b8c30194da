// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <string>

namespace kneepoint {

/// What low-rank adapters or frozen first layers save in memory and time, compared with training all parameters in the
/// same layout, and what keeps a step from being as much shorter as its FLOPs are fewer; empty if all parameters are
/// trained.
[[nodiscard]] std::string tuningRemark(const Analysis& a);

} // namespace kneepoint
