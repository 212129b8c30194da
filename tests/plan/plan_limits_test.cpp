// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/catalogue/site_power.h"
#include "model/plan/planning.h"
#include "model/presets/presets.h"
#include "model/scenario/own_runs.h"
#include "model/scenario/scenario.h"
#include "model/search/layout_rules.h"
#include "model/search/robust_choice.h"
#include "model/uncertainty/prediction_interval.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace kneepoint;

namespace {

PlanQuestion question()
{
    // 1, 2, 3, 4, 6 and 8 nodes divide the batch, and every layout fits.
    PlanQuestion q{
        test::edited(test::preset("llama3-8b-64xh100"),
            {{"workload.training_tokens", "2e11"}, {"workload.scaling", "strong"}, {"workload.global_batch", "384"},
                {"plan.batch_tolerance", "0"}, {"cluster.memory_bytes", "1 TB"}}),
        {}, {}, {}};
    q.limits.max_gpus = 64;
    q.threads = 1;
    q.campaign = Campaign::none();
    return q;
}

PlanAnswer answered(const PlanQuestion& q)
{
    return plan(q, shippedCalibration());
}

std::size_t clustersOf(const PlanQuestion& q)
{
    return static_cast<std::size_t>(answered(q).clusters);
}

/// Every cluster of a plan over this many, by default 1 to 8 nodes, each as the only one of its shard.
std::vector<PlanPoint> allPoints(PlanQuestion q, std::size_t clusters = 8)
{
    std::vector<PlanPoint> points;
    for (std::size_t i = 1; i <= clusters; ++i) {
        q.shard = {i, clusters};
        std::ranges::copy(answered(q).pareto, std::back_inserter(points));
    }
    return points;
}

/// The four limits of a plan, and the value that a point needs for each.
struct Limit {
    const char* name;
    double PlanLimits::*limit;
    double (*need)(const PlanPoint&);
    std::optional<double> PlanRelaxation::*relaxed;
};
const std::array limits{
    Limit{"deadline", &PlanLimits::deadline_s, [](const PlanPoint& p) { return p.run.time_s; },
        &PlanRelaxation::deadline_s},
    Limit{"budget", &PlanLimits::budget, [](const PlanPoint& p) { return p.run.cost; }, &PlanRelaxation::budget},
    Limit{"power", &PlanLimits::power_w,
        [](const PlanPoint& p) { return sitePowerW(p.scenario.cluster, p.scenario.cluster.gpus); },
        &PlanRelaxation::power_w},
    Limit{"gpus", &PlanLimits::max_gpus, [](const PlanPoint& p) { return p.scenario.cluster.gpus; },
        &PlanRelaxation::gpus},
};

bool isMet(const PlanPoint& p, const PlanLimits& all, const Limit& limit)
{
    return all.*limit.limit <= 0 || limit.need(p) <= all.*limit.limit;
}

double least(const std::vector<PlanPoint>& points, const Limit& limit)
{
    return limit.need(*std::ranges::min_element(points, {}, limit.need));
}

double most(const std::vector<PlanPoint>& points, const Limit& limit)
{
    return limit.need(*std::ranges::max_element(points, {}, limit.need));
}

/// The chance of the recommendation under a deadline and a budget, given relative to its own time and cost.
double chanceAt(const PlanPoint& p, double deadline, double budget)
{
    PlanQuestion q = question();
    q.limits.max_gpus = 8; // a single cluster
    q.limits.deadline_s = deadline * p.run.time_s;
    q.limits.budget = budget * p.run.cost;
    return answered(q).pareto.front().chance.value();
}

} // namespace

/// Each limit of a plan, checked against all clusters one by one.
class PlanLimitsTest : public QObject {
    Q_OBJECT

    std::vector<PlanPoint> m_points;

    void limitRows()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < limits.size(); ++i)
            QTest::newRow(limits[i].name) << static_cast<int>(i);
    }

