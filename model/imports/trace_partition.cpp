// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/trace_partition.h"

namespace kneepoint {

TracePartition::TracePartition(const TraceEvents& events)
    : m_events(events)
    , m_exposed_communication(without(events.communication, events.compute))
{
    const IntervalUnion kernels = unionOf(events.compute, events.communication);
    m_exposed_memory = without(events.memory, kernels);
    m_busy = unionOf(kernels, events.memory);
    m_input = without(without(events.loader, m_busy), events.runtime);
}

Partition TracePartition::of(TimeSpan window) const
{
    Partition p;
    p.total = window.end - window.start;
    p.compute = m_events.compute.lengthIn(window);
    p.communication = m_events.communication.lengthIn(window);
    p.memory = m_events.memory.lengthIn(window);
    p.exposed_communication = m_exposed_communication.lengthIn(window);
    p.exposed_memory = m_exposed_memory.lengthIn(window);
    p.idle = p.total - m_busy.lengthIn(window);
    p.input = m_input.lengthIn(window);
    return p;
}

} // namespace kneepoint
