// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/edit.h"
#include "model/catalogue/scenario_file.h"
#include "model/constants/calibration.h"
#include "model/validation/validation.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>

using namespace kneepoint;

namespace {

constexpr auto run_json = R"({"id": "r", "series": "s", "quality": "A", "kind": "timing",
  "cluster": {"gpu": "A100-SXM4-80GB", "gpus": 8, "gpus_per_node": 8},
  "model": {"layers": 24, "hidden": 2048, "heads": 16, "seq_len": 2048, "vocab": 50257},
  "layout": {"precision": "bf16", "tp": 1, "dp": 8, "microbatch": 1, "global_batch": 64},
  "measured": {"step_time_s": 1.5, "peak_memory_GB": 20}})";

/// The run above with one value replaced.
std::string runWith(const QString& section, const QString& key, double value)
{
    auto row = nlohmann::json::parse(run_json);
    row[section.toStdString()][key.toStdString()] = value;
    return nlohmann::json::array({row}).dump();
}

bool isFinite(const ErrorSummary& e)
{
    return std::isfinite(e.mape) && std::isfinite(e.median) && std::isfinite(e.p90) && std::isfinite(e.bias);
}

} // namespace

/// Untrusted measurements: values out of range are left out with a reason and never reach a figure.
class HostileMeasurementsTest : public QObject {
    Q_OBJECT

private slots:
    void aRunInRangeCounts()
    {
        const auto read = parseMeasurements(std::string("[") + run_json + "]", "x.json");
        QVERIFY(read);
        const ValidationReport report = validate(*read, {}, shippedCalibration());
        QCOMPARE(report.rows.size(), std::size_t(1));
        QCOMPARE(report.memory_figures.size(), std::size_t(1));
    }

    void aValueOutOfRangeIsLeftOutWithItsReason_data()
    {
        QTest::addColumn<QString>("section");
        QTest::addColumn<QString>("key");
        QTest::addColumn<double>("value");
        const auto row = [](const char* section, const char* key, double value) {
            QTest::addRow("%s.%s = %g", section, key, value) << section << key << value;
        };
        for (const double size : {1e300, -1e300, 1e18}) {
            row("cluster", "gpus", size);
            row("cluster", "gpus_per_node", size);
            for (const char* key : {"layers", "hidden", "heads", "seq_len", "vocab"})
                row("model", key, size);
            for (const char* key : {"tp", "microbatch", "global_batch"})
                row("layout", key, size);
        }
        row("model", "layers", 5000);
        row("model", "layers", 2.5);
        row("measured", "step_time_s", 1e300);
        row("measured", "step_time_s", 1e-300);
    }
    void aValueOutOfRangeIsLeftOutWithItsReason()
    {
        QFETCH(QString, section);
        QFETCH(QString, key);
        QFETCH(double, value);
        const auto read = parseMeasurements(runWith(section, key, value), "x.json");
        QVERIFY(read);
        const ValidationReport report = validate(*read, {}, shippedCalibration());
        QCOMPARE(report.rows.size(), std::size_t(0));
        QVERIFY(!report.skipped.empty());
        for (const SkippedRow& row : report.skipped)
            QVERIFY(!row.reason.empty() && row.reason.size() < 300);
        for (const ErrorSummary& e : report.series)
            QVERIFY(isFinite(e));
        QVERIFY(isFinite(report.summary) && isFinite(report.memory));
    }

