// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/units.h"

#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <limits>
#include <locale>
#include <random>

using namespace kneepoint;

Q_DECLARE_METATYPE(kneepoint::Unit)

namespace {

constexpr int unit_count = static_cast<int>(Unit::dollars_per_hour) + 1;

QString refusal(const QString& text, Unit unit)
{
    const auto parsed = parseQuantity(text.toStdString(), unit);
    return parsed ? QString() : QString::fromStdString(parsed.error().message);
}

} // namespace

class UnitsTest : public QObject {
    Q_OBJECT

private slots:
    void quantitiesAreFormattedForReaders_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<Unit>("unit");
        QTest::addColumn<QString>("text");
        const auto row = [](double value, Unit unit, const char* text) {
            QTest::newRow(text) << value << unit << QString::fromUtf8(text);
        };
        row(0.412, Unit::seconds, "412 ms");
        row(0.9996, Unit::seconds, "1.00 s");
        row(0.0, Unit::seconds, "0 s");
        row(-0.003, Unit::seconds, "-3 ms");
        row(3e-6, Unit::seconds, "3 µs");
        row(45.0, Unit::seconds, "45 s");
        row(1.2e15, Unit::flops_per_second, "1.2 PFLOP/s");
        row(989.4e12, Unit::flops_per_second, "989 TFLOP/s");
        row(3.15e23, Unit::flops, "315 ZFLOP");
        row(0.036, Unit::ratio, "3.6 %");
        row(0.9996, Unit::ratio, "100 %");
        row(5.9, Unit::factor, "5.9×");
        row(5.3 * 3600, Unit::hours, "5.3 h");
        row(4150e-3 * 1e5, Unit::hours, "4.80 days");
        row(7e9, Unit::count, "7 B");
        row(1.3e12, Unit::count, "1.3 T");
        row(70e6, Unit::count, "70 M");
        row(999.6e6, Unit::count, "1.00 B");
        row(14.97, Unit::seconds, "15.0 s");
        row(15, Unit::seconds, "15 s");
        row(9.996, Unit::seconds, "10.0 s");
        row(0.97003, Unit::ratio, "97.0 %");
        row(0.1 + 0.2, Unit::ratio, "30 %"); // as entered, but for the last bit
        row(0.40996, Unit::factor, "0.410×");
        row(16384, Unit::none, "16384");
        row(1481.48, Unit::tokens, "1481 tokens");
        row(16384, Unit::tokens, "16384 tokens");
        row(13187.4, Unit::tokens, "13.2 k tokens");
        row(37664.2, Unit::count, "37.7 k");
        row(99960.4, Unit::none, "100 k");
        row(64e9, Unit::bytes, "64 GB");
        row(50e9, Unit::bits_per_second, "400 Gbit/s");
        row(50e9, Unit::bytes_per_second, "50 GB/s");
        row(768, Unit::flops_per_byte, "768 FLOP/byte");
        row(1.2e6, Unit::dollars, "$1.2 M");
        row(-5, Unit::dollars, "-$5");
        row(2.45, Unit::dollars_per_hour, "$2.45/h");
        row(700, Unit::watts, "700 W");
        row(9.6e12, Unit::joules, "2.67 GWh");
        row(1.8e9, Unit::joules, "500 kWh");
        row(12000, Unit::examples_per_second, "12 k examples/s");
        row(58514, Unit::tokens_per_second, "58.5 k tokens/s");
        row(std::numeric_limits<double>::infinity(), Unit::seconds, "∞");
    }
    void quantitiesAreFormattedForReaders()
    {
        QFETCH(double, value);
        QFETCH(Unit, unit);
        QTEST(QString::fromStdString(formatQuantity(value, unit)), "text");
    }

    void commonNotationsAreRead_data()
    {
        QTest::addColumn<Unit>("unit");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, Unit unit, double value) { QTest::newRow(text) << unit << value; };
        row("7e9", Unit::count, 7e9);
        row("7B", Unit::count, 7e9);
        row(" 1.3 T ", Unit::count, 1.3e12);
        row("1.5k", Unit::none, 1500);
        row("400 Gbit/s", Unit::bits_per_second, 50e9);
        row("400Gbps", Unit::bits_per_second, 50e9);
        row("400Gbps", Unit::bytes_per_second, 50e9);
        row("50 GB/s", Unit::bits_per_second, 50e9);
        row("400G", Unit::bits_per_second, 50e9);
        row("2 GiB", Unit::bytes, 2147483648.0);
        row("80GB", Unit::bytes, 80e9);
        row("3 us", Unit::seconds, 3e-6);
        row("3 µs", Unit::seconds, 3e-6);
        row("3 ms + 200 us", Unit::seconds, 3.2e-3);
        row("1.5 min", Unit::seconds, 90);
        row("5.3", Unit::hours, 5.3 * 3600);
        row("4.8 days", Unit::hours, 4.8 * 86400);
        row("80 %", Unit::ratio, 0.8);
        row("0.8", Unit::ratio, 0.8);
        row("1.5x", Unit::factor, 1.5);
        row("312 TFLOPS", Unit::flops_per_second, 312e12);
        row("312 TFLOP/s", Unit::flops_per_second, 312e12);
        row("$2.50/h", Unit::dollars_per_hour, 2.5);
        row("1.5 MWh", Unit::joules, 5.4e9);
        row("$1.2 M", Unit::dollars, 1.2e6);
        row("20 B tokens", Unit::tokens, 20e9);
        row("2*1024", Unit::none, 2048);
        row("(1+3)/2", Unit::none, 2);
        row("2^10", Unit::none, 1024);
        row("2^3^2", Unit::none, 512);
        row("-2^2", Unit::none, -4);
        row("8*(100 Gbit/s)", Unit::bits_per_second, 100e9);
    }
    void commonNotationsAreRead()
    {
        QFETCH(Unit, unit);
        QFETCH(double, value);
        const auto parsed = parseQuantity(QTest::currentDataTag(), unit);
        QVERIFY2(parsed, parsed ? "" : parsed.error().message.c_str());
        QCOMPARE(*parsed, value);
    }

    void invalidTextIsRejectedInOneSentence_data()
    {
        QTest::addColumn<Unit>("unit");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const QString& text, Unit unit, const char* reason) {
            QTest::newRow(name) << unit << text << QString::fromUtf8(reason);
        };
        row("nothing", "", Unit::none, "missing");
        row("spaces", "   ", Unit::none, "missing");
        row("a word", "many", Unit::count, "not a number");
        row("not-a-number", "nan", Unit::none, "not a number");
        row("infinity", "inf", Unit::none, "not a number");
        row("too large for a double", "1e999", Unit::none, "not a finite number");
        row("too large for anything", "1e99999", Unit::none, "too large");
        row("division by zero", "1/0", Unit::none, "not a finite number");
        row("zero by zero", "0/0", Unit::none, "not a finite number");
        row("root of a negative", "(-8)^0.5", Unit::none, "not a finite number");
        row("overflowing power", "9^9^9^9^9", Unit::none, "not a finite number");
        row("decimal comma", "1,5", Unit::none, "not expected");
        row("two numbers", "1 2", Unit::none, "not expected");
        row("open bracket", "(1", Unit::none, "bracket");
        row("assignment", "a=1", Unit::none, "not a number");
        row("a function", "sin(1)", Unit::none, "not a number");
        row("hexadecimal", "0x10", Unit::none, "not a known unit");
        row("billions of a plain number", "7B", Unit::none, "not a known unit");
        row("bits for bytes", "400 Gbit", Unit::bytes, "bits");
        row("kilobits for bytes", "1 kb", Unit::bytes, "bits");
        row("meters for seconds", "3 m", Unit::seconds, "not a known unit");
        row("seconds squared", "3 ms * 2 ms", Unit::seconds, "units");
        row("sum with only one unit", "3 ms + 2", Unit::seconds, "unit");
        row("dollars for seconds", "$3", Unit::seconds, "money");
        row("a long text", QString(100000, '('), Unit::none, "longer than");
        row("deep brackets", QString(190, '('), Unit::none, "missing");
        row("many signs", QString(190, '-'), Unit::none, "missing");
        row("control characters", QString("\x01\x02"), Unit::none, "??");
    }
    void invalidTextIsRejectedInOneSentence()
    {
        QFETCH(Unit, unit);
        QFETCH(QString, text);
        QFETCH(QString, reason);
        const QString sentence = refusal(text, unit);
        QVERIFY2(sentence.contains(reason), qPrintable(sentence));
        QVERIFY(sentence.endsWith('.'));
        QVERIFY(!sentence.contains('\n'));
        QVERIFY(sentence.size() < 300);
    }

    void exactTextReadsBackExactly_data() { everyUnit(); }
    void exactTextReadsBackExactly()
    {
        QFETCH(Unit, unit);
        overManyValues(unit, [&](double value) {
            const std::string text = formatExact(value, unit);
            const auto back = parseQuantity(text, unit);
            QVERIFY2(back && *back == value, text.c_str());
        });
    }

    /// A smaller unit where the larger one needs all digits of a double.
    void exactTextIsShort()
    {
        QCOMPARE(formatExact(1e5, Unit::seconds), std::string("100000 s"));
        QCOMPARE(formatExact(360000, Unit::seconds), std::string("100 h"));
        QCOMPARE(formatExact(2.5 * 86400, Unit::seconds), std::string("2.5 days"));
        QCOMPARE(formatExact(1234567, Unit::bytes), std::string("1.234567 MB"));
    }

    void endsOfAnIntervalHaveTheUnitOfTheValue()
    {
        constexpr double year = 31557600;
        const auto beside = [](double value) { return formatBeside(value, 2.26 * year, Unit::hours); };
        QCOMPARE(beside(1.971 * year), std::string("1.97 years"));
        QCOMPARE(beside(3.1 * year), std::string("3.1 years"));
        QCOMPARE(formatBeside(1.0849, 0.9997, Unit::seconds), std::string("1.08 s"));
        QCOMPARE(formatBeside(1234.4, 999, Unit::bytes), std::string("1234 B"));
        QCOMPARE(formatBeside(0, 5e9, Unit::bytes), std::string("0 GB"));
    }

    void aCaptionThatSaysWhatIsCountedLeavesTheNumber()
    {
        QCOMPARE(formatCaptioned(58.5e3, 58.5e3, Unit::tokens_per_second), std::string("58.5 k"));
        QCOMPARE(formatCaptioned(25e9, 25e9, Unit::bytes_per_second), std::string("25 GB/s"));
        QCOMPARE(formatDigits(0.98, 1.02, Unit::seconds), std::string("0.98"));
        QCOMPARE(formatDigits(INFINITY, 1.02, Unit::seconds), std::string("∞"));
    }

    void everyUnitThatIsShownHasAName_data()
    {
        QTest::addColumn<int>("unit");
        for (int unit = 0; unit <= static_cast<int>(Unit::dollars_per_hour); ++unit)
            QTest::addRow("%d", unit) << unit;
    }
    void everyUnitThatIsShownHasAName()
    {
        QFETCH(const int, unit);
        const auto shown = static_cast<Unit>(unit);
        const std::vector<std::string> names = unitNames(shown);
        for (double value = 1e-12; value < 1e27; value *= 10) {
            const std::string text = formatQuantity(value, shown);
            const std::string name = text.substr(text.find_last_of("0123456789") + 1);
            const auto begin = name.find_first_not_of(' ');
            QVERIFY2(begin == std::string::npos || std::ranges::find(names, name.substr(begin)) != names.end(),
                text.c_str());
        }
    }

    void sharesTooSmallToReadAreNotZero()
    {
        QCOMPARE(formatShare(0.2139), std::string("21.4 %"));
        QCOMPARE(formatShare(3e-5), std::string("under 0.01 %"));
        QCOMPARE(formatShare(0), std::string("0 %"));
    }

    void roundedTextReadsBackToThreeDigits_data() { everyUnit(); }
    void roundedTextReadsBackToThreeDigits()
    {
        QFETCH(Unit, unit);
        overManyValues(unit, [&](double value) {
            const std::string text = formatQuantity(value, unit);
            const auto back = parseQuantity(text, unit);
            QVERIFY2(back, text.c_str());
            QVERIFY2(std::abs(*back - value) <= 0.00501 * std::abs(value), text.c_str());
        });
    }

    void formattingIsStableAfterOneRounding_data() { everyUnit(); }
    /// Only zeros that said that digits were rounded away are gone: "15.0 s" reads back as 15 s.
    void formattingIsStableAfterOneRounding()
    {
        QFETCH(Unit, unit);
        overManyValues(unit, [&](double value) {
            const std::string text = formatQuantity(value, unit);
            const double read = *parseQuantity(text, unit);
            const std::string again = formatQuantity(read, unit);
            QVERIFY2(std::abs(*parseQuantity(again, unit) - read) <= 1e-15 * std::abs(read), text.c_str());
            QVERIFY2(again.size() <= text.size(), text.c_str());
            QCOMPARE(formatQuantity(*parseQuantity(again, unit), unit), again);
        });
    }

    void theLocaleHasNoEffect()
    {
        struct Comma : std::numpunct<char> {
            char do_decimal_point() const override { return ','; }
        };
        const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
        const std::string c_before = std::setlocale(LC_ALL, nullptr);
        std::setlocale(LC_ALL, "de_DE.UTF-8"); // where it is installed
        const std::string text = formatExact(1.5e-3, Unit::seconds);
        const double parsed = parseQuantity("2.5", Unit::none).value_or(0);
        std::setlocale(LC_ALL, c_before.c_str());
        std::locale::global(before);
        QCOMPARE(text, std::string("1.5 ms"));
        QCOMPARE(parsed, 2.5);
    }

private:
    static void everyUnit()
    {
        QTest::addColumn<Unit>("unit");
        for (int i = 0; i < unit_count; ++i)
            QTest::addRow("unit %d", i) << static_cast<Unit>(i);
    }

    template <class Property> static void overManyValues(Unit unit, Property holds)
    {
        std::mt19937_64 random(static_cast<unsigned>(unit) + 1);
        std::uniform_real_distribution<double> exponent(-9, 18);
        for (int i = 0; i < 2000 && !QTest::currentTestFailed(); ++i) {
            double value = std::pow(10.0, exponent(random));
            if (i % 3 == 0)
                value = std::round(value);
            holds(i % 7 == 0 ? -value : value);
        }
        holds(0.0);
    }
};

KNEEPOINT_TEST(UnitsTest)
#include "units_test.moc"
