// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/derive.h"
#include "model/constants/calibration.h"
#include "model/plan/planning.h"
#include "model/plan/why_not_fewer.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "model/search/robust_choice.h"
#include "model/uncertainty/prediction_interval.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace kneepoint;

namespace {

constexpr double a_day = 86400;

PlanQuestion questionOf(double max_gpus)
{
    PlanQuestion q{test::preset("llama3-8b-64xh100"), {}, {}, {}};
    q.job.workload.training_tokens = 2e11;
    q.job.cluster.memory_bytes = 96e9; // no layout that is chosen is close to it
    q.limits.max_gpus = max_gpus;
    q.threads = 1;
    q.campaign = Campaign::none();
    return q;
}

PlanAnswer planned(const PlanQuestion& q)
{
    return plan(q, shippedCalibration());
}

/// A point with these figures on 64 GPUs.
PlanPoint pointOf(double time_s, double cost, double power_w)
{
    PlanPoint p;
    p.scenario.cluster.gpus = 64;
    p.run.time_s = time_s;
    p.run.cost = cost;
    p.power_w = power_w;
    return p;
}

} // namespace

/// What a plan says: limits kept, reasons, chances, campaigns, and why not fewer GPUs.
class PlanWordsTest : public QObject {
    Q_OBJECT

private slots:
    void aLimitIsKeptUpToItsValue()
    {
        const PlanPoint p = pointOf(30 * a_day, 1e6, 5e4);
        const PlanLimits exact{30 * a_day, 1e6, 5e4, 64};
        QVERIFY(kept(p, exact).all());
        QVERIFY(kept(p, {0, 0, 0, 64}).all()); // 0: none
        double PlanLimits::*const limits[] = {
            &PlanLimits::deadline_s, &PlanLimits::budget, &PlanLimits::power_w, &PlanLimits::max_gpus};
        for (std::size_t i = 0; i < 4; ++i) {
            PlanLimits stricter = exact;
            stricter.*limits[i] *= 0.999;
            const KeptLimits k = kept(p, stricter);
            QVERIFY(!k.all());
            QCOMPARE((std::array{k.deadline, k.budget, k.power, k.gpus}), (std::array{i != 0, i != 1, i != 2, i != 3}));
        }
    }

    void chancesAreCertainOnlyBeyondOnePercent()
    {
        QCOMPARE(chanceText(0.99), std::string("99 %"));
        QCOMPARE(chanceText(0.009), std::string("under 1 %"));
    }

    void aCampaignCountsIfItMayTakeLongerThanItsSteps()
    {
        QVERIFY(!Campaign::none().counts());
        QVERIFY((Campaign{1, 1, 1.5}).counts() && (Campaign{1.5, 1.5, 1.5}).counts());
        QVERIFY(campaignText(Campaign::none()).empty());
        QCOMPARE(campaignText({1.5, 1.5, 1.5}),
            std::string("The campaign is assumed to take 1.5 times as long as its steps"));
        QVERIFY(campaignText({1.5, 1.2, 1.9, true})
                    .starts_with(
                        "Published pre-training campaigns take 1.2 to 1.9 times as long as their steps, 1.50 times"));
        QCOMPARE((Campaign{0, 0, 0}).sigma(), 0.0);
        QCOMPARE((Campaign{0, 0, 1}).sigma(), 0.0);
        QCOMPARE((Campaign{2, 1, 1.5}).sigma(), 0.0); // ends below what is typical
        VERIFY_CLOSE((Campaign{1, 1, 1.5}).sigma(), std::log(1.5) / interval_sigmas, 1e-12);
        QVERIFY(publishedCampaign(70e9, 2e12).published);
    }

    void whereTheModelFitsNowhereThereIsNoFront()
    {
        PlanQuestion q = questionOf(8);
        q.job = test::edited(q.job, {{"cluster.memory_bytes", "1 GB"}});
        q.job.automatic.on = true;
        const PlanAnswer a = planned(q);
        QVERIFY(!a.feasible && !a.recommended && a.pareto.empty() && !a.knee && !a.fewer);
        QCOMPARE(a.reason, std::string("the model fits on no cluster of these GPUs"));
        QVERIFY(!a.relax.deadline_s && !a.relax.gpus);
        QVERIFY(whyNotFewer(a, q.limits).sentence.empty());
    }

