// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/text_fields.h"
#include "tests/support/compare.h"
#include "tests/support/test_registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QTest>

using namespace kneepoint;

namespace {

constexpr double no_number = -1e9; ///< no number

} // namespace

/// Numbers, words and keys in lines of text.
class TextFieldsTest : public QObject {
    Q_OBJECT

private slots:
    /// A comma before three digits groups thousands; any other is the decimal mark, and a list is no number.
    void numbersAtTheStartAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, double value) { QTest::newRow(text) << QByteArray(text) << value; };
        row("7,084 tok", 7084);
        row("1,234,567", 1234567);
        row("1801,5", 1801.5);
        row("1.801,5", 1801.5);
        row("1,2,3", 1);
        row("1,23,4", 1);
        row("+5", 5);
        row("-2.5e-3x", -0.0025);
        row(",5", no_number);
        row("5,", 5);
        row("5,x", 5);
        row("1234,567", 1234.567);
        row("123,456.5", 123456.5);
        row("0,73", 0.73);
        row("  8", 8);
        row("", no_number);
        row("x", no_number);
        row("1e400", no_number);
        row("1.5,25", 1.5);
        row("-1,250", -1250);
        row("1,250,12", 1250);
        row("1.2345,6", 1.2345);
        row("12.345.678,9", 12345678.9);
        row("12.345.678 tok", 12345678);
        row("-12.345.678.", -12345678);
        row("1.23.456,7", no_number);
        row("1.2.3", no_number);
        row(".123.456", no_number);
        row("12.4.1 GiB", no_number);
        row("12.4...", 12.4);
        row("12...", 12);
        row("1.801", 1.801);
    }
    void numbersAtTheStartAreRead()
    {
        QFETCH(const QByteArray, text);
        const double read = leadingNumber(text.toStdString()).value_or(no_number);
        QFETCH(const double, value);
        QVERIFY2(test::close(read, value, 1e-12), test::found("read", read, value));
    }

    void plainNumbersAreTheWholeText_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, double value) { QTest::newRow(text) << QByteArray(text) << value; };
        row("126.5", 126.5);
        row("1.2e+06", 1200000);
        row("+3", 3);
        row("-4", -4);
        row("5 ", no_number);
        row(" 5", no_number);
        row("5x", no_number);
        row("inf", no_number);
        row("nan", no_number);
        row("", no_number);
        row("1,000", no_number);
    }
    void plainNumbersAreTheWholeText()
    {
        QFETCH(const QByteArray, text);
        const double read = plainNumber(text.toStdString()).value_or(no_number);
        QFETCH(const double, value);
        QVERIFY2(test::close(read, value, 1e-12), test::found("read", read, value));
    }

    void numbersFollowTheirLabel_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, double value) { QTest::newRow(text) << QByteArray(text) << value; };
        row("size: 8", 8);
        row("size=8", 8);
        row("size '8'", 8);
        row("size \"8\"", 8);
        row("size:", no_number);
        row("sizes: x", no_number);
        row("the size  :=\t9 and size 7", 9);
        row("none", no_number);
    }
    void numbersFollowTheirLabel()
    {
        QFETCH(const QByteArray, text);
        const double read = numberAfter(text.toStdString(), "size").value_or(no_number);
        QFETCH(const double, value);
        QVERIFY2(test::close(read, value, 1e-12), test::found("read", read, value));
    }

    void partsAreTrimmed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("a, b ,c", "a|b|c");
        row("", "");
        row(",", "|");
        row("a", "a");
    }
    void partsAreTrimmed()
    {
        QFETCH(const QByteArray, text);
        const std::string whole = text.toStdString();
        QTEST(QByteArray::fromStdString(fmt::format("{}", fmt::join(split(whole, ','), "|"))), "value");
    }

    void wordsAreBetweenWhiteSpace_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row(" a  b\tc\n", "a|b|c");
        row("", "");
        row("a", "a");
    }
    void wordsAreBetweenWhiteSpace()
    {
        QFETCH(const QByteArray, text);
        const std::string whole = text.toStdString();
        QTEST(QByteArray::fromStdString(fmt::format("{}", fmt::join(wordsOf(whole), "|"))), "value");
    }

    void keysAreLettersAndDigits_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("# GPUs", "numgpus");
        row("Tokens/sec (k)", "tokensseck");
        row("Größe_1", "gre1");
    }
    void keysAreLettersAndDigits()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(plainKey(text.toStdString())), "value");
    }
};

KNEEPOINT_TEST(TextFieldsTest)
#include "text_fields_test.moc"
