// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/training_log.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <QTime>

#include <cmath>

using namespace kneepoint;

namespace {

double valueOf(const Evidence& evidence, std::string_view metric)
{
    const Measurement* m = measurementOf(evidence, metric);
    return m ? m->value : 0;
}

std::string megatronLine(int iteration, double ms)
{
    return " [2025-12-18 22:04:00] iteration        " + std::to_string(iteration)
        + "/      50 | consumed samples:           64 | elapsed time per iteration (ms): " + std::to_string(ms)
        + " | throughput per GPU (TFLOP/s/GPU): 231.9 | global batch size:    32 | lm loss: 1.2E+01 |\n";
}

} // namespace

/// Logs of training programs.
class TrainingLogTest : public QObject {
    Q_OBJECT

private slots:
    void linesOfAllProgramsAreRead_data()
    {
        QTest::addColumn<QByteArray>("program");
        QTest::addColumn<double>("number");
        QTest::addColumn<double>("seconds"); // 0: not printed
        QTest::addColumn<double>("tokens_per_s_per_gpu");
        QTest::newRow(
            " [2024-04-06 02:55:45] iteration        2/     100 | consumed samples:          256 | elapsed time per "
            "iteration (ms): 5630.1 | throughput per GPU (TFLOP/s/GPU): 231.9 | global batch size:   128 |")
            << QByteArray("Megatron-LM") << 2. << 5.6301 << 0.;
        QTest::newRow(
            "vm-07-14:  iteration        1/       5 | consumed samples:         2048 | elapsed time per iteration "
            "(ms): 76015.3 | global batch size:  2048 | samples per second: 26.942 | TFLOPs: 147.61 |")
            << QByteArray("Megatron-DeepSpeed") << 1. << 76.0153 << 0.;
        QTest::newRow(" iteration       10/     100 | elapsed time per iteration (s): 5.21 | samples per second: 1.2 |")
            << QByteArray("Megatron-DeepSpeed") << 10. << 5.21 << 0.;
        QTest::newRow(
            " samples/sec: 1.2 | iteration       10/  320000 | elapsed time per iteration (ms): 853.1 | approx flops "
            "per GPU: 123.4TFLOPS | MFU: 39.5% |")
            << QByteArray("GPT-NeoX") << 10. << 0.8531 << 0.;
        QTest::newRow(
            "[rank0]:[titan] 2026-05-18 16:08:16,958 - root - INFO - step: 54  loss:  2.77350  grad_norm:  0.5348  "
            "memory:  9.46GiB(64.99%)  tps: 7,084  tflops: 0.51  mfu: 0.16%")
            << QByteArray("TorchTitan") << 54. << 0. << 7084.;
        QTest::newRow(
            "2024-06-18 16:08:16,958 - root - INFO - step: 10 loss: 10.1 memory: 9.46GiB(64.99%) wps: 7,084 mfu: N/A")
            << QByteArray("TorchTitan") << 10. << 0. << 7084.;
        QTest::newRow(
            "iteration: 5 / 100 | consumed_tokens: 1.05M | time_per_iteration_ms: 1.2K | tokens_per_sec: 873K | "
            "tokens_per_sec_per_gpu: 109K | model_tflops_per_gpu: 345 |")
            << QByteArray("nanotron") << 5. << 1.2 << 109e3;
        QTest::newRow("	 Train throughput/device/tokens_per_sec: 10643.1")
            << QByteArray("Composer") << -1. << 0. << 10643.1;
        QTest::newRow("Epoch 0: 12/100 v_num=1, train_step_timing in s=2.200, global_step=12.00")
            << QByteArray("NeMo") << 12. << 2.2 << 0.;
        QTest::newRow("Step Time : 2.20s GPU utilization: 489.1MODEL_TFLOP/s/GPU")
            << QByteArray("Megatron-Bridge") << -1. << 2.2 << 0.;
    }
    void linesOfAllProgramsAreRead()
    {
        QFETCH(const QByteArray, program);
        QFETCH(const double, number);
        QFETCH(const double, seconds);
        QFETCH(const double, tokens_per_s_per_gpu);
        const auto step = loggedStep(QTest::currentDataTag());
        QVERIFY(step.has_value());
        QCOMPARE(std::string(step->program), program.toStdString());
        QCOMPARE(step->number, number);
        QVERIFY(std::abs(step->seconds.value_or(0) - seconds) < 1e-12);
        QVERIFY(std::abs(step->tokens_per_s_per_gpu.value_or(0) - tokens_per_s_per_gpu) < 1e-9);
    }

