// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/evidence.h"

#include "tests/support/test_registry.h"

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

    void theFirstMeasurementOfAMetricCounts()
    {
        Evidence evidence;
        evidence.measurements = {{.metric = "memory_bytes", .value = 7e9}, {.metric = "step_s", .value = 1.5},
            {.metric = "step_s", .value = 2}};
        const Measurement* step = measurementOf(evidence, "step_s");
        QVERIFY(step && step->value == 1.5);
        QVERIFY(!measurementOf(evidence, "mfu"));
    }
};

KNEEPOINT_TEST(EvidenceTest)
#include "evidence_test.moc"
