// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/trace_events.h"

#include <cstdint>

namespace kneepoint {

/// How a window of a trace was spent, in nanoseconds. compute + exposed_communication + exposed_memory + idle = total,
/// exactly; input is part of idle.
struct Partition {
    std::int64_t total = 0;
    std::int64_t compute = 0;               ///< some kernel computes
    std::int64_t communication = 0;         ///< some kernel communicates, beside compute or not
    std::int64_t memory = 0;                ///< copies and memsets, likewise
    std::int64_t exposed_communication = 0; ///< without compute
    std::int64_t exposed_memory = 0;        ///< without compute and communication
    std::int64_t idle = 0;                  ///< the GPU does nothing
    std::int64_t input = 0;                 ///< meanwhile the host waits for the DataLoader, outside of runtime calls
};

/// Partitions windows of one trace.
class TracePartition {
public:
    explicit TracePartition(const TraceEvents& events);
    [[nodiscard]] Partition of(TimeSpan window) const;

private:
    const TraceEvents& m_events;
    IntervalUnion m_exposed_communication, m_exposed_memory, m_busy, m_input;
};

} // namespace kneepoint
