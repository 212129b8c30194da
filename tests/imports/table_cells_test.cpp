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
        row("step (s)", "0.42", "step_s", 0.42);
        row("Iteration [ms]", "420", "step_s", 0.42);
        row("step_time_s", "0.42", "step_s", 0.42);
        row("itertimems", "420", "step_s", 0.42);
        row("Time/step (s)", "0.42", "step_s", 0.42);
        row("Avg time per iteration (ms)", "420", "step_s", 0.42);
        row("secperstep", "0.42", "step_s", 0.42);
        row("Step time (ms)", "1 250", "step_s", 1.25);
        row("Step time (ms)", "1\u202f250.5", "step_s", 1.2505);
        row("Step time (ms)", "1'250", "step_s", 1.25);
        row("tokens/s", "1 250 000", "tokens_per_s", 1.25e6);
        row("tokens_s", "81500", "tokens_per_s", 81500);
        row("tokenspergpupersec", "1000", "tokens_per_s", 16000);
        row("Throughput (M tokens/s)", "1.25", "tokens_per_s", 1.25e6);
        row("tokens/s (k)", "81.5", "tokens_per_s", 81500);
        row("Million tokens per second", "1.25", "tokens_per_s", 1.25e6);
        row("Throughput (steps/s)", "4", "step_s", 0.25);
        row("iterations_per_second", "4", "step_s", 0.25);
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

    void memoryIsReadBesideAMeasure()
    {
        const Evidence evidence = test::imported("GPUs,it/s,Peak memory (GiB),Host memory (GiB)\n8,1,10,900\n");
        QCOMPARE(firstOf(evidence, "memory_bytes"), 10737418240.);
    }

    /// Headings that have the letters of a rate or of a step's time, but are none.
    void otherHeadingsAreNoMeasure_data()
    {
        QTest::addColumn<int>("none");
        for (const char* heading :
            {"Schrittzeit (s)", "limit (s)", "Wait (s)", "tokens", "Batch tokens", "num_samples", "consumed samples",
                "images", "packed sequences", "steps", "data time (s)", "val step time (s)", "comm time per step (ms)",
                "tokens/day", "tokens/s (8 runs)", "samples per epoch", "time per epoch (s)"})
            QTest::newRow(heading) << 0;
    }
    void otherHeadingsAreNoMeasure()
    {
        const Evidence evidence =
            test::imported(std::string("GPUs,MFU,") + QTest::currentDataTag() + "\n16,0.4,12.5\n32,0.4,13\n");
        QCOMPARE(evidence.rows.at(0).measurements.size(), std::size_t(1));
        QVERIFY(test::skips(evidence, std::string("columns that are not used: ") + QTest::currentDataTag()));
    }

    void timesWithoutAUnitAreAsked_data()
    {
        QTest::addColumn<QByteArray>("cell");
        QTest::addColumn<double>("seconds"); // 0: not read
        QTest::newRow("seconds") << QByteArray("1.25") << 1.25;
        QTest::newRow("either") << QByteArray("412.5") << 0.;
        QTest::newRow("thousands") << QByteArray("1250") << 0.;
        QTest::newRow("a unit of its own") << QByteArray("1250 ms") << 1.25;
    }
    void timesWithoutAUnitAreAsked()
    {
        QFETCH(QByteArray, cell);
        QFETCH(double, seconds);
        const Evidence evidence = test::imported("GPUs,MFU,Iteration time\n8,0.4," + cell.toStdString() + "\n");
        QCOMPARE(firstOf(evidence, "step_s"), seconds);
        QCOMPARE(test::skips(evidence, "has no unit, so it may be seconds or milliseconds"), seconds == 0);
    }

    void aTableOfTimesWithoutAUnitIsRefusedForThat()
    {
        QCOMPARE(test::refusalOf("GPUs,Iteration time\n8,1250\n"),
            std::string("file: has no run that can be used: Iteration time 1250 has no unit, so it may be seconds or "
                        "milliseconds; write it into the heading"));
    }

    void aRefusalHasNoControlCharactersOfAHeading()
    {
        const std::string reason = test::refusalOf("GPUs,tokens/\x01s\n8,12 furlongs\n");
        QVERIFY(!reason.empty());
        QVERIFY(reason.find('\x01') == std::string::npos);
    }

    void theFirstOfColumnsOfOneMeasureIsUsed()
    {
        const Evidence evidence = test::imported("GPUs,images/sec,img/s,it/s,Step time (s)\n8,2400,2410,4,0.3\n");
        QCOMPARE(firstOf(evidence, "examples_per_s"), 2400.);
        QCOMPARE(firstOf(evidence, "step_s"), 0.25);
        QVERIFY(test::skips(evidence, "columns that are not used: img/s, Step time (s)"));
    }

    void tablesAreReadAsTheyAreDrawn_data()
    {
        QTest::addColumn<QByteArray>("table");
        const auto row = [](const char* name, const char* table) { QTest::newRow(name) << QByteArray(table); };
        row("boxes",
            "┌──────┬──────────┐\n│ GPUs │ tokens/s │\n├──────┼──────────┤\n│ 8    │ 79,200   │\n"
            "│ 16   │ 152,300  │\n└──────┴──────────┘\n");
        row("heavy boxes",
            "┏━━━━━━┳━━━━━━━━━━┓\n┃ GPUs ┃ tokens/s ┃\n┡━━━━━━╇━━━━━━━━━━┩\n│ 8    │ 79200    │\n"
            "│ 16   │ 152300   │\n└──────┴──────────┘\n");
        row("plus signs",
            "+------+----------+\n| GPUs | tokens/s |\n+------+----------+\n| 8    | 79200    |\n"
            "+------+----------+\n| 16   | 152300   |\n+------+----------+\n");
        row("columns of spaces",
            "Results of today:\n\nGPUs    tokens/s\n----    --------\n8       79,200\n16      "
            "152,300\n\nThat was  all.\n");
        row("the other way round", ",8 GPUs,16 GPUs\nTokens/s,79200,152300\n");
        row("the other way round, named", "GPUs,8,16\nTokens/s,79200,152300\n");
        row("nodes and GPUs", "| Nodes × GPUs | Tokens/sec |\n|---|---|\n| 1×8 | 79.2K |\n| 2×8 | 152.3K |\n");
    }
    void tablesAreReadAsTheyAreDrawn()
    {
        QFETCH(QByteArray, table);
        const Evidence evidence = test::imported(table.toStdString());
        QCOMPARE(evidence.rows.size(), std::size_t(2));
        QCOMPARE(firstOf(evidence, "tokens_per_s"), 79200.);
        QCOMPARE(settingOf(evidence.rows[1].settings, "cluster.gpus"), std::optional(16.));
        QVERIFY(!test::skips(evidence, "no number of GPUs"));
    }

    void aRowOfColumnsOfSpacesThatLacksACellIsListed()
    {
        const Evidence evidence =
            test::imported("GPUs    MFU    tokens/s\n8       0.4    79,200\n16      152,300\n32     0.4   290,000\n");
        QCOMPARE(evidence.rows.size(), std::size_t(2));
        QVERIFY(test::skips(evidence, "no number of GPUs, or nothing measured"));
    }

    void tablesWithoutASizeOrAMeasureAreRefusedByTheirHeadings()
    {
        QCOMPARE(test::refusalOf("GPUs,Tokens/day\n64,20B\n"),
            std::string(
                "file: is a table without a throughput, a time of a step or MFU: its headings are GPUs, Tokens/day"));
        QCOMPARE(test::refusalOf("TPUs,tokens/s\n64,1000\n"),
            std::string("file: is a table without a number of GPUs or nodes: its headings are TPUs, tokens/s"));
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

    void dotsBeforeThreeDigitsMayBeEitherBetweenSemicolons()
    {
        const Evidence open = test::imported("GPUs;tokens/s;MFU\n8;1.234;41\n16;12.345;40\n");
        QCOMPARE(firstOf(open, "tokens_per_s"), 0.);
        QVERIFY(test::skips(open, "1.234 may be"));
        QCOMPARE(firstOf(test::imported("GPUs;tokens/s;MFU\n8;1.234;41,2\n"), "tokens_per_s"), 1234.);
        QCOMPARE(firstOf(test::imported("GPUs,tokens/s,MFU\n8,1.234,41\n"), "tokens_per_s"), 1.234);
    }

    void sizesThatAreNotUnderstoodAreNotRead()
    {
        const Evidence evidence = test::imported("GPUs,tokens/s\n2/16,1000\n8-16,1000\n8 (one node),1000\n");
        QCOMPARE(evidence.rows.size(), std::size_t(1));
        QCOMPARE(settingOf(evidence.rows[0].settings, "cluster.gpus"), std::optional(8.));
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
