// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/auto_plan.h"
#include "model/search/robust_choice.h"
#include "tests/search/small_spaces.h"
#include "tests/support/holds.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

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
        test::SmallQuestions questions(21);
        int limited = 0;
        for (int i = 0; i < questions_wanted; ++i) {
            Answered fastest = fastestOf(questions);
            test::SmallQuestion& q = fastest.question;
            const std::vector<FoundLayout>& all = fastest.all;
            if (all.empty())
                continue;
            q.request.memory_share = memory;
            q.request.longest_step_s = slower * all.front().step.step_s;
            q.request.objective = {[](const Scenario&, const StepReport& r) { return r.memory.total(); }, true, false};
            q.request.top = 3;
            std::vector<FoundLayout> expected = test::byTryingAll(q);
            std::erase_if(expected, [&](const FoundLayout& l) { return l.step.step_s > q.request.longest_step_s; });
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
        test::SmallQuestions questions(22);
        int roomy = 0, full = 0;
        for (int i = 0; i < questions_wanted; ++i) {
            const Answered fastest = fastestOf(questions);
            const test::SmallQuestion& q = fastest.question;
            const std::vector<FoundLayout>& all = fastest.all;
            if (all.empty())
                continue;
            const FoundLayout& best = all.front();
            const RobustChoice robust = robustChoice(q.job, q.request, best, noise, headroom, shippedCalibration());
            const auto least = [&](double room) {
                double simplest = INFINITY;
                for (const FoundLayout& l : all)
                    if (l.step.step_s <= best.step.step_s * (1 + noise) && freeShare(l) >= room)
                        simplest = std::min(simplest, complexity(l.layout));
                return simplest;
            };
            const bool has_room = std::isfinite(least(headroom));
            HOLDS(complexity(robust.found.layout) == (has_room ? least(headroom) : least(0)), q.job);
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
        QVERIFY(*part.layout == best.top.front().layout);
        QCOMPARE(part.valid, best.valid);
    }

    void complexityCountsTechniquesAndDoublings_data()
    {
        QTest::addColumn<int>("dimension");
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("complexity");
        const auto row = [](const char* name, Dimension d, double value, double complexity) {
            QTest::newRow(name) << static_cast<int>(d) << value << complexity;
        };
        row("TP 8", Dimension::tensor, 8, 3);
        row("PP 4", Dimension::pipeline, 4, 2);
        row("CP 2", Dimension::context, 2, 1);
        row("EP 16", Dimension::expert, 16, 4);
        row("two chunks", Dimension::virtual_stages, 2, 1);
        row("ZeRO-3", Dimension::zero, 3, 3);
        row("full recomputation", Dimension::recompute, 2, 2);
        row("groups", Dimension::shard_group, 8, 1);
        row("sequence parallel", Dimension::sequence, 1, 0.5);
        row("micro-batch", Dimension::micro_batch, 8, 0);
        row("accumulation", Dimension::accumulation, 8, 0);
        row("unset degree", Dimension::tensor, 0, 0);
    }
    void complexityCountsTechniquesAndDoublings()
    {
        QFETCH(const int, dimension);
        QFETCH(const double, value);
        QFETCH(const double, complexity);
        Layout l;
        for (const Dimension d : {Dimension::tensor, Dimension::pipeline, Dimension::context, Dimension::expert,
                 Dimension::virtual_stages, Dimension::micro_batch, Dimension::accumulation})
            l[d] = 1;
        QCOMPARE(kneepoint::complexity(l), 0.0);
        l[static_cast<Dimension>(dimension)] = value;
        QCOMPARE(kneepoint::complexity(l), complexity);
    }
};

KNEEPOINT_TEST(SearchLimitsTest)
#include "search_limits_test.moc"
