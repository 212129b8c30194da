// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/cause_change.h"
#include "model/scenario/scenario.h"

#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;
using test::preset;

namespace {

Diagnosed diagnosed(std::string_view id)
{
    const Analysis a = analyze(preset(id));
    return {a, diagnose(a)};
}

} // namespace

class CauseChangeTest : public QObject {
    Q_OBJECT

private slots:
    void aScenarioHasNoChangesAgainstItself()
    {
        const Diagnosed same = diagnosed("suspect-exposed-communication");
        for (const CauseChange& change : causeChanges(same, same)) {
            QVERIFY(change.kind == CauseChange::Kind::stayed);
            QCOMPARE(change.before, change.now);
        }
    }

    void resolvedAndNewCausesSwapWithTheDirection()
    {
        const Diagnosed network = diagnosed("suspect-exposed-communication");
        const Diagnosed input = diagnosed("suspect-starved-input");
        const auto there = causeChanges(network, input);
        const auto back = causeChanges(input, network);
        QCOMPARE(there.size(), back.size());
        for (const CauseChange& change : there) {
            const auto twin = std::ranges::find(back, change.cause, &CauseChange::cause);
            QVERIFY(twin != back.end());
            QCOMPARE(change.before, twin->now);
            QCOMPARE(change.now, twin->before);
            QCOMPARE(change.kind == CauseChange::Kind::vanished, twin->kind == CauseChange::Kind::appeared);
        }
        const auto gone = std::ranges::find(there, Cause::exposed_communication, &CauseChange::cause);
        QVERIFY(gone != there.end() && gone->kind == CauseChange::Kind::vanished);
        QVERIFY(gone->before >= causeRecord(Cause::exposed_communication).least_severity);
        QVERIFY(gone->now < causeRecord(Cause::exposed_communication).least_severity);
    }

    void causesKeepTheOrderOfTheDiagnosis()
    {
        const Diagnosed before = diagnosed("suspect-straggler");
        const Diagnosed now = diagnosed("knee-1p3b");
        const auto changes = causeChanges(before, now);
        QVERIFY(changes.size() >= now.diagnosis.causes.size());
        for (std::size_t i = 0; i < now.diagnosis.causes.size(); ++i)
            QVERIFY(changes[i].cause == now.diagnosis.causes[i].cause);
    }
};

KNEEPOINT_TEST(CauseChangeTest)
#include "cause_change_test.moc"
