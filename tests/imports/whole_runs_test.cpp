// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Logs that are not of one steady run: all that is read of each, as one text.
class WholeRunsTest : public QObject {
    Q_OBJECT

private slots:
    void allOfALogIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("all");
        const auto row = [](const char* name, const char* text, const char* all) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(all);
        };
        row("ranges", R"( iteration 1/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 2/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 3/ 900 | elapsed time per iteration (ms): 3000 | global batch size: 32 |
 iteration 4/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 5/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 6/ 900 | elapsed time per iteration (ms): 3000 | global batch size: 32 |
 iteration 7/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 8/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 9/ 900 | elapsed time per iteration (ms): 3000 | global batch size: 32 |
 iteration 10/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 11/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 12/ 900 | elapsed time per iteration (ms): 3000 | global batch size: 32 |
 iteration 13/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 14/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 15/ 900 | elapsed time per iteration (ms): 3000 | global batch size: 32 |
 iteration 16/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 17/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 18/ 900 | elapsed time per iteration (ms): 3000 | global batch size: 32 |
 iteration 19/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 20/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 21/ 900 | elapsed time per iteration (ms): 3000 | global batch size: 32 |
 iteration 22/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 23/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 24/ 900 | elapsed time per iteration (ms): 3000 | global batch size: 32 |
 iteration 25/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 26/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 27/ 900 | elapsed time per iteration (ms): 3000 | global batch size: 32 |
 iteration 28/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 29/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 30/ 900 | elapsed time per iteration (ms): 3000 | global batch size: 32 |
 iteration 31/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 32/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 33/ 900 | elapsed time per iteration (ms): 3000 | global batch size: 32 |
 iteration 34/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 35/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 36/ 900 | elapsed time per iteration (ms): 3000 | global batch size: 32 |
 iteration 37/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 38/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 39/ 900 | elapsed time per iteration (ms): 3000 | global batch size: 32 |
)",
            R"(Megatron-LM: 1 s per step (median of 25, spread 0 s)
workload.global_batch = 32 (step lines)
step_s: 1 ± 0 of 25 (step lines)
step time: 1→1 2→1 3→3 4→1 5→1 6→3 7→1 8→1 9→3 10→1 11→1 12→3 13→1 14→1 15→3 16→1 17→1 18→3 19→1 20→1 21→3 22→1 23→1 24→3 25→1 26→1 27→3 28→1 29→1 30→3 31→1 32→1 33→3 34→1 35→1 36→3 37→1 38→1 39→3 (step lines)
- step lines: steps 1, 3, 6, 9, 12, 15, 18, 21 …: the first, or more than 1.5 times the median (warm-up, profiler, checkpoint)
)");
        row("two restarts", R"( iteration 5/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 6/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 7/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 6/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 7/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 8/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 7/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 8/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
)",
            R"(Megatron-LM: 1 s per step (median of 4, spread 0 s); 2 restarts
workload.global_batch = 32 (step lines)
step_s: 1 ± 0 of 4 (step lines)
step time: 5→1 6→1 7→1 8→1 (step lines)
)");
        row("repeats", R"( iteration 10/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 11/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 11/ 900 | elapsed time per iteration (ms): 2000 | global batch size: 32 |
 iteration 12/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
)",
            R"(Megatron-LM: 1 s per step (median of 3, spread 0 s)
workload.global_batch = 32 (step lines)
step_s: 1 ± 0 of 3 (step lines)
step time: 10→1 11→1 12→1 (step lines)
- step lines: 1 line repeats a step with other values (step 11: 2 s, before 1 s); the first is used
)");
        row("all slow", R"( iteration 5/ 900 | elapsed time per iteration (ms): 100 | global batch size: 32 |
 iteration 6/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 7/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 8/ 900 | elapsed time per iteration (ms): 1500 | global batch size: 32 |
 iteration 9/ 900 | elapsed time per iteration (ms): 1501 | global batch size: 32 |
)",
            R"(Megatron-LM: 1 s per step (median of 4, spread 583 ms)
workload.global_batch = 32 (step lines)
step_s: 1 ± 0.5831 of 4 (step lines)
step time: 5→0.1 6→1 7→1 8→1.5 9→1.501 (step lines)
- step lines: step 9: the first, or more than 1.5 times the median (warm-up, profiler, checkpoint)
)");
        row("first only late", R"( iteration 2/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 3/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 4/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 5/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
)",
            R"(Megatron-LM: 1 s per step (median of 4, spread 0 s)
