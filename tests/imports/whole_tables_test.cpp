// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Tables of runs: all that is read of each, as one text.
class WholeTablesTest : public QObject {
    Q_OBJECT

private slots:
    void allOfATableIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("all");
        const auto row = [](const char* name, const char* text, const char* all) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(all);
        };
        row("runs of two series", R"(# Results

## Llama 7B

| GPUs | tokens/s | Peak memory (GiB) | GBS | TP | Note (s) | Speedup |
|------|----------|-------------------|-----|----|------|----|
| 8    | 80k | 40 | 64 | 2 | 1 | 1 |
| 16   | 150k | 40.5 | 128 | 2 | 2 | 1.9 |
| 64   | 480k | 41 GB | 512 | 2 | 3 | 6 |

## Llama 13B

| GPUs | tokens/s | Peak memory (GiB) | GBS | TP |
|------|----------|-------------------|-----|----|
| 8    | 40k | 70 | 64 | 3000 |
| 16   | 10 furlongs | 70 | 64 | 4 |
)",
            R"(5 runs, none at several sizes
[line 7] (Llama 7B, 2, 1)
workload.global_batch = 64 (line 7, GBS)
plan.tensor_parallel = 2 (line 7, TP)
cluster.gpus = 8 (line 7)
tokens_per_s: 80000 (line 7)
memory_bytes: 4.294967296e+10 (line 7, Peak memory (GiB))
[line 8] (Llama 7B, 2, 2)
workload.global_batch = 128 (line 8, GBS)
plan.tensor_parallel = 2 (line 8, TP)
cluster.gpus = 16 (line 8)
tokens_per_s: 150000 (line 8)
memory_bytes: 4.348654387e+10 (line 8, Peak memory (GiB))
[line 9] (Llama 7B, 2, 3)
workload.global_batch = 512 (line 9, GBS)
plan.tensor_parallel = 2 (line 9, TP)
cluster.gpus = 64 (line 9)
tokens_per_s: 480000 (line 9)
memory_bytes: 4.1e+10 (line 9, Peak memory (GiB))
[line 15] (Llama 13B, 3000)
workload.global_batch = 64 (line 15, GBS)
cluster.gpus = 8 (line 15)
tokens_per_s: 40000 (line 15)
memory_bytes: 7.516192768e+10 (line 15, Peak memory (GiB))
[line 16] (Llama 13B, 4)
workload.global_batch = 64 (line 16, GBS)
plan.tensor_parallel = 4 (line 16, TP)
cluster.gpus = 16 (line 16)
memory_bytes: 7.516192768e+10 (line 16, Peak memory (GiB))
- table: columns that are not used: Note (s), Speedup
- line 15, TP: Tensor parallel: 3000 is out of range (1 … 1024)
- line 16, tokens/s: 10 furlongs is not understood
)");
        row("nodes of a size that is stated",
            R"(nodes,GPUs per node,GPU type,samples/s/GPU,MFU,TFLOP/s/GPU,Step time (ms),Micro batch
1,4,NVIDIA A100-SXM4-80GB,2.5,38%,120,1250,2
2,4,NVIDIA A100-SXM4-80GB,2.25,0.36,110 TFLOPS,1350,2
4,4,something else,2,1.5,100 GB,1500,x
)",
            R"(3 runs, none at several sizes
[line 2] (4, NVIDIA A100-SXM4-80GB, 2)
cluster.gpu = a100-sxm-80 (line 2, GPU type)
workload.batch_per_gpu = 2 (line 2, Micro batch)
cluster.gpus_per_node = 4 (line 2)
cluster.gpus = 4 (line 2)
mfu: 0.38 (line 2, MFU)
achieved_flops: 1.2e+14 (line 2, TFLOP/s/GPU)
step_s: 1.25 (line 2, Step time (ms))
examples_per_s: 10 (line 2)
[line 3] (4, NVIDIA A100-SXM4-80GB, 2)
cluster.gpu = a100-sxm-80 (line 3, GPU type)
workload.batch_per_gpu = 2 (line 3, Micro batch)
cluster.gpus_per_node = 4 (line 3)
cluster.gpus = 8 (line 3)
mfu: 0.36 (line 3, MFU)
achieved_flops: 1.1e+14 (line 3, TFLOP/s/GPU)
step_s: 1.35 (line 3, Step time (ms))
examples_per_s: 18 (line 3)
[line 4] (4, something else, x)
cluster.gpus_per_node = 4 (line 4)
cluster.gpus = 16 (line 4)
mfu: 0.015 (line 4, MFU)
step_s: 1.5 (line 4, Step time (ms))
examples_per_s: 32 (line 4)
- line 4, TFLOP/s/GPU: 100 GB is not understood
)");
        row("nodes of the usual size", R"(nodes;TPS/GPU;tokens/s
1;1000;8000
2;900;12000
4;0;0
)",
            R"(2 runs, 1 series over GPUs; the longest keeps 75 % of its throughput per GPU from 8 to 16 GPUs, efficiency falls below 80 % between 8 and 16 GPUs
