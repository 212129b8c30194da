// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/derive.h"
#include "model/search/auto_plan.h"
#include "model/search/robust_choice.h"
#include "model/step/step_model.h"
#include "tests/search/choices.h"
#include "tests/search/small_spaces.h"
#include "tests/support/holds.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

using namespace kneepoint;

namespace {

constexpr int questions_wanted = 100;

double freeShare(const FoundLayout& l)
{
    return 1 - l.step.memory.total() / l.step.memory.capacity;
}

/// A search for the fastest layout, and all layouts, fastest first.
struct Answered {
    test::SmallQuestion question;
    std::vector<FoundLayout> all;
};

Answered fastestOf(test::SmallQuestions& questions)
{
    Answered a{questions.next(), {}};
    a.question.request.objective = stepTimeObjective();
    a.question.request.top = 1;
    a.all = test::byTryingAll(a.question);
    return a;
}

std::vector<Answered> answersOf(std::uint64_t seed)
{
    test::SmallQuestions questions(seed);
    std::vector<Answered> answers;
    for (int i = 0; i < questions_wanted; ++i)
        answers.push_back(fastestOf(questions));
    return answers;
}

using Values = QMap<Dimension, double>;

/// Plain data parallelism with these values.
Layout layoutWith(const Values& values)
{
    Layout l;
    for (const Dimension d : {Dimension::tensor, Dimension::pipeline, Dimension::context, Dimension::expert,
             Dimension::virtual_stages, Dimension::micro_batch, Dimension::accumulation})
        l[d] = 1;
    for (auto value = values.begin(); value != values.end(); ++value)
        l[value.key()] = value.value();
    return l;
}

} // namespace

/// Limits of a search on memory and time, and the robust choice under them, compared with brute force.
class SearchLimitsTest : public QObject {
    Q_OBJECT

private slots:
    void aLimitedSearchFindsTheBestWithinItsLimits_data()
    {
        QTest::addColumn<double>("memory");
        QTest::addColumn<double>("slower"); // the longest step, relative to the shortest
        for (const double memory : {1.0, 0.9, 0.5})
            for (const double slower : {1.0, 1.2, 1e9})
                QTest::addRow("%g of the memory, %g times the step", memory, slower) << memory << slower;
    }
    void aLimitedSearchFindsTheBestWithinItsLimits()
    {
        QFETCH(const double, memory);
        QFETCH(const double, slower);
        static const std::vector<Answered> answers = answersOf(21); // the same for all rows
        int limited = 0;
        for (const Answered& fastest : answers) {
            test::SmallQuestion q = fastest.question;
            const std::vector<FoundLayout>& all = fastest.all;
            if (all.empty())
                continue;
            q.request.memory_share = memory;
            q.request.longest_step_s = slower * all.front().step.step_s;
            q.request.objective = {[](const Scenario&, const StepReport& r) { return r.memory.total(); }, true, false};
            q.request.top = 3;
            std::vector<FoundLayout> expected = all;
            std::erase_if(expected, [&](const FoundLayout& l) {
                return l.step.step_s > q.request.longest_step_s
                    || l.step.memory.total() > memory * l.step.memory.capacity;
            });
            for (FoundLayout& l : expected)
                l.value = l.step.memory.total();
            std::ranges::sort(
                expected, [&](const auto& a, const auto& b) { return isBefore(q.job, a, b, q.request.objective); });
            const SearchAnswer answer = searchLayouts(q.job, q.request, shippedCalibration());
            HOLDS(answer.proof, q.job);
            HOLDS(answer.top.size() == std::min<std::size_t>(3, expected.size()), q.job);
            for (std::size_t j = 0; j < answer.top.size(); ++j)
                HOLDS(answer.top[j].layout == expected[j].layout, q.job);
            limited += expected.size() < all.size() ? 1 : 0;
        }
        if (memory < 1 || slower < 1e9)
            QVERIFY(limited > 0);
    }

