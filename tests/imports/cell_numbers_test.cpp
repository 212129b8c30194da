// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/cell_text.h"
#include "model/imports/column_meaning.h"
#include "tests/support/compare.h"
#include "tests/support/test_registry.h"

#include <fmt/format.h>

#include <QTest>

using namespace kneepoint;

namespace {

constexpr double no_amount = -1e9; ///< no number

std::string numberText(std::string_view text, Marks marks)
{
    const auto number = cellNumber(text, marks);
    return number ? fmt::format("{:.10g}|{}|{}", number->value, number->unit, number->rest) : "none";
}

std::string gpusText(std::string_view text)
{
    const auto gpus = cellGpus(text, Marks::plain);
    return gpus ? fmt::format("{} of {}: {}", gpus->gpus, gpus->per_node, gpus->name) : "none";
}

} // namespace

/// Numbers in cells of tables as people write them, and headings.
class CellNumbersTest : public QObject {
    Q_OBJECT

private slots:
    void numbersHaveAUnitAndARest_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("81.5k tok/s", "81.5|k|tok/s");
        row("-5 ms", "-5|ms|");
        row("~ ≈1.5", "1.5||");
        row("**7**", "7||");
        row("`7.5`", "7.5||");
        row("1,250.5", "1250.5||");
        row("1 250 ms", "1250|ms|");
        row("1 250", "1250||");
        row("1'250'000x", "1250000|x|");
        row("1 25", "1||25");
        row("12 3456", "12||3456");
        row("1234 567", "1234||567");
        row("0.42 ± 0.01", "0.42|±|0.01");
        row("5%", "5|%|");
        row("2x8", "2|x|8");
        row("3 (best)", "3||(best)");
        row("1e3", "1000||");
        row("1e", "1|e|");
        row("2E-2s", "0.02|s|");
        row("2e+3s", "2000|s|");
        row("2e+x", "2|e|+x");
        row("2.5e2 3", "250||3");
        row("e5", "none");
        row(".5", "0.5||");
        row("5.", "5||");
        row("x", "none");
        row("", "none");
        row("< 3 GB.", "3|GB|");
        row("1.5 250", "1.5||250");
        row("+3", "none");
        row("=4", "4||");
        row("2*", "2||");
        row("7 ms.", "7|ms|");
    }
    void numbersHaveAUnitAndARest()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(numberText(text.toStdString(), Marks::plain)), "value");
    }

    void aCommaMayBeTheDecimalMark_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("1.250,5", "1250.5||");
        row("1,5 ms", "1.5|ms|");
        row("1.250", "1250||");
        row("0,7", "0.7||");
        row("12", "12||");
    }
    void aCommaMayBeTheDecimalMark()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(numberText(text.toStdString(), Marks::decimal_comma)), "value");
    }

    void whatMayBeEitherIsNoNumber_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("1,250", "none");
        row("1.250", "none");
        row("1250", "1250||");
        row("1.25", "1.25||");
        row("0.250", "0.25||");
        row("1234.567", "1234.567||");
        row("1.234.567", "none");
        row("1,5", "none");
    }
    void whatMayBeEitherIsNoNumber()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(numberText(text.toStdString(), Marks::open)), "value");
    }

    /// Without a unit, in milliseconds here.
    void timesAreInSeconds_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, double value) { QTest::newRow(text) << QByteArray(text) << value; };
        row("0.66s", 0.66);
        row("352 ms", 0.352);
        row("352 msec", 0.352);
        row("1m 5s", 65);
        row("0:01:20", 80);
        row("1:20", 80);
        row("1:2:3:4", no_amount);
        row("1:-2", no_amount);
        row("5", 0.005);
        row("5 ± 1", 0.005);
        row("5 s ± 1 s", 5);
        row("5 s + 1 s", 5);
        row("5 us", 5e-06);
        row("5 µs", 5e-06);
        row("2 h", 7200);
        row("2 hours 3 min", 7380);
        row("5 x", no_amount);
        row("5 s 3", no_amount);
        row("5 GB", no_amount);
        row("x", no_amount);
        row("2.5 s/it", 2.5);
        row("1 ms/step", 0.001);
        row("12 seconds", 12);
    }
    void timesAreInSeconds()
    {
        QFETCH(const QByteArray, text);
        const double read = cellSeconds(text.toStdString(), Marks::plain, 1e-3).value_or(no_amount);
        QFETCH(const double, value);
        QVERIFY2(test::close(read, value, 1e-12), test::found("read", read, value));
    }

    void amountsHaveAMagnitude_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, double value) { QTest::newRow(text) << QByteArray(text) << value; };
        row("79.2k", 79200);
        row("79.2K tok/s", 79200);
        row("1.5M", 1500000);
        row("2G", 2000000000);
        row("2B", 2000000000);
        row("3T", 3e+12);
        row("3 ktok/s", 3000);
        row("3 k/s", 3000);
        row("3 kg", no_amount);
        row("3 tokens", 3);
        row("3 samples/s", 3);
        row("3 images", 3);
        row("3 examples", 3);
        row("3 seq/s", 3);
        row("3 it/s", 3);
        row("3 steps", 3);
        row("3 batches", 3);
        row("3/s", 3);
        row("3 ± 1", 3);
        row("3 GB", no_amount);
        row("3 furlongs", no_amount);
        row("3 Mtoken", 3000000);
        row("x", no_amount);
        row("", no_amount);
    }
    void amountsHaveAMagnitude()
    {
        QFETCH(const QByteArray, text);
        const double read = cellAmount(text.toStdString(), Marks::plain).value_or(no_amount);
        QFETCH(const double, value);
        QVERIFY2(test::close(read, value, 1e-12), test::found("read", read, value));
    }

    void cellsStateTheirUnit_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("5 s", "s");
        row("5ms", "s");
        row("1:20", "s");
        row("5 tok/s", "tokens/s");
        row("5 tokens/s/GPU", "tokens/s/gpu");
        row("5 tok/s/device", "tokens/s/gpu");
        row("5 samples/s", "examples/s");
        row("5 img/s", "examples/s");
        row("5 examples/s", "examples/s");
        row("5 samples/s/gpu", "");
        row("4 it/s", "steps/s");
        row("4 steps/s", "steps/s");
        row("5", "");
        row("x", "");
        row("5 GB", "");
    }
    void cellsStateTheirUnit()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(std::string(cellUnit(text.toStdString()))), "value");
    }

    void gpusAreCounted_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("16", "16 of 0: ");
        row("2x8", "16 of 8: ");
        row("2 x 8 x H100", "16 of 8: h100");
        row("8xA100", "8 of 0: a100");
        row("2×8", "16 of 8: ");
        row("2*8", "16 of 8: ");
        row("3 nodes x 4", "12 of 4: ");
        row("1 node × 8", "8 of 8: ");
        row("1 node x 8 x L40S", "8 of 8: l40s");
        row("16 H100", "16 of 0: h100");
        row("16 (one rack)", "16 of 0: (one rack)");
        row("2/16", "none");
        row("8-16", "none");
        row("0", "none");
        row("2x3x4", "none");
        row("x", "none");
        row("~8", "8 of 0: ");
        row("16 nodes", "16 of 0: ");
        row("1.5k", "1.5 of 0: k");
    }
    void gpusAreCounted()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(gpusText(text.toStdString())), "value");
    }

    void headingsHaveAMeaning_data()
    {
        QTest::addColumn<QByteArray>("heading");
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("factor");
        QTest::addColumn<QByteArray>("parameter");
        QTest::addColumn<bool>("open_unit");
        const auto row = [](const char* heading, ColumnKind kind, double factor = 1, const char* parameter = "",
                             bool open_unit = false) {
            QTest::newRow(heading) << QByteArray(heading) << static_cast<int>(kind) << factor << QByteArray(parameter)
                                   << open_unit;
        };
        row("# GPUs", ColumnKind::gpus);
        row("Nodes", ColumnKind::nodes);
        row("GPUs/node", ColumnKind::gpus_per_node);
        row("TPS", ColumnKind::tokens);
        row("tps/gpu", ColumnKind::tokens_per_gpu);
        row("Throughput (S/s)", ColumnKind::examples);
        row("Speed", ColumnKind::by_unit);
        row("MFU", ColumnKind::mfu);
        row("MFU (%)", ColumnKind::mfu, 0.01);
        row("MFU pct", ColumnKind::mfu, 0.01);
        row("GPU model", ColumnKind::gpu);
        row("Seq length", ColumnKind::setting, 1, "workload.sequence_length");
        row("GBS", ColumnKind::setting, 1, "workload.global_batch");
        row("TP", ColumnKind::setting, 1, "plan.tensor_parallel");
        row("Nodes x GPUs", ColumnKind::gpus);
        row("Nodes/GPUs", ColumnKind::none);
        row("tokens/s", ColumnKind::tokens);
        row("tokens/GPU/s", ColumnKind::tokens_per_gpu);
        row("tok_s_per_gpu", ColumnKind::tokens_per_gpu);
        row("ktokens/s", ColumnKind::tokens, 1000);
        row("tokens/s (M)", ColumnKind::tokens, 1e6);
        row("k tokens / sec", ColumnKind::tokens, 1000);
        row("billion tokens per second", ColumnKind::tokens, 1e9);
        row("GTPS", ColumnKind::tokens, 1e9);
        row("tokps", ColumnKind::tokens);
        row("images per second", ColumnKind::examples);
        row("samples/s/rank", ColumnKind::examples_per_gpu);
        row("seqs/sec", ColumnKind::examples);
        row("step time", ColumnKind::seconds, 1, "", true);
        row("step time (ms)", ColumnKind::seconds, 0.001);
        row("s/it", ColumnKind::seconds);
        row("it/s", ColumnKind::steps);
        row("iter (s)", ColumnKind::seconds);
        row("avg time per step", ColumnKind::seconds, 1, "", true);
        row("time per step and layer", ColumnKind::none);
        row("batches per second", ColumnKind::steps);
        row("batch time", ColumnKind::seconds, 1, "", true);
        row("time", ColumnKind::by_unit);
        row("step", ColumnKind::none);
        row("steps", ColumnKind::none);
        row("train step time (sec)", ColumnKind::seconds);
        row("s per step", ColumnKind::seconds);
        row("tokens", ColumnKind::none);
        row("tokens per day", ColumnKind::none);
        row("tokens gpu s", ColumnKind::tokens_per_gpu);
        row("TFLOPs", ColumnKind::flops, 1e12);
        row("model TFLOPs", ColumnKind::none);
        row("TFLOP/s total", ColumnKind::none);
        row("speedup", ColumnKind::none);
        row("loss", ColumnKind::none);
        row("cost", ColumnKind::none);
        row("Peak memory (GiB)", ColumnKind::memory, 1073741824.);
        row("max mem GB", ColumnKind::memory, 1e9);
        row("memory", ColumnKind::none);
        row("GPU memory used GB", ColumnKind::memory, 1e9);
        row("host memory (GB)", ColumnKind::none);
        row("steptimems", ColumnKind::seconds, 0.001);
        row("mspersteptime", ColumnKind::none);
        row("tokenspersecondpergpu", ColumnKind::tokens_per_gpu);
        row("step s", ColumnKind::seconds);
        row("device tokens/s", ColumnKind::tokens);
        row("", ColumnKind::none);
    }
    void headingsHaveAMeaning()
    {
        QFETCH(const QByteArray, heading);
        const ColumnMeaning read = columnMeaning(heading.toStdString());
        QTEST(static_cast<int>(read.meaning), "kind");
        QTEST(read.factor, "factor");
        QTEST(QByteArray::fromStdString(std::string(read.parameter)), "parameter");
        QTEST(read.open_unit, "open_unit");
    }
};

KNEEPOINT_TEST(CellNumbersTest)
#include "cell_numbers_test.moc"
