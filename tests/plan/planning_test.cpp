// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/training.h"
#include "model/constants/calibration.h"
#include "model/constants/physics.h"
#include "model/cost/fit_chance.h"
#include "model/plan/cluster_sizes.h"
#include "model/plan/planning.h"
#include "model/plan/why_not_fewer.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "model/search/robust_choice.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/eventually.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <thread>

using namespace kneepoint;

namespace {

constexpr double day = 86400;

PlanQuestion question(double deadline_s, double max_gpus)
{
    PlanQuestion q{test::preset("llama3-8b-64xh100"), {}, {}, {}};
    q.job.workload.training_tokens = 2e11;
    q.job.cluster.memory_bytes = 96e9; // no layout that is chosen is close to it
    q.limits.deadline_s = deadline_s;
    q.limits.max_gpus = max_gpus;
    q.campaign = Campaign::none();
    return q;
}

PresetIndex gpu(std::string_view id)
{
    return static_cast<PresetIndex>(*parseValue(parameter("cluster.gpu"), id));
}

PlanAnswer answered(const PlanQuestion& q)
{
    return plan(q, shippedCalibration());
}

} // namespace

/// Plans contain scenarios that can be opened and that meet their limits.
class PlanningTest : public QObject {
    Q_OBJECT

private slots:
    /// Fewer GPUs than recommended keep the limits with an even chance; the sentence says how many buy certainty.
    void certaintyHasItsPrice()
    {
        PlanQuestion q = question(2.5 * day, 256);
        q.campaign = Campaign{1.2, 1, 1.6, true}; // wide enough that 90 % takes another cluster than an even chance
        const PlanAnswer answer = answered(q);
        QVERIFY(answer.recommended && answer.even_odds);
        const PlanPoint& even = *answer.even_odds;
        const double gpus = even.scenario.cluster.gpus;
        QVERIFY(*even.chance >= even_chance && *even.chance < usual_chance);
        QVERIFY(gpus < answer.recommended->scenario.cluster.gpus);
        const std::string text = certaintyText(answer);
        QVERIFY(text.starts_with(formatQuantity(gpus, Unit::none) + " GPUs keep the limits"));
        QVERIFY(text.find("the other " + formatQuantity(answer.recommended->scenario.cluster.gpus - gpus, Unit::none))
            != std::string::npos);
    }

    /// Who wants less certainty never pays more, and gets at least what was wanted.
    void lessCertaintyIsNeverDearer()
    {
        PlanQuestion q = question(2.5 * day, 256);
        q.campaign = Campaign{1.2, 1, 1.6, true};
        double dearest = 0, most = 0;
        for (const double wanted : {even_chance, 0.7, 0.8, usual_chance, most_chance}) {
            q.limits.wanted_chance = wanted;
            const PlanAnswer answer = answered(q);
            QVERIFY2(answer.reason.find(fmt::format("with at least {} probability", chanceText(wanted)))
                    != std::string::npos,
                answer.reason.c_str());
            const PlanPoint& p = *answer.recommended;
            QVERIFY(*p.chance >= wanted && *p.chance >= most);
            QVERIFY(p.run.cost >= dearest * (1 - choice_noise));
            dearest = std::max(dearest, p.run.cost);
            most = wanted;
        }
    }

    void onlyAChanceThatIntervalsKnowCanBeWanted()
    {
        for (const double wanted : {even_chance, usual_chance, most_chance})
            QVERIFY(checkChance(wanted));
        for (const double wanted : {0.0, 0.49, 0.991, 70.0, -1.0, double(NAN)})
            QVERIFY(!checkChance(wanted));
        QCOMPARE(checkChance(0.3).error().message, std::string("chance must be from 50 % to 99 %, not 30 %"));
    }

    /// The campaign's range adds to that of the step: σ² = σ_step² + σ_campaign².
    void theSpreadContainsTheCampaign()
    {
        PlanQuestion q = question(30 * day, 64);
        const PlanPoint steps = *answered(q).recommended;
        q.campaign = Campaign{1.2, 1, 1.6, true};
        const PlanAnswer whole = answered(q);
        const auto same =
            std::ranges::find_if(whole.pareto, [&](const PlanPoint& p) { return p.scenario == steps.scenario; });
        QVERIFY(same != whole.pareto.end());
        VERIFY_WITHIN(*same->spread, std::hypot(*steps.spread, q.campaign->sigma()), 1e-12);
        QVERIFY(*same->spread > 1.1 * *steps.spread);
    }

