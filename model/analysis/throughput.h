// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"
#include "model/step/step_report.h"

/// Throughput and utilization of a step, computed only here.
namespace kneepoint {

/// Global batch over step time.
[[nodiscard]] double examplesPerSecond(const StepReport& step);
/// Tokens per second; examples per second for a generic model.
[[nodiscard]] double tokensPerSecond(const Scenario& s, const StepReport& step);
/// GPU energy per token; the rest of the cluster is not included.
[[nodiscard]] double joulesPerToken(const Scenario& s, const StepReport& step);
/// Compute time over step time, 0 … 1.
[[nodiscard]] double gpuUtilization(const StepReport& step);
/// Model FLOPs divided by the FLOPs that the GPUs of a replica could do in the step at the dense peak of the precision
/// used (PaLM, appendix B).
[[nodiscard]] double modelFlopsUtilization(const Scenario& s, const StepReport& step);
/// The same including recomputation FLOPs.
[[nodiscard]] double hardwareFlopsUtilization(const Scenario& s, const StepReport& step);
/// Model FLOPs per second per GPU.
[[nodiscard]] double achievedFlops(const Scenario& s, const StepReport& step);

} // namespace kneepoint