    void otherLinesAreNoSteps_data()
    {
        QTest::addColumn<int>("none");
        for (const char* line : {"", "validation loss at iteration 10 | lm loss value: 3.2", "iteration | 3/4",
                 "  hidden_size ..... 4096", "step: 3 of the recipe", "Epoch 0: loss=2.2"})
            QTest::newRow(line) << 0;
    }
    void otherLinesAreNoSteps() { QVERIFY(!loggedStep(QTest::currentDataTag())); }

    void warmUpAndProfilerStepsAreLeftOut()
    {
        std::string log;
        for (int i = 1; i <= 30; ++i)
            log += megatronLine(i, i == 1 ? 21000 : i >= 25 && i <= 27 ? 12763 : 7900 + i % 3);
        const Evidence evidence = test::imported(log);
        QCOMPARE(evidence.kind, std::string("training-log"));
        QCOMPARE(valueOf(evidence, "step_s"), 7.901);
        QCOMPARE(measurementOf(evidence, "step_s")->samples, 26.);
        QVERIFY(test::skips(evidence, "steps 1, 25–27"));
        QCOMPARE(settingOf(evidence, "workload.global_batch").value_or(0), 32.);
        QCOMPARE(evidence.curves.at(0).points.size(), std::size_t(30));
    }

    /// Lines that state only the time of day: a step that ends after midnight is one like any other.
    void aClockGoesOnPastMidnight()
    {
        const auto log = [](int first_s) {
            std::string lines;
            for (int i = 0; i < 40; ++i) {
                const QTime clock = QTime(0, 0).addSecs(first_s + 5 * i);
                lines += "2024-06-18 " + clock.toString(Qt::ISODate).toStdString() + " - root - INFO - step: "
                    + std::to_string(i + 1) + " loss: 10.1 memory: 9.46GiB(64.99%) wps: 7,084\n";
            }
            return lines;
        };
        constexpr int noon = 43200, before_midnight = 86400 - 100;
        const Evidence night = test::imported(log(before_midnight));
        QCOMPARE(valueOf(night, "step_s"), 5.);
        QCOMPARE(measurementOf(night, "step_s")->samples, measurementOf(test::imported(log(noon)), "step_s")->samples);
    }

    void driftAndRestartsAreReported()
    {
        std::string log;
        for (int i = 1; i <= 40; ++i)
            log += megatronLine(i, 5000 + 30 * i);
        log += megatronLine(20, 5600) + megatronLine(21, 5600);
        const Evidence evidence = test::imported(log);
        QVERIFY2(evidence.summary.find("rose by") != std::string::npos, evidence.summary.c_str());
        QVERIFY2(evidence.summary.find("1 restart") != std::string::npos, evidence.summary.c_str());
    }

    /// Between the first and the last quarter of at least 20 steps, by more than 5 %.
    void theDriftOfStepsIsSaid_data()
    {
        QTest::addColumn<int>("steps");
        QTest::addColumn<double>("ms"); // more at each step
        QTest::addColumn<QByteArray>("drift");
        const auto row = [](const char* name, int steps, double ms, const char* drift) {
            QTest::newRow(name) << steps << ms << QByteArray(drift);
        };
        row("none", 40, 0, "");
        row("little", 40, 1.6, ""); // by 4.8 %
        row("rises", 40, 2, "step time rose by 5.95 % over the run");
        row("falls", 40, -3, "step time fell by 9.12 % over the run");
        row("few steps", 19, 10, "");
        row("enough steps", 20, 10, "step time rose by 14.7 % over the run");
    }
    void theDriftOfStepsIsSaid()
    {
        QFETCH(const int, steps);
        QFETCH(const double, ms);
        QFETCH(const QByteArray, drift);
        std::string log;
        for (int i = 0; i < steps; ++i)
            log += megatronLine(i + 2, 1000 + ms * i);
        const std::string summary = test::imported(log).summary;
        const std::size_t at = summary.find("; ");
        QCOMPARE(at == std::string::npos ? std::string() : summary.substr(at + 2), drift.toStdString());
    }

