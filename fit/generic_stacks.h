// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/fitted.h"
#include "model/evidence/measured_run.h"

#include <functional>
#include <span>
#include <string>

namespace kneepoint::fit {

/// Sets the constants of every generic stack: for each parameter set by measured stacks of its family, their median.
/// Compiled and eager software are one family except in the memory passes of elementwise kernels, which compilers fuse.
/// Every program has the same weight, regardless of how many of its releases were measured: unmeasured software is
/// another program, not another release. A stack is measured if `uses` is true for one of its counted runs. Constants
/// of experts are medians of the stacks that ran mixtures, if there are any.
/// A program of medians is faster than the median program, because each program is slow in something else. So the rate
/// of kernels (stack.generation) is scaled until half of the family's programs, each predicted by the others, are
/// faster and half slower; programs without a stack of their own count here, too. Only dense transformers on GPUs are
/// compared.
void setGenericStacks(
    ConstantSet& set, std::span<const MeasuredRun> runs, const std::function<bool(const MeasuredRun&)>& uses);

/// The run on the generic stack of its family. Every source states whether attention is fused and how experts are laid
/// out, so that is kept.
[[nodiscard]] MeasuredRun asGeneric(MeasuredRun run);

/// The program that a run's stack is a release of; the run's source if its software is not known.
[[nodiscard]] std::string programOf(const MeasuredRun& run);

} // namespace kneepoint::fit
