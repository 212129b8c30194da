// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

namespace kneepoint {

/// The roofline of one GPU: attainable = min(compute, memory bandwidth × AI, network bandwidth × CI)
/// (distributed roofline, section 1).
[[nodiscard]] Roofline roofline(const Scenario& s, const StepReport& step);

} // namespace kneepoint