tokens per second: 8→8000 16→12000
[line 2]
cluster.gpus = 8 (line 2)
tokens_per_s: 8000 (line 2)
[line 3]
cluster.gpus = 16 (line 3)
tokens_per_s: 12000 (line 3)
- table: nodes are counted as 8 GPUs each
- line 3: 900 tokens/s per GPU on 16 GPUs differs from 12 k tokens/s, which is used
- line 4: no number of GPUs, or nothing measured
)");
        row("the other way round", R"(,8 GPUs,16 GPUs,32 GPUs
Throughput (tokens/s),80000,150000,
Step time,1.25,"1,4",30
)",
            R"(2 runs, 1 series over GPUs; the longest keeps 93.8 % of its throughput per GPU from 8 to 16 GPUs, no knee up to 16 GPUs
tokens per second: 8→80000 16→150000
[column 2]
cluster.gpus = 8 (column 2)
tokens_per_s: 80000 (column 2)
[column 3]
cluster.gpus = 16 (column 3)
tokens_per_s: 150000 (column 3)
- Step time: 30 has no unit, so it may be seconds or milliseconds; write it into the heading
- table: columns that are not used: Step time
- column 4: no number of GPUs, or nothing measured
)");
        row("times without a unit", R"(GPUs,Iteration time,it/s
8,412.5,2.5
16,1250,
)",
            R"(file: has no run that can be used: Iteration time 1250 has no unit, so it may be seconds or milliseconds; write it into the heading)");
        row("times that are seconds", R"(GPUs,Step time
8,1.25
16,0.7
)",
            R"(2 runs, none at several sizes
[line 2]
cluster.gpus = 8 (line 2)
step_s: 1.25 (line 2, Step time)
[line 3]
cluster.gpus = 16 (line 3)
step_s: 0.7 (line 3, Step time)
- Step time: it has no unit and is read in seconds
)");
        row("units of the cells", R"(GPUs,Speed,Time
8,4 it/s,1m 5s
16,7 it/s,40s
)",
            R"(2 runs, none at several sizes
[line 2]
cluster.gpus = 8 (line 2)
step_s: 0.25 (line 2, Speed)
[line 3]
cluster.gpus = 16 (line 3)
step_s: 0.1428571429 (line 3, Speed)
)");
        row("units of the cells that differ", R"(GPUs,Speed,MFU
8,4 it/s,0.4
16,700 tok/s,0.41
)",
            R"(2 runs, none at several sizes
[line 2]
cluster.gpus = 8 (line 2)
mfu: 0.4 (line 2, MFU)
[line 3]
cluster.gpus = 16 (line 3)
mfu: 0.41 (line 3, MFU)
)");
        row("examples of any kind", R"(GPUs,images/sec,HFU,Loss
8,2400,0.5,2.1
16,4500,0.4,2.0
)",
            R"(2 runs, none at several sizes
[line 2]
cluster.gpus = 8 (line 2)
examples_per_s: 2400 (line 2, images/sec)
[line 3]
cluster.gpus = 16 (line 3)
examples_per_s: 4500 (line 3, images/sec)
- table: columns that are not used: HFU, Loss
)");
        row("a table whose numbers may be either", R"(GPUs;tokens/s;MFU
8;1,250;0.4
16;1.234;0.4
)",
            R"(2 runs, none at several sizes
[line 2]
cluster.gpus = 8 (line 2)
mfu: 0.4 (line 2, MFU)
[line 3]
cluster.gpus = 16 (line 3)
mfu: 0.4 (line 3, MFU)
- line 2, tokens/s: 1,250 may be thousands or have a decimal comma; write it without a separator, or with another number of decimals
- line 3, tokens/s: 1.234 may be thousands or have a decimal point; write it without a separator, or with another number of decimals
)");
        row("sizes that are not whole", R"(GPUs,tokens/s
8.5,80000
99999999999,5
16,150000
)",
            R"(1 run, none at several sizes
[line 4]
cluster.gpus = 16 (line 4)
tokens_per_s: 150000 (line 4)
- line 2: no number of GPUs, or nothing measured
- line 3: GPUs: 99.999999999 G is out of range (1 … 1.048576 M)
- line 3: no number of GPUs, or nothing measured
)");
    }
    void allOfATableIsRead()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(test::toldOf(text.toStdString())), "all");
    }
};

KNEEPOINT_TEST(WholeTablesTest)
#include "whole_tables_test.moc"
