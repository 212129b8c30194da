// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/scenario/choices.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

double valueOf(const Evidence& evidence, const char* metric)
{
    const Measurement* m = measurementOf(evidence, metric);
    return m ? m->value : 0;
}

std::string step(int number, double ms, int batch)
{
    return " iteration " + std::to_string(number) + "/ 900 | elapsed time per iteration (ms): " + std::to_string(ms)
        + " | global batch size: " + std::to_string(batch) + " | lm loss: 2.0 |\n";
}

} // namespace

/// Logs of more programs, and logs that are not of one steady run.
class LogProgramsTest : public QObject {
    Q_OBJECT

private slots:
    void anEvaluationWithMoreBatchesIsNotTraining()
    {
        const auto bar = [](int at, int of, const char* elapsed, const char* rate) {
            return " 10%|#         | " + std::to_string(at) + "/" + std::to_string(of) + " [" + elapsed + "<10:00, "
                + rate + "]\n";
        };
        const Evidence evidence = test::imported(bar(10, 90, "00:40", "4.00s/it") + bar(20, 90, "01:20", "4.00s/it")
            + bar(400, 900, "00:20", "20.00it/s") + bar(900, 900, "00:45", "20.00it/s")
            + bar(21, 90, "02:10", "4.10s/it") + bar(22, 90, "02:14", "4.00s/it"));
        QCOMPARE(valueOf(evidence, "step_s"), 4.);
    }

    void linesOfNcclAreFindings_data()
    {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QString>("finding");
        const auto row = [](const char* name, const char* lines, const char* finding) {
            QTest::newRow(name) << QByteArray(lines) << QString::fromUtf8(finding);
        };
        row("sockets", "n1:1:2 [0] NCCL INFO Using network Socket\n", "TCP sockets between the nodes");
        row("both", "n1:1:2 [0] NCCL INFO Using network Socket\nn2:1:2 [0] NCCL INFO Using network IB\n",
            "others InfiniBand");
        row("no peers", "n1:1:2 [0] NCCL INFO NCCL_P2P_DISABLE set by environment to 1.\n", "peer-to-peer access");
        row("through the host", "n1:1:2 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via SHM/direct/direct\n",
            "shared memory of the host");
        row("no GPUDirect", "n1:1:2 [0] NCCL INFO GPU Direct RDMA Disabled for HCA 0 'mlx5_0'\n",
            "GPUDirect RDMA is off");
    }
    void linesOfNcclAreFindings()
    {
        QFETCH(QByteArray, lines);
        QFETCH(QString, finding);
        for (const std::string& log : {lines.toStdString(), step(1, 900, 8) + lines.toStdString() + step(2, 900, 8)}) {
            const Evidence evidence = test::imported(log);
            QVERIFY(!evidence.findings.empty());
            QVERIFY(QString::fromStdString(evidence.findings.front().sentence).contains(finding));
        }
    }

    void portsAreCountedByTheirNumbers()
    {
        const Evidence evidence =
            test::imported("n1:1:2 [4] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_2:1/IB [RO]; OOB "
                           "eth0:10.0.0.1<0>\nn1:1:2 [4] NCCL INFO Using network IB\n");
        QVERIFY(evidence.summary.find("2 RDMA ports") != std::string::npos);
        QVERIFY(evidence.findings.empty());
    }