private slots:
    void initTestCase()
    {
        m_points = allPoints(question());
        QCOMPARE(m_points.size(), std::size_t(6)); // of 8 clusters
    }

    void clustersAreWholeNodesWithTheBatchOfTheJob()
    {
        const std::array nodes{1.0, 2.0, 3.0, 4.0, 6.0, 8.0};
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            QCOMPARE(m_points[i].scenario.cluster.gpus, 8 * nodes[i]);
            QCOMPARE(m_points[i].step.global_batch, question().job.workload.global_batch);
        }
        PlanQuestion q = question();
        q.limits.max_gpus = 47;
        QCOMPARE(answered(q).clusters, 5.0);
        QCOMPARE(answered(q).recommended->keeps_limits, true);
    }

    void aNodeMayBeASingleGpu()
    {
        PlanQuestion q = question();
        q.job.cluster.resizeNode(1);
        q.limits.max_gpus = 2;
        QCOMPARE(answered(q).clusters, 2.0);
    }

    void countsBetweenTheGridAreTriedToMeetADeadline()
    {
        PlanQuestion q = question();
        q.job.plan.batch_tolerance = 0.05;
        q.limits.max_gpus = 512; // 64 nodes, of which every eighth is tried above 32
        int between = 0;
        for (const double times_faster : {28.0, 34.0, 40.0, 46.0}) {
            q.limits.deadline_s = m_points.front().run.time_s / times_faster;
            const PlanAnswer a = answered(q);
            QVERIFY(a.feasible);
            const double nodes = a.recommended->scenario.cluster.gpus / 8;
            QCOMPARE(nodes, std::floor(nodes));
            between += nodes > 32 && std::fmod(nodes, 8) != 0 && a.reason.starts_with("the cheapest") ? 1 : 0;
        }
        QVERIFY(between > 0);
    }

    void theBatchMovesWithinTheToleranceToFitTheCluster()
    {
        PlanQuestion q = question();
        q.job = test::edited(q.job, {{"workload.global_batch", "1024"}});
        for (const double tolerance : {0.0, 0.05}) {
            q.job.plan.batch_tolerance = tolerance;
            bool moved = false;
            for (const PlanPoint& p : allPoints(q)) {
                const double change = std::abs(p.step.global_batch / 1024 - 1);
                QVERIFY(change <= tolerance);
                moved = moved || change > 0;
                QCOMPARE(p.step.global_batch, p.scenario.workload.global_batch);
                QCOMPARE(std::fmod(p.step.global_batch, p.step.workers), 0.0);
            }
            QCOMPARE(moved, tolerance > 0);
        }
    }

    void aRackScaleDomainIsUsedInPart()
    {
        PlanQuestion q = question();
        q.job = test::edited(q.job, {{"workload.global_batch", "1024"}});
        q.job.plan.batch_tolerance = 0.05;
        q.gpus = {{static_cast<PresetIndex>(*parseValue(parameter("cluster.gpu"), "gb200"))}};
        q.limits.max_gpus = 150;
        std::set<std::pair<double, double>> used;
        for (const PlanPoint& p : allPoints(q, clustersOf(q)))
            used.insert({p.scenario.cluster.gpus, p.scenario.cluster.gpus_per_node});
        QVERIFY(used.contains({64, 64}) && used.contains({128, 64}) && used.contains({72, 72}));
    }

    void aLimitIsMetByThePredictedValueOrNot_data() { limitRows(); }
    void aLimitIsMetByThePredictedValueOrNot()
    {
        QFETCH(const int, index);
        const Limit& limit = limits[static_cast<std::size_t>(index)];
        for (const PlanPoint& p : m_points) {
            PlanQuestion q = question();
            q.limits.*limit.limit = limit.need(p);
            const PlanAnswer a = answered(q);
            QVERIFY(a.feasible);
            QVERIFY(limit.need(*a.recommended) <= limit.need(p));
            for (const PlanPoint& other : a.pareto)
                QCOMPARE(other.keeps_limits, limit.need(other) <= limit.need(p));
        }
        PlanQuestion q = question();
        q.limits.*limit.limit = 0.999 * least(m_points, limit);
        QVERIFY(!answered(q).feasible);
    }

    void theChanceFollowsALognormalErrorWithTheInterval_data()
    {
        QTest::addColumn<double>("deviations");
        QTest::addColumn<double>("chance");
        QTest::newRow("as predicted") << 0.0 << 0.5;
        QTest::newRow("end of the 90 % interval") << 1.6448536269514722 << 0.95;
        QTest::newRow("start of the 90 % interval") << -1.6448536269514722 << 0.05;
        QTest::newRow("one deviation") << 1.0 << 0.8413447460685429;
        QTest::newRow("two deviations below") << -2.0 << 0.02275013194817921;
    }
    void theChanceFollowsALognormalErrorWithTheInterval()
    {
        QFETCH(const double, deviations);
        QFETCH(const double, chance);
        const PlanPoint& p = m_points.front();
        const PredictionInterval interval = predictionInterval(p.scenario, p.step, shippedCalibration());
        QVERIFY(interval.rows > 0);
        const double width = std::log(interval.high_s / interval.low_s) / (2 * 1.6448536269514722);
        const double limit = std::exp(deviations * width);
        VERIFY_WITHIN(chanceAt(p, limit, 0), chance, 1e-9);
        VERIFY_WITHIN(chanceAt(p, 0, limit), chance, 1e-9);
        VERIFY_WITHIN(chanceAt(p, limit, 2 * limit), chance, 1e-9); // the stricter limit decides
        VERIFY_WITHIN(chanceAt(p, 2 * limit, limit), chance, 1e-9);
    }

    /// A calibration that knows every factor exactly, and steps alone: the prediction is certain.
    void withoutAnErrorALimitIsMetOrNot()
    {
        PlanQuestion q = question();
        q.limits.max_gpus = 8;
        OwnRuns& own = q.job.own_runs;
        own.used = true;
        own.runs = 3;
        for (const OwnFactor& factor : own_factors)
            own.*factor.value = 1.01; // a factor of exactly 1 is not known
        const Training run = answered(q).pareto.front().run;
        for (const double share : {0.999, 1.0, 1.001})
            for (const double budget : {0.0, share * run.cost}) {
                q.limits.deadline_s = share * run.time_s;
                q.limits.budget = budget;
                QCOMPARE(answered(q).pareto.front().chance.value(), share < 1 ? 0.0 : 1.0);
            }
    }

    void withoutADeadlineOrABudgetTheChanceIsOne()
    {
        for (const PlanPoint& p : m_points)
            QCOMPARE(p.chance.value(), 1.0);
    }

    void underADeadlineTheCheapestWithNinetyPercentChanceIsRecommended()
    {
        for (const PlanPoint& at : m_points) {
            PlanQuestion q = question();
            q.limits.deadline_s = 1.2 * at.run.time_s;
            const PlanAnswer a = answered(q);
            const PlanPoint* cheapest = nullptr;
            const std::vector<PlanPoint> all = allPoints(q);
            for (const PlanPoint& p : all)
                if (p.keeps_limits && *p.chance >= 0.9 && (!cheapest || p.run.cost < cheapest->run.cost))
                    cheapest = &p;
            const auto chance = [](const PlanPoint& p) { return p.keeps_limits ? *p.chance : -1; };
            const PlanPoint& expected = cheapest ? *cheapest : *std::ranges::max_element(all, {}, chance);
            QCOMPARE(a.recommended->scenario.cluster.gpus, expected.scenario.cluster.gpus);
            QCOMPARE(a.reason.starts_with("the cheapest"), cheapest != nullptr);
        }
    }

    void underABudgetTheFastestWithNinetyPercentChanceIsRecommended()
    {
        for (const PlanPoint& at : m_points) {
            PlanQuestion q = question();
            q.limits.budget = 1.5 * at.run.cost;
            const PlanAnswer a = answered(q);
            const PlanPoint* fastest = nullptr;
            const std::vector<PlanPoint> all = allPoints(q);
            for (const PlanPoint& p : all)
                if (p.keeps_limits && *p.chance >= 0.9 && (!fastest || p.run.time_s < fastest->run.time_s))
                    fastest = &p;
            QVERIFY(fastest);
            QCOMPARE(a.recommended->scenario.cluster.gpus, fastest->scenario.cluster.gpus);
            QVERIFY(a.reason.starts_with("the fastest"));
        }
    }

    /// Nodes of their own scale well, so that the knee is beyond them.
    void withoutLimitsTheKneeIsRecommended()
    {
        const PlanAnswer a = answered(question());
        QVERIFY(a.recommended->edit == a.pareto[*a.knee].edit);
        QCOMPARE(a.reason.starts_with("the largest"), *a.knee == 0);
        QCOMPARE(a.reason.starts_with("the knee"), *a.knee > 0);
    }

    /// 1 and 2 nodes, then 3 … 8, 10, 12, 14, 16, 20, 24, 28 and 32, sixteen times the limit.
    void whereNothingIsFeasibleEveryLargerClusterIsTriedOnce()
    {
        PlanQuestion q = question();
        q.limits.max_gpus = 16;
        q.limits.power_w = 1;
        const PlanAnswer a = answered(q);
        QVERIFY(!a.feasible);
        QCOMPARE(a.clusters, 16.0);
    }

    /// Three nodes are the first beyond the limit that meet the deadline; none of the smaller ones is tried again.
    void beyondTheLimitNothingIsSearchedTwice()
    {
        PlanQuestion q = question();
        q.limits.max_gpus = 16;
        q.limits.deadline_s = 0.5 * (m_points[1].run.time_s + m_points[2].run.time_s);
        const PlanAnswer a = answered(q);
        QVERIFY(!a.feasible);
        QCOMPARE(a.relax.gpus.value(), 24.0);
        QCOMPARE(a.clusters, 16.0);
    }

    void aLimitBelowOneIsALimit()
    {
        for (const Limit& limit : limits) {
            if (limit.limit == &PlanLimits::max_gpus)
                continue;
            PlanQuestion q = question();
            q.limits.max_gpus = 8;
            q.limits.*limit.limit = 0.5; // seconds, dollars, watts
            const PlanAnswer a = answered(q);
            QVERIFY(!a.feasible);
            QVERIFY2((a.relax.*limit.relaxed).has_value(), limit.name);
        }
    }

    void aRelaxedLimitIsTheMinimumUnderTheOtherLimits_data() { limitRows(); }
    void aRelaxedLimitIsTheMinimumUnderTheOtherLimits()
    {
        // The limit is too strict on every cluster; each of the others rules out some of them.
        QFETCH(const int, index);
        const Limit& strict = limits[static_cast<std::size_t>(index)];
        PlanQuestion larger = question();
        larger.limits.max_gpus = 256;
        static const std::vector<PlanPoint> points = allPoints(larger, clustersOf(larger)); // for all rows
        for (const Limit& other : limits) {
            PlanQuestion q = question();
            q.limits.max_gpus = 16;
            if (&other != &strict && other.limit != &PlanLimits::max_gpus)
                q.limits.*other.limit = 0.5 * (least(points, other) + most(points, other));
            q.limits.*strict.limit = strict.limit == &PlanLimits::max_gpus ? 4 : 0.99 * least(points, strict);
            const PlanAnswer a = answered(q);
            QVERIFY(!a.feasible);
            for (const Limit& relaxed : limits) {
                std::optional<double> expected;
                for (const PlanPoint& p : points) {
                    const bool others = std::ranges::all_of(
                        limits, [&](const Limit& l) { return l.limit == relaxed.limit || isMet(p, q.limits, l); });
                    const bool within = p.scenario.cluster.gpus <= 16 * q.limits.max_gpus;
                    if (others && within && q.limits.*relaxed.limit > 0)
                        expected = std::min(expected.value_or(relaxed.need(p)), relaxed.need(p));
                }
                QVERIFY2(a.relax.*relaxed.relaxed == expected, relaxed.name);
            }
        }
    }

    /// Nine times in ten a lognormal error stays below 1.28 deviations, for time and cost alike. Where no cluster meets
    /// deadline and budget so probably, the least deadline within the budget is offered, and the least budget within
    /// the deadline; neither where a cluster draws too much power.
    void theSafeLimitIsTheMinimumUnderTheOtherLimits_data()
    {
        QTest::addColumn<double>("deadline"); // relative to the time of two nodes; 0: none
        QTest::addColumn<double>("budget");   // relative to their cost; 0: none
        QTest::addColumn<double>("power");    // relative to theirs; 0: none
        QTest::newRow("deadline") << 1.01 << 0.0 << 1.0;
        QTest::newRow("budget") << 0.0 << 1.01 << 1.0;
        QTest::newRow("both, of which the deadline is strict") << 1.01 << 1.5 << 1.0;
        QTest::newRow("both, of which the budget is strict") << 1.5 << 1.01 << 0.0;
        QTest::newRow("both strict") << 1.01 << 1.01 << 1.0;
    }
    void theSafeLimitIsTheMinimumUnderTheOtherLimits()
    {
        QFETCH(const double, deadline);
        QFETCH(const double, budget);
        QFETCH(const double, power);
        const PlanPoint& two = m_points[1];
        PlanQuestion q = question();
        q.limits.deadline_s = deadline * two.run.time_s;
        q.limits.budget = budget * two.run.cost;
        q.limits.power_w = power * two.power_w;
        std::optional<double> safe_deadline_s, safe_budget;
        bool safe = false;
        for (const PlanPoint& p : m_points) {
            const double longer = std::exp(1.2815515655446004 * p.spread.value());
            const bool on_time = deadline == 0 || longer * p.run.time_s <= q.limits.deadline_s;
            const bool cheap = budget == 0 || longer * p.run.cost <= q.limits.budget;
            if (power > 0 && p.power_w > q.limits.power_w)
                continue;
            safe = safe || (on_time && cheap);
            if (deadline > 0 && cheap)
                safe_deadline_s = std::min(safe_deadline_s.value_or(INFINITY), longer * p.run.time_s);
            if (budget > 0 && on_time)
                safe_budget = std::min(safe_budget.value_or(INFINITY), longer * p.run.cost);
        }
        const PlanAnswer a = answered(q);
        QVERIFY(a.feasible && !safe && *a.recommended->chance < 0.9);
        QCOMPARE(a.safe.deadline_s.has_value(), safe_deadline_s.has_value());
        QCOMPARE(a.safe.budget.has_value(), safe_budget.has_value());
        if (safe_deadline_s)
            VERIFY_CLOSE(*a.safe.deadline_s, *safe_deadline_s, 1e-12);
        if (safe_budget)
            VERIFY_CLOSE(*a.safe.budget, *safe_budget, 1e-12);
        QVERIFY(!a.safe.power_w && !a.safe.gpus);
    }

    /// GPUs without a price cost nothing, whatever they take: among them only time counts.
    void withoutAPriceTheKneeIsTheFastest()
    {
        PlanQuestion q = question();
        q.job.cluster.price_per_gpu_hour = 0;
        q.prices = {};
        const auto gpu = [](const char* id) {
            return static_cast<PresetIndex>(*parseValue(parameter("cluster.gpu"), id));
        };
        q.gpus = {{gpu("h100-sxm"), 2}, {gpu("a100-sxm-80"), 0}};
        const PlanAnswer a = answered(q);
        QVERIFY(a.pareto.size() > 1);
        QCOMPARE(a.pareto.back().run.cost, 0.0);
        QVERIFY(isUsual(a.pareto.front().scenario, a.pareto.front().layout));
        QCOMPARE(*a.knee, std::size_t(0));
    }

    void everyNetworkIsPlannedWithItsOwnLinks()
    {
        PlanQuestion q = question();
        const auto network = [](const char* id) {
            return static_cast<PresetIndex>(*parseValue(parameter("cluster.interconnect"), id));
        };
        q.networks = {network("100gbe-rdma"), network("ib-ndr")};
        q.limits.max_gpus = 32;
        const PlanAnswer a = answered(q);
        QCOMPARE(a.clusters, 8.0);
        QCOMPARE(a.candidates.size(), std::size_t(2));
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(a.candidates[i].network, q.networks[i]);
            QCOMPARE(a.candidates[i].gpu, q.job.cluster.gpu);
            const Scenario planned = a.candidates[i].point->scenario;
            QCOMPARE(planned.cluster.interconnect, q.networks[i]);
            QCOMPARE(planned.cluster.link_rate, i == 0 ? 12.5e9 : 50e9);
        }
        QVERIFY(a.recommended->scenario.cluster.interconnect == q.networks[1]); // as cheap and faster
    }

    void theFirstOfTheLibraryAndALowPriceCount()
    {
        PlanQuestion q = question();
        q.limits.max_gpus = 16;
        q.gpus = {{1, 0.5}};
        q.networks = {1};
        q.job.cluster.gpu = q.job.cluster.interconnect = 0; // custom
        const PlanAnswer a = answered(q);
        QVERIFY(a.feasible);
        for (const PlanPoint& p : a.pareto) {
            QCOMPARE(p.scenario.cluster.gpu, 1);
            QCOMPARE(p.scenario.cluster.interconnect, 1);
            QCOMPARE(p.scenario.cluster.price_per_gpu_hour, 0.5);
        }
    }

    /// 96 layers, which three stages divide, on 6 and 12 nodes: a batch that has a layout of its own moves only if
    /// that is faster by more than the noise.
    void aBatchWithALayoutMovesOnlyForAGain()
    {
        PlanQuestion q = question();
        q.job = test::preset("gpt3-175b-1024xa100");
        q.job.workload.scaling = Scaling::strong;
        q.limits.max_gpus = 192;
        int moved = 0, stayed = 0;
        for (const double batch : {1024.0, 512.0, 200.0, 100.0, 96.0, 72.0, 64.0, 56.0, 48.0, 40.0})
            for (const std::size_t position : {6U, 10U}) { // of 14 clusters
                q.shard = {position, 14};
                const auto pointWith = [&](double global_batch, double tolerance) {
                    q.job.workload.global_batch = global_batch;
                    q.job.plan.batch_tolerance = tolerance;
                    const PlanAnswer a = answered(q);
                    return a.pareto.empty() ? std::nullopt : std::optional(a.pareto.front());
                };
                const auto pace = [](const PlanPoint& p) { return p.step.step_s / p.step.global_batch; };
                const auto chosen = pointWith(batch, 0.3);
                const auto own = pointWith(batch, 0);
                QVERIFY(chosen);
                Scenario there = q.job;
                there.plan.batch_tolerance = 0.3;
                there.cluster.gpus = chosen->scenario.cluster.gpus;
                const auto other = pointWith(divisibleBatch(there), 0);
                const auto usual = [](const PlanPoint& p) { return isUsual(p.scenario, p.layout); };
                if (!own || !other
                    || (chosen->step.global_batch != own->step.global_batch
                        && chosen->step.global_batch != other->step.global_batch))
                    continue; // a third batch may have a usual layout
                const bool faster =
                    usual(*own) != usual(*other) ? usual(*other) : pace(*other) * (1 + choice_noise) < pace(*own);
                QCOMPARE(chosen->step.global_batch, faster ? other->step.global_batch : own->step.global_batch);
                ++(faster ? moved : stayed);
            }
        QVERIFY2(moved > 0 && stayed > 0, qPrintable(QString("%1 moved, %2 stayed").arg(moved).arg(stayed)));
    }

    void progressEndsAtOneAndAStoppedPlanEvaluatesNothing()
    {
        PlanQuestion q = question();
        q.networks = {0, 0, 0};
        std::vector<double> shares;
        q.progress = [&](double share) { shares.push_back(share); };
        QVERIFY(answered(q).feasible);
        QCOMPARE(shares, (std::vector<double>{1 / 3.0, 2 / 3.0, 1}));
        std::stop_source stop;
        stop.request_stop();
        q.stop = stop.get_token();
        QCOMPARE(answered(q).clusters, 0.0);
        QVERIFY(!answered(q).feasible);
    }

    void failuresCountFromTwoHundredFiftySixGpusOn()
    {
        PlanQuestion q = question();
        q.job.assumptions.failures = false;
        q.limits.max_gpus = 256;
        for (const PlanPoint& p : allPoints(q, clustersOf(q)))
            QCOMPARE(p.scenario.assumptions.failures, p.scenario.cluster.gpus >= 256);
    }

    /// The job's 8 nodes include a network in their price, a single node does not.
    void aListPriceOfTheJobIsTheListsForEveryCluster()
    {
        PlanQuestion q = question();
        const std::string network(interconnectPresets()[static_cast<std::size_t>(q.job.cluster.interconnect) - 1].id);
        q.prices = {{{"h100-sxm", "H100", PriceKind::gpu, 2, "2025-06", "offer"},
            {network, "Network", PriceKind::network, 0.5, "2025-06", "offer"}}};
        q.job.cluster.price_per_gpu_hour = *q.prices.perGpuHour(q.job.cluster);
        QCOMPARE(q.job.cluster.price_per_gpu_hour, 2.5);
        for (const PlanPoint& p : allPoints(q))
            QCOMPARE(p.scenario.cluster.price_per_gpu_hour, p.scenario.cluster.gpus > 8 ? 2.5 : 2.0);
    }

    void aGivenPriceOverridesTheListAndTheListTheJob()
    {
        const auto gpu = static_cast<PresetIndex>(*parseValue(parameter("cluster.gpu"), "h100-sxm"));
        const auto priceOf = [&](double given, const PriceList& list) {
            PlanQuestion q = question();
            q.limits.max_gpus = 8;
            q.job.cluster.price_per_gpu_hour = 7;
            q.gpus = {{gpu, given}};
            q.prices = list;
            return answered(q).pareto.front().scenario.cluster.price_per_gpu_hour;
        };
        const PriceList list{{{"h100-sxm", "H100", PriceKind::gpu, 3, "2025-06", "offer"}}};
        QCOMPARE(priceOf(5, list), 5.0);
        QCOMPARE(priceOf(0, list), 3.0);
        QCOMPARE(priceOf(5, {}), 5.0);
        QCOMPARE(priceOf(0, {}), 7.0);
        const auto priceOn = [&](PresetIndex network) {
            PlanQuestion q = question();
            q.limits.max_gpus = 8;
            q.job.cluster.price_per_gpu_hour = 7; // not the list's
            q.prices = list;
            q.networks = {network};
            return answered(q).pareto.front().scenario.cluster.price_per_gpu_hour;
        };
        QCOMPARE(priceOn(0), 7.0); // the job's own cluster at the price entered
        QCOMPARE(priceOn(static_cast<PresetIndex>(*parseValue(parameter("cluster.interconnect"), "ib-ndr"))), 3.0);
    }
};

KNEEPOINT_TEST(PlanLimitsTest)
#include "plan_limits_test.moc"
