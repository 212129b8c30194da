// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/cause.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/constants/calibration.h"
#include "model/lesson/step_profile.h"
#include "model/step/step_model.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

/// The profile that a quiz shows.
class StepProfileTest : public QObject {
    Q_OBJECT

private slots:
    void itsLanesHaveTheTimesOfTheStep_data() { everyPreset(); }
    void itsLanesHaveTheTimesOfTheStep()
    {
        QFETCH(const QString, id);
        const Scenario& s = findScenarioPreset(id.toStdString())->scenario;
        const StepReport step = evaluate(s, shippedCalibration());
        const StepProfile profile = profileOf(s);
        QCOMPARE(profile.step_s, step.step_s);
        QCOMPARE(profile.lanes.front().part, Part::compute);
        double covered = profile.lanes.front().to_s;
        for (const ProfileLane& lane : profile.lanes) {
            QVERIFY2(lane.from_s >= 0 && lane.from_s <= lane.to_s, lane.name.c_str());
            QVERIFY2(lane.to_s <= step.step_s * (1 + 1e-9), lane.name.c_str());
            covered = std::max(covered, lane.to_s);
        }
        // Parts below 0.2 % of the step are not drawn.
        QVERIFY2(covered > 0.98 * step.step_s, qPrintable(QString::number(covered / step.step_s)));
    }

    void noLaneNamesACause_data() { everyPreset(); }
    void noLaneNamesACause()
    {
        QFETCH(const QString, id);
        for (const ProfileLane& lane : profileOf(findScenarioPreset(id.toStdString())->scenario).lanes)
            for (std::size_t i = 1; i < cause_count; ++i)
                for (const std::string& text : {lane.name, lane.note})
                    QVERIFY2(text.find(causeLabel(static_cast<Cause>(i))) == std::string::npos, text.c_str());
    }

    void aSharedFabricIsComparedWithAnIdleOne()
    {
        const StepProfile profile = profileOf(findScenarioPreset("cause-contention")->scenario);
        QVERIFY(std::ranges::any_of(profile.lanes,
            [](const ProfileLane& lane) { return lane.note.find("on an idle fabric") != std::string::npos; }));
    }

private:
    static void everyPreset()
    {
        QTest::addColumn<QString>("id");
        for (const ScenarioFile& preset : scenarioPresets())
            QTest::newRow(preset.id.c_str()) << QString::fromStdString(preset.id);
    }
};

KNEEPOINT_TEST(StepProfileTest)
#include "step_profile_test.moc"
