// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/search/small_spaces.h"
#include "tests/search/trying_everything.h"
#include "tests/support/holds.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <vector>

using namespace kneepoint;

/// Guarantees of the search about its results.
class OptimumTest : public test::TryingEverything {
    Q_OBJECT
public:
    OptimumTest()
        : TryingEverything({1, 2, 3, 4})
    {
    }

private slots:
    void everyLayoutIsValidAndMatchesEvaluate()
    {
        test::SmallQuestions questions(5);
        for (int i = 0; i < 300; ++i) {
            test::SmallQuestion q = questions.next();
            q.request.exhaustive = true;
            q.request.top = 1000000;
            const LayoutRules rules(q.job);
            const SearchAnswer answer = searchLayouts(q.job, q.request, shippedCalibration());
            const double of_valid = answer.evaluated + answer.out_of_memory;
            HOLDS(of_valid == answer.valid, q.job);
            for (const FoundLayout& found : answer.top) {
                HOLDS(rules.allows(found.layout), q.job);
                HOLDS(rules.broken(found.layout).empty(), q.job);
                const Scenario s = applied(q.job, editOf(found.layout), shippedCalibration());
                HOLDS(layoutOf(s) == found.layout, s);
                HOLDS(evaluate(s, shippedCalibration()) == found.step, s);
                HOLDS(found.step.global_batch == rules.globalBatch(), s);
                HOLDS(s.workload.global_batch == rules.globalBatch(), s);
            }
        }
    }

    void rulesAndTheirReasonsAgree()
    {
        test::SmallQuestions questions(6);
        int refused = 0;
        for (int i = 0; i < 300; ++i) {
            const test::SmallQuestion q = questions.next();
            const LayoutRules rules(q.job);
            const Candidates all = candidatesOf(rules, LayoutSpace{});
            std::mt19937_64 bits(test::randomSeed(static_cast<std::uint64_t>(i)));
            for (int j = 0; j < 200; ++j) {
                Layout l;
                for (std::size_t d = 0; d < dimension_count; ++d)
                    if (const auto& values = all.values[d]; !values.empty())
                        l.values[d] = values[bits() % values.size()];
                l[Dimension::accumulation] =
                    rules.globalBatch() * l.replicaGpus() / rules.gpus() / l[Dimension::micro_batch];
                HOLDS(rules.allows(l) == rules.broken(l).empty(), q.job);
                refused += rules.allows(l) ? 0 : 1;
            }
        }
        QVERIFY(refused > 1000);
    }

    void noStepIsBelowTheLowerBoundOfItsFamily()
    {
        test::SmallQuestions questions(7);
        for (int i = 0; i < 500; ++i) {
            test::SmallQuestion q = questions.next();
            const SearchAnswer pruned = searchLayouts(q.job, q.request, shippedCalibration());
            q.request.exhaustive = true;
            const SearchAnswer all = searchLayouts(q.job, q.request, shippedCalibration());
            HOLDS(pruned.valid == all.valid, q.job);
            HOLDS(pruned.top.size() == all.top.size(), q.job);
            for (std::size_t j = 0; j < all.top.size(); ++j)
                HOLDS(pruned.top[j].layout == all.top[j].layout, q.job);
        }
    }

    void aParetoFrontHasTheUndominatedLayouts()
    {
        test::SmallQuestions questions(8);
        for (int i = 0; i < 200; ++i) {
            test::SmallQuestion q = questions.next();
            q.request.pareto = {stepTimeObjective(),
                {[](const Scenario&, const StepReport& r) { return r.memory.total(); }, false, false}};
            const auto all = test::byTryingAll(q);
            const SearchAnswer answer = searchLayouts(q.job, q.request, shippedCalibration());
            HOLDS(answer.pareto.empty() == all.empty(), q.job);
            const auto beats = [](const FoundLayout& a, const FoundLayout& b) {
                const double ma = a.step.memory.total(), mb = b.step.memory.total();
                return a.step.step_s <= b.step.step_s && ma <= mb && (a.step.step_s < b.step.step_s || ma < mb);
            };
            for (const FoundLayout& found : answer.pareto)
                HOLDS(std::ranges::none_of(all, [&](const auto& other) { return beats(other, found); }), q.job);
            const auto onFront = [&](const FoundLayout& l) {
                return std::ranges::any_of(answer.pareto, [&](const auto& other) {
                    return other.step.step_s == l.step.step_s && other.step.memory.total() == l.step.memory.total();
                });
            };
            for (const FoundLayout& l : all)
                HOLDS(onFront(l) || std::ranges::any_of(answer.pareto, [&](const auto& o) { return beats(o, l); }),
                    q.job);
        }
    }

    void aStoppedSearchProvesNothing()
    {
        const Scenario job = test::preset("gpt3-175b-1024xa100");
        SearchRequest request{defaultSpace(job)};
        const SearchAnswer whole = searchLayouts(job, request, shippedCalibration());
        QVERIFY(whole.proof);

        // Stops after a number of evaluations on any thread; waiting for the progress of one thread would depend on how
        // far the others are.
        std::stop_source stop;
        std::atomic<int> evaluated{0};
        constexpr int enough = 100;
        request.stop = stop.get_token();
        request.threads = 3;
        request.exhaustive = true;
        request.objective.value = [&](const Scenario&, const StepReport& step) {
            if (++evaluated == enough)
                stop.request_stop();
            return step.step_s;
        };
        const SearchAnswer part = searchLayouts(job, request, shippedCalibration());
        QVERIFY(!part.proof);
        QVERIFY(part.evaluated >= enough);
        QVERIFY(part.valid > 0);
        QVERIFY(part.valid < whole.valid);
    }

    void progressNeverDecreases()
    {
        const Scenario job = test::preset("gpt3-175b-1024xa100");
        SearchRequest request{defaultSpace(job)};
        request.threads = 1;
        std::vector<double> shares;
        request.progress = [&](double share) { shares.push_back(share); };
        QVERIFY(searchLayouts(job, request, shippedCalibration()).proof);
        QVERIFY(shares.size() > 2);
        QVERIFY(std::ranges::is_sorted(shares));
        QVERIFY(shares.front() > 0);
        QVERIFY(shares.back() <= 1);
    }
};

KNEEPOINT_TEST(OptimumTest)
#include "optimum_test.moc"
