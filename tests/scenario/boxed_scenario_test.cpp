// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/boxed_scenario.h"

#include "model/scenario/scenario.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <utility>

using namespace kneepoint;

class BoxedScenarioTest : public QObject {
    Q_OBJECT

private slots:
    void anEmptyBoxHoldsTheDefaults() { QVERIFY(BoxedScenario() == Scenario{}); }

    void copiesAreIndependent()
    {
        BoxedScenario first;
        BoxedScenario second = first;
        second->cluster.gpus = 64;
        QVERIFY(first->cluster.gpus != 64);
        QVERIFY(!(first == second));
        first = second;
        second->cluster.gpus = 8;
        QCOMPARE(first->cluster.gpus, 64.0);
    }

    void aMovedFromBoxCanBeAssigned()
    {
        BoxedScenario first;
        first->cluster.gpus = 64;
        BoxedScenario second = std::move(first);
        QCOMPARE(second->cluster.gpus, 64.0);
        first = Scenario{};
        QVERIFY(first == Scenario{});
    }
};

KNEEPOINT_TEST(BoxedScenarioTest)
#include "boxed_scenario_test.moc"