    void programsAreRead_data()
    {
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<QByteArray>("metric");
        QTest::addColumn<double>("value");
        const auto row = [](const char* name, const char* log, const char* metric, double value) {
            QTest::newRow(name) << QByteArray(log) << QByteArray(metric) << value;
        };
        row("DeepSpeed",
            "[2026-04-02 08:00:00,000] [INFO] [timer.py:200:stop] epoch=0/micro_step=80/global_step=20, "
            "RunningAvgSamplesPerSec=30.5, CurrSamplesPerSec=31.5, MemAllocated=2.0GB, MaxMemAllocated=20.0GB\n",
            "examples_per_s", 31.5);
        row("DeepSpeed, before 0.5",
            "[2022-04-02 08:00:00,000] [INFO] [timer.py:100:stop] 0/40, SamplesPerSec=21.5, MaxMemAllocated=9.0GB\n",
            "examples_per_s", 21.5);
        row("llm.c",
            "step    7/900 | loss 7.1 (+1.2z)| norm 2.1 (+0.1z)| lr 1e-04 | 500.00 ms | 40.0% bf16 MFU | 1048576 "
            "tok/s\n",
            "mfu", 0.4);
        row("fairseq, before 0.9",
            "| epoch 001:   100 / 800 loss=9.1, wps=30000, ups=2.5, wpb=12000, bsz=400, num_updates=101, wall=60\n",
            "step_s", 0.4);
        row("nanoGPT", "iter 12: loss 4.1012, time 250.50ms, mfu 20.00%\n", "step_s", 0.2505);
        row("nanochat", "step 00007/01000 (0.70%) | loss: 5.0 | dt: 300.00ms | tok/sec: 1,747,627 | mfu: 41.0 |\n",
            "tokens_per_s", 1747627);
        row("LitGPT", "Epoch 2 | iter 30 step 10 | loss train: 1.1 | iter time: 100.00 ms (step)\n", "step_s", 0.3);
        row("torchtune, memory",
            "Step 9 | loss:1.5 lr:1e-05 tokens_per_second_per_gpu:2000.0 peak_memory_active:10.0\n", "memory_bytes",
            10737418240.);
        row("MaxText", "completed step: 8, seconds: 3.500, TFLOP/s/device: 150.0, Tokens/s/device: 9000.0, loss: 2.9\n",
            "step_s", 3.5);
        row("fairseq",
            "2026-03-02 | INFO | train_inner | epoch 001: 10 / 99 loss=9, wps=50000, ups=0.25, wpb=200000, bsz=512, "
            "num_updates=10\n",
            "step_s", 4);
        row("Detectron2",
            "[02/03 11:00:00 d2.utils.events]:  eta: 1:00:00  iter: 59  total_loss: 1.2  time: 0.3100  data_time: "
            "0.0100  "
            "last_data_time: 0.0090  max_mem: 4096M\n",
            "step_s", 0.31);
        row("MMEngine",
            "2026/01/02 - mmengine - INFO - Epoch(train)  [1][ 50/1000]  lr: 1e-03  eta: 2:00:00  time: 0.2500  "
            "data_time: "
            "0.0100  memory: 2048  loss: 1.0\n",
            "step_s", 0.25);
        row("Axolotl",
            "{'loss': 1.2, 'grad_norm': 0.5, 'memory/max_mem_active(gib)': 10.0, 'tokens_per_second_per_gpu': 3120.4, "
            "'epoch': 0.02}\n",
            "memory_bytes", 10737418240.);
        row("ms-swift",
            "{'loss': 0.7, 'memory(GiB)': 40.1, 'train_speed(iter/s)': 0.2, 'epoch': 0.1, 'global_step/max_steps': "
            "'5/90'}\n"
            "{'loss': 0.6, 'memory(GiB)': 40.1, 'train_speed(iter/s)': 0.25, 'epoch': 0.2, 'global_step/max_steps': "
            "'10/90'}\n",
            "step_s", 4);
        row("ms-swift, seconds", "{'loss': 0.7, 'train_speed(s/it)': 2.5, 'global_step/max_steps': '5/90'}\n", "step_s",
            2.5);
        row("verl", "step:4 - actor/loss:0.1 - timing_s/update_actor:12.0 - timing_s/step:50.0\n", "step_s", 50);
        row("OLMo", "[step=4/90]\n    throughput/device/batches_per_second=0.25\n", "step_s", 4);
        row("OLMo-core", "[step=4/90]\n    throughput/device/BPS=0.25\n", "step_s", 4);
        row("OLMo-core, MFU", "[step=4/90]\n    throughput/device/TPS=12,345\n    throughput/device/MFU=41.2\n", "mfu",
            0.412);
        row("nanotron, before 0.4",
            "iteration: 5 / 500 | consumed_tokens: 0.52M | elapsed_time_per_iteration_ms: 1.31K | tokens_per_sec: 400K "
            "|\n",
            "step_s", 1.31);
        row("NeMo 2",
            "Training epoch 0, iteration 7/99 | global_batch_size: 64 | TFLOPS_per_GPU: 400.0 | train_step_timing in "
            "s: "
            "3.25\n",
            "step_s", 3.25);
        row("Trainer, summary",
            "{'train_runtime': 100.0, 'train_samples_per_second': 8.0, 'train_steps_per_second': 0.5, 'epoch': 1.0}\n",
            "step_s", 2);
        row("Trainer, progress", "  5%|▌         | 20/400 [00:50<15:50,  2.50s/it]\n", "step_s", 2.5);
        row("Lightning, progress", "Epoch 0:  10%|█  | 10/100 [00:05<00:45, 2.00it/s, v_num=1]\n", "step_s", 0.5);
        row("trainer_state.json",
            R"({"log_history": [{"step": 2, "loss": 1.0}, {"train_steps_per_second": 0.25, "train_samples_per_second": 4}]})",
            "step_s", 4);
        row("JSON lines",
            "{\"current_steps\": 5, \"elapsed_time\": \"0:00:40\"}\n{\"current_steps\": 10, \"elapsed_time\": "
            "\"0:01:10\"}\n",
            "step_s", 6);
    }
    void programsAreRead()
    {
        QFETCH(QByteArray, log);
        QFETCH(QByteArray, metric);
        QFETCH(double, value);
        const Evidence evidence = test::imported(log.toStdString());
        QCOMPARE(evidence.kind, std::string("training-log"));
        QVERIFY2(std::abs(valueOf(evidence, metric.constData()) - value) < 1e-9 * value, evidence.summary.c_str());
    }

