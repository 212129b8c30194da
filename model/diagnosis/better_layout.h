// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"
#include "model/step/step_report.h"

#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// A change of one parameter, by id.
struct ParameterChange {
    std::string_view id;
    double value = 0;
};
using ParameterChanges = std::vector<ParameterChange>;
[[nodiscard]] Edit editOf(const ParameterChanges& changes);

/// Which layouts betterLayout() tries.
enum class Splitting {
    any,
    narrower, ///< no more tensor or pipeline parallelism than now
};

/// Another layout of the same job: same GPUs, same global batch, same micro-batch.
struct BetterLayout {
    ParameterChanges changes; ///< empty if no layout is faster, or none fits
    double step_s = 0;
};
/// The fastest of the layouts that fit, over powers of two of tensor parallelism within a node and of pipeline stages,
/// if they evenly divide the heads of a published model, the GPUs and the batch. For a job that does not fit, the
/// fastest layout that does.
[[nodiscard]] BetterLayout betterLayout(
    const Scenario& s, const StepReport& step, Splitting splitting, const Calibration& calibration);

/// "TP 2 × PP 4 with 64 micro-batches".
[[nodiscard]] std::string layoutLabel(
    const Scenario& s, const ParameterChanges& changes, const Calibration& calibration);

/// Layout rules that the scenario breaks: heads of a published model over tensor-parallel ranks, layers over
/// pipeline stages, GPUs over replicas, and replicas of whole micro-batches. A remedy must not break more of them.
[[nodiscard]] int brokenLayoutRules(const Scenario& s);

} // namespace kneepoint
