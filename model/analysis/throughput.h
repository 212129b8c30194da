// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/step/step_report.h"

/// What a step makes of its time, each figure computed here and nowhere else.
namespace kneepoint {

/// Global batch over step time.
[[nodiscard]] double examplesPerSecond(const StepReport& step);
/// Tokens of the examples per second; the examples themselves for a generic model.
[[nodiscard]] double tokensPerSecond(const Scenario& s, const StepReport& step);
/// Energy that the GPUs draw for a token; the rest of the cluster is left out.
[[nodiscard]] double joulesPerToken(const Scenario& s, const StepReport& step);
/// Compute time over step time, 0 … 1.
[[nodiscard]] double gpuUtilization(const StepReport& step);
/// Model FLOPs over what the GPUs of a replica could do in the step at the dense peak of the precision used
/// (PaLM, appendix B).
[[nodiscard]] double modelFlopsUtilization(const Scenario& s, const StepReport& step);
/// The same with the FLOPs that recomputation repeats.
[[nodiscard]] double hardwareFlopsUtilization(const Scenario& s, const StepReport& step);
/// Model FLOPs per second of one GPU.
[[nodiscard]] double achievedFlops(const Scenario& s, const StepReport& step);

} // namespace kneepoint