    /// Their iterations begin again in every epoch, which is no other run.
    void epochsAreOneRun()
    {
        const auto line = [](int epoch, int iteration, const char* time) {
            return "mmengine - INFO - Epoch(train)  [" + std::to_string(epoch) + "][" + std::to_string(iteration)
                + "/100]  lr: 1e-03  time: " + time + "  data_time: 0.01  loss: 1.0\n";
        };
        std::string log;
        for (int epoch = 1; epoch <= 3; ++epoch)
            for (int iteration = 20; iteration <= 100; iteration += 20)
                log += line(epoch, iteration, epoch == 2 ? "0.30" : "0.20");
        const Evidence evidence = test::imported(log);
        QVERIFY(evidence.rows.empty());
        QCOMPARE(measurementOf(evidence, "step_s")->samples, 15.);
    }

    void twoProgressBarsOfOneLengthAreTwoRuns()
    {
        const Evidence evidence = test::imported("  5%|▌ | 20/400 [00:50<15:50,  2.50s/it]\n"
                                                 " 50%|█ | 200/400 [08:20<08:20,  2.50s/it]\n"
                                                 "  5%|▌ | 20/400 [00:30<09:30,  1.50s/it]\n"
                                                 " 50%|█ | 200/400 [05:00<05:00,  1.50s/it]\n");
        QCOMPARE(evidence.rows.size(), std::size_t(2));
        QCOMPARE(measurementOf(evidence.rows[1].measurements, "step_s")->value, 1.5);
    }

    void summariesOfTwoRunsAreRows()
    {
        const Evidence evidence = test::imported(
            "{'train_runtime': 100.0, 'train_samples_per_second': 8.0, 'train_steps_per_second': 0.5}\n"
            "{'train_runtime': 50.0, 'train_samples_per_second': 16.0, 'train_steps_per_second': 1.0}\n");
        QCOMPARE(evidence.rows.size(), std::size_t(2));
        QCOMPARE(measurementOf(evidence.rows[1].measurements, "step_s")->value, 1.);
    }

    void otherProgressIsNoTraining()
    {
        QVERIFY(!test::refusalOf("Loading checkpoint shards: 100%|█| 4/4 [00:10<00:00, 2.50s/it]\n").empty());
        const Evidence evidence = test::imported("  5%|▌ | 20/400 [00:50<15:50,  2.50s/it]\n"
                                                 " 50%|█ | 5/10 [00:01<00:01,  9.00it/s]\n");
        QCOMPARE(valueOf(evidence, "step_s"), 2.5);
    }