workload.global_batch = 32 (step lines)
step_s: 1 ± 0 of 4 (step lines)
step time: 2→1 3→1 4→1 5→1 (step lines)
)");
        row("two steps", R"( iteration 1/ 900 | elapsed time per iteration (ms): 9000 | global batch size: 32 |
 iteration 2/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
)",
            R"(Megatron-LM: 5 s per step (median of 2, spread 5.66 s)
workload.global_batch = 32 (step lines)
step_s: 5 ± 5.657 of 2 (step lines)
step time: 1→9 2→1 (step lines)
)");
        row("half the batch", R"( iteration 5/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 16 |
 iteration 6/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 16 |
 iteration 7/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 24 |
 iteration 8/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 9/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
)",
            R"(Megatron-LM: 1 s per step (median of 2, spread 0 s)
workload.global_batch = 32 (step lines)
step_s: 1 ± 0 of 2 (step lines)
step time: 8→1 9→1 (step lines)
- step lines: steps 5–7 with a global batch from 16: the batch grows to 32, whose steps are used
)");
        row("shrinking batch", R"( iteration 5/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 64 |
 iteration 6/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 7/ 900 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
)",
            R"(Megatron-LM: 1 s per step (median of 3, spread 0 s)
workload.global_batch = 32 (step lines)
step_s: 1 ± 0 of 3 (step lines)
step time: 5→1 6→1 7→1 (step lines)
)");
        row("rates with a first step", R"( Train throughput/device/tokens_per_sec: 10
 Train throughput/device/tokens_per_sec: 1000
 Train throughput/device/tokens_per_sec: 1100
)",
            R"(Composer
- step lines: 1050 tokens/s per GPU: the log does not state the number of GPUs
)");
        row("titan gap over midnight",
            R"([titan] 2026-05-18 16:00:10,000 - root - INFO - step: 2  loss: 12.2  memory: 40.00GiB(50.0%)  tps: 5,000  mfu: 30.00%
[titan] 2026-05-18 16:00:12,000 - root - INFO - step: 3  loss: 12.2  memory: 40.00GiB(50.0%)  tps: 5,000  mfu: 30.00%
[titan] 2026-05-18 16:00:12,000 - root - INFO - step: 4  loss: 12.2  memory: 40.00GiB(50.0%)  tps: 5,000  mfu: 30.00%
[titan] 2026-05-18 16:00:18,000 - root - INFO - step: 6  loss: 12.2  memory: 40.00GiB(50.0%)  tps: 5,000  mfu: 30.00%
)",
            R"(TorchTitan: 2.5 s per step (median of 2, spread 707 ms)
step_s: 2.5 ± 0.7071 of 2 (step lines)
mfu: 0.3 ± 0 of 4 (step lines)
memory_bytes: 4.294967296e+10 (memory lines)
step time: 3→2 6→3 (step lines)
- step lines: 5000 tokens/s per GPU: the log does not state the number of GPUs
)");
        row("swift", R"({'loss': 0.7, 'memory(GiB)': 40.0, 'train_speed(iter/s)': 0.25, 'global_step/max_steps': '5/90'}
{'loss': 0.7, 'memory(GiB)': 40.0, 'train_speed(iter/s)': 0.25, 'global_step/max_steps': '10/90'}
)",
            R"(ms-swift: 4 s per step (median of 1, spread 0 s)
step_s: 4 (step lines)
memory_bytes: 4.294967296e+10 (memory lines)
step time: 10→4 (step lines)
- step lines: the average of the whole run, evaluations, checkpoints and the first steps included
)");
        row("bars", R"(  5%|▌ | 20/400 [00:50<15:50,  2.50s/it]
  5%|▌ | 0/400 [00:50<15:50,  9.50s/it]
 10%|█ | 40/400 [01:40<15:00,  2.40s/it]
 50%|█ | 5/10 [00:01<00:01,  9.00it/s]
)",
            R"(Hugging Face Trainer: 2.45 s per step (median of 2, spread 70.7 ms)
step_s: 2.45 ± 0.07071 of 2 (step lines)
step time: 20→2.5 40→2.4 (step lines)
)");
        row("bars, longer", R"( 50%|█ | 5/10 [00:01<00:01,  9.00it/s]
  5%|▌ | 20/400 [00:50<15:50,  2.50s/it]
 10%|█ | 40/400 [01:40<15:00,  2.40s/it]
)",
            R"(Hugging Face Trainer: 2.45 s per step (median of 2, spread 70.7 ms)
