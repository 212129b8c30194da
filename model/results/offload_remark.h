// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <string>

namespace kneepoint {

/// What offloading keeps in host memory and what it adds to a step; empty without offloading.
[[nodiscard]] std::string offloadRemark(const Analysis& a);

} // namespace kneepoint
