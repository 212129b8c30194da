// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/fit_chance.h"
#include "model/search/auto_plan.h"
#include "model/search/layout_walk.h"
#include "model/search/search.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>
#include <tuple>
#include <vector>

using namespace kneepoint;

namespace {

FoundLayout foundWith(double value, double step_s, double bytes, double tensor)
{
    FoundLayout found;
    found.value = value;
    found.step.step_s = step_s;
    found.step.memory.weights = bytes;
    found.layout[Dimension::tensor] = tensor;
    return found;
}

/// A search for all layouts of a small space.
SearchRequest allOf(const Scenario& s)
{
    SearchRequest request{fixedSpace(s)};
    for (const Dimension d : {Dimension::tensor, Dimension::zero, Dimension::micro_batch, Dimension::pipeline})
        request.space.free(d);
    request.top = 100000;
    request.threads = 1;
    return request;
}

} // namespace

/// The order of layouts, figures that are not a number, and the progress of a search.
class SearchOrderTest : public QObject {
    Q_OBJECT

private slots:
    /// By value, then by time, then by micro-batch, then by memory, then by the first degree that differs; the better
    /// one first.
    void equalValuesAreOrderedByTimeMicroBatchMemoryAndDegrees()
    {
        const Scenario job;
        const Objective least = stepTimeObjective();
        Objective most = least;
        most.higher_is_better = true;
        const FoundLayout one = foundWith(1, 5, 5, 5);
        for (const auto& [other, objective] :
            {std::pair{foundWith(2, 1, 1, 1), least}, {foundWith(0, 1, 1, 1), most}, {foundWith(1, 6, 1, 1), least},
                {foundWith(1, 6, 1, 1), most}, {foundWith(1, 5, 6, 1), least}, {foundWith(1, 5, 5, 6), least}}) {
            QVERIFY(isBefore(job, one, other, objective));
            QVERIFY(!isBefore(job, other, one, objective));
        }
        QVERIFY(!isBefore(job, one, one, least));
    }

    /// The job's own where a GPU's rate does not depend on it, else the smallest; also if it needs more memory.
    void equalStepsAreOrderedByMicroBatch()
    {
        const Objective least = stepTimeObjective();
        FoundLayout one = foundWith(1, 5, 2, 5), eight = foundWith(1, 5, 9, 5);
        one.layout[Dimension::micro_batch] = 1;
        eight.layout[Dimension::micro_batch] = 8;
        Scenario job;
        job.workload.batch_per_gpu = 8;
        job.assumptions.compute_model = ComputeModel::sustained;
        QVERIFY(isBefore(job, eight, one, least) && !isBefore(job, one, eight, least));
        job.assumptions.compute_model = ComputeModel::kernels;
        QVERIFY(isBefore(job, one, eight, least) && !isBefore(job, eight, one, least));
    }

    /// As practicedChoice() chooses it.
    void theListBeginsWithTheJobsMicroBatchWhereItDoesNotMatter()
    {
        for (const char* id : {"knee-simulator", "gap-64-gpus", "suspect-large-batch"}) {
            const Scenario job = test::preset(id);
            SearchRequest request{defaultSpace(job)};
            request.pareto = {stepTimeObjective(), stepTimeObjective()};
            const SearchAnswer answer = searchLayouts(job, request, shippedCalibration());
            QCOMPARE(answer.top.front().layout[Dimension::micro_batch], job.workload.batch_per_gpu);
            QCOMPARE(answer.pareto.front().layout[Dimension::micro_batch], job.workload.batch_per_gpu);
        }
    }

    /// The same degrees, and as many tokens on a GPU: two examples over two context-parallel ranks are like one.
    void layoutsThatDifferInDetailsAreAlike()
    {
        using enum Dimension;
        Layout one;
        for (const Dimension d : {tensor, pipeline, context, expert, virtual_stages, micro_batch})
            one[d] = 2;
        for (const Dimension d : {virtual_stages, zero, recompute, sequence, shard_group, accumulation}) {
            Layout other = one;
            other[d] = 1;
            QVERIFY(isAlike(one, other));
        }
        for (const Dimension d : {tensor, pipeline, expert, context, micro_batch}) {
            Layout other = one;
            other[d] = 4;
            QVERIFY(!isAlike(one, other));
        }
        Layout longer = one;
        longer[context] = longer[micro_batch] = 4;
        QVERIFY(isAlike(one, longer));
    }

    void theExpectedStepIsLongerTheLessSurelyItFits()
    {
        const Scenario s = test::preset("llama3-8b-64xh100");
        StepReport r = evaluate(s);
        r.memory.capacity = r.memory.total();
        const double chance = fitChance(r.memory);
        QVERIFY(chance > 0 && chance < 1);
        VERIFY_CLOSE(expectedStepObjective().value(s, r), r.step_s / chance, 1e-12);
        QVERIFY(expectedStepObjective().in_seconds && !stepTimeObjective().in_seconds);
    }