step_s: 2.45 ± 0.07071 of 2 (step lines)
step time: 20→2.5 40→2.4 (step lines)
)");
        row("open marks", R"(step 00003/9000 | dt: 500ms | tok/sec: 5.101
step 00004/9000 | dt: 500ms | tok/sec: 5.102
step 00005/9000 | dt: 500ms | tok/sec: 5.103
)",
            R"(nanochat: 500 ms per step (median of 3, spread 0 s)
step_s: 0.5 ± 0 of 3 (step lines)
step time: 3→0.5 4→0.5 5→0.5 (step lines)
- step lines: 5.101 tokens/s may be 5.101 or, if dots group thousands, 5101; the log does not tell, so its throughput is not used: write it without groups
)");
        row("open marks that a batch decides", R"(  seq_length ........... 2048
 iteration 3/ 100 | elapsed time per iteration (ms): 2000 | global batch size: 16 | tokens_per_sec: 16.384 |
 iteration 4/ 100 | elapsed time per iteration (ms): 2000 | global batch size: 16 | tokens_per_sec: 16.384 |
 iteration 5/ 100 | elapsed time per iteration (ms): 2000 | global batch size: 16 | tokens_per_sec: 16.384 |
)",
            R"(Megatron-LM: 2 s per step (median of 3, spread 0 s)
workload.sequence_length = 2048 (line 1)
workload.global_batch = 16 (step lines)
step_s: 2 ± 0 of 3 (step lines)
tokens_per_s: 16384 ± 0 of 3 (step lines)
step time: 3→2 4→2 5→2 (step lines)
)");
        row("per GPU differs", R"(using world size: 8, data-parallel size: 8
iteration: 5 / 100 | time_per_iteration_ms: 1.2K | tokens_per_sec: 80K | tokens_per_sec_per_gpu: 20K |
iteration: 6 / 100 | time_per_iteration_ms: 1.2K | tokens_per_sec: 80K | tokens_per_sec_per_gpu: 20K |
)",
            R"(nanotron on 8 GPUs: 1.2 s per step (median of 2, spread 0 s)
cluster.gpus = 8 (world size)
step_s: 1.2 ± 0 of 2 (step lines)
tokens_per_s: 80000 ± 0 of 2 (step lines)
step time: 5→1.2 6→1.2 (step lines)
- step lines: 20 k tokens/s per GPU on 8 GPUs differs from 80 k tokens/s, which is used
)");
        row("memory of several kinds", R"([Rank 1] (after 1 iterations) memory (MB) | allocated: 100.0
[Rank 1] memory (GB) | max reserved: 900.0
[Rank 1] (after 1 iterations) memory (MB) | max reserved: 300.0
[Rank 0] (after 1 iterations) memory (MB) | max reserved: 400.0
[Rank 2] (after 1 iterations) memory (MB) | max reserved: 200.0
 iteration 7/ 50 | elapsed time per iteration (ms): 1000 |
)",
            R"(Megatron-LM: 1 s per step (median of 1, spread 0 s)
step_s: 1 (step lines)
memory_bytes: 419430400 (memory lines)
step time: 7→1 (step lines)
)");
        row("a second rank whose lines follow", R"(  num_layers ........................... 24
 iteration 5/ 50 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 6/ 50 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 7/ 50 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
  hidden_size .......................... 512
 iteration 5/ 50 | elapsed time per iteration (ms): 1010 | global batch size: 32 |
 iteration 6/ 50 | elapsed time per iteration (ms): 1010 | global batch size: 32 |
 iteration 8/ 50 | elapsed time per iteration (ms): 1010 | global batch size: 32 |
)",
            R"(Megatron-LM: 1 s per step (median of 4, spread 5 ms); 1 restart
workload.layers = 24 (line 1)
workload.hidden = 512 (line 5)
workload.global_batch = 32 (step lines)
step_s: 1 ± 0.005 of 4 (step lines)
step time: 5→1 6→1 7→1 8→1.01 (step lines)
)");
        row("only a final batch", R"( iteration 5/ 50 | elapsed time per iteration (ms): 1000 | global batch size: 32 |
 iteration 6/ 50 | elapsed time per iteration (ms): 3000 | global batch size: 96 |
)",
            R"(Megatron-LM: 3 s per step (median of 1, spread 0 s)
workload.global_batch = 96 (step lines)
step_s: 3 (step lines)
step time: 6→3 (step lines)
- step lines: steps 5–5 with a global batch from 32: the batch grows to 96, whose steps are used
)");
    }
    void allOfALogIsRead()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(test::toldOf(text.toStdString())), "all");
    }
};

KNEEPOINT_TEST(WholeRunsTest)
#include "whole_runs_test.moc"
