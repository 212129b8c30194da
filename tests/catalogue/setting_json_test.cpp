// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/setting_json.h"
#include "model/scenario/scenario.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace kneepoint;

namespace {

using Json = nlohmann::ordered_json;

Result<double> read(const char* id, const QByteArray& json)
{
    return readSetting(parameter(id), Json::parse(json.toStdString()));
}

} // namespace

/// A parameter's value in JSON, for all who read one.
class SettingJsonTest : public QObject {
    Q_OBJECT

private slots:
    void aValueHasSeveralSpellings_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<double>("expected");
        const auto row = [](const char* id, const char* json, double expected) {
            QTest::addRow("%s %s", id, json) << QByteArray(id) << QByteArray(json) << expected;
        };
        row("cluster.link_rate", "5e10", 5e10);
        row("cluster.link_rate", "\"400 Gbit/s\"", 5e10);
        row("assumptions.input_limited", "true", 1);
        row("assumptions.input_limited", "\"on\"", 1);
        row("assumptions.input_limited", "1", 1);
        row("assumptions.input_limited", "0", 0);
        row("plan.zero_stage", "2", 2);
        row("plan.zero_stage", "\"2\"", 2);
        row("workload.scaling", "\"strong\"", static_cast<double>(Scaling::strong));
    }
    void aValueHasSeveralSpellings()
    {
        QFETCH(const QByteArray, id);
        QFETCH(const QByteArray, json);
        QFETCH(const double, expected);
        const Result<double> value = read(id, json);
        QVERIFY2(value.has_value(), value ? "" : value.error().message.c_str());
        QCOMPARE(*value, expected);
    }

    void whatIsNoValueIsRefusedWithWhatIs_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* id, const char* json, const char* expected) {
            QTest::addRow("%s %s", id, json) << QByteArray(id) << QByteArray(json) << QByteArray(expected);
        };
        row("cluster.link_rate", "true", "a number or a text with a unit, ");
        row("cluster.link_rate", "-1", "out of range");
        row("cluster.link_rate", "null", "found null");
        row("assumptions.input_limited", "2", "not on or off");
        row("workload.scaling", "true", "one of strong, weak");
        row("workload.scaling", "1", "one of strong, weak"); // a place in a list says nothing to a reader
        row("plan.zero_stage", "[2]", "found array");
    }
    void whatIsNoValueIsRefusedWithWhatIs()
    {
        QFETCH(const QByteArray, id);
        QFETCH(const QByteArray, json);
        QFETCH(const QByteArray, expected);
        const Result<double> value = read(id, json);
        QVERIFY(!value);
        QVERIFY2(
            value.error().message.find(expected.toStdString()) != std::string::npos, value.error().message.c_str());
    }

    /// Whatever a parameter's value is, it is read back as it was written.
    void whatIsWrittenIsReadBack()
    {
        const Scenario s;
        for (const Parameter& p : catalogue())
            for (const double value : {p.get(s), p.range.min, p.range.max}) {
                const Result<double> again = readSetting(p, settingJson(p, value));
                QVERIFY2(again && *again == value, std::string(p.id).c_str());
            }
    }
};

KNEEPOINT_TEST(SettingJsonTest)
#include "setting_json_test.moc"
