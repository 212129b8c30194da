// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/step/step_report.h"

namespace kneepoint {

/// The step model: one scenario in, one report out. Pure, never throws, never allocates; every time in the report is
/// finite and not negative for every scenario inside the catalogue's ranges.
[[nodiscard]] StepReport evaluate(const Scenario& s);

} // namespace kneepoint