    /// Nothing is said of certainty where every smaller cluster is more likely to miss the limits.
    void certaintyIsFreeWhereFewerMissTheLimits()
    {
        PlanAnswer answer = answered(question(30 * day, 256));
        answer.even_odds.reset();
        QVERIFY(certaintyText(answer).empty());
    }

    /// The next smaller cluster is one of the recommended GPUs, and the sentence names the limit that it breaks.
    void whyNotFewerNamesTheLimitThatBreaks()
    {
        PlanQuestion q = question(30 * day, 256);
        const PlanAnswer answer = answered(q);
        QVERIFY(answer.feasible && answer.fewer);
        const PlanPoint& fewer = *answer.fewer;
        QVERIFY(fewer.scenario.cluster.gpus < answer.recommended->scenario.cluster.gpus);
        QCOMPARE(fewer.scenario.cluster.gpu, answer.recommended->scenario.cluster.gpu);
        for (const PlanPoint& p : answer.pareto)
            QVERIFY(p.scenario.cluster.gpus <= fewer.scenario.cluster.gpus
                || p.scenario.cluster.gpus >= answer.recommended->scenario.cluster.gpus);
        const WhyNotFewer why = whyNotFewer(answer, q.limits);
        QVERIFY(why.sentence.find(formatQuantity(fewer.run.time_s, Unit::hours)) != std::string::npos);
        PlanAnswer late = answer;
        late.fewer->run.time_s = 40 * day;
        QVERIFY(
            whyNotFewer(late, q.limits).sentence.find("take 40 days, 10 days over the deadline") != std::string::npos);
        PlanLimits money = q.limits;
        money.budget = late.fewer->run.cost / 2;
        QVERIFY(whyNotFewer(late, money).sentence.find("over the budget") != std::string::npos);
        late.fewer.reset();
        QVERIFY(!whyNotFewer(late, q.limits).sentence.empty());
        QVERIFY(whyNotFewer({}, q.limits).sentence.empty());
    }

    void noChanceIsShownAsCertain()
    {
        QCOMPARE(chanceText(1), std::string("over 99 %"));
        QCOMPARE(chanceText(0.996), std::string("over 99 %"));
        QCOMPARE(chanceText(0.874), std::string("87 %"));
        QCOMPARE(chanceText(0.01), std::string("1 %"));
        QCOMPARE(chanceText(0), std::string("under 1 %"));
    }

    /// Steps whose hours are predicted are those of the shipped scenario of the same run, within what a better model
    /// may change.
    void predictedStepsOfACampaignAreThoseOfItsScenario()
    {
        int compared = 0;
        for (const PublishedCampaign& c : publishedCampaigns()) {
            QVERIFY2(c.gpu_hours > 0 && c.step_gpu_hours > 0 && c.factor() >= 1, c.model.data());
            QVERIFY2(!c.source.empty() && !c.steps.empty(), c.model.data());
            if (c.scenario.empty())
                continue;
            const Analysis a = analyze(test::preset(std::string(c.scenario).c_str()));
            const double hours = a.training.gpu_hours * c.tokens / a.scenario.workload.training_tokens;
            VERIFY_CLOSE(hours, c.step_gpu_hours, 0.15);
            ++compared;
        }
        QVERIFY(compared > 1);
    }

    /// Tokens per second and GPU, or what else a source states of the steps, worked out by hand.
    void statedRatesGiveTheHoursOfTheSteps()
    {
        const auto hours = [](std::string_view model, double tokens_per_gpu_second) {
            const auto campaign = std::ranges::find(publishedCampaigns(), model, &PublishedCampaign::model);
            return campaign->tokens / tokens_per_gpu_second / 3600 / campaign->step_gpu_hours;
        };
        VERIFY_CLOSE(hours("LLaMA 65B", 380), 1, 1e-3);
        VERIFY_CLOSE(hours("Olmo 3 7B", 7700), 1, 1e-3);
        VERIFY_CLOSE(hours("Olmo 3 32B", 1900), 1, 1e-3);
        VERIFY_CLOSE(hours("PaLM 540B", 238.3e3 / 6144), 1, 1e-3);
        VERIFY_CLOSE(hours("BLOOM 176B", 2048.0 * 2048 / 104.5 / 384), 1, 1e-3);
        VERIFY_CLOSE(hours("GLM-130B", 0.325 * 312e12 / (6 * 130e9)), 1, 1e-3);
        VERIFY_CLOSE(hours("DeepSeek-V3", 1e12 / (180e3 * 3600)), 1, 1e-3);
        VERIFY_CLOSE(hours("OPT-175B", 300e9 / (33 * 24 * 3600) / 1024), 1, 1e-3);
    }