    void theLayoutsNearTheBestAreAllOfThem_data()
    {
        QTest::addColumn<double>("near");
        QTest::addColumn<bool>("expected"); // by the expected step
        for (const double near : {0.0, 0.071, 0.5})
            for (const bool expected : {false, true})
                QTest::addRow("%g, %s", near, expected ? "expected step" : "step") << near << expected;
    }
    void theLayoutsNearTheBestAreAllOfThem()
    {
        QFETCH(const double, near);
        QFETCH(const bool, expected);
        test::SmallQuestions questions(24);
        std::size_t some = 0, excluded = 0;
        for (int i = 0; i < questions_wanted; ++i) {
            test::SmallQuestion q = questions.next();
            q.request.objective = expected ? expectedStepObjective() : stepTimeObjective();
            q.request.near = near;
            q.request.top = 1;
            std::vector<Layout> worse;
            const std::vector<FoundLayout> all = test::byTryingAll(q);
            for (const FoundLayout& l : all)
                if (l.value <= all.front().value * (1 + near))
                    worse.push_back(l.layout);
            for (const unsigned threads : {1U, 3U}) {
                q.request.threads = threads;
                const SearchAnswer answer = searchLayouts(q.job, q.request, shippedCalibration());
                std::vector<Layout> found;
                std::ranges::transform(answer.near, std::back_inserter(found), &RankedLayout::layout);
                std::sort(found.begin(), found.end());
                std::sort(worse.begin(), worse.end());
                HOLDS(found == worse, q.job);
                HOLDS(all.empty() || answer.top.front().layout == all.front().layout, q.job);
                for (const RankedLayout& l : answer.near) {
                    const StepReport step = evaluate(inLayout(q.job, editOf(l.layout)), shippedCalibration());
                    HOLDS(l.step_s == step.step_s && l.memory_bytes == step.memory.total(), q.job);
                }
                excluded += answer.pruned > 0 ? 1 : 0;
            }
            some += worse.size() > 1 ? 1 : 0;
        }
        QVERIFY(some > 0 && excluded > 0);
    }

    /// More than a search keeps before it drops those that are near no more.
    void manyLayoutsNearTheBestAreAllOfThem()
    {
        const Scenario job = test::preset("llama3-70b-512xh100");
        SearchRequest request{defaultSpace(job)};
        request.near = 0.5;
        const auto layouts = [](const SearchAnswer& answer) {
            std::vector<Layout> all;
            std::ranges::transform(answer.near, std::back_inserter(all), &RankedLayout::layout);
            std::sort(all.begin(), all.end());
            return all;
        };
        const SearchAnswer answer = searchLayouts(job, request, shippedCalibration());
        request.longest_step_s = answer.top.front().step.step_s * 1.5;
        request.near = std::numeric_limits<double>::infinity();
        const SearchAnswer limited = searchLayouts(job, request, shippedCalibration());
        QVERIFY(answer.near.size() > 5000);
        QVERIFY(layouts(answer) == layouts(limited));
    }

    void noLayoutsAreNearUnlessAskedFor()
    {
        const Scenario job = test::preset("llama3-8b-8xh100");
        QVERIFY(searchLayouts(job, {defaultSpace(job)}, shippedCalibration()).near.empty());
    }

    void distinctLayoutsAreTheBestOfEachKind()
    {
        test::SmallQuestions questions(23);
        int alike = 0;
        for (int i = 0; i < questions_wanted; ++i) {
            const Answered fastest = fastestOf(questions);
            SearchRequest request = fastest.question.request;
            request.objective = stepTimeObjective();
            request.pareto.clear();
            request.distinct = true;
            request.top = 4;
            std::vector<FoundLayout> kinds;
            for (const FoundLayout& l : fastest.all)
                if (std::ranges::none_of(kinds, [&](const FoundLayout& k) { return isAlike(k.layout, l.layout); }))
                    kinds.push_back(l);
            alike += static_cast<int>(fastest.all.size() - kinds.size());
            kinds.resize(std::min(kinds.size(), request.top));
            const auto top = searchLayouts(fastest.question.job, request, shippedCalibration()).top;
            HOLDS(std::ranges::equal(top, kinds, {}, &FoundLayout::layout, &FoundLayout::layout), fastest.question.job);
        }
        QVERIFY(alike > 0);
    }

