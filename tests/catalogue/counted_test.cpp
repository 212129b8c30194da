// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/counted.h"

#include "model/catalogue/derive.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Batches typed in tokens, GPU counts in nodes.
class CountedTest : public QObject {
    Q_OBJECT

private slots:
    void quantitiesAreConvertedFromTheirUnit_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        QTest::newRow("batch in tokens") << QByteArray("workload.global_batch") << QByteArray("4M tokens") << 488.0;
        QTest::newRow("batch in examples") << QByteArray("workload.global_batch") << QByteArray("512") << 512.0;
        QTest::newRow("arithmetic") << QByteArray("workload.global_batch") << QByteArray("2*8192 tokens") << 2.0;
        QTest::newRow("micro-batch") << QByteArray("workload.batch_per_gpu") << QByteArray("16384tokens") << 2.0;
        QTest::newRow("critical batch") << QByteArray("workload.critical_batch") << QByteArray("8M tokens") << 977.0;
        QTest::newRow("sequence") << QByteArray("workload.sequence_length") << QByteArray("4096 tokens") << 4096.0;
        QTest::newRow("run") << QByteArray("workload.training_tokens") << QByteArray("2T tokens") << 2e12;
        QTest::newRow("nodes") << QByteArray("cluster.gpus") << QByteArray("16 nodes") << 128.0;
        QTest::newRow("one node") << QByteArray("cluster.gpus") << QByteArray("1 node ") << 8.0;
        QTest::newRow("GPUs") << QByteArray("cluster.gpus") << QByteArray("100") << 100.0;
    }
    void quantitiesAreConvertedFromTheirUnit()
    {
        QFETCH(const QByteArray, id);
        QFETCH(const QByteArray, text);
        QFETCH(const double, value);
        const Scenario s = test::preset("llama3-8b-64xh100");
        const Parameter& p = parameter(id.toStdString());
        const Result<double> read = parseValue(p, text.toStdString(), countedIn(p, s));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(*read, value);
        Scenario edited = s;
        QVERIFY(editByText(edited, p.id, text.toStdString(), shippedCalibration()));
        QCOMPARE(statedValue(p, edited), value);
    }

    void unsupportedUnitsAreRejected()
    {
        Scenario s = test::preset("llama3-8b-64xh100");
        for (const char* text : {"tokens", "many tokens", "3 tokens", "1e30 tokens", "4M nodes"})
            QVERIFY2(!editByText(s, "workload.global_batch", text, shippedCalibration()), text);
        QVERIFY(!editByText(s, "cluster.gpus", "4M tokens", shippedCalibration()));
        Scenario generic = test::preset("knee-simulator");
        generic.workload.kind = ModelKind::generic;
        QVERIFY(!editByText(generic, "workload.global_batch", "4M tokens", shippedCalibration()));
    }
};

KNEEPOINT_TEST(CountedTest)
#include "counted_test.moc"
