// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/training_log.h"
#include "tests/support/test_registry.h"

#include <fmt/format.h>

#include <QTest>

using namespace kneepoint;

namespace {

/// All that a line says of its step, in base units.
std::string stepText(std::string_view line)
{
    const auto step = loggedStep(line);
    if (!step)
        return "none";
    std::string text(step->program);
    const auto add = [&](const char* name, std::optional<double> value) {
        if (value)
            text += fmt::format(", {} {:.10g}", name, *value);
    };
    const auto unless = [](double value, double usual) { return value == usual ? std::nullopt : std::optional(value); };
    add("step", unless(step->number, -1));
    add("s", step->seconds);
    add("MFU", step->mfu);
    add("FLOP/s", step->flops_per_gpu);
    add("tokens/s/GPU", step->tokens_per_s_per_gpu);
    add("tokens/s", step->tokens_per_s);
    add("examples/s", step->examples_per_s);
    add("bytes", step->memory_bytes);
    add("batch", step->global_batch);
    add("clock", step->clock_s);
    add("update", step->update_s);
    add("micro-batches", unless(step->microbatches, 0));
    add("of", unless(step->total, 0));
    add("elapsed", unless(step->elapsed_s, 0));
    return text + (step->is_average ? ", average" : "");
}
} // namespace

