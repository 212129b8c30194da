// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/schedule_gallery.h"
#include "model/step/step_model.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

const ScheduleOption& optionOf(const std::vector<ScheduleOption>& gallery, PipelineSchedule schedule)
{
    return *std::ranges::find(gallery, schedule, &ScheduleOption::schedule);
}

} // namespace

/// All schedules of a pipeline over each other.
class ScheduleGalleryTest : public QObject {
    Q_OBJECT

private slots:
    void everyScheduleIsJudged()
    {
        const auto gallery = scheduleGallery(analyze(test::preset("gpt3-175b-1024xa100")));
        QCOMPARE(gallery.size(), schedule_count);
        for (const ScheduleOption& option : gallery)
            QVERIFY(!option.fault.empty() || option.step_s > 0);
    }

    void withoutAPipelineThereIsNone() { QVERIFY(scheduleGallery(analyze(test::preset("llama3-8b-64xh100"))).empty()); }

    /// Its own schedule has its own step; others that of the job in them.
    void stepsAreThoseOfTheJobInEachSchedule()
    {
        const Scenario job = test::preset("gpt3-175b-1024xa100");
        const auto gallery = scheduleGallery(analyze(job));
        const ScheduleOption& own = optionOf(gallery, PipelineSchedule::interleaved);
        QVERIFY(own.own);
        QCOMPARE(own.step_s, evaluate(job).step_s);
        Scenario other = job;
        other.plan.pipeline_schedule = PipelineSchedule::zb_h1;
        other.plan.virtual_stages = 1;
        QCOMPARE(optionOf(gallery, PipelineSchedule::zb_h1).step_s, evaluate(other).step_s);
    }

    void whatTheSoftwareLacksIsMarked()
    {
        const auto gallery = scheduleGallery(analyze(test::preset("gpt3-175b-1024xa100")));
        QVERIFY(optionOf(gallery, PipelineSchedule::one_f_one_b).offered);
        QVERIFY(!optionOf(gallery, PipelineSchedule::zb_h1).offered);
        Scenario any = test::preset("gpt3-175b-1024xa100");
        any.stack.software = 0;
        QVERIFY(optionOf(scheduleGallery(analyze(any)), PipelineSchedule::zb_h1).offered);
    }

    /// An odd number of micro-batches cannot enter at both ends.
    void aScheduleThatCannotRunSaysWhy()
    {
        Scenario job = test::preset("gpt3-175b-1024xa100");
        job.plan.pipeline_schedule = PipelineSchedule::one_f_one_b;
        job.plan.virtual_stages = 1;
        job.plan.accumulation = 97;
        const ScheduleOption dual = optionOf(scheduleGallery(analyze(job)), PipelineSchedule::dualpipe);
        QVERIFY2(dual.fault.find("even number") != std::string::npos, dual.fault.c_str());
        QVERIFY(dual.timeline.lanes.empty());
    }

    void theTimelineShowsFourStagesOfEach()
    {
        const auto gallery = scheduleGallery(analyze(test::preset("gpt3-175b-1024xa100")));
        const Timeline all = galleryTimeline(gallery);
        const auto runs = static_cast<std::size_t>(
            std::ranges::count_if(gallery, [](const ScheduleOption& option) { return option.fault.empty(); }));
        QVERIFY(runs > 2);
        QCOMPARE(all.schedules.size(), runs);
        QCOMPARE(all.lanes.size(), 4 * runs);
        // The first and the last stage, and two between them.
        const auto stages = static_cast<int>(test::preset("gpt3-175b-1024xa100").plan.pipeline_parallel);
        QVERIFY(stages >= 4);
        for (std::size_t i = 0; i < all.lanes.size(); ++i)
            QCOMPARE(all.lanes[i].stage, static_cast<int>(i % 4) * (stages - 1) / 3);
        double longest_s = 0;
        for (const ScheduleOption& option : gallery)
            longest_s = std::max(longest_s, option.fault.empty() ? option.step_s : 0);
        QCOMPARE(all.step_s, longest_s);
        for (const TimelineLane& lane : all.lanes)
            QVERIFY(!blocksOf(all, lane, 0, all.step_s, all.step_s / 1000).empty());
    }
};

KNEEPOINT_TEST(ScheduleGalleryTest)
#include "schedule_gallery_test.moc"
