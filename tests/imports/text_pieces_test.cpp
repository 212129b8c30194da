// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/json_text.h"
#include "model/imports/line_tags.h"
#include "model/imports/log_marks.h"
#include "tests/support/test_registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QTest>

using namespace kneepoint;

/// JSON, tags and decimal marks in lines of text.
class TextPiecesTest : public QObject {
    Q_OBJECT

private slots:
    /// Outside of strings.
    void numbersOfPythonAreNull_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("{\"a\": NaN}", "{\"a\": null}");
        row("[Infinity, -Infinity, 1]", "[null, null, 1]");
        row("{\"NaN\": \"Infinity\"}", "{\"NaN\": \"Infinity\"}");
        row("{\"a\\\"NaN\": NaN}", "{\"a\\\"NaN\": null}");
        row("NaNNaN", "nullnull");
    }
    void numbersOfPythonAreNull()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(withoutPythonNumbers(text.toStdString())), "value");
    }

    void jsonIsToldFromTimesAndTags_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("value");
        const auto row = [](const char* text, bool value) { QTest::newRow(text) << QByteArray(text) << value; };
        row("{", true);
        row("[", true);
        row("{\"a\"", true);
        row("[ {", true);
        row("[[", true);
        row("[]", true);
        row("{}", true);
        row("[-1", true);
        row("[1, 2]", true);
        row("[1]", true);
        row("[1\t2", true);
        row("[1.5e+3]", true);
        row("[2026-03-11", false);
        row("[07/12", false);
        row("[12:30", false);
        row("[a", false);
        row("{a", false);
        row("x{", false);
        row("", false);
        row("[titan]", false);
        row("[5", true);
    }
    void jsonIsToldFromTimesAndTags()
    {
        QFETCH(const QByteArray, text);
        QTEST(beginsJson(text.toStdString()), "value");
    }

    void aKeyIsQuotedBeforeAColon_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("value");
        const auto row = [](const char* text, bool value) { QTest::newRow(text) << QByteArray(text) << value; };
        row("{\"ph\": 1}", true);
        row("{\"ph\"  :1}", true);
        row("{\"phase\": 1}", false);
        row("{\"xph\": 1}", false);
        row("[\"ph\", 1]", false);
        row("ph: 1", false);
        row("\"ph\"", false);
        row("[\"ph\", \"ph\": 2]", true);
        row("{'ph': 1}", false);
    }
    void aKeyIsQuotedBeforeAColon()
    {
        QFETCH(const QByteArray, text);
        QTEST(mentionsKey(text.toStdString(), "ph"), "value");
    }

    /// At most three.
    void theFirstKeysAreNamedOnce_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("{\"a\": 1, \"b\": {\"c\": \"d\", \"a\": 2}, \"e\": 1}", "a|b|c");
        row("[1, \"x\"]", "");
        row("{\"open", "");
        row("{\"a\" : 1}", "a");
    }
    void theFirstKeysAreNamedOnce()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(fmt::format("{}", fmt::join(firstKeys(text.toStdString(), 3), "|"))), "value");
    }

    void tagsOfLaunchersAreLeftOut_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("[0] a", "  a");
        row("a -1[0] 5", "a -1  5");
        row("[0x17] b", "[0x17] b");
        row("[12", "[12");
        row("[12]", " ");
        row("[] c", "[] c");
        row("[1][2]d", "  d");
        row("a]", "a]");
    }
    void tagsOfLaunchersAreLeftOut()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(withoutTags(text.toStdString())), "value");
    }

    void prefixesOfLaunchersAreLeftOut_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("  0: 1024 256", "1024 256");
        row("12:34", "34");
        row("[1,0]<stdout>:1024 256", "1024 256");
        row("[1,0] x >: y", "[1,0] x >: y");
        row("> > # size", "# size");
        row("worker-0: 1024", "1024");
        row("worker-0: # size", "# size");
        row("worker-0: size", "worker-0: size");
        row("a b: 1024", "a b: 1024");
        row("2026-01-05T10:00:00.1Z stdout F 1024 256", "1024 256");
        row("2026-01-05T10:00:00.1Z stderr P # size", "# size");
        row("2026-01-05T10:00:00.1Z 1024", "1024");
        row("2026-01-05 10:00:00.1Z stdout F 1024", "2026-01-05 10:00:00.1Z stdout F 1024");
        row("2026-01-05T10:00:00", "2026-01-05T10:00:00");
        row("0:", "");
    }
    void prefixesOfLaunchersAreLeftOut()
    {
        QFETCH(const QByteArray, text);
        const std::string whole = text.toStdString();
        QTEST(QByteArray::fromStdString(std::string(withoutPrefix(whole))), "value");
    }

    /// No times of the day, lists, versions and parts of words.
    void numbersOfADecimalCommaAreRewritten_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("a 1.801,5 b", "a 1801.5 b");
        row("x 0,73", "x 0.73");
        row("y 5.101", "y 5101");
        row("z 1,012,801", "z 1,012,801");
        row("1,012,801.5", "1,012,801.5");
        row("16:08:12,000", "16:08:12,000");
        row("[0,1]", "[0,1]");
        row("v1,5", "v1,5");
        row("a/1,5", "a/1,5");
        row("(1,5)", "(1,5)");
        row("1,5/2", "1,5/2");
        row("1,5: x", "1,5: x");
        row("10:1,5", "10:1,5");
        row("a:1,5", "a:1.5");
        row("1.234.567", "1234567");
        row("192.168.0.1", "192.168.0.1");
        row("12.345,67.8", "12.345,67.8");
        row("0.123", "0.123");
        row("1234,5 and 6,25 ms", "1234.5 and 6.25 ms");
        row("100", "100");
    }
    void numbersOfADecimalCommaAreRewritten()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(withDecimalPoints(text.toStdString())), "value");
    }

    /// By the numbers of lines with a step alone; the first that may be read either way is the example.
    void numbersOfStepsDecideAboutMarks_data()
    {
        QTest::addColumn<int>("marks");
        QTest::addColumn<QByteArray>("example");
        const auto row = [](const char* numbers, LogMarks marks, const char* example = "") {
            QTest::newRow(numbers) << static_cast<int>(marks) << QByteArray(example);
        };
        row("0,73", LogMarks::decimal_comma);
        row("1.801,5", LogMarks::decimal_comma);
        row("0.73", LogMarks::plain);
        row("1234.567", LogMarks::plain);
        row("1,801.5", LogMarks::plain);
        row("5.101", LogMarks::open, "5.101");
        row("1.234.567", LogMarks::decimal_comma);
        row("1,250", LogMarks::plain);
        row("1,234,567", LogMarks::plain);
        row("0.123", LogMarks::plain);
        row("1.2.3", LogMarks::plain);
        row("1234.5 0,5", LogMarks::mixed);
        row("5.101 0,5", LogMarks::decimal_comma, "5.101");
        row("12.345 6.5", LogMarks::plain, "12.345");
    }
    void numbersOfStepsDecideAboutMarks()
    {
        const LogNumbers read = numbersOfLog(std::string("step 1/90 | dt: 500ms | tok/sec: 100 | x ")
            + QTest::currentDataTag() + "\nnothing 9,99 and 8.88 here\n");
        QTEST(static_cast<int>(read.marks), "marks");
        QTEST(QByteArray::fromStdString(read.example), "example");
    }
};

KNEEPOINT_TEST(TextPiecesTest)
#include "text_pieces_test.moc"