    void aCurveHasAtMostTwoThousandPoints()
    {
        const auto points = [](int steps) {
            std::string log;
            for (int i = 0; i < steps; ++i)
                log += megatronLine(i + 2, 1000);
            return test::imported(log).curves.at(0).points;
        };
        QCOMPARE(points(1999).size(), std::size_t(1999));
        QCOMPARE(points(4100).size(), std::size_t(1367));
        QCOMPARE(points(4100)[1].x, 5.);
    }

    void argumentsBecomeSettings()
    {
        const Evidence evidence =
            test::imported("using world size: 32, data-parallel size: 4, context-parallel size: 1, "
                           "tensor-model-parallel size: 4, pipeline-model-parallel size: 2\n"
                           "  hidden_size ..................................... 4096\n"
                           "  num_layers ...................................... 32\n"
                           "  seq_length ...................................... 8192\n"
                           "  sequence_parallel ............................... True\n"
                           "  recompute_granularity ........................... selective\n"
                + megatronLine(2, 5000) + megatronLine(3, 5000));
        QCOMPARE(settingOf(evidence, "cluster.gpus").value_or(0), 32.);
        QCOMPARE(settingOf(evidence, "plan.tensor_parallel").value_or(0), 4.);
        QCOMPARE(settingOf(evidence, "plan.pipeline_parallel").value_or(0), 2.);
        QCOMPARE(settingOf(evidence, "workload.hidden").value_or(0), 4096.);
        QCOMPARE(settingOf(evidence, "workload.sequence_length").value_or(0), 8192.);
        QCOMPARE(settingOf(evidence, "plan.sequence_parallel").value_or(0), 1.);
        QCOMPARE(settingOf(evidence, "plan.recompute").value_or(0), 1.);
    }

    /// Steps from the first on with other times, or settings that contradict: another run, whatever its batch.
    void runsInOneLogAreSeparated_data()
    {
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<int>("runs"); // 1: none are told apart
        QTest::addColumn<double>("first_s");
        const auto steps = [](int from, int to, double ms) {
            std::string lines;
            for (int i = from; i <= to; ++i)
                lines += megatronLine(i, ms + i % 3);
            return lines;
        };
        const auto row = [](const char* name, const std::string& log, int runs, double first_s) {
            QTest::newRow(name) << QByteArray::fromStdString(log) << runs << first_s;
        };
        const auto sizes = [](int world, int tensor) {
            return "using world size: " + std::to_string(world)
                + ", data-parallel size: 2, tensor-model-parallel size: " + std::to_string(tensor)
                + ", pipeline-model-parallel size: 1\n";
        };
        row("the same batch, other times", steps(1, 20, 2000) + steps(1, 20, 1500), 2, 2.001);
        row("three runs", steps(1, 9, 2000) + steps(1, 9, 1500) + steps(1, 9, 1000), 3, 2.001);
        row("a run between two parts of another", steps(1, 9, 2000) + steps(1, 9, 1500) + steps(1, 12, 2000), 2, 2.001);
        row("begun again alike", steps(1, 5, 2000) + steps(1, 20, 2010), 1, 2.011);
        row("another rank's lines behind", steps(1, 20, 2000) + steps(1, 20, 2001), 1, 2.001);
        row("ranks in blocks", steps(1, 9, 2000) + steps(1, 9, 2001) + steps(10, 20, 2000) + steps(10, 20, 2001), 1,
            2.001);
        row("resumed", steps(1, 20, 2000) + steps(15, 30, 2000), 1, 2.001);
        row("resumed in another layout", sizes(16, 8) + steps(1, 20, 2000) + sizes(16, 4) + steps(21, 40, 1500), 2,
            2.001);
        row("resumed on other GPUs", sizes(16, 8) + steps(1, 20, 2000) + sizes(32, 8) + steps(21, 40, 1500), 2, 2.001);
        row("resumed in the same layout", sizes(16, 8) + steps(1, 20, 2000) + sizes(16, 8) + steps(21, 40, 2000), 1,
            2.001);
        row("another layout, as fast", sizes(16, 8) + steps(1, 20, 2000) + sizes(16, 4) + steps(1, 20, 2000), 2, 2.001);
        row("an argument that differs",
            "  seq_length ............ 4096\n" + steps(1, 20, 2000) + "  seq_length ............ 8192\n"
                + steps(1, 20, 2000),
            2, 2.001);
        row("arguments that change nothing",
            "  save ............ a\n" + steps(1, 20, 2000) + "  save ............ b\n" + steps(21, 30, 2000), 1, 2.001);
    }
    void runsInOneLogAreSeparated()
    {
        QFETCH(QByteArray, log);
        QFETCH(int, runs);
        QFETCH(double, first_s);
        const Evidence evidence = test::imported(log.toStdString());
        QCOMPARE(static_cast<int>(evidence.rows.size()), runs > 1 ? runs : 0);
        const Measurement* step =
            runs > 1 ? measurementOf(evidence.rows.front().measurements, "step_s") : measurementOf(evidence, "step_s");
        QVERIFY(step);
        QVERIFY2(std::abs(step->value - first_s) < 1e-9, std::to_string(step->value).c_str());
    }