    /// 6 FLOPs per parameter and token: 100 to 150 TFLOP/s on A100 and TPU v4, 270 to 400 on H100.
    void dataOfACampaignIsPlausibleForItsGeneration()
    {
        for (const PublishedCampaign& c : publishedCampaigns()) {
            const double rate = 6 * c.parameters * c.tokens / (c.step_gpu_hours * 3600);
            if (c.model != "DeepSeek-V3") // which uses few of its experts for a token
                QVERIFY2((rate > 1e14 && rate < 1.5e14) || (rate > 2.7e14 && rate < 4e14), c.model.data());
            QVERIFY2(c.gpu_hours < 3 * c.step_gpu_hours, c.model.data());
        }
    }

    /// Half of the reports are on either side, and all but a few inside the range.
    void aCampaignIsTheMedianOfAllPublished()
    {
        const Campaign c = publishedCampaign(70e9, 2e12);
        const auto factors = campaignFactors();
        QVERIFY(factors.size() >= 10);
        const auto below = std::ranges::count_if(factors, [&](double f) { return f <= c.typical; });
        const auto above = std::ranges::count_if(factors, [&](double f) { return f >= c.typical; });
        QCOMPARE(below, above);
        const auto outside = std::ranges::count_if(factors, [&](double f) { return f < c.low || f > c.high; });
        QVERIFY(outside * 5 <= std::ssize(factors));
        QCOMPARE(c.low, 1.0);
    }

    void noReportCountsTwice()
    {
        std::vector<std::string_view> reports;
        for (const PublishedCampaign& c : publishedCampaigns())
            if (std::ranges::find(reports, c.report) == reports.end())
                reports.push_back(c.report);
        QCOMPARE(campaignFactors().size(), reports.size());
    }

    /// Five of a hundred campaigns take longer than the upper end.
    void theRangeOfACampaignHasNineInTenInside()
    {
        constexpr double sigma = 0.3;
        const Campaign c{1.5, 1, 1.5 * std::exp(interval_sigmas * sigma)};
        VERIFY_CLOSE(c.sigma(), sigma, 1e-12);
        VERIFY_CLOSE(0.5 * std::erfc(std::log(c.high / c.typical) / c.sigma() / std::sqrt(2.0)), 0.05, 1e-9);
        QCOMPARE((Campaign{1.5, 1.5, 1.5}).sigma(), 0.0);
    }

    /// No published run has so few tokens as fine-tuning.
    void fineTuningIsNoCampaign()
    {
        QVERIFY(!publishedCampaign(32e9, 1e9).counts());
        QVERIFY(publishedCampaign(32e9, 33e9).counts());
        for (const PublishedCampaign& c : publishedCampaigns())
            QVERIFY2(publishedCampaign(c.parameters, c.tokens).counts(), c.model.data());
    }

    void theSizeOfAModelDoesNotChangeACampaign()
    {
        QVERIFY(publishedCampaign(1e9, 1e13) == publishedCampaign(1e12, 1e13));
    }

    /// Time, cost and energy are those of the campaign; the steps are kept beside them.
    void theFiguresOfAPointAreThoseOfTheCampaign()
    {
        PlanQuestion q = question(0, 32);
        const PlanAnswer steps = answered(q);
        q.campaign = Campaign{1.5, 1, 2};
        const PlanAnswer whole = answered(q);
        QCOMPARE(whole.pareto.size(), steps.pareto.size());
        for (std::size_t i = 0; i < whole.pareto.size(); ++i) {
            const PlanPoint& p = whole.pareto[i];
            VERIFY_CLOSE(p.run.time_s, 1.5 * steps.pareto[i].run.time_s, 1e-12);
            VERIFY_CLOSE(p.run.cost, 1.5 * p.steps.cost, 1e-12);
            VERIFY_CLOSE(p.run.energy_j, 1.5 * p.steps.energy_j, 1e-12);
            QCOMPARE(p.steps.time_s, steps.pareto[i].steps.time_s);
        }
    }