    void aValueOutOfItsParametersRangeIsNamedWithItsColumnAndRange_data()
    {
        QTest::addColumn<QString>("section");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* key, const char* section, double value, const char* reason) {
            QTest::newRow(key) << QString(section) << value << QString(reason);
        };
        row("zero_stage", "layout", 7, "layout.zero_stage: ZeRO stage: 7 is out of range (0 … 3)");
        row("cp", "layout", 1.5, "layout.cp: Context parallel: 1.5 is not a whole number (1 … 1024)");
        row("experts", "model", -3, "model.experts: Experts: -3 is out of range (1 … 4096)");
        row("gated_mlp", "model", 2, "model.gated_mlp: Gated feed-forward: 2 is out of range (on, off)");
    }
    void aValueOutOfItsParametersRangeIsNamedWithItsColumnAndRange()
    {
        QFETCH(QString, section);
        QFETCH(double, value);
        QFETCH(QString, reason);
        const auto read = parseMeasurements(runWith(section, QTest::currentDataTag(), value), "x.json");
        QVERIFY(read);
        const MeasuredRuns runs = questionsOf(*read, shippedCalibration());
        QVERIFY(runs.runs.empty());
        QCOMPARE(QString::fromStdString(runs.skipped.front().reason), reason);
    }

    void impossibleMemoryIsLeftOut()
    {
        const auto read = parseMeasurements(runWith("measured", "peak_memory_GB", 1e300), "x.json");
        QVERIFY(read);
        const ValidationReport report = validate(*read, {}, shippedCalibration());
        QVERIFY(report.memory_figures.empty());
        QVERIFY(isFinite(report.memory));
    }

    /// A measured run is opened as a scenario, saved and opened again.
    void everyPublishedRunBecomesAScenario()
    {
        ScenarioFile file;
        for (const MeasuredRun& run : questionsOf(publishedMeasurements(), shippedCalibration()).runs)
            for (const Scenario& s : run.candidates) {
                file.scenario = s;
                const auto again =
                    parseScenario(writeScenario(file, shippedCalibration()), run.id, shippedCalibration());
                QVERIFY2(again, again ? "" : again.error().message.c_str());
                QVERIFY(checkScenario(again->scenario));
            }
    }

    void invalidTablesAreRejectedInOneSentence_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("deep lists") << QByteArray(200000, '[');
        const QByteArray deep = QByteArray(140000, '[') + QByteArray(140000, ']');
        QTest::newRow("deep sources") << "{\"columns\":[\"a\"],\"rows\":[[1]],\"sources\":" + deep + "}";
        QTest::newRow("millions of values") << "[" + QByteArray("1,").repeated(3000000) + "1]";
        QTest::newRow("too many columns")
            << "{\"columns\":[" + QByteArray("\"a\",").repeated(1000) + "\"a\"],\"rows\":[]}";
        QByteArray keys;
        for (int i = 0; i < 130000; ++i)
            keys += "\"" + QByteArray::number(i) + "\":1,";
        QTest::newRow("an object of 130 000 keys") << "[{" + keys + "\"a\":1}]";
        QTest::newRow("a line break in a text") << QByteArray("[\"<img src=x>\n\"]");
        QTest::newRow("cut off") << QByteArray("{\"rows\": [{\"id\": \"a");
    }
    void invalidTablesAreRejectedInOneSentence()
    {
        QFETCH(QByteArray, text);
        const auto read = parseMeasurements(text.toStdString(), "x.json");
        QVERIFY(!read);
        const std::string& message = read.error().message;
        QVERIFY2(message.starts_with("x.json:") && message.size() < 200, message.c_str());
        QVERIFY2(
            message.find('\n') == std::string::npos && message.find("exception") == std::string::npos, message.c_str());
    }

    void wrongTypesDoNotCrash_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("sources as an object") << QByteArray(R"({"columns":["source"],"rows":[[0]],"sources":{"a":1}})");
        QTest::newRow("sources as numbers")
            << QByteArray(R"({"columns":["source","op"],"collectives":[[0,"x"]],"sources":[1]})");
        QTest::newRow("curve as an object") << QByteArray(R"([{"points":{"a":[1,2]},"columns":{"bytes":1}}])");
        QTest::newRow("source as lists") << QByteArray(R"([{"source":{"title":[1],"paper":{},"year":[]}}])");
        QTest::newRow("cluster as a list") << QByteArray(R"({"columns":["a"],"rows":[[1]],"cluster":[],"source":[]})");
    }
    void wrongTypesDoNotCrash()
    {
        QFETCH(QByteArray, text);
        const auto read = parseMeasurements(text.toStdString(), "x.json");
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(validate(*read, {}, shippedCalibration()).rows.size(), std::size_t(0));
    }
};

KNEEPOINT_TEST(HostileMeasurementsTest)
#include "hostile_measurements_test.moc"
