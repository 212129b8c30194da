// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/auto_plan.h"
#include "model/search/layout_walk.h"
#include "model/units/units.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

Scenario plannedJob()
{
    Scenario s = test::preset("llama3-8b-64xh100");
    s.automatic.on = true;
    return s;
}

AutoPlanAnswer partly(const Scenario& s)
{
    return autoPlan(s, {.most_families = 1, .threads = 1}, shippedCalibration());
}

/// The layouts of a job whose free dimensions have only these values.
double layoutsWith(const Scenario& s, const std::vector<std::pair<Dimension, std::vector<double>>>& values)
{
    SearchRequest request{automaticSpace(s)};
    for (const auto& [d, taken] : values)
        if (request.space.isFree(d))
            request.space.limit(d, taken);
    return searchLayouts(s, request, shippedCalibration()).valid;
}

} // namespace

/// The promising part of a large space, and what is said where no layout exists.
class LikelyPartTest : public QObject {
    Q_OBJECT

private slots:
    /// Micro-batches of 1, 2 and 4 examples, whole sharding groups, at most selective recomputation, and context
    /// parallelism of 2 up to 16384 tokens.
    void itHasSmallMicroBatchesAndLittleContextParallelism()
    {
        using enum Dimension;
        for (const double tokens : {8192.0, 16384.0, 20480.0, 32768.0}) {
            Scenario s = plannedJob();
            s.workload.sequence_length = tokens;
            s.workload.scaling = Scaling::strong;
            s.workload.global_batch = 384;
            std::vector<std::pair<Dimension, std::vector<double>>> part{
                {micro_batch, {1, 2, 4}}, {shard_group, {0}}, {recompute, {0, 1}}};
            if (tokens <= 16384)
                part.emplace_back(context, std::vector{1.0, 2.0});
            const AutoPlanAnswer a = partly(s);
            QVERIFY(!a.whole);
            QCOMPARE(a.valid, layoutsWith(s, part));
            QVERIFY(a.valid < layoutsWith(s, {}));
        }
    }

    void itHasTheValuesOfPins()
    {
        using enum Dimension;
        Scenario s = plannedJob();
        s.workload.scaling = Scaling::strong;
        s.workload.global_batch = 384;
        parameter("plan.context_parallel").edit(s, 4, shippedCalibration());
        const AutoPlanAnswer pinned = partly(s);
        QCOMPARE((*pinned.layout)[context], 4.0);
        QCOMPARE(pinned.valid, layoutsWith(s, {{micro_batch, {1, 2, 4}}, {shard_group, {0}}, {recompute, {0, 1}}}));
    }

    void noMoreFamiliesAreListedThanAskedFor()
    {
        const Scenario s = plannedJob();
        const LayoutRules rules(s);
        const LayoutWalk walk(rules, automaticSpace(s));
        for (const std::size_t most : {1U, 3U, 50U})
            QCOMPARE(walk.families(most).size(), most);
    }

    void aStoppedSearchHasNoLayout()
    {
        const Scenario s = plannedJob();
        std::stop_source stop;
        stop.request_stop();
        const AutoPlanAnswer a = autoPlan(s, {.stop = stop.get_token()}, shippedCalibration());
        QVERIFY(!a.layout && !a.whole);
    }

    /// 96 GPUs do not divide 1024 examples, but 1056.
    void aStoppedSearchMovesNoBatch()
    {
        Scenario s = plannedJob();
        s.workload.scaling = Scaling::strong;
        s.workload.global_batch = 1024;
        s.cluster.gpus = 96;
        QCOMPARE(autoPlan(s, {}, shippedCalibration()).batch, 1056.0);
        std::stop_source stop;
        stop.request_stop();
        const AutoPlanAnswer a = autoPlan(s, {.stop = stop.get_token()}, shippedCalibration());
        QCOMPARE(a.batch, 1024.0);
    }

    void theValueOfAPlanIsThatOfItsLayout()
    {
        const Scenario s = plannedJob();
        for (const Objective& objective : {stepTimeObjective(), expectedStepObjective()}) {
            const AutoPlanAnswer a = autoPlan(s, {.objective = objective}, shippedCalibration());
            const Scenario planned = applied(s, editOf(*a.layout), shippedCalibration());
            QCOMPARE(a.value, objective.value(planned, evaluate(planned, shippedCalibration())));
        }
    }

    void whatIsMissingIsSaidWithItsNumbers()
    {
        Scenario s = test::edited(plannedJob(),
            {{"workload.scaling", "strong"}, {"workload.global_batch", "512"}, {"plan.batch_tolerance", "0"},
                {"cluster.gpus", "24"}});
        const auto text = [](const Scenario& of) {
            return QString::fromStdString(noLayoutText(of, autoPlan(of, {}, shippedCalibration())));
        };
        const QString none = "No layout exists: 24 GPUs and a global batch of 512 leave no whole number of "
                             "micro-batches per replica of at most 8 GPUs";
        QCOMPARE(text(s), none + ".");
        parameter("plan.tensor_parallel").edit(s, 2, shippedCalibration());
        QCOMPARE(text(s), none + " with the pinned values.");
        Scenario tiny = plannedJob();
        tiny.cluster.gpus = 8;
        tiny.cluster.memory_bytes = 2e9;
        const SearchAnswer all = searchLayouts(tiny, {automaticSpace(tiny)}, shippedCalibration());
        QVERIFY(all.valid > 0 && all.top.empty());
        QCOMPARE(text(tiny),
            QString::fromStdString("No layout fits: the smallest needs "
                + formatQuantity(all.least_memory_bytes, Unit::bytes) + " per GPU; 2 GB available."));
    }

    /// Only what is pinned is released, and only if that helps.
    void aPinThatLeavesNoLayoutIsReleased()
    {
        Scenario s = plannedJob();
        parameter("plan.tensor_parallel").edit(s, 64, shippedCalibration());
        const auto change = feasibleChange(s, shippedCalibration());
        QVERIFY(change);
        QCOMPARE(change->text, std::string("unpin the layout"));
        QCOMPARE(change->edit.size(), std::size_t(1));
        QVERIFY(change->edit.front().parameter == &parameter("plan.pin_tensor_parallel"));
        QCOMPARE(change->edit.front().value, 0.0);
    }

    void noChangeHelpsWithoutMemory()
    {
        Scenario s = plannedJob();
        s.workload.scaling = Scaling::strong;
        s.workload.global_batch = 1;
        s.plan.batch_tolerance = 0;
        s.cluster.gpus = 1;
        s.cluster.memory_bytes = 1e6;
        QVERIFY(!feasibleChange(s, shippedCalibration()));
        s = plannedJob();
        s.cluster.gpus = 24;
        s.workload.scaling = Scaling::strong;
        s.workload.global_batch = 512;
        s.plan.batch_tolerance = 0;
        QVERIFY(feasibleChange(s, shippedCalibration()));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!feasibleChange(s, shippedCalibration(), stop.get_token()));
    }
};

KNEEPOINT_TEST(LikelyPartTest)
#include "likely_part_test.moc"