    void theRobustChoiceIsTheSimplestWithinTheNoiseWithHeadroom_data()
    {
        QTest::addColumn<double>("noise");
        QTest::addColumn<double>("headroom");
        for (const double noise : {0.0, 0.05, 0.3})
            for (const double headroom : {0.0, 0.1, 0.4, 0.99})
                QTest::addRow("noise %g, headroom %g", noise, headroom) << noise << headroom;
    }
    void theRobustChoiceIsTheSimplestWithinTheNoiseWithHeadroom()
    {
        QFETCH(const double, noise);
        QFETCH(const double, headroom);
        static const std::vector<Answered> answers = answersOf(22); // the same for all rows
        int roomy = 0, full = 0;
        for (const Answered& fastest : answers) {
            const test::SmallQuestion& q = fastest.question;
            const std::vector<FoundLayout>& all = fastest.all;
            if (all.empty())
                continue;
            const FoundLayout& best = all.front();
            const RobustChoice robust = test::robustAfter(q.job, q.request, best, noise, headroom);
            const auto least = [&](double room) {
                double simplest = INFINITY;
                for (const FoundLayout& l : all)
                    if (l.step.step_s <= best.step.step_s * (1 + noise) && freeShare(l) >= room)
                        simplest = std::min(simplest, complexity(q.job, l.layout));
                return simplest;
            };
            const bool has_room = std::isfinite(least(headroom));
            HOLDS(complexity(q.job, robust.found.layout) == (has_room ? least(headroom) : least(0)), q.job);
            HOLDS(robust.found.step.step_s <= best.step.step_s * (1 + noise), q.job);
            HOLDS(!has_room || freeShare(robust.found) >= headroom, q.job);
            HOLDS(robust.memory_free == freeShare(robust.found), q.job);
            HOLDS(robust.slower == robust.found.step.step_s / best.step.step_s - 1, q.job);
            HOLDS(robust.is_best == (robust.found.layout == best.layout), q.job);
            ++(has_room ? roomy : full);
        }
        QVERIFY(headroom > 0.9 ? full > 0 : roomy > 0);
    }

    void oneLayoutIsReturnedUnlessMoreAreAskedFor()
    {
        const Scenario job = test::preset("llama3-8b-64xh100");
        QCOMPARE(searchLayouts(job, {defaultSpace(job)}, shippedCalibration()).top.size(), std::size_t(1));
    }

    void aSearchForTheShortestStepLeavesOutWhatCannotBeShorter()
    {
        const Scenario job = test::preset("llama3-8b-64xh100");
        for (const Objective& objective : {stepTimeObjective(), expectedStepObjective()}) {
            SearchRequest request{defaultSpace(job)};
            request.objective = objective;
            request.threads = 1; // how much several leave out depends on their pace
            const SearchAnswer answer = searchLayouts(job, request, shippedCalibration());
            QVERIFY(answer.pruned > answer.valid / 2);
            QCOMPARE(answer.pruned + answer.evaluated + answer.out_of_memory, answer.valid);
        }
    }

    void whereNothingFitsTheLeastMemoryIsReported()
    {
        Scenario job = test::preset("llama3-8b-64xh100");
        job.cluster.memory_bytes = 1e9;
        SearchRequest request{fixedSpace(job)};
        request.space.free(Dimension::zero);
        const SearchAnswer answer = searchLayouts(job, request, shippedCalibration());
        QVERIFY(answer.top.empty() && answer.valid > 1);
        double least = INFINITY;
        for (const int stage : {0, 1, 2, 3}) {
            job.plan.zero_stage = stage;
            if (LayoutRules(job).allows(layoutOf(job)))
                least = std::min(least, evaluate(job, shippedCalibration()).memory.total());
        }
        QCOMPARE(answer.least_memory_bytes, least);
    }

    void progressIsTheFractionOfFamiliesVisited()
    {
        const Scenario job = test::preset("llama3-70b-512xh100");
        SearchRequest request{defaultSpace(job)};
        request.threads = 1;
        request.exhaustive = true;
        std::vector<double> shares;
        request.progress = [&](double share) { shares.push_back(share); };
        QVERIFY(searchLayouts(job, request, shippedCalibration()).proof);
        QVERIFY(shares.size() > 20);
        for (std::size_t i = 0; i < shares.size(); ++i) // in blocks of equal numbers of families
            QVERIFY(std::abs(shares[i] - static_cast<double>(i + 1) * shares.front()) < 1e-9 || i + 1 == shares.size());
        QCOMPARE(shares.back(), 1.0);
    }

    /// Also where most families are left out by their lower bounds, in rounds: those are counted at once.
    void progressNeverFallsAndNeverExceedsOne()
    {
        for (const char* id : {"llama3-8b-64xh100", "llama3-70b-512xh100"}) {
            const Scenario job = test::preset(id);
            SearchRequest request{defaultSpace(job)};
            request.threads = 1;
            std::vector<double> shares;
            request.progress = [&](double share) { shares.push_back(share); };
            QVERIFY(searchLayouts(job, request, shippedCalibration()).pruned > 0);
            QVERIFY(shares.size() > 5 && std::ranges::is_sorted(shares));
            QVERIFY2(shares.front() > 0 && shares.front() < 0.5, QByteArray::number(shares.front()));
            QVERIFY2(shares.back() <= 1 + 1e-12, QByteArray::number(shares.back()));
        }
    }

