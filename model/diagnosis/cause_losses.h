// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/diagnosis/cause_record.h"

/// The functions `loss` of the cause records.
namespace kneepoint::losses {

/// Gradients, keys and values, and activations on a network without sharing or protocol losses: what is left is payload
/// divided by line rate.
[[nodiscard]] Loss exposedCommunication(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss starvedInput(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss straggler(const Scenario& s, const StepReport& step, const Calibration& calibration);
/// Compute time per example compared with a batch 64 times as large, which uses kernels fully.
[[nodiscard]] Loss tinyBatch(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss largeBatch(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss protocolOverhead(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss contention(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss pipelineBubble(const Scenario& s, const StepReport& step, const Calibration& calibration);
/// Tensor-parallel collectives compared with the same within one node, on NVLink-class links.
[[nodiscard]] Loss slowTensorLink(const Scenario& s, const StepReport& step, const Calibration& calibration);
/// The current layout compared with the fastest one with no more tensor or pipeline parallelism, at the same global
/// batch.
[[nodiscard]] Loss overSharding(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss expertAllToAll(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss outOfMemory(const Scenario& s, const StepReport& step, const Calibration& calibration);
[[nodiscard]] Loss failures(const Scenario& s, const StepReport& step, const Calibration& calibration);

} // namespace kneepoint::losses
