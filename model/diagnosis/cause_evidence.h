// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/diagnosis/cause_record.h"

/// The functions `evidence` of the cause records.
namespace kneepoint::evidence {

/// The largest kind of exposed communication other than tensor and expert parallelism: data, pipeline or context.
[[nodiscard]] Part largestExposure(const StepReport& step);

EvidenceOf exposedCommunication, starvedInput, straggler, tinyBatch, largeBatch, protocolOverhead, contention,
    pipelineBubble, slowTensorLink, overSharding, expertAllToAll, outOfMemory, failures, offloadLink, dequantization,
    expertImbalance, padding, adapterBound, optimizerGathers;

} // namespace kneepoint::evidence