/// Lines of training programs, each with all that it says of its step.
class StepLinesTest : public QObject {
    Q_OBJECT

private slots:
    void allOfALineIsRead_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("all");
        const auto row = [](const char* line, const char* all) {
            QTest::newRow(line) << QByteArray(line) << QByteArray(all);
        };
        row(R"x( iteration        2/     100 | consumed samples:          256 | elapsed time per iteration (ms): 5630.1 | throughput per GPU (TFLOP/s/GPU): 231.9 | global batch size:   128 |)x",
            "Megatron-LM, step 2, s 5.6301, FLOP/s 2.319e+14, batch 128");
        row(R"x( iteration       10/     100 | elapsed time per iteration (s): 5.21 | samples per second: 1.2 | TFLOPs: 147.61 |)x",
            "Megatron-DeepSpeed, step 10, s 5.21, FLOP/s 1.4761e+14, examples/s 1.2");
        row(R"x( samples/sec: 1.2 | iteration       10/  320000 | elapsed time per iteration (ms): 853.1 | approx flops per GPU: 123.4TFLOPS | MFU: 39.5% |)x",
            "GPT-NeoX, step 10, s 0.8531, MFU 0.395, FLOP/s 1.234e+14, examples/s 1.2");
        row(R"x(iteration: 5 / 100 | consumed_tokens: 1.05M | time_per_iteration_ms: 1.2K | tokens_per_sec: 873K | tokens_per_sec_per_gpu: 109K | global_batch_size: 1.5M | model_tflops_per_gpu: 345 | MFU: 0.41 |)x",
            "nanotron, step 5, s 1.2, MFU 0.41, FLOP/s 3.45e+14, tokens/s/GPU 109000, tokens/s 873000, batch 1500000");
        row(R"x(iteration: 7/100 | elapsed_time_per_iteration_ms: 1500 | tokens per gpu per second (tgs): 2B | tokens_per_sec: 3T | max_memory_reserved: 123456 |)x",
            "nanotron, step 7, s 1.5, tokens/s/GPU 2000000000, tokens/s 3e+12, bytes 123456");
        row(R"x(Training epoch 0, iteration 7/99 | global_batch_size: 64 | TFLOPS_per_GPU: 400.0 | train_step_timing in s: 3.25)x",
            "NeMo, step 7, s 3.25, FLOP/s 4e+14, batch 64");
        row(R"x(iteration 5 | no total: 3 |)x", "none");
        row(R"x(iteration | 3/4 |)x", "none");
        row(R"x(iteration 3/4)x", "none");
        row(R"x([titan] 2026-05-18 16:08:16,958 - root - INFO - step: 54  loss:  2.77350  memory:  9.46GiB(64.99%)  tps: 7,084  tflops: 0.51  mfu: 0.16%)x",
            "TorchTitan, step 54, MFU 0.0016, FLOP/s 5.1e+11, tokens/s/GPU 7084, bytes 1.015759766e+10, clock "
            "58096.958");
        row(R"x(2024-06-18 01:02:03.25 - root - INFO - step: 10 loss: 10.1 memory: 2.00GiB(64.99%) wps: 7,084 mfu: N/A)x",
            "TorchTitan, step 10, tokens/s/GPU 7084, bytes 2147483648, clock 3723.25");
        row(R"x(step: 10 loss: 10.1 memory: 2.00GiB tps: 70)x",
            "TorchTitan, step 10, tokens/s/GPU 70, bytes 2147483648");
        row("10:11:12 step: 10 loss: 1 tps: 70", "TorchTitan, step 10, tokens/s/GPU 70, clock 36672");
        row("x0:11:12 step: 10 loss: 1 tps: 70", "TorchTitan, step 10, tokens/s/GPU 70");
        row("1x:11:12 step: 10 loss: 1 tps: 70", "TorchTitan, step 10, tokens/s/GPU 70");
        row("10:x1:12 step: 10 loss: 1 tps: 70", "TorchTitan, step 10, tokens/s/GPU 70");
        row("10:1x:12 step: 10 loss: 1 tps: 70", "TorchTitan, step 10, tokens/s/GPU 70");
        row("10:11:x2 step: 10 loss: 1 tps: 70", "TorchTitan, step 10, tokens/s/GPU 70");
        row("10:11:1x step: 10 loss: 1 tps: 70", "TorchTitan, step 10, tokens/s/GPU 70");
        row(R"x(step: 10 tps: 70)x", "none");
        row(R"x( Train throughput/device/tokens_per_sec: 10643.1)x", "Composer, tokens/s/GPU 10643.1");
        row(R"x( Train throughput/tokens_per_sec: 20000)x", "Composer, tokens/s 20000");
        row(R"x( Train throughput/device/mfu: 0.4)x", "Composer, MFU 0.4");
        row(R"x( Train throughput/batches_per_sec: 0.5)x", "Composer, s 2");
        row(R"x( Train throughput/batches_per_sec: 0)x", "none");
        row(R"x(    throughput/device/tokens_per_second=1234)x", "OLMo, tokens/s/GPU 1234");
        row(R"x(    throughput/device/TPS=12,345)x", "OLMo, tokens/s/GPU 12345");
        row(R"x(    throughput/device/batches_per_second=0.25)x", "OLMo, s 4");
        row(R"x(    throughput/device/BPS=0.2)x", "OLMo, s 5");
        row(R"x(    throughput/device/BPS=0)x", "none");
        row(R"x(    throughput/device/MFU=41.2)x", "OLMo, MFU 0.412");
        row(R"x( throughput/other: 5)x", "none");
        row(R"x(Epoch 0: 12/100 v_num=1, train_step_timing in s=2.200, global_step=12.00)x", "NeMo, step 12, s 2.2");
        row(R"x(Step Time : 2.20s GPU utilization: 489.1MODEL_TFLOP/s/GPU)x",
            "Megatron-Bridge, s 2.2, FLOP/s 4.891e+14");
        row(R"x(Step Time : 2.20s)x", "none");
        row(R"x(epoch=0/micro_step=80/global_step=20, RunningAvgSamplesPerSec=30.5, CurrSamplesPerSec=31.5, MemAllocated=2.0GB, MaxMemAllocated=20.0GB)x",
            "DeepSpeed, step 20, examples/s 31.5, bytes 2.147483648e+10");
        row(R"x([timer.py:100:stop] 0/40, SamplesPerSec=21.5, MaxMemAllocated=9.0GB)x",
            "DeepSpeed, step 40, examples/s 21.5, bytes 9663676416");
        row(R"x(SamplesPerSec=21.5)x", "none");
        row(R"x(iter 12: loss 4.1012, time 250.50ms, mfu 20.00%)x", "nanoGPT, step 12, s 0.2505, MFU 0.2");
        row(R"x(iter 12: loss 4.1012, time 250.50ms, mfu -100.00%)x", "nanoGPT, step 12, s 0.2505");
        row(R"x(iter 12: loss 4.1012)x", "none");
        row(R"x(step 00007/01000 (0.70%) | loss: 5.0 | dt: 300.00ms | tok/sec: 1,747,627 | mfu: 41.0 |)x",
            "nanochat, step 7, s 0.3, MFU 0.41, tokens/s 1747627");
        row(R"x(step 00007/01000 | dt: 300.00ms |)x", "none");
        row(R"x(step    7/900 | loss 7.1 (+1.2z)| norm 2.1 (+0.1z)| lr 1e-04 | 500.00 ms | 40.0% bf16 MFU | 1048576 tok/s)x",
            "llm.c, step 7, s 0.5, MFU 0.4, tokens/s 1048576");
        row(R"x(step    7/900 | loss 7.1 (+1.2z)| norm 2.1 (+0.1z)| lr 1e-04 | 500.00 ms | -100.0% bf16 MFU | 1048576 tok/s)x",
            "llm.c, step 7, s 0.5, tokens/s 1048576");
        row(R"x(step    7/900 | 1048576 tok/s)x", "none");
        row(R"x(Epoch 2 | iter 30 step 10 | loss train: 1.1 | iter time: 100.00 ms (step))x",
            "LitGPT, step 10, s 0.3, micro-batches 3");
        row(R"x(Epoch 2 | iter 9 step 10 | loss train: 1.1 | iter time: 100.00 ms (step))x", "none");
        row(R"x(Epoch 2 | iter 9 step 0 | loss train: 1.1 | iter time: 100.00 ms)x", "none");
        row(R"x(Epoch 2 | iter 1 step 1 | loss train: 1.1 | iter time: 100.00 ms)x",
            "LitGPT, step 1, s 0.1, micro-batches 1");
        row(R"x(Step 9 | loss:1.5 lr:1e-05 tokens_per_second_per_gpu:2000.0 peak_memory_active:10.0)x",
            "torchtune, step 9, tokens/s/GPU 2000, bytes 1.073741824e+10");
        row(R"x({'loss': 1.2, 'memory/max_mem_active(gib)': 10.0, 'tokens_per_second_per_gpu': 3120.4, 'epoch': 0.02})x",
            "Axolotl, tokens/s/GPU 3120.4, bytes 1.073741824e+10");
        row(R"x(completed step: 8, seconds: 3.500, TFLOP/s/device: 150.0, Tokens/s/device: 9000.0, loss: 2.9)x",
            "MaxText, step 8, s 3.5, FLOP/s 1.5e+14, tokens/s/GPU 9000");
        row(R"x(| epoch 001:   100 / 800 loss=9.1, wps=30000, ups=2.5, wpb=12000, bsz=400, num_updates=101, wall=60)x",
            "fairseq, step 101, s 0.4, tokens/s 30000");
        row(R"x(2026-03-02 | INFO | train_inner | epoch 001: 10 / 99 loss=9, wps=50000, ups=0.25, wpb=200000, num_updates=10)x",
            "fairseq, step 10, s 4, tokens/s 50000");
        row(R"x(train_inner | wps=50000)x", "none");
        row(R"x(train_inner | ups=0, wps=5)x", "fairseq, tokens/s 5");
        row(R"x([02/03 11:00:00 d2.utils.events]:  eta: 1:00:00  iter: 59  total_loss: 1.2  time: 0.3100  data_time: 0.0100  last_data_time: 0.0090  max_mem: 4096M)x",
            "Detectron2, step 59, s 0.31, bytes 4294967296");
        row(R"x(mmengine - INFO - Epoch(train)  [3][ 50/1000]  lr: 1e-03  eta: 2:00:00  time: 0.2500  data_time: 0.0100  memory: 2048  loss: 1.0)x",
            "MMEngine, step 2050, s 0.25, bytes 2147483648");
        row(R"x(mmengine - INFO - Iter(train) [ 50/1000]  lr: 1e-03  eta: 2:00:00  data_time: 0.0100 time: 0.2500  memory: 2048  loss: 1.0)x",
            "MMEngine, step 50, s 0.25, bytes 2147483648");
        row(R"x(step:4 - actor/loss:0.1 - timing_s/update_actor:12.0 - timing_s/step:50.0)x",
            "verl, step 4, s 50, update 12");
        row(R"x({'train_runtime': 100.0, 'train_samples_per_second': 8.0, 'train_steps_per_second': 0.5, 'epoch': 1.0})x",
            "Hugging Face Trainer, s 2, examples/s 8, average");
        row(R"x({'train_runtime': 100.0})x", "none");
        row(R"x({'loss': 0.7, 'memory(GiB)': 40.1, 'train_speed(iter/s)': 0.2, 'epoch': 0.1, 'global_step/max_steps': '5/90'})x",
            "ms-swift, step 5, s 5, bytes 4.305704714e+10, average");
        row(R"x({'loss': 0.7, 'train_speed(s/it)': 2.5})x", "ms-swift, s 2.5, average");
        row(R"x({'loss': 0.7, 'train_speed(iter/s)': 0})x", "none");
        row(R"x(  5%|▌         | 20/400 [00:50<15:50,  2.50s/it])x",
            "Hugging Face Trainer, step 20, s 2.5, of 400, elapsed 50");
        row(R"x(Epoch 0:  10%|█  | 10/100 [1:00:05<00:45, 4.00it/s, v_num=1])x",
            "Lightning, step 10, s 0.25, of 100, elapsed 3605");
        row(R"x(Epoch 0)x", "none");
        row(R"x(100%|█| 4/4 [00:10<00:00, 2.50s/x])x", "none");
        row(R"x(100%|█| 4 [00:10<00:00, 2.50s/it])x", "none");
        row(R"x(100%|█| 4/4 [00:10<00:00])x", "none");
        row(R"x(Loading: 100%|█| 4/4 [00:10<00:00, 2.50s/it])x", "none");
    }
    void allOfALineIsRead()
    {
        QFETCH(const QByteArray, line);
        QTEST(QByteArray::fromStdString(stepText(line.toStdString())), "all");
    }
};

KNEEPOINT_TEST(StepLinesTest)
#include "step_lines_test.moc"
