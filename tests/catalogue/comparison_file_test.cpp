// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/comparison_file.h"

#include "model/catalogue/shipped_scenarios.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "tests/support/temporary_files.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

class ComparisonFileTest : public QObject {
    Q_OBJECT

private slots:
    void anErrorNamesTheFileWithoutItsFolder()
    {
        const test::TemporaryFiles files;
        const auto read = loadComparison(files.write("broken.json", "{"), shippedCalibration());
        QVERIFY2(!read && read.error().message.starts_with("broken.json:"), read ? "" : read.error().message.c_str());
    }

    void aFileKeepsEveryBit()
    {
        std::vector<ScenarioFile> files{*findScenarioPreset("gap-64-gpus"), *findScenarioPreset("moe-alltoall")};
        files[0].scenario.assumptions.overlap = 1.0 / 3.0;
        const auto read = parseComparison(writeComparison(files, shippedCalibration()), "here", shippedCalibration());
        QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
        QCOMPARE(read->size(), files.size());
        for (std::size_t i = 0; i < files.size(); ++i) {
            QVERIFY((*read)[i].scenario == files[i].scenario);
            QCOMPARE((*read)[i].title, files[i].title);
        }
    }

    void invalidComparisonsAreRejectedInOneSentence_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        QTest::newRow("not JSON") << QByteArray("{") << QStringLiteral("here");
        QTest::newRow("a scenario") << QByteArray(R"({"kneepoint": 1})") << QStringLiteral("kneepoint_comparison");
        QTest::newRow("later version") << QByteArray(R"({"kneepoint_comparison": 2, "scenarios": []})")
                                       << QStringLiteral("version 1");
        QTest::newRow("none") << QByteArray(R"({"kneepoint_comparison": 1, "scenarios": []})")
                              << QStringLiteral("/scenarios");
        QTest::newRow("one invalid scenario") << QByteArray(
            R"({"kneepoint_comparison": 1, "scenarios": [{"kneepoint": 1, "scenario": {"cluster.gpus": -1}}]})")
                                              << QStringLiteral("/scenarios/0");
        QTest::newRow("deep") << QByteArray(100000, '[') << QStringLiteral("deeper");
    }
    void invalidComparisonsAreRejectedInOneSentence()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QString, place);
        const auto read = parseComparison(text.toStdString(), "here", shippedCalibration());
        QVERIFY(!read);
        QVERIFY2(QString::fromStdString(read.error().message).contains(place), read.error().message.c_str());
    }
};

KNEEPOINT_TEST(ComparisonFileTest)
#include "comparison_file_test.moc"
