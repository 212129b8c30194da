// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Profiler traces: all that is read of each, as one text.
class WholeTracesTest : public QObject {
    Q_OBJECT

private slots:
    void allOfATraceIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("all");
        const auto row = [](const char* name, const char* text, const char* all) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(all);
        };
        row("two steps of rank 1 of 2",
            R"x({"deviceProperties": [{"id": 0, "name": "NVIDIA H100 80GB HBM3"}], "distributedInfo": {"rank": 1, "world_size": 16}, "traceEvents": [
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#3", "ts": 0, "dur": 100},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#4", "ts": 100, "dur": 120},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#5", "ts": 300, "dur": 10},
{"ph": "X", "cat": "kernel", "name": "gemm", "ts": 10, "dur": 40, "args": {}},
{"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce(x)", "ts": 40, "dur": 30, "args": {"Collective name": "allreduce", "In msg nelems": 100, "dtype": "BFloat16", "Process Group Name": "5", "Process Group Description": "TP", "Group size": 4}},
{"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD", "ts": 60, "dur": 20},
{"ph": "X", "cat": "user_annotation", "name": "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "ts": 85, "dur": 10},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": 85, "dur": 2},
{"ph": "X", "cat": "kernel", "name": "gemm", "ts": 110, "dur": 60, "args": {}},
{"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce(x)", "ts": 160, "dur": 30, "args": {"Collective name": "allreduce", "In msg nelems": 100, "dtype": "BFloat16", "Process Group Name": "5", "Process Group Description": "TP", "Group size": 4}},
{"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllGather(x)", "ts": 190, "dur": 10, "args": {"Collective name": "allgather", "In msg nelems": 25, "Out msg nelems": 100, "dtype": "Float", "Process Group Name": "5", "Process Group Description": "TP", "Group size": 4}},
{"ph": "X", "cat": "kernel", "name": "ncclDevKernel_SendRecv(x)", "ts": 200, "dur": 5, "args": {"Process Group Name": "7", "Group size": 2}},
{"ph": "X", "cat": "kernel", "name": "ncclDevKernel_SendRecv(x)", "ts": 206, "dur": 4, "args": {"Process Group Name": "9", "Group size": 1}},
{"ph": "X", "cat": "gpu_memset", "name": "Memset", "ts": 210, "dur": 5},
{"ph": "X", "cat": "kernel", "name": "gemm", "ts": "x", "dur": 5}
]}
)x",
            R"x(rank 1 of 16, 2 steps, 110 µs on average: compute 45.5 %, exposed communication 26.8 %, memory operations 6.82 %, input 3.64 %, other idle 17.3 %
cluster.gpu = h100-sxm (/deviceProperties)
cluster.gpus = 16 (/distributedInfo/world_size)
step_s: 0.00011 ± 1.414e-05 of 2 (median of the ProfilerStep windows)
compute_s: 5e-05 ± 1.414e-05 of 2 (median of the ProfilerStep windows)
comm_s: 3.95e-05 ± 1.344e-05 of 2 (median of the ProfilerStep windows)
exposed_comm_s: 2.95e-05 ± 1.344e-05 of 2 (median of the ProfilerStep windows)
exposed_load_s: 4e-06 ± 5.657e-06 of 2 (median of the ProfilerStep windows)
all_reduce: 200→3e-05 (communication kernels, waiting for other ranks included)
all_gather: 400→1e-05 (communication kernels, waiting for other ranks included)
compute of a step: 5e-05
exposed_comm of a step: 2.95e-05
memory of a step: 7.5e-06
input of a step: 4e-06
idle of a step: 1.9e-05
group 5 TP: 4 ranks, 3 all_reduce of up to 400 bytes
group 7: 2 ranks, 1 sendrecv of up to 0 bytes
exposed-communication, 0.2682: communication that no compute hides takes 26.8 % of the time; part of it may be waiting for slower ranks: import the traces of all ranks to separate the two (communication kernels)
- ProfilerStep#5: no GPU event falls into it
- byte 1984: 1 event is not valid JSON or has no valid time
)x");
        row("one step", R"([{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#3", "ts": 0, "dur": 100},
{"ph": "X", "cat": "kernel", "name": "gemm", "ts": 0, "dur": 96}]
)",
            R"(1 step of 100 µs: compute 96 %, exposed communication 0 %, memory operations 0 %, input 0 %, other idle 4 %