    void figuresThatAreNotANumberAreTheWorst()
    {
        const Scenario s = test::preset("llama3-8b-64xh100");
        for (const bool higher : {false, true}) {
            SearchRequest request = allOf(s);
            request.objective = {[](const Scenario& of, const StepReport& r) {
                                     return of.workload.batch_per_gpu == 1 ? std::nan("") : r.step_s;
                                 },
                higher, false};
            const std::vector<FoundLayout> top = searchLayouts(s, request, shippedCalibration()).top;
            const auto isNumber = [](const FoundLayout& l) { return std::isfinite(l.value); };
            const auto numbers = std::ranges::count_if(top, isNumber);
            QVERIFY(numbers > 1 && numbers < std::ssize(top));
            QVERIFY(std::ranges::is_partitioned(top, isNumber));
            for (const FoundLayout& l : top)
                QCOMPARE(l.layout[Dimension::micro_batch] == 1, !isNumber(l));
        }
    }

    /// Where every layout is wanted, none is left out, and the last report is the end.
    void progressByFloorsEndsWithTheLastFamily()
    {
        const Scenario s = test::preset("llama3-8b-64xh100");
        SearchRequest request = allOf(s);
        std::vector<double> shares;
        request.progress = [&](double share) { shares.push_back(share); };
        const SearchAnswer answer = searchLayouts(s, request, shippedCalibration());
        QCOMPARE(answer.pruned, 0.0);
        QCOMPARE(answer.evaluated + answer.out_of_memory, answer.valid);
        const LayoutRules rules(s);
        QCOMPARE(answer.floors, static_cast<double>(LayoutWalk(rules, request.space).families().size()));
        QVERIFY(std::ranges::is_sorted(shares) && shares.front() > 0);
        QCOMPARE(shares.back(), 1.0);
    }

    /// Only the front, for example.
    void noLayoutIsListedIfNoneIsWanted()
    {
        const Scenario s = test::preset("llama3-8b-64xh100");
        SearchRequest request = allOf(s);
        request.top = 0;
        request.pareto = {
            stepTimeObjective(), {[](const Scenario&, const StepReport& r) { return r.memory.total(); }, false, false}};
        const SearchAnswer answer = searchLayouts(s, request, shippedCalibration());
        QVERIFY(answer.top.empty() && answer.pareto.size() > 1);
    }

    /// Families that differ only in their stages, which grow, are excluded by one bound: as many of them as there are.
    void runsAreAsLongAsStagesGrow()
    {
        const Scenario s = test::preset("llama3-8b-64xh100");
        const LayoutRules rules(s);
        const std::vector<LayoutFamily> families = LayoutWalk(rules, defaultSpace(s)).families();
        const std::vector<FamilyRun> runs = LayoutWalk::runsOf(families);
        const auto continues = [&](std::size_t i) {
            LayoutFamily same = families[i];
            same.pipeline = families[i - 1].pipeline;
            same.layouts = families[i - 1].layouts;
            const auto key = [](const LayoutFamily& f) {
                return std::tuple(
                    f.tensor, f.pipeline, f.context, f.expert, f.sequence, f.recompute, f.micro_batch, f.layouts);
            };
            return families[i].pipeline > families[i - 1].pipeline && key(same) == key(families[i - 1]);
        };
        std::size_t next = 0;
        for (const FamilyRun& run : runs) {
            QCOMPARE(run.first, next);
            QVERIFY(run.last > run.first && (run.first == 0 || !continues(run.first)));
            for (std::size_t i = run.first + 1; i < run.last; ++i)
                QVERIFY(continues(i));
            next = run.last;
        }
        QCOMPARE(next, families.size());
        QCOMPARE(LayoutWalk(rules, defaultSpace(s)).families(10).size(), std::size_t(10));
        QVERIFY(runs.size() < families.size() / 2);
    }

    /// Of several threads, the one that asked may find nothing left to do, and then reports nothing.
    void progressIsReportedOnTheThreadThatAsked()
    {
        const Scenario s = test::preset("gpt3-175b-1024xa100");
        SearchRequest request{defaultSpace(s)};
        const std::thread::id own = std::this_thread::get_id();
        std::atomic<int> here = 0, elsewhere = 0;
        request.progress = [&](double) { ++(std::this_thread::get_id() == own ? here : elsewhere); };
        for (const unsigned threads : {1U, 4U}) {
            request.threads = threads;
            QVERIFY(searchLayouts(s, request, shippedCalibration()).proof);
            QVERIFY(here > 0);
            QCOMPARE(elsewhere.load(), 0);
        }
    }

    void aStoppedPlanIsNotWhole()
    {
        Scenario s = test::preset("llama3-8b-64xh100");
        s.automatic.on = true;
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!autoPlan(s, {.stop = stop.get_token()}, shippedCalibration()).whole);
        QVERIFY(autoPlan(s, {}, shippedCalibration()).whole);
    }
};

KNEEPOINT_TEST(SearchOrderTest)
#include "search_order_test.moc"
