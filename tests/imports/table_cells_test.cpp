// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

/// A measurement of the first row; 0 if it has none.
double firstOf(const Evidence& evidence, const char* metric)
{
    const Measurement* m = evidence.rows.empty() ? nullptr : measurementOf(evidence.rows[0].measurements, metric);
    return m ? m->value : 0;
}

bool isClose(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::abs(b);
}

} // namespace

/// Units, magnitudes and marks in cells, and the headings of tables of runs.
class TableCellsTest : public QObject {
    Q_OBJECT

private slots:
    void cellsHaveUnitsOfTheirOwn_data()
    {
        QTest::addColumn<QByteArray>("heading");
        QTest::addColumn<QByteArray>("cell");
        QTest::addColumn<QByteArray>("metric");
        QTest::addColumn<double>("value");
        const auto row = [](const char* heading, const char* cell, const char* metric, double value) {
            QTest::newRow(QByteArray(heading) + " " + cell)
                << QByteArray(heading) << QByteArray(cell) << QByteArray(metric) << value;
        };
        row("tokens/s", "81.5k", "tokens_per_s", 81500);
        row("tokens/s", "81.5 K tok/s", "tokens_per_s", 81500);
        row("tokens/s", "1.25M", "tokens_per_s", 1.25e6);
        row("tokens/s", "~9e5", "tokens_per_s", 9e5);
        row("Tokens/sec", "12500", "tokens_per_s", 12500);
        row("Throughput (ktokens/s)", "81.5", "tokens_per_s", 81500);
        row("tok/s/GPU", "1k", "tokens_per_s", 16000);
        row("tokens_per_second_per_device", "1000", "tokens_per_s", 16000);
        row("Step time", "420 ms", "step_s", 0.42);
        row("Step time (ms)", "420", "step_s", 0.42);
        row("Step time (ms)", "1.5s", "step_s", 1.5);
        row("Step time", "2m 10s", "step_s", 130);
        row("Step time", "2:10", "step_s", 130);
        row("Step time", "0.42 ± 0.01", "step_s", 0.42);
        row("sec/step", "0.42", "step_s", 0.42);
        row("ms/iter", "420", "step_s", 0.42);
        row("Iteration time [s]", "0.42", "step_s", 0.42);
        row("it/s", "4", "step_s", 0.25);
        row("steps/s", "4", "step_s", 0.25);
        row("img/s", "900", "examples_per_s", 900);
        row("Throughput (images/sec)", "900", "examples_per_s", 900);
        row("sequences/s", "9", "examples_per_s", 9);
        row("samples/s/GPU", "9", "examples_per_s", 144);
        row("MFU", "0.7%", "mfu", 0.007);
        row("MFU", "38 %", "mfu", 0.38);
        row("MFU (%)", "0.7", "mfu", 0.007);
        row("MFU", "0.38", "mfu", 0.38);
        row("TFLOP/s/GPU", "310", "achieved_flops", 310e12);
        row("Speed", "420ms", "step_s", 0.42);
        row("Speed", "4 it/s", "step_s", 0.25);
        row("Performance", "81.5k tokens/s", "tokens_per_s", 81500);
    }
    void cellsHaveUnitsOfTheirOwn()
    {
        QFETCH(QByteArray, heading);
        QFETCH(QByteArray, cell);
        QFETCH(QByteArray, metric);
        QFETCH(double, value);
        const Evidence evidence = test::imported((QByteArray("GPUs,") + heading + "\n16," + cell + "\n").toStdString());
        const double read = firstOf(evidence, metric.constData());
        QVERIFY2(isClose(read, value), qPrintable(QString::number(read, 'g', 12)));
    }

    void gpusAreCountedAsTheyAreWritten_data()
    {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<double>("gpus");
        QTest::addColumn<double>("per_node");
        const auto row = [](const char* table, double gpus, double per_node) {
            QTest::newRow(table) << QByteArray(table) << gpus << per_node;
        };
        row("GPUs,it/s\n3x8,1\n", 24, 8);
        row("GPUs,it/s\n3 × 8,1\n", 24, 8);
        row("GPUs,it/s\n3x4xA100,1\n", 12, 4);
        row("GPUs,it/s\n2 nodes x 8,1\n", 16, 8);
        row("GPUs,it/s\n16 H100,1\n", 16, 0);
        row("nodes,GPUs per node,it/s\n3,4,1\n", 12, 4);
        row("GPU config,it/s\n8xL40S,1\n", 8, 0);
    }
    void gpusAreCountedAsTheyAreWritten()
    {
        QFETCH(QByteArray, table);
        QFETCH(double, gpus);
        QFETCH(double, per_node);
        const Evidence evidence = test::imported(table.toStdString());
        QCOMPARE(settingOf(evidence.rows.at(0).settings, "cluster.gpus").value_or(0), gpus);
        QCOMPARE(settingOf(evidence.rows.at(0).settings, "cluster.gpus_per_node").value_or(0), per_node);
    }

    void theTableDecidesBetweenCommas_data()
    {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<double>("seconds");
        QTest::newRow("decimals of another number") << QByteArray("GPUs;Step time (s)\n8;1,25\n16;0,7\n") << 1.25;
        QTest::newRow("the column decides") << QByteArray("GPUs;Step time (s)\n8;1,250\n16;0,7\n") << 1.25;
        QTest::newRow("another column decides") << QByteArray("GPUs;Step time (s);MFU\n8;1,250;41,2\n") << 1.25;
        QTest::newRow("thousands of Markdown")
            << QByteArray("| GPUs | Step time (ms) |\n|---|---|\n| 8 | 1,250 |\n") << 1.25;
        QTest::newRow("both marks") << QByteArray("GPUs;Step time (ms)\n8;1.250,0\n") << 1.25;
    }
    void theTableDecidesBetweenCommas()
    {
        QFETCH(QByteArray, table);
        QFETCH(double, seconds);
        QVERIFY(isClose(firstOf(test::imported(table.toStdString()), "step_s"), seconds));
    }

    void whatMayBeEitherIsNotRead()
    {
        const Evidence evidence = test::imported("GPUs;tokens/s;MFU\n8;1,250;0.4\n");
        QCOMPARE(firstOf(evidence, "tokens_per_s"), 0.);
        QVERIFY(test::skips(evidence, "may be thousands or have a decimal comma"));
    }

    void unitsThatAreNotUnderstoodAreNotRead()
    {
        const Evidence evidence = test::imported("GPUs,tokens/s,MFU\n8,12 furlongs,0.4\n");
        QCOMPARE(firstOf(evidence, "tokens_per_s"), 0.);
        QVERIFY(test::skips(evidence, "12 furlongs is not understood"));
    }
};

KNEEPOINT_TEST(TableCellsTest)
#include "table_cells_test.moc"
