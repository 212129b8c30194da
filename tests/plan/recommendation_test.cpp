// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/recommendation.h"

#include "model/plan/planning.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

/// A cluster that keeps the limits, with a usual layout.
PlanPoint pointAt(double gpus, double time_s, double cost, double chance = 1)
{
    static const Scenario job = test::preset("llama3-8b-64xh100");
    PlanPoint p;
    p.scenario = job;
    p.scenario.assumptions.efficiency_tolerance = 0.8;
    std::ranges::fill(p.layout.values, 1);
    p.step.gpus = gpus;
    p.run.time_s = time_s;
    p.run.cost = cost;
    p.chance = p.judged_chance = chance;
    p.keeps_limits = true;
    return p;
}

PlanPoint rarelyRun(PlanPoint p)
{
    p.layout[Dimension::tensor] = 3;
    return p;
}

PlanPoint unknownChance(PlanPoint p)
{
    p.chance.reset();
    return p;
}

/// "16: the cheapest that meets the limits".
QString chosenAmong(const std::vector<PlanPoint>& points, const PlanLimits& limits)
{
    const Recommendation r = recommendation(points, limits);
    const QString reason = QString::fromStdString(r.reason);
    return r.point ? QString("%1: %2").arg(r.point->step.gpus).arg(reason) : reason;
}

constexpr PlanLimits some_deadline{.deadline_s = 100};
constexpr PlanLimits some_budget{.budget = 100};

} // namespace

/// The choice among clusters whose times, costs and chances are known.
class RecommendationTest : public QObject {
    Q_OBJECT

private slots:
    void theFrontBeginsWithTheFastestAndGetsCheaper()
    {
        std::vector<double> gpus;
        for (const PlanPoint& p : front({pointAt(1, 3, 1), pointAt(2, 1, 3), pointAt(3, 2, 2), pointAt(4, 2, 1.5),
                 pointAt(5, 3, 1), pointAt(6, 4, 1), pointAt(7, 1, 4)}))
            gpus.push_back(p.step.gpus);
        QCOMPARE(gpus, (std::vector{2.0, 4.0, 1.0}));
        QVERIFY(front({}).empty());
    }

    /// At most 1/0.8 of the cheapest; what is rarely run counts as 5 % slower and dearer.
    void theKneeIsTheFastestThatCostsLittleMoreThanTheCheapest()
    {
        const PlanPoint cheapest = pointAt(8, 3, 1);
        QVERIFY(!kneeOf({}));
        QCOMPARE(*kneeOf({cheapest}), std::size_t{0});
        QCOMPARE(*kneeOf({pointAt(32, 1, 1.3), pointAt(16, 2, 1.2), cheapest}), std::size_t{1});
        QCOMPARE(*kneeOf({pointAt(32, 1, 1.25), pointAt(16, 2, 1.2), cheapest}), std::size_t{0});
        QCOMPARE(*kneeOf({pointAt(32, 1, 1.3), pointAt(16, 2, 1.26), cheapest}), std::size_t{2});
        QCOMPARE(*kneeOf({rarelyRun(pointAt(16, 2, 1.18)), cheapest}), std::size_t{0}); // counts 1.239
        QCOMPARE(*kneeOf({rarelyRun(pointAt(16, 2, 1.2)), cheapest}), std::size_t{1});  // 1.26
        QCOMPARE(*kneeOf({pointAt(16, 2.9, 1.1), cheapest}), std::size_t{0});
        QCOMPARE(*kneeOf({rarelyRun(pointAt(16, 2.9, 1.1)), cheapest}), std::size_t{1}); // 3.045 s
    }

    void onlyTimeCountsWhereTheCheapestIsFree()
    {
        QCOMPARE(*kneeOf({pointAt(32, 1, 5), pointAt(16, 2, 0)}), std::size_t{0});
        QCOMPARE(*kneeOf({rarelyRun(pointAt(32, 1, 5)), pointAt(16, 2, 0)}), std::size_t{0});
        QCOMPARE(*kneeOf({rarelyRun(pointAt(32, 1.96, 5)), pointAt(16, 2, 0)}), std::size_t{1});
    }

    void withoutAClusterTheReasonIsSaid()
    {
        QCOMPARE(chosenAmong({}, some_deadline), QString("the model fits on no cluster of these GPUs"));
        PlanPoint late = pointAt(8, 200, 1);
        late.keeps_limits = false;
        QCOMPARE(chosenAmong({late}, some_deadline), QString("no cluster meets all limits"));
    }

