// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/comparison.h"
#include "app/document/comparison_file.h"

#include "model/scenario/presets.h"
#include "tests/support/test_registry.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace kneepoint;

namespace {

ScenarioFile withGpus(double gpus)
{
    ScenarioFile file;
    file.title = "GPUs";
    file.scenario.cluster.gpus = gpus;
    return file;
}

} // namespace

class ComparisonTest : public QObject {
    Q_OBJECT

private slots:
    void theLatestPinIsA()
    {
        Comparison comparison;
        const QSignalSpy changed(&comparison, &Comparison::changed);
        QVERIFY(!comparison.reference());
        comparison.pin(withGpus(8));
        comparison.pin(withGpus(16));
        QCOMPARE(comparison.reference()->step.gpus, 16.0);
        QCOMPARE(comparison.pins().size(), std::size_t(2));
        QCOMPARE(changed.size(), 2);
    }

    void pinningTwiceOnlyMovesToTheFront()
    {
        Comparison comparison;
        comparison.pin(withGpus(8));
        comparison.pin(withGpus(16));
        comparison.pin(withGpus(8));
        QCOMPARE(comparison.pins().size(), std::size_t(2));
        QCOMPARE(comparison.reference()->step.gpus, 8.0);
    }

    void unpinningUncoversTheOneBehind()
    {
        Comparison comparison;
        comparison.pin(withGpus(8));
        comparison.pin(withGpus(16));
        comparison.remove(0);
        QCOMPARE(comparison.reference()->step.gpus, 8.0);
        comparison.remove(0);
        comparison.remove(0);
        QVERIFY(!comparison.reference());
    }

    void aFileKeepsEveryBit()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("comparison.json"));
        std::vector<ScenarioFile> files{*findScenarioPreset("gap-64-gpus"), *findScenarioPreset("moe-alltoall")};
        files[0].scenario.assumptions.overlap = 1.0 / 3.0;
        QVERIFY(saveComparison(files, path).has_value());
        const auto read = loadComparison(path);
        QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
        QCOMPARE(read->size(), files.size());
        for (std::size_t i = 0; i < files.size(); ++i) {
            QVERIFY((*read)[i].scenario == files[i].scenario);
            QCOMPARE((*read)[i].title, files[i].title);
        }
    }

    void whatIsNoComparisonIsRefusedInOneSentence_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        QTest::newRow("no JSON") << QByteArray("{") << QStringLiteral("here");
        QTest::newRow("a scenario") << QByteArray(R"({"kneepoint": 1})") << QStringLiteral("kneepoint_comparison");
        QTest::newRow("later version") << QByteArray(R"({"kneepoint_comparison": 2, "scenarios": []})")
                                       << QStringLiteral("version 1");
        QTest::newRow("none") << QByteArray(R"({"kneepoint_comparison": 1, "scenarios": []})")
                              << QStringLiteral("/scenarios");
        QTest::newRow("one is broken") << QByteArray(
            R"({"kneepoint_comparison": 1, "scenarios": [{"kneepoint": 1, "scenario": {"cluster.gpus": -1}}]})")
                                       << QStringLiteral("/scenarios/0");
        QTest::newRow("deep") << QByteArray(100000, '[') << QStringLiteral("deeper");
    }
    void whatIsNoComparisonIsRefusedInOneSentence()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QString, place);
        const auto read = parseComparison(text.toStdString(), "here");
        QVERIFY(!read);
        QVERIFY2(QString::fromStdString(read.error().message).contains(place), read.error().message.c_str());
    }
};

KNEEPOINT_TEST(ComparisonTest)
#include "comparison_test.moc"
