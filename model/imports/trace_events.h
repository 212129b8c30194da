// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/imports/intervals.h"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

/// What is kept of a PyTorch profiler trace (Kineto's Chrome trace format). Timestamps are microseconds with up to
/// three decimals in the file and whole nanoseconds here, so sums are exact.
namespace kneepoint {

/// A ProfilerStep of the host.
struct TraceStep {
    std::int64_t number = 0;
    TimeSpan window;
};

struct TraceEvents {
    IntervalUnion compute, communication, memory; ///< busy times of the GPU by kind
    IntervalUnion runtime;                        ///< host calls of the CUDA or HIP runtime and driver
    IntervalUnion loader;                         ///< the host waits for the next batch of a DataLoader
    std::vector<TraceStep> steps;                 ///< by start
    RankTimeline timeline;                        ///< collectives by start
    std::string gpu;                              ///< name of the device
    std::string step_name = "ProfilerStep";       ///< what the file calls a step
    std::string gpu_place = "/deviceProperties";
    TimeSpan span{
        std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}; ///< of GPU events
    double gpu_events = 0;                                                                   ///< that take time
    double broken_events = 0, dropped_events = 0;
    std::string first_broken; ///< place
    bool cut_short = false;   ///< the file ends in the middle
};

/// Reads events until the end of what can be read. Handles any bytes.
[[nodiscard]] TraceEvents readTraceEvents(ByteSource& source);

/// Whether a kernel of this name communicates: NCCL, RCCL, MSCCL, NVSHMEM, DeepEP.
[[nodiscard]] bool isCommunicationKernel(std::string_view name);
/// "all_reduce" of "ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)"; "collective" if the name does not tell.
[[nodiscard]] std::string_view operationOfKernel(std::string_view name);
/// Whole nanoseconds of microseconds as text, quoted or not: "1694128201435418.123"; nothing if it is no time.
[[nodiscard]] std::optional<std::int64_t> nanosecondsOf(std::string_view microseconds);

} // namespace kneepoint
