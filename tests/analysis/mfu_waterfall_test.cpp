// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/mfu_waterfall.h"
#include "model/analysis/throughput.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/uncertainty/team_effect.h"

#include "tests/support/compare.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

/// From peak to achieved MFU: bars are contiguous, add up to the step and end exactly at the headline's MFU.
class MfuWaterfallTest : public QObject {
    Q_OBJECT

    static void check(const Scenario& s)
    {
        const Analysis a = analyze(s);
        const MfuWaterfall w = mfuWaterfall(a);
        QCOMPARE(w.achieved, modelFlopsUtilization(a.scenario, a.step));
        QVERIFY(!w.sentence.empty());
        if (!(w.achieved > 0))
            return;
        double mfu = 1, elapsed_s = w.peak_s;
        for (const MfuBar& bar : w.bars) {
            QCOMPARE(bar.from, mfu);
            mfu = bar.to;
            if (bar.id != "goodput")
                elapsed_s += bar.lost_s;
        }
        // A difference of times that are much longer than the step is exact to their rounding only.
        const double rounding = 1e-9 * std::max(1.0, w.achieved);
        HOLDS(std::abs(elapsed_s - a.step.step_s) <= rounding * a.step.step_s, s);
        QCOMPARE(mfu, w.effective);
        VERIFY_CLOSE(w.effective, w.achieved * a.training.goodput.share, 1e-9);
    }

private slots:
    void everyShippedScenarioAddsUp()
    {
        for (const ScenarioFile& file : scenarioPresets()) {
            check(file.scenario);
            if (QTest::currentTestFailed())
                qWarning("%s", file.id.c_str());
        }
    }

    void randomScenariosAddUp()
    {
        test::RandomScenarios random(17);
        const int wanted = test::scenariosWanted(400);
        for (int i = 0; i < wanted && !QTest::currentTestFailed(); ++i)
            check(random.walked());
    }

    void recomputationIsASeparateLoss()
    {
        Scenario s = findScenarioPreset("gpt3-175b-1024xa100")->scenario;
        const auto has = [](const Scenario& of) {
            const MfuWaterfall w = mfuWaterfall(analyze(of));
            return std::ranges::find(w.bars, "recompute", &MfuBar::id) != w.bars.end();
        };
        s.plan.recompute = Recompute::none;
        QVERIFY(!has(s));
        s.plan.recompute = Recompute::full;
        QVERIFY(has(s));
    }

    void tuningIsALossOfUntunedJobsOnly_data()
    {
        QTest::addColumn<TeamSetting>("setting");
        QTest::addColumn<bool>("has");
        QTest::newRow("tuned") << TeamSetting::tuned << false;
        QTest::newRow("typical") << TeamSetting::typical << true;
        QTest::newRow("first try") << TeamSetting::first_try << true;
    }
    void tuningIsALossOfUntunedJobsOnly()
    {
        QFETCH(const TeamSetting, setting);
        QFETCH(const bool, has);
        Scenario s = findScenarioPreset("llama3-8b-64xh100")->scenario;
        s.assumptions.setting = setting;
        QCOMPARE(mfuWaterfall(analyze(s)).tuning.has_value(), has);
    }

    void tuningBeginsWhereTheOtherLossesEnd()
    {
        Scenario s = findScenarioPreset("llama3-8b-64xh100")->scenario;
        s.assumptions.setting = TeamSetting::typical;
        const MfuWaterfall w = mfuWaterfall(analyze(s));
        QCOMPARE(w.tuning->from, w.effective);
        VERIFY_CLOSE(w.tuning->to, w.effective / std::exp(teamEffect(TeamSetting::typical).center), 1e-12);
    }

    void aTextbookModelHasNoLossOfTuning()
    {
        Scenario s = findScenarioPreset("knee-simulator")->scenario;
        s.assumptions.setting = TeamSetting::first_try;
        QVERIFY(!mfuWaterfall(analyze(s)).tuning);
    }

    void ownRunsContainTheirTuning()
    {
        Scenario s = findScenarioPreset("llama3-8b-64xh100")->scenario;
        s.assumptions.setting = TeamSetting::typical;
        s.own_runs = {.used = true, .runs = 1, .half_width = 0.1};
        QVERIFY(!mfuWaterfall(analyze(s)).tuning);
    }
};

KNEEPOINT_TEST(MfuWaterfallTest)
#include "mfu_waterfall_test.moc"