    void largeSpacesAreSearchedWithSmallMicroBatchesAndFullSharding_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<double>("sequence");
        for (const char* id : {"llama3-70b-512xh100", "mixtral-8x7b-256xh100"})
            for (const double sequence : {8192, 32768})
                QTest::addRow("%s, %g tokens", id, sequence) << QByteArray(id) << sequence;
    }
    void largeSpacesAreSearchedWithSmallMicroBatchesAndFullSharding()
    {
        QFETCH(const QByteArray, id);
        QFETCH(const double, sequence);
        Scenario s = test::preset(id.constData());
        s.automatic.on = true;
        s.workload.sequence_length = sequence;
        SearchRequest request{automaticSpace(s)};
        request.space.limit(Dimension::micro_batch, {1, 2, 4});
        request.space.limit(Dimension::shard_group, {0});
        request.space.limit(Dimension::recompute, {0, 1});
        if (sequence <= 16384)
            request.space.limit(Dimension::context, {1, 2});
        const SearchAnswer best = searchLayouts(s, request, shippedCalibration());
        const AutoPlanAnswer part = autoPlan(s, {.most_families = 1}, shippedCalibration());
        QVERIFY(!part.whole && !best.top.empty());
        QVERIFY(*part.fastest == best.top.front().layout);
        QCOMPARE(part.valid, best.valid);
    }

    void aLayoutIsSimplerThanAnother_data()
    {
        QTest::addColumn<Values>("simpler");
        QTest::addColumn<Values>("other");
        using enum Dimension;
        const auto row = [](const char* name, Values simpler, Values other) {
            QTest::addRow("%s", name) << std::move(simpler) << std::move(other);
        };
        row("data parallelism than tensor parallelism", {}, {{tensor, 2}, {sequence, 1}});
        row("one kind than two of smaller degrees", {{tensor, 8}, {sequence, 1}}, {{pipeline, 2}, {expert, 2}});
        row("a smaller degree", {{pipeline, 4}}, {{pipeline, 8}});
        row("a pipeline than context parallelism of short sequences", {{pipeline, 8}}, {{context, 2}});
        row("a deep pipeline than tensor parallelism beyond a node", {{pipeline, 16}}, {{tensor, 16}, {sequence, 1}});
        row("experts within a node", {{expert, 8}, {pipeline, 2}}, {{expert, 16}});
        row("a power of two of stages", {{pipeline, 4}}, {{pipeline, 3}});
        row("a power of two as micro-batch", {{micro_batch, 8}}, {{micro_batch, 3}});
        row("8 virtual stages than 10", {{pipeline, 4}, {virtual_stages, 8}}, {{pipeline, 2}, {virtual_stages, 10}});
        row("a distributed optimizer than sharded weights", {{zero, 1}}, {{zero, 3}});
        row("no recomputation", {}, {{recompute, 1}});
        row("selective than full recomputation", {{recompute, 1}}, {{recompute, 2}});
        row("one sharding group", {{zero, 3}}, {{zero, 3}, {shard_group, 8}});
        row("sequence parallelism with tensor parallelism", {{tensor, 4}, {sequence, 1}}, {{tensor, 4}});
    }
    void aLayoutIsSimplerThanAnother()
    {
        QFETCH(const Values, simpler);
        QFETCH(const Values, other);
        Scenario s = test::preset("llama3-70b-512xh100");
        QVERIFY(s.cluster.gpus_per_node == 8 && s.workload.sequence_length < 16384);
        QVERIFY(complexity(s, layoutWith(simpler)) < complexity(s, layoutWith(other)));
    }

    void contextParallelismOfLongSequencesIsNoRarerThanOtherKinds()
    {
        Scenario s = test::preset("llama3-70b-512xh100");
        s.workload.sequence_length = 131072;
        const double context = complexity(s, layoutWith({{Dimension::context, 4}}));
        QCOMPARE(context, complexity(s, layoutWith({{Dimension::pipeline, 4}})));
    }

    void accumulationIsNoComplication()
    {
        const Scenario s = test::preset("llama3-70b-512xh100");
        QCOMPARE(complexity(s, layoutWith({{Dimension::accumulation, 48}})), 0.0);
    }
};

KNEEPOINT_TEST(SearchLimitsTest)
#include "search_limits_test.moc"