    void aGrowingBatchCountsWithItsFinalSteps()
    {
        const Evidence evidence = test::imported(
            step(40, 900, 16) + step(41, 900, 16) + step(42, 1700, 32) + step(43, 3300, 64) + step(44, 3300, 64));
        QCOMPARE(settingOf(evidence, "workload.global_batch"), std::optional(64.));
        QCOMPARE(valueOf(evidence, "step_s"), 3.3);
        QVERIFY(test::skips(evidence, "steps 40–42 with a global batch from 16"));
    }

    void runsWithOtherBatchesAreRows()
    {
        const Evidence evidence =
            test::imported(step(30, 800, 32) + step(31, 800, 32) + step(5, 2400, 96) + step(6, 2400, 96));
        QCOMPARE(evidence.rows.size(), std::size_t(2));
        QCOMPARE(measurementOf(evidence.rows[1].measurements, "step_s")->value, 2.4);
        QCOMPARE(settingOf(evidence.rows[1].settings, "workload.global_batch"), std::optional(96.));
        QVERIFY(!measurementOf(evidence, "step_s"));
    }

    void runsOnOtherGpusAreRows()
    {
        const std::string on = "using world size: ";
        const Evidence evidence = test::imported(on + "8, data-parallel size: 8\n" + step(1, 800, 32) + on
            + "16, data-parallel size: 16\n" + step(1, 500, 32));
        QCOMPARE(evidence.rows.size(), std::size_t(2));
        QCOMPARE(settingOf(evidence.rows[1].settings, "cluster.gpus"), std::optional(16.));
    }

    void aRestartIsNoOtherRun()
    {
        const Evidence evidence =
            test::imported(step(30, 800, 32) + step(31, 800, 32) + step(30, 800, 32) + step(31, 800, 32));
        QVERIFY(evidence.rows.empty());
        QCOMPARE(valueOf(evidence, "step_s"), 0.8);
    }

    void theFirstStepIsNotInRates()
    {
        std::string log;
        for (const auto& [number, rate] : {std::pair{1, 50}, {2, 4000}, {3, 4100}})
            log += "step: " + std::to_string(number) + "  loss: 7.9  memory: 4.00GiB(5%)  tps: " + std::to_string(rate)
                + "  mfu: 40.0%\n";
        const Evidence evidence = test::imported("Building 1-D device mesh with ['dp_shard'], [2]\n" + log);
        QCOMPARE(valueOf(evidence, "tokens_per_s"), 8100.);
    }

    void argumentsThatChangeTheStepAreUsedOrListed()
    {
        const Evidence evidence = test::imported("  checkpoint_activations .... True\n  fp8 .... hybrid\n"
                                                 "  num_layers .... 16\n  pipeline_model_parallel_size .... 2\n"
                                                 "  num_layers_per_virtual_pipeline_stage .... 4\n"
                                                 "  tp_comm_overlap .... True\n  cpu_offload .... False\n"
            + step(2, 800, 32));
        QCOMPARE(settingOf(evidence, "plan.recompute"), std::optional(static_cast<double>(Recompute::full)));
        QCOMPARE(settingOf(evidence, "workload.precision"), std::optional(static_cast<double>(Precision::fp8)));
        QCOMPARE(settingOf(evidence, "plan.virtual_stages"), std::optional(2.));
        QVERIFY(test::skips(evidence, "tp_comm_overlap True is not used"));
        QVERIFY(!test::skips(evidence, "cpu_offload"));
    }

    void socketsAreAFinding()
    {
        const std::string line = "worker2:77:77 [3] NCCL INFO Using network Socket\n";
        for (const std::string& log : {line, line + step(2, 800, 32)}) {
            const Evidence evidence = test::imported(log);
            QCOMPARE(settingOf(evidence, "cluster.protocol"), std::optional(static_cast<double>(Protocol::tcp)));
            QCOMPARE(evidence.findings.size(), std::size_t(1));
        }
    }

    void timesInBracketsAreText()
    {
        for (const char* text : {"[2026-05-06 07:08:09] hello\n", "[05/06 07:08:09] hello\n"})
            QVERIFY(test::refusalOf(text).find("text in no known format") != std::string::npos);
    }
};

KNEEPOINT_TEST(LogProgramsTest)
#include "log_programs_test.moc"
