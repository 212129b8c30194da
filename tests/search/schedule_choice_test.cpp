// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/presets/presets.h"
#include "model/search/auto_plan.h"
#include "model/search/layout_rules.h"
#include "tests/search/small_spaces.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

constexpr auto valueOf(PipelineSchedule schedule)
{
    return static_cast<double>(schedule);
}

/// Llama 3 8B in eight stages, eight of them at most, on software by id.
Scenario jobOn(std::string_view software)
{
    Scenario s = test::preset("llama3-8b-64xh100");
    s.cluster.gpus = 16;
    s.workload.scaling = Scaling::strong;
    s.workload.global_batch = 64;
    s.stack.software = presetIndex(stackPresets(), software);
    return s;
}

bool takes(const LayoutSpace& space, PipelineSchedule schedule)
{
    return space.takes(Dimension::schedule, valueOf(schedule));
}

} // namespace

/// Schedules as a choice of planning.
class ScheduleChoiceTest : public QObject {
    Q_OBJECT

private slots:
    void planningTakesOnlyWhatTheSoftwareOffers()
    {
        const LayoutSpace megatron = defaultSpace(jobOn("megatron-core-2025"));
        const LayoutSpace torch = defaultSpace(jobOn("torchtitan-2025"));
        const LayoutSpace unknown = defaultSpace(jobOn(""));
        for (const LayoutSpace* space : {&megatron, &torch, &unknown})
            QVERIFY(takes(*space, PipelineSchedule::one_f_one_b) && takes(*space, PipelineSchedule::interleaved)
                && !takes(*space, PipelineSchedule::dualpipe));
        QVERIFY(!takes(megatron, PipelineSchedule::zb_v) && !takes(unknown, PipelineSchedule::zb_v));
        QVERIFY(takes(torch, PipelineSchedule::zb_v) && takes(torch, PipelineSchedule::dualpipe_v));
        QVERIFY(takes(torch, PipelineSchedule::breadth_first) && !takes(megatron, PipelineSchedule::breadth_first));
        const LayoutSpace fast = defaultSpace(jobOn("fast-llm-2026"));
        QVERIFY(takes(fast, PipelineSchedule::breadth_first) && !takes(fast, PipelineSchedule::interleaved));
    }

    void everySoftwareWithAPipelineSaysWhichSchedulesItHas()
    {
        const auto choices = parameterOf(Dimension::schedule).choices();
        for (const StackPreset& stack : stackPresets()) {
            const bool splits = stack.splits && std::ranges::find(*stack.splits, "pipeline") != stack.splits->end();
            QCOMPARE(!stack.schedules.empty(), splits);
            QCOMPARE(!stack.schedules_source.empty(), splits);
            for (const std::string& id : stack.schedules)
                QVERIFY2(std::ranges::find(choices, id, &Choice::id) != choices.end(), id.c_str());
        }
    }

    /// Software without 1F1B runs all forward passes first.
    void theUsualScheduleIsOneThatTheSoftwareHas()
    {
        const LayoutRules megatron(jobOn("megatron-core-2025")), fast(jobOn("fast-llm-2026"));
        QCOMPARE(megatron.usualSchedule(1), PipelineSchedule::one_f_one_b);
        QCOMPARE(megatron.usualSchedule(2), PipelineSchedule::interleaved);
        QCOMPARE(fast.usualSchedule(1), PipelineSchedule::gpipe);
        QCOMPARE(fast.usualSchedule(2), PipelineSchedule::breadth_first);
        QVERIFY(!fast.schedule(valueOf(PipelineSchedule::one_f_one_b), 1, 4, 16));
        QVERIFY(fast.schedule(valueOf(PipelineSchedule::one_f_one_b), 1, 1, 16));
    }

    /// Chunks of 32 layers and as many micro-batches as stages, in any number.
    void breadthFirstNeedsChunksAndAFullPipeline()
    {
        const LayoutRules rules(jobOn(""));
        const double kind = valueOf(PipelineSchedule::breadth_first);
        QVERIFY(rules.schedule(kind, 2, 4, 4) && rules.schedule(kind, 4, 4, 7));
        QVERIFY(!rules.schedule(kind, 1, 4, 8) && !rules.schedule(kind, 2, 4, 3) && !rules.schedule(kind, 3, 4, 8));
    }

