// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/measured_run.h"
#include "model/scenario/fitted.h"

#include <functional>
#include <span>

namespace kneepoint::fit {

/// Gives every generic stack its constants: of each parameter that a measured stack of its family sets, the median over
/// all of them. A stack is measured if `uses` takes one of its runs that count.
void addGenericStacks(
    ConstantSet& set, std::span<const MeasuredRun> runs, const std::function<bool(const MeasuredRun&)>& uses);

} // namespace kneepoint::fit
