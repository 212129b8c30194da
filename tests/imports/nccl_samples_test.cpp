// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/nccl_tests.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

std::vector<CollectiveTable> tablesOfSample(const std::string& name)
{
    Result<ByteSource> source = ByteSource::open(test::samplePath("nccl-tests/" + name), {});
    return source ? readNcclTables(*source) : std::vector<CollectiveTable>();
}

} // namespace

/// Whole outputs of nccl-tests.
class NcclSamplesTest : public QObject {
    Q_OBJECT

private slots:
    void samplesAreRead_data()
    {
        QTest::addColumn<QByteArray>("operations");
        QTest::addColumn<std::size_t>("rows");
        QTest::addColumn<double>("ranks");
        QTest::addColumn<double>("nodes");
        QTest::addColumn<QByteArray>("gpu");
        const auto row = [](const char* file, const char* operations, std::size_t rows, double ranks, double nodes,
                             const char* gpu) {
            QTest::newRow(file) << QByteArray(operations) << rows << ranks << nodes << QByteArray(gpu);
        };
        // Older versions do not name the collective: columns and bandwidths tell.
        row("2021-all_gather.log", "all_gather", 11, 8, 1, "A100-SXM4-80GB");
        row("2021-all_reduce.log", "all_reduce", 11, 8, 1, "A100-SXM4-80GB");
        row("2021-alltoall.log", "all_to_all", 11, 8, 1, "A100-SXM4-80GB");
        row("2021-broadcast.log", "broadcast", 11, 8, 1, "A100-SXM4-80GB");
        row("2021-reduce.log", "reduce", 11, 8, 1, "A100-SXM4-80GB");
        row("2021-reduce_scatter.log", "reduce_scatter", 11, 8, 1, "A100-SXM4-80GB");
        row("2025-two-nodes.log", "all_reduce all_gather reduce_scatter all_to_all", 6, 16, 2, "NVIDIA H100 80GB HBM3");
        row("quoted.md", "", 7, 0, 0, ""); // without ranks, bandwidths do not tell
    }
    void samplesAreRead()
    {
        QFETCH(const QByteArray, operations);
        QFETCH(const std::size_t, rows);
        QFETCH(const double, ranks);
        QFETCH(const double, nodes);
        QFETCH(const QByteArray, gpu);
        const auto tables = tablesOfSample(QTest::currentDataTag());
        QByteArrayList read;
        for (const CollectiveTable& table : tables) {
            read.push_back(QByteArray::fromStdString(table.operation));
            QCOMPARE(table.rows.size(), rows);
            QCOMPARE(table.ranks, ranks);
            QCOMPARE(table.nodes, nodes);
            QCOMPARE(table.gpu, gpu.toStdString());
        }
        QCOMPARE(read.join(' '), operations);
    }

    /// The means as the samples print them in their last lines.
    void averagesAreThePrintedOnes_data()
    {
        QTest::addColumn<std::size_t>("table");
        QTest::addColumn<double>("average");
        QTest::newRow("2021-all_gather.log") << std::size_t(0) << 68.7033;
        QTest::newRow("2021-all_reduce.log") << std::size_t(0) << 78.0271;
        QTest::newRow("2021-alltoall.log") << std::size_t(0) << 61.6963;
        QTest::newRow("2021-broadcast.log") << std::size_t(0) << 72.6801;
        QTest::newRow("2021-reduce.log") << std::size_t(0) << 71.7149;
        QTest::newRow("2021-reduce_scatter.log") << std::size_t(0) << 70.9484;
        QTest::newRow("2025-two-nodes.log") << std::size_t(0) << 201.007;
        QTest::newRow("2025-two-nodes.log") << std::size_t(1) << 172.13;
        QTest::newRow("2025-two-nodes.log") << std::size_t(2) << 167.63;
        QTest::newRow("2025-two-nodes.log") << std::size_t(3) << 32.2846;
        QTest::newRow("2025-ended-early.log") << std::size_t(0) << 9.19543;
        QTest::newRow("quoted.md") << std::size_t(0) << 51.8957;
    }
    void averagesAreThePrintedOnes()
    {
        QFETCH(const std::size_t, table);
        QFETCH(const double, average);
        const double found = averageBusBandwidth(tablesOfSample(QTest::currentDataTag()).at(table)) / 1e9;
        QVERIFY2(std::abs(found - average) < 5e-3, QByteArray::number(found, 'g', 9));
    }

    void aTestThatEndedBeforeItsRowsLeavesTheOthers()
    {
        const auto evidence = importFile(test::samplePath("nccl-tests/2025-ended-early.log"));
        QVERIFY(evidence.has_value());
        QCOMPARE(evidence->curves.size(), std::size_t(1));
        QCOMPARE(evidence->curves[0].name, std::string("all_to_all, 2 GPUs on 2 nodes"));
        QVERIFY(test::skips(*evidence, "ended before its first row"));
    }
};

KNEEPOINT_TEST(NcclSamplesTest)
#include "nccl_samples_test.moc"