    /// Published GPU-hours contain what failed, so failures count only where they cost more than campaigns take.
    void aCampaignContainsItsFailures()
    {
        for (const double gpu_mtbf_s : {1e9, 1e5}) {
            PlanQuestion q = question(0, 32);
            q.job.assumptions.failures = true;
            q.job.cluster.gpu_mtbf_s = gpu_mtbf_s;
            q.campaign = Campaign{1.3, 1, 2};
            const PlanAnswer a = answered(q);
            QVERIFY(a.recommended.has_value());
            const Training predicted = training(a.recommended->scenario, a.recommended->step);
            const double factor = a.recommended->run.time_s / a.recommended->steps.time_s;
            QCOMPARE(predicted.goodput.share > 1 / 1.3, gpu_mtbf_s == 1e9);
            VERIFY_CLOSE(a.recommended->steps.time_s, predicted.time_s * predicted.goodput.share, 1e-12);
            VERIFY_CLOSE(factor, std::max(1.3, 1 / predicted.goodput.share), 1e-12);
        }
    }

    /// A deadline that the steps alone meet with certainty is not safe if campaigns take longer.
    void theChanceIncludesTheCampaign()
    {
        PlanQuestion q = question(0, 8);
        const double alone_s = answered(q).pareto.front().run.time_s;
        q.limits.deadline_s = publishedCampaign(8e9, 2e11).typical * alone_s;
        const double steps = *answered(q).pareto.front().chance;
        QVERIFY(steps > 0.5);
        q.campaign = {};
        const PlanPoint p = answered(q).pareto.front();
        VERIFY_CLOSE(*p.chance, 0.5 * fitChance(p.step.memory), 1e-9);
        q.limits.deadline_s = 10 * alone_s;
        QVERIFY(*answered(q).pareto.front().chance > 0.99);
    }

    void aLayoutThatMayNotFitIsRemarked()
    {
        PlanQuestion q = question(0, 8);
        QVERIFY(answered(q).reason.find("fits in memory") == std::string::npos);
        QVERIFY(*answered(q).recommended->chance > 0.9);
        q.job.stack.memory_spread = 2;
        const PlanAnswer a = answered(q);
        const double fit = fitChance(a.recommended->step.memory);
        QVERIFY2(fit > 0.5 && fit < likely_fit_chance, qPrintable(QString::number(fit)));
        QVERIFY2(
            a.reason.ends_with("; it fits in memory with a probability of only " + chanceText(fit)), a.reason.c_str());
        QCOMPARE(*a.recommended->chance, fit); // without limits, nothing else is in doubt
    }

    /// Where no cluster is safe, the answer is still the best one under its limit, with the limit that would be safe.
    void anEvenChanceIsAnsweredWithWhatWouldBeSafe()
    {
        PlanQuestion q = question(0, 64);
        q.campaign = {};
        q.job.cluster.price_per_gpu_hour = 1e-6; // budgets of less than a dollar are limits, too
        const PlanAnswer free = answered(q);
        q.limits.budget = 1.05 * free.pareto.back().run.cost;
        const PlanAnswer even = answered(q);
        QVERIFY(even.feasible);
        QVERIFY2(even.reason.starts_with("the fastest within the budget"), even.reason.c_str());
        QVERIFY(*even.recommended->chance >= 0.5 && *even.recommended->chance < 0.9);
        for (const PlanPoint& p : even.pareto)
            QVERIFY(*p.chance < 0.5 || p.run.time_s >= even.recommended->run.time_s);
        QVERIFY(even.safe.budget && !even.safe.deadline_s);
        q.limits.budget = *even.safe.budget * (1 + 1e-9);
        const PlanAnswer safe = answered(q);
        QVERIFY(*safe.recommended->chance >= 0.9);
        QVERIFY2(safe.reason.ends_with("with at least 90 % probability"), safe.reason.c_str());
        QVERIFY(!safe.safe.budget);
    }

