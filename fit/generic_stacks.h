// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/measured_run.h"
#include "model/scenario/fitted.h"

#include <functional>
#include <span>
#include <string>

namespace kneepoint::fit {

/// Gives every generic stack its constants: of each parameter that a measured stack of its family sets, the median over
/// all of them. Every program has one say, however many of its generations were measured: software that nobody measured
/// is another program, not one more release. A stack is measured if `uses` takes one of its runs that count.
void setGenericStacks(
    ConstantSet& set, std::span<const MeasuredRun> runs, const std::function<bool(const MeasuredRun&)>& uses);

/// The program whose generation a run's stack is; the run's source, where its software is not known.
[[nodiscard]] std::string programOf(const MeasuredRun& run);

} // namespace kneepoint::fit
