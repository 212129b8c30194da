// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

/// Scaling tables and node topologies.
class TablesTest : public QObject {
    Q_OBJECT

private slots:
    void columnsOfAllSpellingsAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("CSV, tokens/s") << QByteArray("GPUs,tokens/s\n8,80000\n64,512000\n");
        QTest::newRow("CSV with a byte order mark and semicolons")
            << QByteArray("\xef\xbb\xbf# GPUs;Throughput (T/s)\r\n8;80000\r\n64;512000\r\n");
        QTest::newRow("per GPU") << QByteArray("# GPUs,Throughput (T/s/GPU)\n8,10000\n64,8000\n");
        QTest::newRow("Markdown, nodes") << QByteArray(
            "## Results\n\n| NUM_NODES | TPS/GPU | Memory(GiB) |\n| --- | ---: | ---: |\n| 1 | 10,000 | 47.96 |\n| 8 | "
            "8,000 | 46.97 |\n");
        QTest::newRow("quoted cells") << QByteArray(
            "Model,GPUs,Tokens per second\n\"7B, dense\",8,80000\n\"7B, dense\",64,512000\n");
    }
    void columnsOfAllSpellingsAreRead()
    {
        QFETCH(const QByteArray, text);
        const Evidence evidence = test::imported(text.toStdString());
        QCOMPARE(evidence.kind, std::string("scaling-table"));
        QCOMPARE(evidence.rows.size(), std::size_t(2));
        QCOMPARE(evidence.curves.size(), std::size_t(1));
        QCOMPARE(evidence.curves[0].points.at(0).x, 8.);
        QCOMPARE(evidence.curves[0].points.at(0).y, 80000.);
        QCOMPARE(evidence.curves[0].points.at(1).x, 64.);
        QCOMPARE(evidence.curves[0].points.at(1).y, 512000.);
        QVERIFY2(evidence.summary.find("80 %") != std::string::npos, evidence.summary.c_str());
    }

    void stepTimesAndSettingsAreRead()
    {
        const Evidence evidence =
            test::imported("GPUs,Step time (ms),MFU,TP,MBS,GBS\n8,500,41.2,2,4,128\n16,260,0.4,2,4,128\n");
        QCOMPARE(evidence.rows.size(), std::size_t(2));
        const EvidenceRow& row = evidence.rows[0];
        QCOMPARE(row.measurements.size(), std::size_t(2));
        QCOMPARE(row.measurements[0].value, 0.5);
        QVERIFY(std::abs(row.measurements[1].value - 0.412) < 1e-12);
        QCOMPARE(row.settings.size(), std::size_t(4));
        QVERIFY(std::abs(evidence.rows[1].measurements[1].value - 0.4) < 1e-12);
    }

    void aThroughputPerGpuThatContradictsTheTotalIsReported()
    {
        const Evidence evidence = test::imported("GPUs,tokens/s,tokens/s/GPU\n8,80000,10050\n64,512000,9000\n");
        QCOMPARE(evidence.rows.size(), std::size_t(2));
        QCOMPARE(evidence.skipped.size(), std::size_t(1));
        QVERIFY(test::skips(evidence, "9 k tokens/s per GPU on 64 GPUs differs from 512 k tokens/s, which is used"));
    }

    void differentBatchesOfTheSameModelStaySeparate()
    {
        const Evidence evidence =
            test::imported("Model,MicroBatchSize,GPUs,tokens/s\n7b,1,8,100\n7b,2,8,120\n7b,1,16,190\n7b,2,16,230\n");
        QCOMPARE(evidence.curves.size(), std::size_t(2));
    }

    /// A table that counts both is over GPUs, whatever a node has.
    void gpusCountWhereNodesAreStatedAsWell()
    {
        const Evidence evidence = test::imported("nodes,GPUs,tokens/s\n1,4,40000\n2,8,76000\n");
        QCOMPARE(evidence.curves.size(), std::size_t(1));
        QCOMPARE(evidence.curves[0].points.at(0).x, 4.);
        QCOMPARE(evidence.curves[0].points.at(1).x, 8.);
    }

    void gpusAreCountedBesideTheirName()
    {
        const Evidence two =
            test::imported("| GPU | tokens/s |\n|---|---|\n| 1*RTX4090 | 1.8k |\n| 2*RTX4090 | 2.7k |\n");
        QCOMPARE(two.rows.size(), std::size_t(2));
        QCOMPARE(settingOf(two.rows[1].settings, "cluster.gpus"), std::optional(2.0));
        // A name, and a table that has sizes of its own.
        QVERIFY(!importBytes("GPU,tokens/s\n3090 Ti,1800\n4090 x,2700\n", "a.csv"));
        const Evidence nodes = test::imported("GPU,GPUs,tokens/s\n8x A100,16,1800\n8x A100,32,2700\n");
        QCOMPARE(settingOf(nodes.rows[1].settings, "cluster.gpus"), std::optional(32.0));
    }

    void theBestOfSeveralRunsOfOneSizeCounts_data()
    {
        QTest::addColumn<QByteArray>("eight");
        QTest::newRow("first") << QByteArray("8,80000\n8,70000\n");
        QTest::newRow("last") << QByteArray("8,70000\n8,80000\n");
    }
    void theBestOfSeveralRunsOfOneSizeCounts()
    {
        QFETCH(const QByteArray, eight);
        const Evidence evidence = test::imported("GPUs,tokens/s\n" + eight.toStdString() + "64,512000\n");
        QCOMPARE(evidence.curves.size(), std::size_t(1));
        QCOMPARE(evidence.curves[0].points.at(0).y, 80000.);
    }

    void rowsWithoutASizeAreListed()
    {
        const Evidence evidence = test::imported("GPUs,tokens/s\n8,80000\n,5\nmany,6\n0,7\n");
        QCOMPARE(evidence.rows.size(), std::size_t(1));
        QCOMPARE(evidence.skipped.size(), std::size_t(3));
    }

    void everyRowOfATableIsRead()
    {
        const auto evidence = importFile(test::samplePath("scaling/throughput.csv"));
        QVERIFY(evidence.has_value());
        QCOMPARE(evidence->rows.size(), std::size_t(13));
        const auto largest = std::ranges::find_if(
            evidence->curves, [](const MeasuredCurve& c) { return c.name.find("34b") != std::string::npos; });
        QVERIFY(largest != evidence->curves.end());
        QCOMPARE(largest->points.size(), std::size_t(3));
        QCOMPARE(largest->points[0].x, 64.);
        QCOMPARE(largest->points[2].x, 256.);
        QCOMPARE(largest->points[2].y, 450560.);
    }

    void aTableInAPageIsFound()
    {
        const auto evidence = importFile(test::samplePath("scaling/nodes.md"));
        QVERIFY(evidence.has_value());
        QCOMPARE(evidence->rows.size(), std::size_t(3));
        QCOMPARE(evidence->curves.at(0).points.at(0).x, 32.);
        QCOMPARE(evidence->curves.at(0).points.at(0).y, 32 * 11020.);
    }

    void aTableWithoutSizesIsRefused()
    {
        QVERIFY(
            test::refusalOf("| Quantization | Vanilla TP tokens/sec |\n| :-- | :-- |\n| None | 597.3 |\n").size() > 10);
    }

    void topologiesAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("tabs") << QByteArray(
            "\tGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n"
            "GPU0\t X \tNV18\tPIX\tSYS\t0-63\t0\t\tN/A\nGPU1\tNV18\t X \tSYS\tPIX\t64-127\t1\t\tN/A\n"
            "NIC0\tPIX\tSYS\t X \tSYS\t\t\t\t\nNIC1\tSYS\tPIX\tSYS\t X \t\t\t\t\n\nLegend:\n\n  X    = Self\n");
        QTest::newRow("pasted with spaces")
            << QByteArray("        GPU0    GPU1    mlx5_0  mlx5_1  CPU Affinity\n"
                          "GPU0     X      NV2     PIX     SYS     0-11,24-35\n"
                          "GPU1    NV2      X      SYS     PIX     0-11,24-35\n"
                          "mlx5_0  PIX     SYS      X      SYS\nmlx5_1  SYS     PIX     SYS      X\n");
    }
    void topologiesAreRead()
    {
        QFETCH(const QByteArray, text);
        const Evidence evidence = test::imported(text.toStdString());
        QCOMPARE(evidence.kind, std::string("topology"));
        QCOMPARE(settingOf(evidence, "cluster.gpus_per_node").value_or(0), 2.);
        QCOMPARE(settingOf(evidence, "cluster.nics_per_node").value_or(0), 2.);
        QVERIFY2(evidence.summary.find("2 under a PCIe switch") != std::string::npos, evidence.summary.c_str());
    }

    void aNodeWithANicForEachGpuIsRead()
    {
        const auto node = importFile(test::samplePath("topology/eight-gpus-eight-nics.topo"));
        QVERIFY(node.has_value());
        QCOMPARE(settingOf(*node, "cluster.gpus_per_node").value_or(0), 8.);
        QCOMPARE(settingOf(*node, "cluster.nics_per_node").value_or(0), 8.);
        QVERIFY2(node->summary.find("NV18 (28 pairs)") != std::string::npos, node->summary.c_str());
    }

    void anUnevenMeshIsReported()
    {
        const auto node = importFile(test::samplePath("topology/two-meshes-one-nic.topo"));
        QVERIFY(node.has_value());
        QCOMPARE(settingOf(*node, "cluster.nics_per_node").value_or(0), 1.);
        QVERIFY(test::skips(*node, "connected differently"));
    }
};

KNEEPOINT_TEST(TablesTest)
#include "tables_test.moc"
