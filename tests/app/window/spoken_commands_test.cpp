// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/spoken_commands.h"

#include "app/window/spoken_answers.h"
#include "model/analysis/analysis.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/support/test_registry.h"
#include "widgets/text.h"

#include <QTest>

using namespace kneepoint;

class SpokenCommandsTest : public QObject {
    Q_OBJECT

private slots:
    void aPhraseSetsWhatItMeans_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("value");
        const auto phrase = [](const char* said, const char* id, double value) {
            QTest::newRow(said) << QString::fromLatin1(id) << value;
        };
        phrase("half the batch", "workload.global_batch", 512);
        phrase("halve the batch size", "workload.global_batch", 512);
        phrase("double the batch", "workload.global_batch", 2048);
        phrase("batch 512", "workload.global_batch", 512);
        phrase("global batch 2k", "workload.global_batch", 2000);
        phrase("double the GPUs", "cluster.gpus", 1024);
        phrase("twice as many gpus", "cluster.gpus", 1024);
        phrase("25 % more gpus", "cluster.gpus", 640);
        phrase("50% fewer gpus", "cluster.gpus", 256);
        phrase("half the nodes", "cluster.gpus", 256);
        phrase("100 nodes", "cluster.gpus", 800);
        phrase("world size 64", "cluster.gpus", 64);
        phrase("32k context", "workload.sequence_length", 32768);
        phrase("context 32768", "workload.sequence_length", 32768);
        phrase("context window 128k", "workload.sequence_length", 131072);
        phrase("double the context", "workload.sequence_length", 16384);
        phrase("micro-batch 4", "workload.batch_per_gpu", 4);
    }
    void aPhraseSetsWhatItMeans()
    {
        QFETCH(const QString, id);
        QFETCH(const double, value);
        Scenario s;
        s.cluster.gpus = 512;
        s.cluster.gpus_per_node = 8;
        s.workload.sequence_length = 8192;
        parameter("workload.global_batch").assign(s, 1024);
        const QList<Command> found = findCommands(QString::fromUtf8(QTest::currentDataTag()), {}, s);
        QVERIFY(!found.isEmpty() && found.front().value);
        QCOMPARE(toQString(found.front().parameter->id), id);
        QCOMPARE(*found.front().value, value);
    }
    void theSourceOfAValueIsNamed_data()
    {
        QTest::addColumn<QString>("about");
        const auto phrase = [](const char* said, const char* about) {
            QTest::newRow(said) << QString::fromLatin1(about);
        };
        phrase("who said 700 W", "Power per GPU 700 W: H100 SXM5 80 GB");
        phrase("source of the power per gpu", "Power per GPU 700 W: H100 SXM5 80 GB");
        phrase("who says the latency", "Network latency");
    }
    void theSourceOfAValueIsNamed()
    {
        QFETCH(const QString, about);
        const QList<Command> found = findCommands(
            QString::fromUtf8(QTest::currentDataTag()), {}, findScenarioPreset("llama3-70b-512xh100")->scenario);
        QVERIFY(!found.isEmpty());
        QVERIFY2(found.front().label.contains(about), qPrintable(found.front().label));
    }
    void aFailureSaysWhatRemainsHowMuchSlowerAndUntilWhen()
    {
        const QString answer =
            spokenAnswer(QStringLiteral("node-fails"), analyze(findScenarioPreset("llama3-70b-512xh100")->scenario))
                .sentence;
        for (const char* part : {"480 GPUs", "of the throughput", "instead of", "a rack of 32", "restart"})
            QVERIFY2(answer.contains(QString::fromLatin1(part)), qPrintable(answer));
    }
    void whatIsNoPhraseSetsNothing()
    {
        for (const char* text : {"gpus", "half", "h100", "batch", "double the knee"})
            for (const Command& c : spokenCommands(QString::fromLatin1(text), {}, Scenario{}).commands)
                QVERIFY2(!c.value && c.edit.empty(), text);
    }
};

KNEEPOINT_TEST(SpokenCommandsTest)
#include "spoken_commands_test.moc"
