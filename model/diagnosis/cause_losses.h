// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/diagnosis/cause_record.h"

/// The functions `loss` of the cause records.
namespace kneepoint::losses {

/// Gradients, keys and values, activations on a network that loses nothing to sharing or protocol: what is left is
/// payload over line rate.
[[nodiscard]] Loss exposedCommunication(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss starvedInput(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss straggler(const Scenario& s, const StepReport& step, const Calibration& calibration);
/// Compute time per example against that of a batch 64 times as large, which fills the kernels.
[[nodiscard]] Loss tinyBatch(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss largeBatch(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss protocolOverhead(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss contention(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss pipelineBubble(const Scenario& s, const StepReport& step, const Calibration& calibration);
/// Tensor-parallel collectives against the same inside one node, on links of the NVLink class.
[[nodiscard]] Loss slowTensorLink(const Scenario& s, const StepReport& step, const Calibration& calibration);
/// The present layout against the fastest with no more tensor or pipeline parallelism, at the same global batch.
[[nodiscard]] Loss overSharding(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss expertAllToAll(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss outOfMemory(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss failures(const Scenario& s, const StepReport& step, const Calibration& calibration);

} // namespace kneepoint::losses