    /// A search that asks for one finds it with software that is not known, and not where it is known to lack it.
    void unknownSoftwareMayOfferEverything()
    {
        QVERIFY(LayoutRules(jobOn("")).schedule(valueOf(PipelineSchedule::dualpipe), 1, 4, 16));
        QVERIFY(!LayoutRules(jobOn("megatron-core-2025")).schedule(valueOf(PipelineSchedule::dualpipe), 1, 4, 16));
    }

    void schedulesNeedMicroBatchesToFillThem()
    {
        const LayoutRules rules(jobOn(""));
        const auto fits = [&](PipelineSchedule kind, double p, double m) {
            return rules.schedule(valueOf(kind), 1, p, m);
        };
        QVERIFY(fits(PipelineSchedule::zb_h1, 4, 4) && !fits(PipelineSchedule::zb_h1, 4, 3));
        QVERIFY(fits(PipelineSchedule::zb_v, 4, 7) && !fits(PipelineSchedule::zb_v, 4, 6));
        QVERIFY(fits(PipelineSchedule::dualpipe_v, 4, 9) && !fits(PipelineSchedule::dualpipe_v, 4, 7));
        QVERIFY(fits(PipelineSchedule::dualpipe, 4, 8) && !fits(PipelineSchedule::dualpipe, 4, 9));
        QVERIFY(!fits(PipelineSchedule::dualpipe, 3, 8)); // pairs of stages as well
        QVERIFY(fits(PipelineSchedule::gpipe, 4, 1));
    }

    /// 32 layers in two chunks on each of 16 stages, but not on 32.
    void turningBackNeedsTwoChunksOfLayers()
    {
        const LayoutRules rules(jobOn(""));
        QVERIFY(rules.schedule(valueOf(PipelineSchedule::zb_v), 1, 16, 64));
        QVERIFY(!rules.schedule(valueOf(PipelineSchedule::zb_v), 1, 32, 64));
    }

    /// What bounds leave out is never better, with all schedules free.
    void boundsLeaveOutNothingBetter()
    {
        for (const char* software : {"torchtitan-2025", ""}) {
            SearchRequest request;
            const Scenario job = jobOn(software);
            request.space = defaultSpace(job);
            request.space.limits[static_cast<std::size_t>(Dimension::schedule)].reset();
            request.space.limit(Dimension::tensor, {1, 2});
            request.space.limit(Dimension::pipeline, {2, 4, 8});
            request.space.limit(Dimension::micro_batch, {1, 2});
            request.space.limit(Dimension::recompute, {0, 1});
            request.top = 3;
            const SearchAnswer bounded = searchLayouts(job, request, shippedCalibration());
            request.exhaustive = true;
            const SearchAnswer all = searchLayouts(job, request, shippedCalibration());
            QCOMPARE(bounded.valid, all.valid);
            QVERIFY(bounded.evaluated < all.evaluated);
            QCOMPARE(bounded.top.size(), all.top.size());
            for (std::size_t i = 0; i < all.top.size(); ++i)
                QVERIFY(bounded.top[i].layout == all.top[i].layout);
        }
    }

    /// The same with experts, whose all-to-all DualPipe hides.
    void boundsKnowWhatPairsHide()
    {
        Scenario job = test::preset("deepseek-v3-2048xh800");
        job.cluster.gpus = 256;
        job.workload.scaling = Scaling::strong;
        job.workload.global_batch = 512;
        job.stack.software = 0;
        job.stack.expert_overlap = 0;
        SearchRequest request;
        request.space = defaultSpace(job);
        request.space.limits[static_cast<std::size_t>(Dimension::schedule)].reset();
        request.space.limit(Dimension::tensor, {1});
        request.space.limit(Dimension::context, {1});
        request.space.limit(Dimension::micro_batch, {1});
        request.space.limit(Dimension::zero, {1});
        request.memory_share = 10;
        request.top = 3;
        const SearchAnswer bounded = searchLayouts(job, request, shippedCalibration());
        request.exhaustive = true;
        const SearchAnswer all = searchLayouts(job, request, shippedCalibration());
        QCOMPARE(bounded.valid, all.valid);
        QVERIFY(!all.top.empty());
        for (std::size_t i = 0; i < all.top.size(); ++i)
            QVERIFY(bounded.top[i].layout == all.top[i].layout);
    }
};

KNEEPOINT_TEST(ScheduleChoiceTest)
#include "schedule_choice_test.moc"