    void everyPointMatchesTheScenarioOfItsEdit()
    {
        const PlanQuestion q = question(0, 64);
        const PlanAnswer a = answered(q);
        QVERIFY(a.feasible && a.proof && !a.pareto.empty());
        for (const PlanPoint& p : a.pareto) {
            QVERIFY(applied(q.job, p.edit, shippedCalibration()) == p.scenario);
            QVERIFY(evaluate(p.scenario, shippedCalibration()) == p.step);
            VERIFY_CLOSE(p.step.global_batch, q.job.workload.global_batch, q.job.plan.batch_tolerance);
            QVERIFY(p.step.memory.fits());
        }
    }

    void shardsOfAPlanMergeIntoTheWhole()
    {
        PlanQuestion q = question(0, 64);
        q.gpus = {{gpu("h100-sxm"), 2.5}, {gpu("a100-sxm-80"), 1.5}};
        q.threads = 1; // how much several evaluate depends on their pace
        const PlanAnswer whole = answered(q);
        std::vector<PlanPoint> points;
        double clusters = 0, evaluated = 0;
        for (std::size_t index = 1; index <= 3; ++index) {
            q.shard = {index, 3};
            const PlanAnswer part = answered(q);
            clusters += part.clusters;
            evaluated += part.evaluated;
            std::ranges::copy(part.pareto, std::back_inserter(points));
        }
        QCOMPARE(clusters, whole.clusters);
        QVERIFY(whole.evaluated > 0);
        QCOMPARE(evaluated, whole.evaluated);
        const auto unbeaten = [&](const PlanPoint& p) {
            return std::ranges::none_of(points, [&](const PlanPoint& other) {
                return other.run.time_s <= p.run.time_s && other.run.cost < p.run.cost;
            });
        };
        QCOMPARE(std::ranges::count_if(points, unbeaten), std::ssize(whole.pareto));
        for (const PlanPoint& p : whole.pareto)
            QVERIFY(std::ranges::any_of(
                points, [&](const PlanPoint& other) { return other.edit == p.edit && unbeaten(other); }));
    }

    void aTorusIsHadInSlices()
    {
        Cluster c;
        c.resizeNode(8);
        QCOMPARE(clusterSize(c, 1952), 1952.0);
        QCOMPARE(clusterSize(c, 1950), 1952.0);
        c.topology = Topology::torus_3d;
        QCOMPARE(clusterSize(c, 24), 32.0);
        QCOMPARE(clusterSize(c, 1952), 1984.0);
        c.topology = Topology::torus_2d;
        QCOMPARE(clusterSize(c, 129), 256.0);
        QCOMPARE(clusterSize(c, 257), 512.0);
    }

    void aTorusIsPlannedInHostsNotPods()
    {
        PlanQuestion q = question(0, 64);
        q.gpus = {{gpu("tpu-v5p"), 4}};
        const PlanAnswer a = answered(q);
        QVERIFY(a.feasible && a.pareto.size() > 1);
        for (const PlanPoint& p : a.pareto)
            QVERIFY(p.scenario.cluster.gpus <= 64 && p.scenario.cluster.gpus_per_node > 64);
    }

    void theFrontGetsCheaperAsItGetsSlower()
    {
        const PlanAnswer a = answered(question(0, 128));
        for (std::size_t i = 1; i < a.pareto.size(); ++i) {
            QVERIFY(a.pareto[i - 1].run.time_s < a.pareto[i].run.time_s);
            QVERIFY(a.pareto[i - 1].run.cost > a.pareto[i].run.cost);
        }
    }

    void theRecommendationMeetsTheDeadline()
    {
        const PlanAnswer a = answered(question(30 * day, 256));
        QVERIFY(a.feasible && a.recommended);
        QVERIFY(a.recommended->run.time_s <= 30 * day);
        QVERIFY(a.recommended->chance.value_or(1) >= 0.5);
    }

