// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/json_reader.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace kneepoint;

namespace {

constexpr JsonBounds small{.document = "a test", .bytes = 1000, .depth = 5, .values = 100};

/// The error of a text that `read` reads, without its place; empty if it has none.
QByteArray errorOf(const char* text, const JsonNode::Reader& read)
{
    const Result<void> done = readJson(text, "file.json", small, read);
    return done ? QByteArray() : QByteArray::fromStdString(done.error().message).replace("file.json: ", "");
}

} // namespace

class JsonReaderTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsWrongIsRefusedWithItsPointer()
    {
        const char* text = R"({"list": [1, {"name": ""}], "half": 0.5, "on": 1, "way": "left"})";
        const auto refused = [&](const JsonNode::Reader& read) { return errorOf(text, read); };
        QCOMPARE(
            refused([](const JsonNode& n) { (void)n.at("list").list(1); }), "/list: 2 entries; at most 1 are allowed");
        QCOMPARE(refused([](const JsonNode& n) { (void)n.at("list").list(2)[1].at("name").text(); }),
            "/list/1/name: is empty");
        QCOMPARE(
            refused([](const JsonNode& n) { (void)n.at("half").number(1, 2); }), "/half: 0.5 is not between 1 and 2");
        QCOMPARE(refused([](const JsonNode& n) { (void)n.at("half").wholeNumber(0, 2); }),
            "/half: 0.5 is not a whole number");
        QCOMPARE(
            refused([](const JsonNode& n) { (void)n.at("on").flag(); }), "/on: expected true or false, found number");
        QCOMPARE(refused([](const JsonNode& n) {
            (void)n.at("way").choice<int>({{"up", 1}, {"down", 2}});
        }),
            "/way: expected one of up, down, found left");
        QCOMPARE(refused([](const JsonNode& n) { (void)n.at("none"); }), "/none: missing");
        QCOMPARE(refused([](const JsonNode& n) {
            n.only({"list", "half", "on"});
        }),
            "/way: not a key here; these are: list, half, on");
        QCOMPARE(refused([](const JsonNode& n) { n.refuse("no"); }), "/: no");
    }

    /// The first refusal is the error, and what is read after it is empty or inside its range.
    void readingGoesOnAfterARefusal()
    {
        double number = 0;
        std::string text = "before";
        std::size_t items = 1;
        QCOMPARE(errorOf(R"({"a": "x"})",
                     [&](const JsonNode& n) {
                         number = n.at("a").number(3, 4);
                         text = n.at("b").text();
                         items = n.at("c").list(5).size();
                         QVERIFY(!n.sound());
                     }),
            "/a: expected a number from 3 to 4, found string");
        QCOMPARE(number, 3.0);
        QVERIFY(text.empty());
        QCOMPARE(items, std::size_t(0));
    }

    void eachKeyIsReadInTheOrderOfTheText()
    {
        std::string order;
        const auto note = [&](const JsonNode& node) { order += node.pointer(); };
        QCOMPARE(errorOf(R"({"b": 1, "a": 2})", [&](const JsonNode& n) { n.each({{"a", note}, {"b", note}}); }), "");
        QCOMPARE(order, std::string("/b/a"));
    }
};

KNEEPOINT_TEST(JsonReaderTest)
#include "json_reader_test.moc"
