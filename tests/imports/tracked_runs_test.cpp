// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

/// A Weights & Biases export of one run with this figure.
std::string trackedFigure(const std::string& figure, const std::string& values, const std::string& axis = "Step")
{
    std::string text = "\"" + axis + "\",\"run-1 - " + figure + "\",\"run-1 - " + figure + "__MIN\"\n";
    int step = 0;
    for (const QString& value : QString::fromStdString(values).split(' '))
        text += "\"" + std::to_string(step += 10) + "\",\"" + value.toStdString() + "\",\"0\"\n";
    return text;
}

double figureOf(const Evidence& evidence, std::string_view metric)
{
    const Measurement* m = measurementOf(evidence, metric);
    return m ? m->value : std::nan("");
}

} // namespace

/// CSV of trackers, and kernels summed by Nsight Systems.
class TrackedRunsTest : public QObject {
    Q_OBJECT

private slots:
    void aFigureOfARunIsMeasured_data()
    {
        QTest::addColumn<QString>("figure");
        QTest::addColumn<QString>("values");
        QTest::addColumn<QString>("metric");
        QTest::addColumn<double>("value");
        QTest::newRow("tokens") << "perf/tokens_per_sec"
                                << "900 1000 1100"
                                << "tokens_per_s" << 1000.0;
        QTest::newRow("samples") << "train/samples_per_second"
                                 << "30 32 34"
                                 << "examples_per_s" << 32.0;
        QTest::newRow("time") << "iteration-time"
                              << "2.1 2.0 1.9"
                              << "step_s" << 2.0;
        QTest::newRow("milliseconds") << "step_time_ms"
                                      << "2100 2000 1900"
                                      << "step_s" << 2.0;
        QTest::newRow("steps") << "steps_per_sec"
                               << "0.5 0.5 0.4"
                               << "step_s" << 2.0;
        QTest::newRow("share") << "perf/mfu"
                               << "0.38 0.4 0.42"
                               << "mfu" << 0.4;
        QTest::newRow("per cent") << "perf/mfu"
                                  << "38 40 42"
                                  << "mfu" << 0.4;
    }
    void aFigureOfARunIsMeasured()
    {
        QFETCH(const QString, figure);
        QFETCH(const QString, values);
        QFETCH(const QString, metric);
        QFETCH(const double, value);
        const Evidence evidence = test::imported(trackedFigure(figure.toStdString(), values.toStdString()));
        QCOMPARE(evidence.kind, std::string("training-log"));
        QVERIFY(std::abs(figureOf(evidence, metric.toStdString()) - value) < 1e-9 * value);
    }

    /// What cannot be known is listed, not guessed.
    void aFigureOfUnknownScaleIsRefused_data()
    {
        QTest::addColumn<QString>("figure");
        QTest::addColumn<QString>("reason");
        QTest::newRow("per GPU") << "perf/tokens_per_gpu_per_sec"
                                 << "needs the number of GPUs";
        QTest::newRow("without a unit") << "throughput"
                                        << "its unit is not stated";
        QTest::newRow("loss") << "train/loss"
                              << "is no rate or time";
        QTest::newRow("clock over lines") << "_runtime"
                                          << "counts lines, not steps";
    }
    void aFigureOfUnknownScaleIsRefused()
    {
        QFETCH(const QString, figure);
        QFETCH(const QString, reason);
        const std::string why = test::refusalOf(trackedFigure(figure.toStdString(), "1 2 3"));
        QVERIFY2(QString::fromStdString(why).contains(reason), why.c_str());
    }

    void aClockOverStepsOfTrainingGivesTheirTime()
    {
        const Evidence evidence = test::imported(trackedFigure("_runtime", "100 125 150", "trainer/global_step"));
        QCOMPARE(figureOf(evidence, "step_s"), 2.5);
    }

    void severalRunsAreRows()
    {
        const Evidence evidence = test::imported("\"Step\",\"small - tokens_per_sec\",\"big - tokens_per_sec\"\n"
                                                 "\"1\",\"100\",\"\"\n\"2\",\"\",\"250\"\n");
        QCOMPARE(evidence.rows.size(), std::size_t(2));
        QCOMPARE(evidence.rows[1].name, std::string("big"));
        QCOMPARE(evidence.rows[1].measurements.front().value, 250.0);
        QVERIFY(evidence.measurements.empty());
    }