    /// What stands between two runs is said of the second.
    void settingsBetweenRunsAreOfTheSecond()
    {
        const auto run = [](const char* recompute, const char* tensor, double ms) {
            return std::string("  recompute_granularity ........... ") + recompute
                + "\n  tensor_model_parallel_size ......... " + tensor + "\n" + megatronLine(1, ms)
                + megatronLine(2, ms) + megatronLine(3, ms);
        };
        const Evidence evidence = test::imported(run("full", "4", 2000) + run("selective", "4", 1500));
        QCOMPARE(evidence.rows.size(), std::size_t(2));
        QCOMPARE(settingOf(evidence.rows[0].settings, "plan.recompute"), std::optional(2.0));
        QCOMPARE(settingOf(evidence.rows[1].settings, "plan.recompute"), std::optional(1.0));
    }

    void numbersWithADecimalCommaAreRead_data()
    {
        QTest::addColumn<double>("seconds");
        const auto row = [](const char* ms, double seconds) { QTest::newRow(ms) << seconds; };
        row("1801,5", 1.8015);
        row("980,25", 0.98025);
        row("1.801,5", 1.8015);
        row("1,801.5", 1.8015);
        row("12,801", 12.801);
        row("1801,512", 1.801512);
        row("1,012,801", 1012.801);
    }
    void numbersWithADecimalCommaAreRead()
    {
        QFETCH(double, seconds);
        const auto step = loggedStep(std::string(" iteration        2/     100 | elapsed time per iteration (ms): ")
            + QTest::currentDataTag() + " | global batch size:   128 |");
        QVERIFY(step && step->seconds);
        QVERIFY2(std::abs(*step->seconds - seconds) < 1e-12, std::to_string(*step->seconds).c_str());
    }

