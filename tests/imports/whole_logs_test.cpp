// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Training logs: all that is read of each, as one text.
class WholeLogsTest : public QObject {
    Q_OBJECT

private slots:
    void allOfALogIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("all");
        const auto row = [](const char* name, const char* text, const char* all) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(all);
        };
        row("a Megatron run",
            R"(using world size: 16, data-parallel size: 4, context-parallel size: 2, tensor-model-parallel size: 1, pipeline-model-parallel size: 2
vm-07-14:   hidden_size ..................................... 4096
  num_layers ...................................... 32
  num_attention_heads ............................. 32
  ffn_hidden_size ................................. 11008
  seq_length ...................................... 4096
  micro_batch_size ................................ 2
  group_query_attention ........................... True
  num_query_groups ................................ 8
  swiglu .......................................... True
  untie_embeddings_and_output_weights ............. True
  bf16 ............................................ True
  fp16 ............................................ False
  use_distributed_optimizer ....................... True
  sequence_parallel ............................... False
  recompute_granularity ........................... full
  num_layers_per_virtual_pipeline_stage ........... 4
  padded_vocab_size ............................... 32000
  num_experts ..................................... None
  gpus_per_node ................................... 4
  global_batch_size ............................... 128
 iteration        1/      50 | consumed samples:  64 | elapsed time per iteration (ms): 9000.0 | throughput per GPU (TFLOP/s/GPU): 100.0 | global batch size:    64 |
[Rank 1] (after 1 iterations) memory (MB) | allocated: 100.0 | max allocated: 200.0 | reserved: 300.0 | max reserved: 400.0
[Rank 0] (after 1 iterations) memory (MB) | allocated: 100.0 | max allocated: 200.0 | reserved: 300.0 | max reserved: 500.0
 iteration        2/      50 | consumed samples:  64 | elapsed time per iteration (ms): 2000.0 | throughput per GPU (TFLOP/s/GPU): 230.0 | global batch size:    64 |
 iteration        3/      50 | consumed samples:  64 | elapsed time per iteration (ms): 2010.0 | throughput per GPU (TFLOP/s/GPU): 231.0 | global batch size:    64 |
 iteration        4/      50 | consumed samples:  64 | elapsed time per iteration (ms): 2020.0 | throughput per GPU (TFLOP/s/GPU): 232.0 | global batch size:    64 |
 iteration        5/      50 | consumed samples:  64 | elapsed time per iteration (ms): 8000.0 | throughput per GPU (TFLOP/s/GPU): 50.0 | global batch size:    64 |
 iteration        3/      50 | consumed samples:  64 | elapsed time per iteration (ms): 2010.0 | throughput per GPU (TFLOP/s/GPU): 231.0 | global batch size:    64 |
)",
            R"(Megatron-LM on 16 GPUs: 2.01 s per step (median of 3, spread 10 ms); 1 restart
workload.layers = 32 (line 3)
workload.hidden = 4096 (line 2)
workload.heads = 32 (line 4)
workload.ffn = 11008 (line 5)
workload.vocabulary = 32000 (line 18)
workload.sequence_length = 4096 (line 6)
workload.batch_per_gpu = 2 (line 7)
workload.global_batch = 128 (line 21)
plan.tensor_parallel = 1 (line 1)
plan.pipeline_parallel = 2 (line 1)
plan.context_parallel = 2 (line 1)
plan.sequence_parallel = 0 (line 15)
workload.gated = 1 (line 10)
workload.tied_embeddings = 0 (line 11)
workload.precision = bf16 (line 12)
plan.zero_stage = 1 (line 14)
workload.kv_heads = 8 (line 9)
plan.recompute = full (line 16)
plan.virtual_stages = 4 (line 17)
plan.pipeline_schedule = interleaved (line 17)
cluster.gpus = 16 (world size)
cluster.gpus_per_node = 4 (line 20)
step_s: 2.01 ± 0.01 of 3 (step lines)
achieved_flops: 2.31e+14 ± 1e+12 of 3 (step lines)
memory_bytes: 524288000 (memory lines)
step time: 1→9 2→2 3→2.01 4→2.02 5→8 (step lines)
- step lines: global batch 64 differs from 128, which is used
- step lines: steps 1, 5: the first, or more than 1.5 times the median (warm-up, profiler, checkpoint)
)");
        row("a command line",
            R"(srun python pretrain_gpt.py --tensor-model-parallel-size 4 --num-layers 24 --hidden-size '2048' --num-experts 8 --moe-router-topk 2 --expert-model-parallel-size 2 --multi-latent-attention --kv-lora-rank 512 --q-lora-rank 1536 --fp8 e4m3 --zero-stage 2 --use-distributed-optimizer --recompute-granularity selective --sequence-parallel --num-layers-per-virtual-pipeline-stage 5 --overlap-grad-reduce --tp-comm-overlap --world-size 64
 iteration        7/      50 | elapsed time per iteration (ms): 3000.0 | samples per second: 21.5 | global batch size:    64 |
)",
            R"(Megatron-DeepSpeed on 64 GPUs: 3 s per step (median of 1, spread 0 s)
