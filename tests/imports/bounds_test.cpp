// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/nccl_tests.h"
#include "model/imports/table_text.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

std::string repeated(const std::string& text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

std::string numbered(const std::string& before, const std::string& after, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += before + std::to_string(i) + after;
    return all;
}

} // namespace

/// What is kept of a file is bounded, however long it is, and a file at the bound is read whole.
class BoundsTest : public QObject {
    Q_OBJECT

private slots:
    void devicesAreBounded_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("each");
        QTest::addColumn<int>("most");
        const auto row = [](const char* name, const char* before, const char* each, int most) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(each) << most;
        };
        row("nvidia-smi -L", "", "GPU 0: NVIDIA L40S (UUID: GPU-5c1a)\n", 1024);
        row("nvidia-smi -q", "==============NVSMI LOG==============\n",
            "GPU 00000000:1B:00.0\n    Product Name : NVIDIA L40S\n", 1024);
        row("nvidia-smi", "| NVIDIA-SMI 535.10     Driver Version: 535.10       CUDA Version: 12.2     |\n",
            "|   0  NVIDIA L40S          On  | 00000000:07:00.0 Off |                    0 |\n", 1024);
        row("nvidia-smi --query-gpu", "name, power.limit [W]\n", "NVIDIA L40S, 350.00 W\n", 1024);
        row("lspci", "", "17:00.0 3D controller: NVIDIA Corporation AD102GL [L40S]\n", 256);
        row("ibstat", "", "CA 'mlx5_0'\n\tPort 1:\n\t\tState: Active\n\t\tRate: 400\n", 256);
    }
    void devicesAreBounded()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QByteArray, each);
        QFETCH(const int, most);
        for (const int count : {most - 1, most, most + 1}) {
            const std::string summary =
                test::imported(before.toStdString() + repeated(each.toStdString(), count)).summary;
            QVERIFY2(summary.starts_with(std::to_string(std::min(count, most)) + " "), summary.c_str());
        }
    }

    void remarksOfDevicesAreBounded()
    {
        const Evidence evidence = test::imported("==============NVSMI LOG==============\n"
            + repeated("GPU 00000000:1B:00.0\n    Product Name : NVIDIA L40S\n    Link Width\n        Current : 8x\n"
                       "        Max : 16x\n",
                40));
        QCOMPARE(evidence.skipped.size(), std::size_t(32));
    }

    void kernelsThatAreListedAreBounded()
    {
        for (const int count : {63, 64, 65})
            QCOMPARE(
                test::imported("Time (%),Total Time (ns),Instances,Name\n" + numbered("1,", ",1,gemm\n", count + 1))
                    .curves.at(0)
                    .points.size(),
                std::min(static_cast<std::size_t>(count + 1), std::size_t(64)));
    }

    void tablesOfCollectivesAreBounded()
    {
        const std::string table =
            "# size count type redop root time algbw busbw #wrong\n1024 256 float sum -1 20 1 1 0\n";
        for (const int count : {999, 1000, 1001}) {
            const std::string text = repeated(table, count);
            ByteSource source = ByteSource::of(text, "file", {});
            QCOMPARE(readNcclTables(source).size(), std::min<std::size_t>(static_cast<std::size_t>(count), 1000));
        }
    }

    void streamsOfAPortAreBounded()
    {
        const auto streams = [](int count) {
            return test::imported("[ ID] Interval       Transfer     Bandwidth\n"
                + numbered("[", "]  0.0-10.0 sec  5.00 GBytes  1.00 Gbits/sec\n", count))
                .summary;
        };
        QVERIFY(streams(1000).find(" over 1000 streams") != std::string::npos);
        QVERIFY(streams(1002).find(" over 1001 streams") != std::string::npos);
    }

    void runsOfALogAreBounded()
    {
        std::string log;
        double ms = 100;
        for (int run = 0; run < 105; ++run, ms *= 1.1)
            for (const char* step : {"1", "2"})
                log += std::string(" iteration ") + step
                    + "/ 50 | elapsed time per iteration (ms): " + std::to_string(ms) + " | global batch size: 32 |\n";
        QCOMPARE(test::imported(log).rows.size(), std::size_t(100));
    }

    void linesOfATableAreBounded()
    {
        QCOMPARE(firstTable("a,b\n" + repeated("1,2\n", 200000)).rows.size(), std::size_t(199999));
        const std::string wide = repeated("1,", 999) + "1\n"; // of a thousand cells
        QCOMPARE(firstTable(wide + repeated(wide, 1010)).rows.size(), std::size_t(1000));
    }
};

KNEEPOINT_TEST(BoundsTest)
#include "bounds_test.moc"