    /// Step 1 takes 2 s for 16 sequences of 2048 tokens, so a throughput is 16384 tokens/s.
    void marksOfALogAreDecidedByAllOfIt_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("tokens");
        QTest::addColumn<double>("seconds");
        const auto row = [](const char* what, const QString& text, double tokens, double seconds) {
            QTest::newRow(what) << text << tokens << seconds;
        };
        row("a decimal comma elsewhere", "loss: 2,41 | dt: 500ms | tok/sec: 16.384", 16384, 0.5);
        row("zero before the comma", "lr 0,0003 | dt: 500ms | tok/sec: 5.101", 5101, 0.5);
        row("a step with three decimals", "lr 0,0003 | dt: 500,125ms | tok/sec: 5.101,5", 5101.5, 0.500125);
        row("a decimal point elsewhere", "loss: 2.41 | dt: 500.5ms | tok/sec: 516.384", 516.384, 0.5005);
        row("groups of commas", "loss: 2.41 | dt: 500ms | tok/sec: 16,384", 16384, 0.5);
        row("no space after a colon", "loss:2,41 | dt: 500ms | tok/sec:16.384", 16384, 0.5);
        row("nothing tells", "dt: 500ms | tok/sec: 5.101", 0, 0.5);
        row("both marks are decimal", "loss: 2.41 | lr 0,0003 | dt: 500ms | tok/sec: 5.101", 0, 0.5);
        row("three decimals of a large number", "dt: 500ms | tok/sec: 516.384", 516.384, 0.5);
        row("a list of GPUs and a time of the day", "16:08:12,000 | [0,1] | dt: 500ms | tok/sec: 5.101", 0, 0.5);
    }
    void marksOfALogAreDecidedByAllOfIt()
    {
        QFETCH(QString, text);
        QFETCH(double, tokens);
        std::string log;
        for (const char* number : {"00003", "00004", "00005"})
            log += std::string("step ") + number + "/9000 | " + text.toStdString() + "\n";
        const Evidence evidence = test::imported(log);
        const Measurement* rate = measurementOf(evidence, "tokens_per_s");
        QCOMPARE(rate ? rate->value : 0, tokens);
        QTEST(valueOf(evidence, "step_s"), "seconds");
        QCOMPARE(std::ranges::any_of(evidence.skipped,
                     [](const SkippedItem& item) {
                         return item.reason.find("5.101 tokens/s may be 5.101 or") != std::string::npos
                             && item.reason.find("5101;") != std::string::npos;
                     }),
            tokens == 0);
    }

    /// 16 sequences of 2048 tokens in 2 s are 16384 tokens/s, whatever the marks.
    void stepAndBatchDecideWhatMarksAre()
    {
        std::string log = "  seq_length ........... 2048\n";
        for (const char* number : {"3", "4", "5"})
            log += std::string(" iteration ") + number
                + "/ 100 | elapsed time per iteration (ms): 2000 | global batch size: 16 | tokens_per_sec: 16.384 |\n";
        const Evidence evidence = test::imported(log);
        QCOMPARE(valueOf(evidence, "step_s"), 2.);
        QCOMPARE(valueOf(evidence, "tokens_per_s"), 16384.);
    }

    void interleavedRanksCountOnce()
    {
        std::string log = "Building 1-D device mesh with ['dp_shard'], [8]\n";
        for (int step = 2; step <= 5; ++step)
            for (int rank = 0; rank < 8; ++rank)
                log += "\x1b[32m[rank" + std::to_string(rank) + "]:[titan] 2026-05-18 16:08:1" + std::to_string(step)
                    + ",000 - root - INFO - step: " + std::to_string(step)
                    + "  loss: 7.6  memory: 66.91GiB(37.51%)  tps: 10,050  tflops: 314.71  mfu: 13.99%\x1b[0m\n";
        const Evidence evidence = test::imported(log);
        QCOMPARE(valueOf(evidence, "step_s"), 1.);
        QCOMPARE(measurementOf(evidence, "step_s")->samples, 3.);
        QCOMPARE(valueOf(evidence, "tokens_per_s"), 80400.);
        QVERIFY(std::abs(valueOf(evidence, "mfu") - 0.1399) < 1e-12);
        QVERIFY(std::abs(valueOf(evidence, "memory_bytes") - 66.91 * 1073741824) < 1);
    }

    void theFullestOfInterleavedRanksCountsForMemory()
    {
        std::string log;
        for (const char* memory : {"60.00", "66.00", "61.00"})
            log += std::string("[titan] 2026-05-18 16:08:12,000 - root - INFO - step: 2  loss: 7.6  memory: ") + memory
                + "GiB(37.51%)  tps: 10,050  mfu: 13.99%\n";
        QVERIFY(std::abs(valueOf(test::imported(log), "memory_bytes") - 66. * 1073741824) < 1);
    }

    /// Of a restart, or of ranks that disagree.
    void stepsThatAreLoggedAgainDifferentlyAreReported()
    {
        std::string log;
        for (int i = 10; i <= 14; ++i)
            log += megatronLine(i, 2000) + megatronLine(i, i < 13 ? 3000 : 2050);
        const Evidence evidence = test::imported(log);
        QCOMPARE(valueOf(evidence, "step_s"), 2.);
        QVERIFY(test::skips(
            evidence, "3 lines repeat a step with other values (step 10: 3 s, before 2 s); the first is used"));
    }

    void aThroughputPerGpuThatContradictsTheTotalIsReported()
    {
        std::string log = "using world size: 8, data-parallel size: 8\n";
        const auto line = [](int i, const char* each) {
            return "iteration: " + std::to_string(i) + " / 100 | time_per_iteration_ms: 1.2K | tokens_per_sec: 80K | "
                + "tokens_per_sec_per_gpu: " + each + " |\n";
        };
        for (int i = 5; i < 9; ++i)
            log += line(i, "10.1K");
        QVERIFY(!test::skips(test::imported(log), "differs from"));
        for (int i = 9; i < 20; ++i)
            log += line(i, "20K");
        const Evidence evidence = test::imported(log);
        QCOMPARE(valueOf(evidence, "tokens_per_s"), 80000.);
        QVERIFY(test::skips(evidence, "20 k tokens/s per GPU on 8 GPUs differs from 80 k tokens/s, which is used"));
    }

    void aGlobalBatchOfTheStepsThatContradictsTheArgumentsIsReported()
    {
        const std::string log = "  global_batch_size ............................... 64\n";
        const Evidence evidence = test::imported(log + megatronLine(10, 2000) + megatronLine(11, 2000));
        QCOMPARE(settingOf(evidence, "workload.global_batch").value_or(0), 64.);
        QVERIFY(test::skips(evidence, "global batch 32 differs from 64, which is used"));
    }

    void aLogOfTwoNodesIsRead()
    {
        const auto log = importFile(test::samplePath("logs/megatron-deepspeed-16-gpus.log"));
        QVERIFY(log.has_value());
        // All five steps are in the curve; the first is left out of the median.
        double sum = 0;
        for (const MeasuredPoint& p : log->curves.at(0).points)
            sum += p.y;
        QVERIFY(std::abs(sum / 5 - 59.3715) < 1e-6);
        QCOMPARE(measurementOf(*log, "step_s")->samples, 4.);
        QCOMPARE(valueOf(*log, "step_s"), (58.8999 + 58.9123) / 2);
        QCOMPARE(settingOf(*log, "cluster.gpus").value_or(0), 16.);
        QCOMPARE(settingOf(*log, "cluster.gpus_per_node").value_or(0), 8.);
        QCOMPARE(settingOf(*log, "workload.hidden").value_or(0), 5120.);
        QCOMPARE(settingOf(*log, "plan.zero_stage").value_or(0), 1.);
    }

    void reservedMemoryIsReadFromTheReportOfTheFullestRank()
    {
        const auto log = importFile(test::samplePath("logs/megatron-mixture.log"));
        QVERIFY(log.has_value());
        QCOMPARE(valueOf(*log, "step_s"), 4.7026);
        QVERIFY(std::abs(valueOf(*log, "memory_bytes") - 58368.0 * 1048576) < 1);
    }

    void samplesOfTorchTitanAreRead_data()
    {
        QTest::addColumn<double>("step_s");
        QTest::addColumn<double>("mfu");
        QTest::newRow("torchtitan-all-ranks.log") << 2. << 0.426;
        QTest::newRow("torchtitan-rank0.log") << 2. << 0.01015;
    }
    void samplesOfTorchTitanAreRead()
    {
        QFETCH(const double, step_s);
        QFETCH(const double, mfu);
        const auto log = importFile(test::samplePath(std::string("logs/") + QTest::currentDataTag()));
        QVERIFY(log.has_value());
        QCOMPARE(valueOf(*log, "step_s"), step_s);
        QVERIFY2(std::abs(valueOf(*log, "mfu") - mfu) < 1e-9, QByteArray::number(valueOf(*log, "mfu")));
    }
};

KNEEPOINT_TEST(TrainingLogTest)
#include "training_log_test.moc"