workload.layers = 24 (line 1)
workload.hidden = 2048 (line 1)
workload.experts = 8 (line 1)
workload.top_k = 2 (line 1)
plan.tensor_parallel = 4 (line 1)
plan.expert_parallel = 2 (line 1)
plan.zero_stage = 2 (line 1)
plan.sequence_parallel = 1 (line 1)
plan.recompute = selective (line 1)
workload.precision = fp8 (line 1)
workload.key_latent = 512 (line 1)
workload.query_latent = 1536 (line 1)
cluster.gpus = 64 (line 1)
workload.global_batch = 64 (step lines)
step_s: 3 (step lines)
examples_per_s: 21.5 (step lines)
step time: 7→3 (step lines)
- line 1: layers of a virtual stage that do not divide those of a stage
- line 1: tp_comm_overlap True is not used; it concerns overlap, which the software's constants describe
)");
        row("TorchTitan", R"(Building 2-D device mesh with ['dp_shard', 'tp'], [8, 4]
Trainer is initialized with local batch size 3, global batch size 24, gradient accumulation steps 1, sequence length 8192
[titan] 2026-05-18 16:08:10,000 - root - INFO - step:  1  loss: 12.2  memory: 40.00GiB(50.0%)  tps: 500  tflops: 10.0  mfu: 1.00%
[titan] 2026-05-18 16:08:12,000 - root - INFO - step:  2  loss: 11.2  memory: 44.00GiB(55.0%)  tps: 5,000  tflops: 300.0  mfu: 30.00%
[titan] 2026-05-18 16:08:14,250 - root - INFO - step:  3  loss: 10.2  memory: 42.00GiB(52.0%)  tps: 5,200  tflops: 310.0  mfu: 31.00%
[titan] 2026-05-18 16:08:16,500 - root - INFO - step:  5  loss: 10.1  memory: 42.00GiB(52.0%)  tps: 5,100  tflops: 320.0  mfu: 32.00%
)",
            R"(TorchTitan on 32 GPUs: 2 s per step (median of 3, spread 591 ms)
workload.sequence_length = 8192 (line 2)
workload.batch_per_gpu = 3 (line 2)
workload.global_batch = 24 (line 2)
cluster.gpus = 32 (world size)
step_s: 2 ± 0.5907 of 3 (step lines)
tokens_per_s: 163200 ± 3200 of 3 (step lines)
mfu: 0.31 ± 0.01 of 3 (step lines)
achieved_flops: 3.1e+14 ± 1e+13 of 3 (step lines)
memory_bytes: 4.724464026e+10 (memory lines)
step time: 2→2 3→2.25 5→1.125 (step lines)
)");
        row("a rate per GPU alone", R"([batch=1/10]
 Train throughput/device/tokens_per_sec: 1000.0
 Train throughput/device/tokens_per_sec: 2000.0
 Train throughput/device/tokens_per_sec: 2200.0
 Train throughput/device/mfu: 0.41
 Train throughput/batches_per_sec: 0.5
)",
            R"(Composer: 2 s per step (median of 1, spread 0 s)
step_s: 2 (step lines)
mfu: 0.41 (step lines)
step time: 5→2 (step lines)
- step lines: 2100 tokens/s per GPU: the log does not state the number of GPUs
)");
        row("micro-batches", R"(Epoch 1 | iter 8 step 2 | loss train: 1.210 | iter time: 250.00 ms (step)
Epoch 1 | iter 12 step 3 | loss train: 1.210 | iter time: 240.00 ms (step)
)",
            R"(LitGPT: 980 ms per step (median of 2, spread 28.3 ms)
plan.accumulation = 4 (step lines)
step_s: 0.98 ± 0.02828 of 2 (step lines)
step time: 2→1 3→0.96 (step lines)
- step lines: the log has the time of a micro-batch (245 ms); a step has 4 of them, and the optimizer besides
)");
        row("a step of reinforcement learning",
            R"(step:1 - timing_s/gen:40.1 - timing_s/update_actor:30.2 - timing_s/step:95.4
step:2 - timing_s/gen:40.1 - timing_s/update_actor:30.4 - timing_s/step:95.8
)",
            R"(verl: 95.6 s per step (median of 2, spread 283 ms)
step_s: 95.6 ± 0.2828 of 2 (step lines)
step time: 1→95.4 2→95.8 (step lines)
- step lines: a step of reinforcement learning does more than training: its update takes 30.3 s
)");
        row("the average of a run",
            R"({'train_runtime': 3600.0, 'train_samples_per_second': 0.5, 'train_steps_per_second': 0.125}
)",
            R"(Hugging Face Trainer: 8 s per step (median of 1, spread 0 s)