    void boardLinesGiveTheTimeBetweenSteps()
    {
        const Evidence evidence =
            test::imported("Wall time,Step,Value\n1000.0,10,3.1\n1020.0,20,3.0\n1040.0,30,2.9\n1200.0,40,2.8\n");
        QCOMPARE(figureOf(evidence, "step_s"), 2.0);
        QVERIFY(test::skips(evidence, "does not say of which figure"));
    }

    void kernelsAreSplitByWhatTheyDo()
    {
        const Evidence evidence = test::imported(
            "Processing [report.sqlite] with [cuda_gpu_kern_sum.py]...\n\n"
            "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
            "60.0,6000000000,100,1,1,1,1,0,sm90_xmma_gemm_bf16\n"
            "30.0,3000000000,100,1,1,1,1,0,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096>)\n"
            "10.0,1000000000,100,1,1,1,1,0,\"void at::native::vectorized_elementwise_kernel<4, float>(int, float)\"\n\n"
            "Time (%),Total Time (ns),Count,Operation\n100.0,5,1,[CUDA memcpy Host-to-Device]\n");
        QVERIFY2(evidence.summary.starts_with("10 s of kernels: compute 70 %, communication 30 %"),
            evidence.summary.c_str());
        QVERIFY(evidence.measurements.empty());
        QVERIFY(test::skips(evidence, "no steps"));
    }

    /// Summaries as the versions of Nsight Systems and rocprof write them.
    void summariesOfKernelsAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const char* text) { QTest::newRow(name) << QByteArray(text); };
        row("CSV",
            "Time (%),Total Time (ns),Instances,Avg (ns),Name\n70,7000000,7,1000000,\"sm90_gemm<a, b>\"\n"
            "30,3000000,3,1000000,ncclDevKernel_AllReduce_Sum_bf16_RING_LL\n");
        row("semicolons",
            "Time (%);Total Time (ns);Instances;Name\n70;7000000;7;sm90_gemm\n"
            "30;3000000;3;ncclDevKernel_AllReduce_Sum_bf16_RING_LL\n");
        row("older",
            "Time(%),Total Time (ns),Instances,Average,Name\n70,7000000,7,1,volta_gemm\n"
            "30,3000000,3,1,ncclKernel_AllReduce_RING_LL_Sum_half(ncclWorkElem)\n");
        row("as printed",
            " ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n"
            " Time (%)  Total Time (ns)  Instances   Avg (ns)   Name\n"
            " --------  ---------------  ---------  ---------  ----------------------\n"
            "     70.0          7000000          7  1000000.0  void gemm<(int)4, at::half>\n"
            "     30.0          3000000          3  1000000.0  ncclDevKernel_AllReduce_Sum_bf16_RING_LL\n\n");
        row("in milliseconds",
            "Time (%),Total Time (ms),Instances,Name\n70,7.0,7,gemm\n"
            "30,3.0,3,ncclDevKernel_AllReduce_Sum_bf16_RING_LL\n");
        row("rocprof",
            "\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n"
            "\"Cijk_Alik_Bljk_BBS_BH\",7,7000000,1000000,70\n"
            "\"ncclDevKernel_Generic(ncclDevComm*, unsigned long)\",3,3000000,1000000,30\n");
    }
    void summariesOfKernelsAreRead()
    {
        QFETCH(QByteArray, text);
        const Evidence evidence = test::imported(text.toStdString());
        QCOMPARE(evidence.kind, std::string("trace"));
        QVERIFY2(evidence.summary.starts_with("10 ms of kernels: compute 70 %, communication 30 %"),
            evidence.summary.c_str());
        QCOMPARE(evidence.curves.at(0).points.size(), std::size_t(2));
    }

    void callsOfTheHostAreNoKernels()
    {
        QVERIFY(!test::refusalOf("Time (%),Total Time (ns),Num Calls,Name\n100,5000,5,cudaLaunchKernel\n").empty());
        QCOMPARE(test::refusalOf("\"Name\",\"Calls\",\"TotalDurationNs\"\n\"hipLaunchKernel\",5,5000\n"),
            std::string("file: is a summary of calls of the host, not of kernels"));
    }
};

KNEEPOINT_TEST(TrackedRunsTest)
#include "tracked_runs_test.moc"