    /// Clusters that divide a batch only by rare layouts are passed over for one that costs a little more.
    void aClusterWithAUsualLayoutIsRecommended()
    {
        int cheaper = 0;
        for (const double batch : {96.0, 120.0, 128.0, 130.0, 168.0, 200.0}) {
            PlanQuestion q = question(60 * day, 128);
            q.job.workload.training_tokens = 1e12;
            q.job.workload.global_batch = batch;
            q.job.plan.batch_tolerance = 0;
            const PlanAnswer answer = answered(q);
            if (!answer.recommended)
                continue;
            const PlanPoint& chosen = *answer.recommended;
            for (const PlanPoint& p : answer.pareto)
                if (p.run.cost < chosen.run.cost && p.chance.value_or(1) >= 0.9) {
                    ++cheaper;
                    QVERIFY(!isUsual(p.scenario, p.layout) && isUsual(chosen.scenario, chosen.layout));
                    QVERIFY(p.run.cost * (1 + rare_noise) >= chosen.run.cost);
                    QVERIFY2(answer.reason.starts_with("the cheapest with a usual layout"), answer.reason.c_str());
                }
        }
        QVERIFY(cheaper > 0);
    }

    void everyCandidateHasItsOwnRecommendation()
    {
        PlanQuestion both = question(30 * day, 128);
        both.gpus = {{gpu("h100-sxm"), 2}, {gpu("a100-sxm-80"), 1}};
        const PlanAnswer a = answered(both);
        QCOMPARE(a.candidates.size(), std::size_t(2));
        for (std::size_t i = 0; i < both.gpus.size(); ++i) {
            PlanQuestion alone = both;
            alone.gpus = {both.gpus[i]};
            const PlanAnswer own = answered(alone);
            QVERIFY(own.candidates.empty());
            QCOMPARE(a.candidates[i].gpu, both.gpus[i].gpu);
            QCOMPARE(a.candidates[i].point.has_value(), own.recommended.has_value());
            if (own.recommended)
                QVERIFY(a.candidates[i].point->scenario == own.recommended->scenario);
        }
    }

    void aCandidateThatMissesEveryLimitHasNoPoint()
    {
        PlanQuestion q = question(30 * day, 64);
        q.limits.budget = 1000;
        q.networks = {q.job.cluster.interconnect, q.job.cluster.interconnect};
        for (const PlanCandidate& c : answered(q).candidates)
            QVERIFY2(!c.point && !candidateText(c).empty(), candidateText(c).c_str());
    }

    void whenNothingIsFeasibleALimitIsRelaxed()
    {
        const PlanQuestion tight = question(day, 8);
        const PlanAnswer a = answered(tight);
        QVERIFY(!a.feasible && !a.recommended && a.relax.deadline_s);
        PlanQuestion later = tight;
        later.limits.deadline_s = *a.relax.deadline_s;
        QVERIFY(answered(later).feasible);
        later.limits.deadline_s *= 0.999;
        QVERIFY(!answered(later).feasible);
        if (a.relax.gpus) {
            PlanQuestion larger = tight;
            larger.limits.max_gpus = *a.relax.gpus;
            QVERIFY(answered(larger).feasible);
        }
    }

    /// Campaigns take longer than their steps, so steps that just meet the deadline are no way out.
    void aRelaxedLimitIsMetWithAnEvenChance()
    {
        PlanQuestion tight = question(15 * day, 8);
        tight.campaign = Campaign{2, 1.6, 2.5};
        const PlanAnswer a = answered(tight);
        QVERIFY(!a.feasible && a.relax.deadline_s && a.relax.gpus);
        PlanQuestion later = tight;
        later.limits.deadline_s = *a.relax.deadline_s;
        PlanQuestion larger = tight;
        larger.limits.max_gpus = *a.relax.gpus;
        for (const PlanQuestion& q : {later, larger}) {
            const PlanAnswer mended = answered(q);
            QVERIFY(mended.feasible && *mended.recommended->chance >= 0.5 - 1e-9);
        }
    }

    /// Most stops fall into a search. One that falls between two is tried again, a little later.
    void aPlanStoppedDuringASearchProvesNothing()
    {
        PlanQuestion q{test::preset("gpt3-175b-1024xa100"), {}, {}, {}};
        q.threads = 1;
        int pause = 0;
        QVERIFY(test::eventually([&] {
            std::stop_source stop;
            q.stop = stop.get_token();
            pause = (pause + 1000) % 100000;
            const std::jthread other([&] {
                for (int i = 0; i < pause; ++i)
                    std::this_thread::yield();
                stop.request_stop();
            });
            return !answered(q).proof;
        }));
    }
};

KNEEPOINT_TEST(PlanningTest)
#include "planning_test.moc"