    void theCheapestMeetsADeadlineAndTheFastestABudget()
    {
        const std::vector points{pointAt(8, 3, 2), pointAt(16, 2, 1), pointAt(32, 1, 3)};
        QCOMPARE(chosenAmong(points, some_deadline),
            QString("16: the cheapest that meets the limits with at least 90 % probability"));
        QCOMPARE(chosenAmong(points, some_budget),
            QString("32: the fastest within the budget with at least 90 % probability"));
        QCOMPARE(chosenAmong(points, {.deadline_s = 100, .budget = 100, .wanted_chance = 0.8}),
            QString("16: the cheapest that meets the limits with at least 80 % probability"));
        QCOMPARE(chosenAmong({unknownChance(points[1])}, some_deadline),
            QString("16: the cheapest that meets the limits; chance unknown"));
    }

    void withoutLimitsItIsTheKnee()
    {
        const std::vector points{pointAt(8, 3, 1), pointAt(16, 2, 1.2), pointAt(24, 2.5, 1.5), pointAt(32, 1, 2)};
        QCOMPARE(chosenAmong(points, {}), QString("16: the knee of cost against time"));
        QCOMPARE(chosenAmong({points[0], points[1]}, {}),
            QString("16: the largest; there is no knee of cost against time in this range"));
        QCOMPARE(chosenAmong({unknownChance(points[0]), unknownChance(points[1]), unknownChance(points[3])}, {}),
            QString("16: the knee of cost against time"));
    }

    /// Up to 5 % more for what is usually run.
    void aUsualLayoutMayCostALittleMore()
    {
        const PlanPoint odd = rarelyRun(pointAt(24, 1, 100));
        QCOMPARE(chosenAmong({odd, pointAt(32, 1, 104)}, some_deadline),
            QString("32: the cheapest with a usual layout, at 4.0 % more than 24 GPUs with a rare one, that meets the "
                    "limits with at least 90 % probability"));
        QCOMPARE(chosenAmong({odd, pointAt(32, 1, 106)}, some_deadline),
            QString("24: the cheapest that meets the limits with at least 90 % probability"));
        QCOMPARE(chosenAmong({odd, rarelyRun(pointAt(32, 1, 99))}, some_deadline),
            QString("32: the cheapest that meets the limits with at least 90 % probability"));
    }

    /// First those with the chance that is wanted, then those with an even one, then the one with the best.
    void aProbableClusterComesBeforeACheapOne()
    {
        const PlanPoint cheap = pointAt(8, 3, 1, 0.3), even = pointAt(16, 2, 2, 0.5), safe = pointAt(32, 1, 3, 0.9);
        const PlanPoint dear = pointAt(64, 1, 4, 0.95);
        QCOMPARE(chosenAmong({cheap, even, safe, dear}, some_deadline),
            QString("32: the cheapest that meets the limits with at least 90 % probability"));
        const QString most = " with an even chance; none does with 95 % probability";
        QCOMPARE(chosenAmong({cheap, even, safe}, {.deadline_s = 100, .wanted_chance = 0.95}),
            "16: the cheapest that meets the limits" + most);
        QCOMPARE(chosenAmong({cheap, even}, {.wanted_chance = 0.95}),
            "16: the largest; there is no knee of cost against time in this range" + most);
        QCOMPARE(chosenAmong({cheap, unknownChance(even)}, some_deadline),
            QString("16: the cheapest that meets the limits; chance unknown"));
    }

    void theClosestIsTheMostProbable()
    {
        const PlanPoint unlikely = pointAt(8, 3, 1, 0.1), closest = pointAt(16, 2, 2, 0.4),
                        between = pointAt(32, 1, 3, 0.3);
        for (const std::vector<PlanPoint>& points :
            {std::vector{unlikely, closest, between}, std::vector{between, closest, unlikely}})
            QCOMPARE(chosenAmong(points, some_deadline),
                QString("16: none meets the limits with an even chance; this one comes closest"));
        QCOMPARE(chosenAmong({unlikely, unknownChance(closest)}, some_deadline),
            QString("16: none meets the limits with a usual campaign; this one comes closest; chance unknown"));
    }
};

KNEEPOINT_TEST(RecommendationTest)
#include "recommendation_test.moc"
