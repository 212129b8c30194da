// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/evidence.h"

#include "model/catalogue/catalogue.h"
#include "model/evidence/measurements.h"
#include "model/results/metric.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace kneepoint;

class EvidenceTest : public QObject {
    Q_OBJECT

private slots:
    void aLaterSettingReplacesAnEarlierOneOfItsParameter()
    {
        Evidence evidence;
        observe(evidence, {"plan.tensor_parallel", 2, "common"});
        observe(evidence, {"plan.pipeline_parallel", 4, "row"});
        observe(evidence, {"plan.tensor_parallel", 8, "row"});
        QCOMPARE(evidence.settings.size(), std::size_t(2));
        QVERIFY(settingOf(evidence, "plan.tensor_parallel") == 8);
        QCOMPARE(evidence.settings.front().place, std::string("row"));
        QVERIFY(!settingOf(evidence, "plan.context_parallel"));
    }

    void aSettingThatWasReadOutOfItsRangeIsSkipped()
    {
        Evidence evidence;
        QVERIFY(observe(evidence, {"cluster.gpus", 8, "line 1"}));
        QVERIFY(!observe(evidence, {"cluster.gpus", 0, "line 2"}));
        QVERIFY(!observe(evidence, {"cluster.gpus_per_node", 2.5, "line 3"}));
        QCOMPARE(evidence.settings.size(), std::size_t(1));
        QVERIFY(settingOf(evidence, "cluster.gpus") == 8);
        QCOMPARE(evidence.skipped.size(), std::size_t(2));
        QCOMPARE(evidence.skipped[0].place, std::string("line 2"));
        QVERIFY(QString::fromStdString(evidence.skipped[0].reason).contains(QStringLiteral("0 is out of range (1 …")));
        QVERIFY(
            QString::fromStdString(evidence.skipped[1].reason).contains(QStringLiteral("2.5 is not a whole number")));
        state(evidence, {"cluster.gpus", 0, "a row"});
        QVERIFY(settingOf(evidence, "cluster.gpus") == 0);
    }

    void theFirstMeasurementOfAMetricCounts()
    {
        Evidence evidence;
        evidence.measurements = {{.metric = "memory_bytes", .value = 7e9, .place = {}},
            {.metric = "step_s", .value = 1.5, .place = {}}, {.metric = "step_s", .value = 2, .place = {}}};
        const Measurement* step = measurementOf(evidence, "step_s");
        QVERIFY(step && step->value == 1.5);
        QVERIFY(!measurementOf(evidence, "mfu"));
    }
    /// Every id in the code of the room. Names of columns may begin with "cluster." too.
    void everyIdIsInACatalogue()
    {
        static const QRegularExpression parameter_id(R"re("((?:workload|plan)\.\w+)"|setting\("(cluster\.\w+)")re");
        int ids = 0;
        QDirIterator files(sourcePath("model/evidence"), {"*.cpp"}, QDir::Files);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            for (auto found = parameter_id.globalMatch(text); found.hasNext(); ++ids) {
                const QRegularExpressionMatch match = found.next();
                const QString id = match.captured(1) + match.captured(2);
                QVERIFY2(findParameter(id.toStdString()), qPrintable(file.fileName() + ": " + id));
            }
        }
        QVERIFY(ids > 60);
    }

    void everyStatementOfAPublishedRunIsInACatalogue()
    {
        for (const RunRecord& run : publishedMeasurements().runs) {
            QVERIFY2(!run.stated.settings.empty(), run.id.c_str());
            for (const ObservedSetting& setting : run.stated.settings)
                QVERIFY2(findParameter(setting.parameter) && !setting.place.empty(), setting.parameter.c_str());
            for (const Measurement& measurement : run.stated.measurements)
                QVERIFY2(findMetric(measurement.metric) && !measurement.place.empty(), measurement.metric.c_str());
        }
    }
};

KNEEPOINT_TEST(EvidenceTest)
#include "evidence_test.moc"
