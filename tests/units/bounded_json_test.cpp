// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/bounded_json.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

using namespace kneepoint;

namespace {

constexpr JsonBounds bounds{.document = "a list", .bytes = 1000, .depth = 3, .values = 10, .members = 4};

std::string refusal(std::string_view text, const JsonBounds& limits = bounds)
{
    const auto parsed = parseBoundedJson(text, "x.json", limits);
    return parsed ? "" : parsed.error().message;
}

} // namespace

/// Untrusted JSON: input within the bounds is read completely; input beyond a bound is rejected, and the message names
/// the bound.
class BoundedJsonTest : public QObject {
    Q_OBJECT

private slots:
    void eachBoundIsInclusive_data()
    {
        QTest::addColumn<QByteArray>("taken");
        QTest::addColumn<QByteArray>("refused");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char* name, QByteArray taken, QByteArray refused, const char* reason) {
            QTest::newRow(name) << taken << refused << QByteArray(reason);
        };
        row("bytes", "[1" + QByteArray(997, ' ') + "]", "[1" + QByteArray(998, ' ') + "]",
            "larger than the 1000 bytes");
        row("depth of lists", "[[[1]]]", "[[[[1]]]]", "deeper than the 3 levels of a list");
        row("depth of objects", R"({"a":{"a":{"a":1}}})", R"({"a":{"a":{"a":{}}}})", "deeper");
        row("depth of both", R"([{"a":[1]}])", R"([{"a":[{}]}])", "deeper");
        row("siblings are not depth", "[[],[],[],[[]]]", "[[],[],[],[[[]]]]", "deeper");
        row("values", "[1,2,3,4,5,6,7,8,9]", "[1,2,3,4,5,6,7,8,9,10]", "more than the 10 values");
        row("empty lists are values", "[[],[],[],[],[],[],[],[],[]]", "[[],[],[],[],[],[],[],[],[],[]]", "10 values");
        row("keys", R"({"a":1,"b":2,"c":3,"d":4})", R"({"a":1,"b":2,"c":3,"d":4,"e":5})", "more than 4 keys");
        row("equal keys", R"([{"a":1},{"a":2}])", R"([{"a":1,"a":2}])", "\"a\" appears twice");
        row("equal keys around an object", R"({"a":{"a":1},"b":1})", R"({"a":{"b":1},"a":1})", "twice");
    }
    void eachBoundIsInclusive()
    {
        QFETCH(QByteArray, taken);
        QFETCH(QByteArray, refused);
        QFETCH(QByteArray, reason);
        QCOMPARE(refusal(taken.toStdString()), std::string());
        const std::string message = refusal(refused.toStdString());
        QVERIFY2(message.starts_with("x.json: "), message.c_str());
        QVERIFY2(message.find(reason.toStdString()) != std::string::npos, message.c_str());
    }

    void invalidJsonIsRejectedWithItsLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("place");
        QTest::newRow("nothing") << QByteArray() << QByteArray("x.json:1: ");
        QTest::newRow("third line") << QByteArray("[1,\n2,\n}") << QByteArray("x.json:3: ");
        QTest::newRow("huge number") << QByteArray("[1,\n1e999]") << QByteArray("x.json:2: ");
        QTest::newRow("NaN") << QByteArray("[NaN]") << QByteArray("x.json:1: ");
        QTest::newRow("second document") << QByteArray("[]\n[]") << QByteArray("x.json:2: ");
    }
    void invalidJsonIsRejectedWithItsLine()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, place);
        const std::string message = refusal(text.toStdString());
        QVERIFY2(message.starts_with(place.toStdString()), message.c_str());
        QVERIFY2(message.find("json.exception") == std::string::npos, message.c_str());
    }

    /// The bounds prevent stack overflow by deep nesting and quadratic time by many keys.
    void inputBeyondTheBoundsIsNotBuilt()
    {
        constexpr JsonBounds wide{.document = "a list", .bytes = 64 << 20, .depth = 8, .values = 1000};
        QVERIFY(!refusal(std::string(20000000, '['), wide).empty());
        std::string keys = "{";
        for (int i = 0; i < 200000; ++i)
            keys += fmt::format("\"{}\":1,", i);
        keys.back() = '}';
        QVERIFY(!refusal(keys, wide).empty());
    }

    void keysKeepTheirOrder()
    {
        const auto parsed = parseBoundedJson(R"({"z":1,"a":2,"m":3})", "x.json", bounds);
        QVERIFY(parsed);
        QCOMPARE(parsed->dump(), std::string(R"({"z":1,"a":2,"m":3})"));
    }

    void onlyRegularFilesAreRead()
    {
        const QTemporaryDir folder;
        const auto read = [](const QString& path) { return readBoundedFile(path.toStdString(), bounds); };
        const QString pipe = folder.filePath("pipe");
        QCOMPARE(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        for (const QString& path : {pipe, folder.path(), QStringLiteral("/dev/null"), QStringLiteral("/dev/zero")}) {
            const auto text = read(path);
            QVERIFY(!text);
            QVERIFY2(
                text.error().message.find("not a regular file") != std::string::npos, text.error().message.c_str());
        }
        const QString link = folder.filePath("link");
        QVERIFY(QFile::link(pipe, link));
        QVERIFY(!read(link));
    }

    void aFileIsReadUpToItsBound()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("x.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
        file.write(QByteArray(1000, 'a'));
        const auto text = readBoundedFile(path.toStdString(), bounds);
        QVERIFY(text);
        QCOMPARE(text->size(), std::size_t(1000));
        file.write("b");
        QVERIFY(!readBoundedFile(path.toStdString(), bounds));
    }

    void aLongPathIsNotRepeatedWhole()
    {
        const auto text = readBoundedFile(std::string(100000, 'p'), bounds);
        QVERIFY(!text);
        QVERIFY(text.error().message.size() < 300);
    }
};

KNEEPOINT_TEST(BoundedJsonTest)
#include "bounded_json_test.moc"