step_s: 0.0001 (ProfilerStep windows)
compute_s: 9.6e-05 (ProfilerStep windows)
comm_s: 0 (ProfilerStep windows)
exposed_comm_s: 0 (ProfilerStep windows)
exposed_load_s: 0 (ProfilerStep windows)
compute of a step: 9.6e-05
exposed_comm of a step: 0
memory of a step: 0
input of a step: 0
idle of a step: 4e-06
)");
        row("without steps", R"([{"ph": "X", "cat": "kernel", "name": "gemm", "ts": 0, "dur": 96},
{"ph": "X", "cat": "kernel", "name": "gemm", "ts": 100, "dur": 0},
{"ph": "X", "cat": "kernel", "name": "gemm", "ts": 198, "dur": 2}]
)",
            R"(200 µs without steps: compute 49 %, exposed communication 0 %, memory operations 0 %, input 0 %, other idle 51 %
compute of a step: 9.8e-05
exposed_comm of a step: 0
memory of a step: 0
input of a step: 0
idle of a step: 0.000102
- events: no ProfilerStep, so the breakdown is of the whole trace and no step time is measured
)");
        row("of a rank, cut",
            R"({"distributedInfo": {"rank": 3}, "traceEvents": [{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#3", "ts": 0, "dur": 100},
{"ph": "X", "cat": "kernel", "name": "gemm", "ts": 0, "dur": 96}, {"ph": "X",
)",
            R"(rank 3, 1 step of 100 µs; the file is incomplete
step_s: 0.0001 (ProfilerStep windows)
- end of the file: the trace ends in the middle, so the parts of a step are not known
)");
        row("XLA on a GPU",
            R"x({"traceEvents": [{"ph": "M", "pid": 2, "name": "process_name", "args": {"name": "/device:GPU:0"}},
{"ph": "M", "pid": 3, "name": "process_name", "args": {"name": "/device:GPU:1"}},
{"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "/device:CPU:0"}},
{"ph": "M", "pid": 2, "tid": 1, "name": "thread_name", "args": {"name": "Steps"}},
{"ph": "M", "pid": 2, "tid": 5, "name": "thread_name", "args": {"name": "Stream #7(Compute)"}},
{"ph": "M", "pid": 3, "tid": 5, "name": "thread_name", "args": {"name": "Stream #7(Compute)"}},
{"ph": "X", "pid": 2, "tid": 1, "ts": 0, "dur": 100, "name": "7"},
{"ph": "X", "pid": 2, "tid": 1, "ts": 100, "dur": 100, "name": "8"},
{"ph": "X", "pid": 2, "tid": 5, "ts": 0, "dur": 50, "name": "fusion"},
{"ph": "X", "pid": 2, "tid": 5, "ts": 50, "dur": 10, "name": "MemcpyD2D"},
{"ph": "X", "pid": 2, "tid": 5, "ts": 100, "dur": 50, "name": "fusion"},
{"ph": "X", "pid": 2, "tid": 5, "ts": 150, "dur": 20, "name": "all-reduce.3"},
{"ph": "X", "pid": 3, "tid": 5, "ts": 0, "dur": 190, "name": "fusion"}]}
)x",
            R"x(2 steps, 100 µs on average: compute 50 %, exposed communication 10 %, memory operations 5 %, input 0 %, other idle 35 %
step_s: 0.0001 ± 0 of 2 (median of the ProfilerStep windows)
compute_s: 5e-05 ± 0 of 2 (median of the ProfilerStep windows)
comm_s: 1e-05 ± 1.414e-05 of 2 (median of the ProfilerStep windows)
exposed_comm_s: 1e-05 ± 1.414e-05 of 2 (median of the ProfilerStep windows)
exposed_load_s: 0 ± 0 of 2 (median of the ProfilerStep windows)
compute of a step: 5e-05
exposed_comm of a step: 1e-05
memory of a step: 5e-06
input of a step: 0
idle of a step: 3.5e-05
exposed-communication, 0.1: communication that no compute hides takes 10 % of the time; part of it may be waiting for slower ranks: import the traces of all ranks to separate the two (communication kernels)
)x");
        row("only the host", R"({"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "ts": 1, "dur": 1}]}
)",
            R"(file: is a profiler trace without GPU events: no kernel, and no process of a device with streams or XLA operations, so it may have been recorded on the CPU only)");
    }
    void allOfATraceIsRead()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(test::toldOf(text.toStdString())), "all");
    }
};

KNEEPOINT_TEST(WholeTracesTest)
#include "whole_traces_test.moc"
