// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/runs_to_measure.h"

#include "model/calibrate/run_choice.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

Scenario job()
{
    return findScenarioPreset("llama3-8b-64xh100")->scenario;
}

/// What may be measured, fastest first.
std::vector<FoundLayout> measurable(const Scenario& s)
{
    SearchRequest request{fixedSpace(s)};
    request.top = 1000;
    for (const Dimension d : {Dimension::tensor, Dimension::pipeline, Dimension::micro_batch})
        request.space.free(d);
    return searchLayouts(s, request, shippedCalibration()).top;
}

} // namespace

/// Layouts that are worth a measurement: they can be run and tell much.
class RunsToMeasureTest : public QObject {
    Q_OBJECT

private slots:
    void theMostInformativeOfTheLayoutsThatAreNotTooSlowAreChosen()
    {
        const std::vector<FoundLayout> all = measurable(job());
        const double longest = 4 * all.front().step.step_s;
        QVERIFY(all.size() < 200 && all.back().step.step_s > longest);
        std::vector<FoundLayout> candidates;
        std::vector<Scenario> runs;
        for (const FoundLayout& found : all)
            if (found.step.step_s <= longest) {
                candidates.push_back(found);
                runs.push_back(applied(job(), editOf(found.layout)));
            }
        const std::vector<FoundLayout> chosen = runsToMeasure(job(), 3, shippedCalibration());
        const std::vector<std::size_t> expected = mostInformative(runs, 3, shippedCalibration());
        QCOMPARE(chosen.size(), std::size_t(3));
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            QVERIFY(chosen[i].layout == candidates[expected[i]].layout);
            QVERIFY(chosen[i].step == evaluate(applied(job(), editOf(chosen[i].layout))));
            QVERIFY(chosen[i].step.memory.fits());
        }
        QCOMPARE(runsToMeasure(job(), 1000, shippedCalibration()).size(), candidates.size());
    }

    void aFormerCalibrationDoesNotMatter()
    {
        Scenario calibrated = job();
        calibrated.own_runs.used = true;
        calibrated.own_runs.runs = 3;
        calibrated.own_runs.compute = 2;
        const auto plain = runsToMeasure(job(), 3, shippedCalibration());
        const auto again = runsToMeasure(calibrated, 3, shippedCalibration());
        QVERIFY(std::ranges::equal(plain, again, {}, &FoundLayout::layout, &FoundLayout::layout));
        QVERIFY(std::ranges::equal(plain, again, {}, &FoundLayout::step, &FoundLayout::step));
    }

    void whereNothingFitsThereIsNothingToMeasure()
    {
        Scenario tiny = job();
        tiny.cluster.memory_bytes = 1e9;
        QVERIFY(runsToMeasure(tiny, 3, shippedCalibration()).empty());
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(runsToMeasure(job(), 3, shippedCalibration(), stop.get_token()).empty());
    }
};

KNEEPOINT_TEST(RunsToMeasureTest)
#include "runs_to_measure_test.moc"
