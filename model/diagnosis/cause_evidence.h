// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/diagnosis/cause_record.h"

/// The functions `evidence` of the cause records.
namespace kneepoint::evidence {

/// The largest kind of exposed communication other than tensor and expert parallelism: data, pipeline or context.
[[nodiscard]] Part largestExposure(const StepReport& step);

[[nodiscard]] Sentences exposedCommunication(const Analysis& a);
[[nodiscard]] Sentences starvedInput(const Analysis& a);
[[nodiscard]] Sentences straggler(const Analysis& a);
[[nodiscard]] Sentences tinyBatch(const Analysis& a);
[[nodiscard]] Sentences largeBatch(const Analysis& a);
[[nodiscard]] Sentences protocolOverhead(const Analysis& a);
[[nodiscard]] Sentences contention(const Analysis& a);
[[nodiscard]] Sentences pipelineBubble(const Analysis& a);
[[nodiscard]] Sentences slowTensorLink(const Analysis& a);
[[nodiscard]] Sentences overSharding(const Analysis& a);
[[nodiscard]] Sentences expertAllToAll(const Analysis& a);
[[nodiscard]] Sentences outOfMemory(const Analysis& a);
[[nodiscard]] Sentences failures(const Analysis& a);
[[nodiscard]] Sentences offloadLink(const Analysis& a);
[[nodiscard]] Sentences dequantization(const Analysis& a);
[[nodiscard]] Sentences expertImbalance(const Analysis& a);
[[nodiscard]] Sentences padding(const Analysis& a);
[[nodiscard]] Sentences adapterBound(const Analysis& a);
[[nodiscard]] Sentences optimizerGathers(const Analysis& a);

} // namespace kneepoint::evidence