    void theReasonNamesWhatWasChosenAndHowSafeItIs()
    {
        PlanQuestion q = questionOf(64);
        const PlanAnswer free = planned(q);
        QCOMPARE(free.reason, std::string("the largest; there is no knee of cost against time in this range"));
        q.limits.deadline_s = 10 * free.pareto.back().run.time_s;
        QVERIFY(planned(q).reason.ends_with(" with at least 90 % probability"));
        q.limits.deadline_s = 1.02 * free.pareto.front().run.time_s;
        const PlanAnswer even = planned(q);
        QVERIFY2(even.reason.ends_with(" with an even chance; none does with 90 % probability"), even.reason.c_str());
        QVERIFY(even.safe.deadline_s && !even.safe.budget);
        q.limits.deadline_s = *even.safe.deadline_s * (1 + 1e-9);
        QVERIFY(*planned(q).recommended->chance >= usual_chance);
        q.limits.deadline_s *= 0.999;
        QVERIFY(*planned(q).recommended->chance < usual_chance);
        q.limits.deadline_s = 0;
        q.limits.budget = 1e-3;
        QCOMPARE(planned(q).reason, std::string("no cluster meets all limits"));
        // The steps are within the budget, but campaigns take longer.
        q.limits.budget = 1.001 * free.pareto.back().run.cost;
        q.campaign = Campaign{2, 1.5, 2.5};
        QCOMPARE(planned(q).reason, std::string("no cluster meets all limits"));
    }

    /// A cluster whose step has no interval is not certain: the campaign still takes longer than its steps.
    void anUnknownChanceIsNotCertainty()
    {
        PlanQuestion q = questionOf(64);
        q.job = test::preset("gap-64-gpus");
        const PlanAnswer free = planned(q);
        QVERIFY(!free.recommended->chance);
        q.campaign = Campaign{2, 1.5, 2.5};
        const double cheapest_s = 2 * free.pareto.back().run.time_s;
        q.limits.deadline_s = 10 * cheapest_s;
        const PlanAnswer late = planned(q);
        QCOMPARE(late.reason, std::string("the cheapest that meets the limits; chance unknown"));
        q.limits.deadline_s = 1.1 * cheapest_s;
        const PlanAnswer soon = planned(q);
        QVERIFY2(soon.reason.ends_with("; chance unknown"), soon.reason.c_str());
        QVERIFY(!soon.recommended->chance && soon.recommended->run.time_s < cheapest_s);
    }

    /// The share by which a usual layout costs more than the cheapest, whose layout is rare.
    void aUsualLayoutStatesWhatItCostsMore()
    {
        int stated = 0;
        for (const double batch : {96.0, 120.0, 128.0, 130.0, 168.0, 200.0}) {
            PlanQuestion q = questionOf(128);
            q.limits.deadline_s = 60 * a_day;
            q.job.workload.training_tokens = 1e12;
            q.job = withStatedBatch(applied(q.job,
                {{&parameter("workload.scaling"), static_cast<double>(Scaling::strong)},
                    {&parameter("workload.global_batch"), batch}},
                shippedCalibration()));
            q.job.plan.batch_tolerance = 0;
            const PlanAnswer a = planned(q);
            const PlanPoint* cheapest = nullptr;
            for (const PlanPoint& p : a.pareto)
                if (p.keeps_limits && p.chance.value_or(1) >= usual_chance
                    && (!cheapest || p.run.cost < cheapest->run.cost))
                    cheapest = &p;
            if (!cheapest || !a.recommended || cheapest->edit == a.recommended->edit)
                continue;
            ++stated;
            QCOMPARE(a.reason,
                fmt::format(
                    "the cheapest with a usual layout, at {:.1f} % more than {} GPUs with a rare one, that meets the "
                    "limits with at least 90 % probability",
                    100 * (a.recommended->run.cost - cheapest->run.cost) / cheapest->run.cost,
                    cheapest->scenario.cluster.gpus));
        }
        QVERIFY(stated > 0);
    }

    void aSpreadNeedsMeasuredRuns()
    {
        for (const char* id : {"llama3-8b-64xh100", "comm-wall-1024"}) {
            PlanQuestion q = questionOf(8);
            q.job = test::preset(id);
            for (const PlanPoint& p : planned(q).pareto) {
                const PredictionInterval interval = predictionInterval(p.scenario, p.step, shippedCalibration());
                QCOMPARE(p.spread.has_value(), interval.rows > 0);
                QCOMPARE(p.chance.has_value(), interval.rows > 0);
            }
        }
    }

    void theNextSmallerClusterHasTheSameHardware()
    {
        PlanQuestion q = questionOf(64);
        const auto value = [](const char* id, const char* text) {
            return static_cast<PresetIndex>(*parseValue(parameter(id), text));
        };
        q.gpus = {{value("cluster.gpu", "h100-sxm"), 2}, {value("cluster.gpu", "a100-sxm-80"), 1.5}};
        q.networks = {value("cluster.interconnect", "ib-ndr"), value("cluster.interconnect", "100gbe-rdma")};
        const PlanAnswer a = planned(q);
        QVERIFY(a.fewer);
        const Cluster& fewer = a.fewer->scenario.cluster;
        const Cluster& best = a.recommended->scenario.cluster;
        QVERIFY(fewer.gpu == best.gpu && fewer.interconnect == best.interconnect && fewer.gpus < best.gpus);
        QCOMPARE(candidateText(a.candidates.front()),
            valueText(parameter("cluster.gpu"), q.gpus[0].gpu) + ", "
                + valueText(parameter("cluster.interconnect"), q.networks[0]));
        PlanQuestion alone = q; // the same cluster, the largest that is smaller
        alone.gpus = {q.gpus[best.gpu == q.gpus[0].gpu ? 0 : 1]};
        alone.networks = {best.interconnect};
        alone.limits.max_gpus = best.gpus - 1;
        double largest = 0;
        for (const PlanPoint& p : planned(alone).pareto)
            largest = std::max(largest, p.scenario.cluster.gpus);
        QCOMPARE(fewer.gpus, largest);
    }

