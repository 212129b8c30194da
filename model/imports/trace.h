// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string_view>

namespace kneepoint {
struct TraceEvents;
}

/// PyTorch profiler traces of one rank.
namespace kneepoint {

[[nodiscard]] bool isTrace(std::string_view head);
/// Breakdown of the mean step, or of the time from the first GPU event to the last if the trace has no ProfilerStep;
/// a TimeWindow for each. An error if it has no GPU events.
[[nodiscard]] Result<Evidence> readTrace(ByteSource& source);
/// The same of events from elsewhere, of which some are on the GPU and take time.
[[nodiscard]] Evidence evidenceOfTrace(TraceEvents& events);

} // namespace kneepoint
