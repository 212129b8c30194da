// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/temporary_files.h"

#include <QByteArray>
#include <QString>

/// Small files as users have them, written by the tests.
namespace kneepoint::test {

/// Temporary files with paths as the window takes them.
struct OwnFiles : TemporaryFiles {
    [[nodiscard]] QString write(const char* name, const QByteArray& content) const
    {
        return QString::fromStdString(TemporaryFiles::write(name, content));
    }
};

/// A profiler trace of one rank of `world`: three steps of `step_us`, 70 % compute and 20 % exposed all-reduce.
[[nodiscard]] inline QByteArray traceOf(int rank, int world, int step_us)
{
    QByteArray events;
    for (int step = 0; step < 3; ++step) {
        const int start = step * step_us;
        const auto event = [&](const char* category, const QByteArray& name, int from, int length) {
            events += QByteArray(events.isEmpty() ? "" : ",\n") + R"({"ph": "X", "cat": ")" + category
                + R"(", "name": ")" + name + R"(", "ts": )" + QByteArray::number(start + from) + R"(, "dur": )"
                + QByteArray::number(length) + R"(, "args": {"stream": 7}})";
        };
        event("user_annotation", "ProfilerStep#" + QByteArray::number(step + 5), 0, step_us);
        event("kernel", "gemm", 0, step_us * 7 / 10);
        event("kernel", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)", step_us * 7 / 10, step_us / 5);
    }
    return R"({"distributedInfo": {"backend": "nccl", "rank": )" + QByteArray::number(rank) + R"(, "world_size": )"
        + QByteArray::number(world) + "},\n\"traceEvents\": [" + events + "]}";
}

/// nccl-tests output of an all-reduce over two nodes of eight GPUs that reaches this bus bandwidth, GB/s.
[[nodiscard]] inline QByteArray ncclLog(double peak = 180)
{
    QByteArray text = "# Collective test starting: all_reduce_perf\n# nThread 1 nGpus 1 minBytes 1048576 maxBytes "
                      "1073741824\n";
    for (int rank = 0; rank < 16; ++rank)
        text += "#  Rank " + QByteArray::number(rank) + " Group  0 Pid 1 on  node" + QByteArray::number(rank / 8)
            + " device " + QByteArray::number(rank % 8) + " [0000:1b:00] NVIDIA H100 80GB HBM3\n";
    text += "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
            "busbw #wrong\n";
    const auto row = [&](double size, double bus) {
        const double algorithm = bus * 16 / 30;
        const QByteArray half = QByteArray::number(size / algorithm / 1e3, 'f', 1) + "  "
            + QByteArray::number(algorithm, 'f', 2) + "  " + QByteArray::number(bus, 'f', 2) + "  0";
        text += QByteArray::number(size, 'f', 0) + "  262144  float  sum  -1  " + half + "  " + half + "\n";
    };
    row(1048576, 0.119 * peak);
    row(16777216, 0.6 * peak);
    row(268435456, 0.954 * peak);
    row(1073741824, peak);
    return text;
}

/// A scaling table whose efficiency falls.
[[nodiscard]] inline QByteArray scalingTable()
{
    return "# GPUs,Throughput (T/s),MicroBatchSize\n16,126000,1\n32,249000,1\n64,478000,1\n128,905000,1\n";
}

} // namespace kneepoint::test