step_s: 8 (step lines)
examples_per_s: 0.5 (step lines)
step time: 1→8 (step lines)
- step lines: the average of the whole run, evaluations, checkpoints and the first steps included
)");
        row("two runs", R"(using world size: 8, data-parallel size: 8
 iteration 1/ 50 | elapsed time per iteration (ms): 900.0 | global batch size: 32 |
 iteration 2/ 50 | elapsed time per iteration (ms): 800.0 | global batch size: 32 |
 iteration 3/ 50 | elapsed time per iteration (ms): 802.0 | global batch size: 32 |
using world size: 16, data-parallel size: 16
 iteration 1/ 50 | elapsed time per iteration (ms): 500.0 | global batch size: 32 |
 iteration 2/ 50 | elapsed time per iteration (ms): 400.0 | global batch size: 32 |
 iteration 3/ 50 | elapsed time per iteration (ms): 404.0 | global batch size: 32 |
)",
            R"(2 runs: 801 ms per step at a global batch of 32 on 8 GPUs; 402 ms per step at a global batch of 32 on 16 GPUs
[run from line 1]
cluster.gpus = 8 (world size)
workload.global_batch = 32 (step lines)
step_s: 0.801 ± 0.001414 of 2 (step lines)
[run from line 6]
cluster.gpus = 16 (world size)
workload.global_batch = 32 (step lines)
step_s: 0.402 ± 0.002828 of 2 (step lines)
- run from line 1, step lines: step 1: the first, or more than 1.5 times the median (warm-up, profiler, checkpoint)
- run from line 6, step lines: step 1: the first, or more than 1.5 times the median (warm-up, profiler, checkpoint)
- log: it has several runs, so no single step time or batch is set
)");
        row("runs without times or batches", R"( Train throughput/device/tokens_per_sec: 1000.0
step:1 - timing_s/step:95.4
step:2 - timing_s/step:95.4
step:1 - timing_s/step:50.4
step:2 - timing_s/step:50.8
)",
            R"(2 runs: 95.4 s per step; 50.6 s per step
[run from line 1]
step_s: 95.4 ± 0 of 2 (step lines)
[run from line 4]
step_s: 50.6 ± 0.2828 of 2 (step lines)
- run from line 1, step lines: 1000 tokens/s per GPU: the log does not state the number of GPUs
- log: it has several runs, so no single step time or batch is set
)");
        row("contradictions", R"(  global_batch_size ............................... 64
  tensor_model_parallel_size ...................... 3
  num_layers ...................................... -3
 iteration 10/ 50 | elapsed time per iteration (ms): 900.0 | global batch size: 32 |
 iteration 11/ 50 | elapsed time per iteration (ms): 800.0 | global batch size: 32 |
 iteration 10/ 50 | elapsed time per iteration (ms): 1900.0 | global batch size: 32 |
)",
            R"(2 runs: 850 ms per step at a global batch of 64; 1.9 s per step at a global batch of 32
[run from line 1]
workload.global_batch = 64 (line 1)
plan.tensor_parallel = 3 (line 2)
step_s: 0.85 ± 0.07071 of 2 (step lines)
[run from line 6]
workload.global_batch = 32 (step lines)
step_s: 1.9 (step lines)
- run from line 1, line 3: Layers: -3 is out of range (1 … 1000)
- run from line 1, step lines: global batch 32 differs from 64, which is used
- log: it has several runs, so no single step time or batch is set
)");
        row("a DeepSpeed launch", R"([INFO] [launch.py] nnodes=2, num_local_procs=8, node_rank=0
  zero_stage ...................................... 3
  bf16 ............................................ 1
  checkpoint_activations .......................... True
  untie_embeddings_and_output_weights ............. False
[2026-04-02 08:00:00,000] [INFO] [timer.py:200:stop] epoch=0/micro_step=80/global_step=20, RunningAvgSamplesPerSec=30.5, CurrSamplesPerSec=31.5, MemAllocated=2.0GB, MaxMemAllocated=20.0GB
[2026-04-02 08:00:00,000] [INFO] [timer.py:200:stop] epoch=0/micro_step=160/global_step=40, RunningAvgSamplesPerSec=30.5, CurrSamplesPerSec=32.5, MemAllocated=2.0GB, MaxMemAllocated=21.0GB
)",
            R"(DeepSpeed on 16 GPUs
plan.zero_stage = 3 (line 2)
workload.tied_embeddings = 1 (line 5)
workload.precision = bf16 (line 3)
plan.recompute = full (line 4)
cluster.gpus = 16 (world size)
cluster.gpus_per_node = 8 (line 1)
examples_per_s: 32 ± 0.7071 of 2 (step lines)
memory_bytes: 2.25485783e+10 (memory lines)
)");
    }
    void allOfALogIsRead()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(test::toldOf(text.toStdString())), "all");
    }
};

KNEEPOINT_TEST(WholeLogsTest)
#include "whole_logs_test.moc"