    void whyNotFewerIsOneSentence_data()
    {
        QTest::addColumn<QList<double>>("figures"); // days, dollars, watts of 32 GPUs; the others need 30, 1e6, 5e4
        QTest::addColumn<QList<double>>("chances"); // of 32 and 64 GPUs
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, QList<double> figures, QList<double> chances, const char* sentence) {
            QTest::addRow("%s", name) << std::move(figures) << std::move(chances) << QString::fromUtf8(sentence);
        };
        row("late", {42, 1e6, 5e4}, {1, 1}, "32 GPUs take 42 days, 2 days over the deadline.");
        row("too expensive", {30, 2.5e6, 5e4}, {1, 1}, "32 GPUs cost $2.5 M, $500 k over the budget.");
        row("all of them", {42, 2.5e6, 9e4}, {1, 1},
            "32 GPUs take 42 days, 2 days over the deadline, and cost $2.5 M, $500 k over the budget, and draw 90 kW, "
            "10 kW over the limit.");
        row("cheaper", {36, 0.9e6, 5e4}, {1, 1}, "32 GPUs take 36 days instead of 30 days and cost 10 % less.");
        row("dearer", {36, 1.1e6, 5e4}, {1, 1}, "32 GPUs take 36 days instead of 30 days and cost 10 % more.");
        row("as cheap", {36, 1.0004e6, 5e4}, {1, 1}, "32 GPUs take 36 days instead of 30 days and cost the same.");
        row("hardly cheaper", {36, 0.9996e6, 5e4}, {1, 1},
            "32 GPUs take 36 days instead of 30 days and cost the same.");
        row("a little dearer", {36, 1.0006e6, 5e4}, {1, 1},
            "32 GPUs take 36 days instead of 30 days and cost 0.06 % more.");
        row("a little cheaper", {36, 0.9994e6, 5e4}, {1, 1},
            "32 GPUs take 36 days instead of 30 days and cost 0.06 % less.");
        row("just as likely as wanted", {36, 1e6, 5e4}, {0.9, 0.95},
            "32 GPUs take 36 days instead of 30 days and cost the same.");
        row("unlikely", {36, 1e6, 5e4}, {0.4, 0.95},
            "32 GPUs take 36 days instead of 30 days and cost the same, but keep the limits with a probability of 40 % "
            "instead of 95 %.");
        row("less likely, but safe", {36, 1e6, 5e4}, {0.91, 0.95},
            "32 GPUs take 36 days instead of 30 days and cost the same.");
        row("as unlikely", {36, 1e6, 5e4}, {0.4, 0.4}, "32 GPUs take 36 days instead of 30 days and cost the same.");
    }
    void whyNotFewerIsOneSentence()
    {
        QFETCH(const QList<double>, figures);
        QFETCH(const QList<double>, chances);
        QFETCH(const QString, sentence);
        PlanAnswer a;
        a.recommended = pointOf(30 * a_day, 1e6, 5e4);
        a.recommended->chance = chances[1];
        a.fewer = pointOf(figures[0] * a_day, figures[1], figures[2]);
        a.fewer->scenario.cluster.gpus = 32;
        a.fewer->chance = chances[0];
        const WhyNotFewer why = whyNotFewer(a, {40 * a_day, 2e6, 8e4, 64});
        QCOMPARE(QString::fromStdString(why.sentence), sentence);
        QCOMPARE(QString::fromStdString(why.brief), QString("32: %1 days").arg(figures[0]));
    }

    void runsBelowADollarAreCompared()
    {
        PlanAnswer a;
        a.recommended = pointOf(30 * a_day, 0.4, 5e4);
        a.fewer = pointOf(36 * a_day, 0.5, 5e4);
        const std::string sentence = whyNotFewer(a, {}).sentence;
        QVERIFY2(sentence.ends_with("and cost 25 % more."), sentence.c_str());
    }

    void whyNotFewerThanTheFewestThatRun()
    {
        PlanAnswer a;
        a.recommended = pointOf(30 * a_day, 0, 5e4);
        a.recommended->scenario.cluster.resizeNode(8);
        const auto sentence = [&] { return whyNotFewer(a, {}).sentence; };
        QCOMPARE(sentence(), std::string("On fewer than 64 of these GPUs the job does not fit in memory."));
        a.recommended->scenario.cluster.resizeNode(64);
        QCOMPARE(sentence(), std::string("One node is the smallest cluster that is planned."));
        a.fewer = pointOf(36 * a_day, 0, 5e4); // without a price
        QVERIFY2(sentence().ends_with("and cost the same."), sentence().c_str());
    }
};

KNEEPOINT_TEST(PlanWordsTest)
#include "plan_words_test.moc"
