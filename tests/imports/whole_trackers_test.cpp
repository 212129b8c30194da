// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Exports of trackers, histories of trainers and summaries of kernels: all that is read of each, as one text.
class WholeTrackersTest : public QObject {
    Q_OBJECT

private slots:
    void allOfAnExportIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("all");
        const auto row = [](const char* name, const char* text, const char* all) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(all);
        };
        row("a tracker's export",
            R"x("Step","run-1 - perf/tokens_per_sec","run-1 - perf/tokens_per_sec__MIN","run-1 - mfu","run-1 - achieved_tflops","run-1 - train/loss","run-1 - throughput","run-1 - perf/tokens_per_gpu_per_sec","run-1 - perf/step_time (s)","run-1 - samples_per_second"
"10","900","1","40","300","2.5","1","5","0.5",""
"20","1000","1","42","310","2.4","1","5","0.6",""
"30","1100","1","44","320","2.3","1","5","0.7",""
)x",
            R"x(4 figures of one run over 3 lines
tokens_per_s: 1000 ± 100 of 3 (perf/tokens_per_sec)
mfu: 0.42 ± 0.02 of 3 (mfu)
achieved_flops: 3.1e+14 ± 1e+13 of 3 (achieved_tflops)
step_s: 0.6 ± 0.1 of 3 (perf/step_time (s))
- run-1 - train/loss: is no rate or time of a step
- run-1 - throughput: its unit is not stated
- run-1 - perf/tokens_per_gpu_per_sec: a rate per GPU needs the number of GPUs, which the file does not state
- run-1 - samples_per_second: has no values
)x");
        row("two runs of a tracker", R"("trainer/global_step","a - _runtime","b - _runtime","c - loss"
"10","100","200","3"
"20","120","260",""
"30","140","",""
"40","160","320",""
)",
            R"(2 runs over 4 lines
[a]
step_s: 2 ± 0 of 3 (_runtime)
[b]
step_s: 4.5 ± 2.121 of 2 (_runtime)
- c - loss: is no rate or time of a step
)");
        row("a board", R"(Wall time,Step,Value
1000.0,10,3.1
1020.0,20,3.0
1020.0,30,2.9
1060.0,40,2.8
)",
            R"(one figure of one run over 4 lines
step_s: 3 ± 1.414 of 2 (Wall time between steps)
- Value: the file does not say of which figure, so it is not used
- Wall time: evaluations and checkpoints between two lines are in the time of a step; the median is used
)");
        row("a board without a rise", R"(Wall time,Step,Value
1000.0,10,3.1
)",
            R"(file: has no two lines of a rising step)");
        row("a summary of kernels", R"(Time (%),Total Time (us),Instances,Name
60.0,6000,100,sm90_xmma_gemm_bf16
20.0,2000,100,ncclDevKernel_AllGather_RING_LL
20.0,2500,100,ncclDevKernel_AllReduce_Sum_bf16_RING_LL
1,-5,1,x
)",
            R"(10.5 ms of kernels: compute 57.1 %, communication 42.9 %, most of it in ncclDevKernel_AllReduce_Sum_bf16_RING_LL
kernels by their time: 1→0.006 2→0.0025 3→0.002 (line 1)
- line 1: a summary has no steps and no order of kernels, so neither the time of a step nor what is exposed follows from it; a profiler trace has both
)");
        row("a history of the Trainer",
            R"({"log_history": [{"step": 2, "loss": NaN}, {"train_steps_per_second": 0.25, "train_samples_per_second": 4}, {"train_steps_per_second": 0}]}
)",
            R"(Hugging Face Trainer: 4 s per step
step_s: 4 (/log_history/1/train_steps_per_second)
examples_per_s: 4 (/log_history/1/train_samples_per_second)
- /log_history: the average of the whole run, evaluations, checkpoints and the first steps included
)");
        row("lines of a trainer", R"({"current_steps": 5, "elapsed_time": "0:00:40"}
{"current_steps": 10, "elapsed_time": "0:01:10"}
{"current_steps": 10, "elapsed_time": "0:01:20"}
{"current_steps": 20, "elapsed_time": "0:02:40"}
)",
            R"(Hugging Face Trainer: 7 s per step
step_s: 7 ± 1.414 of 2 (elapsed_time between lines)
)");
        row("a history without an end", R"({"log_history": [{"step": 2, "loss": 1.0}]}
)",
            R"(file: has no entry with the time of a run (train_runtime), which the Trainer adds when training ends)");
        row("a summary of kernels of one time", R"(Name,Calls,TotalDurationNs
ncclDevKernel_AllGather,1,5
ncclDevKernel_AllReduce,1,5
hipLaunchKernel,1,4
gemm,1,4
)",
            R"(18 ns of kernels: compute 44.4 %, communication 55.6 %, most of it in ncclDevKernel_AllGather
kernels by their time: 1→5e-09 2→5e-09 3→4e-09 4→4e-09 (line 1)
- line 1: a summary has no steps and no order of kernels, so neither the time of a step nor what is exposed follows from it; a profiler trace has both
)");
    }
    void allOfAnExportIsRead()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(test::toldOf(text.toStdString())), "all");
    }
};

KNEEPOINT_TEST(WholeTrackersTest)
#include "whole_trackers_test.moc"
