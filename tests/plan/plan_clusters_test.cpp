// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/catalogue/derive.h"
#include "model/cost/fit_chance.h"
#include "model/plan/planning.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "model/search/layout.h"
#include "model/search/robust_choice.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

namespace {

PlanQuestion question(double max_gpus)
{
    // BF16 gradients leave room in memory; 1, 2, 3, 4, 6 and 8 nodes divide the batch.
    PlanQuestion q{
        test::edited(test::preset("llama3-8b-64xh100"),
            {{"workload.training_tokens", "2e11"}, {"plan.gradient_precision", "bf16"}, {"workload.scaling", "strong"},
                {"workload.global_batch", "384"}, {"plan.batch_tolerance", "0"}}),
        {}, {}, {}};
    q.limits.max_gpus = max_gpus;
    q.threads = 1;
    q.campaign = Campaign::none();
    return q;
}

PlanAnswer answered(const PlanQuestion& q)
{
    return plan(q, shippedCalibration());
}

PresetIndex gpu(const char* id)
{
    return static_cast<PresetIndex>(*parseValue(parameter("cluster.gpu"), id));
}

} // namespace

/// Which clusters a plan tries, and what each of them is.
class PlanClustersTest : public QObject {
    Q_OBJECT

private slots:
    /// 1 … 8, 10 … 16, 20 … 32 and 40 … 64 nodes, and three steps between two of the last.
    void aDeadlineIsNarrowedDownInSteps()
    {
        for (const double tokens : {2e11, 2e3}) { // of weeks, and of less than a second
            PlanQuestion q = question(512);
            q.job.plan.batch_tolerance = 0.05;
            q.job.workload.training_tokens = tokens;
            const PlanAnswer free = answered(q);
            QCOMPARE(free.clusters, 20.0);
            const double fastest_s = free.pareto.front().run.time_s;
            QCOMPARE(fastest_s < 1, tokens < 1e4);
            q.limits.deadline_s = 1.35 * fastest_s;
            const PlanAnswer a = answered(q);
            QCOMPARE(a.clusters, 23.0);
            const double nodes = a.recommended->scenario.cluster.gpus / 8;
            QVERIFY2(nodes > 32 && std::fmod(nodes, 8) != 0, QByteArray::number(nodes));
            QVERIFY(*a.recommended->chance >= usual_chance);
            QVERIFY2(a.reason.starts_with("the cheapest") && a.reason.find("90 % probability") != std::string::npos,
                a.reason.c_str());
            q.limits.deadline_s = 1.02 * fastest_s;
            QVERIFY(answered(q).safe.deadline_s);
        }
    }

    /// Each shard would find others between its own clusters.
    void shardsOfAPlanTryItsGridOnly()
    {
        PlanQuestion q = question(512);
        q.job.plan.batch_tolerance = 0.05;
        q.limits.deadline_s = 1.6 * answered(q).pareto.front().run.time_s;
        double clusters = 0;
        for (std::size_t index = 1; index <= 2; ++index) {
            q.shard = {index, 2};
            clusters += answered(q).clusters;
        }
        QCOMPARE(clusters, 20.0);
    }

    void withoutADeadlineNothingIsTriedBetween()
    {
        PlanQuestion q = question(128);
        q.job.plan.batch_tolerance = 0.05;
        q.job.cluster.memory_bytes = 4e9;
        const PlanAnswer a = answered(q);
        QVERIFY(a.feasible);
        QVERIFY2(a.pareto.back().scenario.cluster.gpus > 80, QByteArray::number(a.pareto.back().scenario.cluster.gpus));
        QCOMPARE(a.clusters, 12.0);
    }

    /// A batch of 264 has no layout on 20 nodes, but on 22.
    void aClusterWithoutALayoutIsTooSmall()
    {
        PlanQuestion q = question(192);
        q.job = test::edited(q.job, {{"workload.global_batch", "264"}});
        q.limits.deadline_s = 1e9;
        const PlanAnswer slow = answered(q);
        QVERIFY(slow.feasible);
        const double at_24 = slow.pareto.front().run.time_s;
        QCOMPARE(slow.pareto.front().scenario.cluster.gpus, 192.0);
        q.limits.deadline_s = 1.3 * at_24;
        const PlanAnswer a = answered(q);
        QVERIFY(a.recommended);
        QCOMPARE(a.recommended->scenario.cluster.gpus, 176.0);
    }

    void everySettingOfAPlanIsAValueOfItsParameter()
    {
        PlanQuestion q = question(256);
        q.job = test::edited(q.job, {{"workload.global_batch", "512"}});
        q.job.assumptions.failures = false;
        const PlanAnswer a = answered(q);
        QVERIFY(a.pareto.front().scenario.assumptions.failures);
        for (const PlanPoint& p : a.pareto)
            for (const Setting& s : p.edit) {
                QVERIFY2(checkValue(*s.parameter, s.value), s.parameter->id.data());
                if (s.parameter->scale == Scale::flag)
                    QVERIFY2(s.value == 0 || s.value == 1, s.parameter->id.data());
            }
    }

    /// The first of the library, whose nodes are its own.
    void candidatesAreNamedInTheirOrder()
    {
        PlanQuestion q = question(16);
        q.job.cluster.resizeNode(4);
        q.job.cluster.gpu = q.job.cluster.interconnect = 0; // custom
        q.gpus = {{1, 0.5}, {2, 0.5}};
        q.networks = {1, 2};
        const PlanAnswer a = answered(q);
        QCOMPARE(a.candidates.size(), std::size_t(4));
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(a.candidates[i].gpu, q.gpus[i / 2].gpu);
            QCOMPARE(a.candidates[i].network, q.networks[i % 2]);
        }
        for (const PlanPoint& p : a.pareto)
            QCOMPARE(p.scenario.cluster.gpus_per_node, usualNode(p.scenario.cluster.gpu));
    }

    /// A fine-tuning on one card, as on a desktop: 4-bit weights fit on one, all parameters with their state do not.
    void aJobOnLessThanANodeMayStayThere()
    {
        PlanQuestion q{
            test::edited(test::preset("llama3-8b-qlora-rtx4090"), {{"workload.training_tokens", "2e7"}}), {}, {}, {}};
        q.limits.deadline_s = 12 * 3600;
        q.limits.max_gpus = 1;
        q.threads = 1;
        const PlanAnswer one = answered(q);
        QVERIFY(one.recommended.has_value());
        QCOMPARE(one.recommended->scenario.cluster.gpus, 1.0);
        q.job = test::edited(q.job, {{"workload.tuning", "full"}});
        QVERIFY(!answered(q).recommended.has_value());
        q.job = test::edited(q.job, {{"workload.tuning", "qlora"}});
        q.limits.max_gpus = 16;
        const PlanAnswer more = answered(q);
        QCOMPARE(more.clusters, 5.0); // 1, 2, 4, 8 and 16
    }

    void aJobOnWholeNodesStaysOnThem()
    {
        const PlanAnswer a = answered(question(16));
        for (const PlanPoint& p : a.pareto)
            QCOMPARE(std::fmod(p.scenario.cluster.gpus, 8), 0.0);
    }

    /// TPUs have a network and software of their own.
    void aGpuBringsWhatGoesWithIt()
    {
        PlanQuestion q = question(64);
        q.gpus = {{gpu("tpu-v5p"), 0}};
        const PlanAnswer a = answered(q);
        QVERIFY(a.recommended.has_value());
        const Scenario& s = a.recommended->scenario;
        QCOMPARE(presetAt(interconnectPresets(), s.cluster.interconnect)->id, std::string("tpu-dcn-v5p"));
        QCOMPARE(presetAt(stackPresets(), s.stack.software)->id, std::string("xla-tpu"));
    }

    void anAskedNetworkIsKept()
    {
        PlanQuestion q = question(64);
        q.gpus = {{gpu("tpu-v5p"), 0}};
        q.networks = {presetIndex(interconnectPresets(), "tpu-dcn-v6e")};
        const PlanAnswer a = answered(q);
        QVERIFY(a.recommended.has_value());
        QCOMPARE(presetAt(interconnectPresets(), a.recommended->scenario.cluster.interconnect)->id,
            std::string("tpu-dcn-v6e"));
    }

    void withoutNetworksCandidatesHaveTheJobs()
    {
        PlanQuestion q = question(16);
        q.gpus = {{gpu("h100-sxm"), 2}, {gpu("a100-sxm-80"), 1}};
        for (const PlanCandidate& candidate : answered(q).candidates)
            QCOMPARE(candidate.network, q.job.cluster.interconnect);
    }

    /// Points equal in time, or in time and cost, are one point of the front.
    void ofEqualPointsTheFrontHasTheCheapest()
    {
        PlanQuestion q = question(64);
        q.gpus = {{gpu("h100-sxm"), 2}};
        const PlanAnswer once = answered(q);
        for (const double other : {2.0, 3.0})
            for (const bool first : {false, true}) {
                q.gpus = {{gpu("h100-sxm"), first ? other : 2}, {gpu("h100-sxm"), first ? 2 : other}};
                const PlanAnswer both = answered(q);
                QCOMPARE(both.pareto.size(), once.pareto.size());
                for (std::size_t i = 0; i < once.pareto.size(); ++i)
                    QCOMPARE(both.pareto[i].run.cost, once.pareto[i].run.cost);
            }
    }

    void theKneeIsTheSameAtAnyPrice()
    {
        PlanQuestion q = question(64);
        q.job = test::edited(q.job, {{"workload.global_batch", "96"}});
        q.job = test::edited(q.job, {{"cluster.link_rate", "20 Gbit/s"}});
        const PlanAnswer a = answered(q);
        q.job.cluster.price_per_gpu_hour *= 1e-6; // less than a dollar in all
        const PlanAnswer cheap = answered(q);
        QVERIFY(cheap.pareto.front().run.cost < 1);
        QCOMPARE(cheap.pareto.size(), a.pareto.size());
        QVERIFY(*a.knee > 0);
        QCOMPARE(*cheap.knee, *a.knee);
    }

    /// The chance that the layout fits is part of the chance, so a layout that hardly fits is no good answer.
    void aClusterWhoseLayoutsHardlyFitComesClosest()
    {
        PlanQuestion q = question(16);
        q.limits.deadline_s = 100 * answered(q).pareto.back().run.time_s;
        q.job.stack.memory_spread = 100;
        const PlanAnswer a = answered(q);
        QVERIFY(a.feasible);
        const PlanPoint& p = *a.recommended;
        QVERIFY2(std::abs(*p.chance - fitChance(p.step.memory)) < 1e-6, QByteArray::number(*p.chance));
        QVERIFY(*p.chance < usual_chance && !a.reason.ends_with("with at least 90 % probability"));
    }

    /// A larger cluster is no reason for a larger answer once it is beyond the knee.
    void theKneeDoesNotMoveWithTheEndOfTheRange()
    {
        PlanQuestion q = question(512);
        q.job.plan.batch_tolerance = 0.05;
        q.job = test::edited(q.job, {{"cluster.link_rate", "20 Gbit/s"}});
        const PlanAnswer small = answered(q);
        QVERIFY(*small.knee > 0);
        QCOMPARE(small.reason.find("the knee of cost against time"), std::size_t(0));
        q.limits.max_gpus = 1024;
        QVERIFY(answered(q).recommended->scenario == small.recommended->scenario);
    }

    void theKneeIsTheFastestWithinTheTolerance()
    {
        PlanQuestion q = question(512);
        q.job.plan.batch_tolerance = 0.05;
        q.job = test::edited(q.job, {{"cluster.link_rate", "20 Gbit/s"}});
        const PlanAnswer a = answered(q);
        const double tolerance = q.job.assumptions.efficiency_tolerance;
        const auto counted = [](const PlanPoint& p) { return isUsual(p.scenario, p.layout) ? 1 : 1 + rare_noise; };
        const PlanPoint& knee = a.pareto[*a.knee];
        QVERIFY(knee.run.cost * counted(knee) <= a.pareto.back().run.cost / tolerance);
        for (const PlanPoint& p : a.pareto)
            QVERIFY(p.run.time_s * counted(p) >= knee.run.time_s * counted(knee)
                || p.run.cost * counted(p) > a.pareto.back().run.cost / tolerance);
    }

    /// 80 GPUs divide a batch of 128 only by layouts that are rarely run, and one of 120 or 160 by usual ones.
    void aBatchNearbyIsBetterThanARareLayout()
    {
        PlanQuestion q = question(256);
        q.job = test::edited(q.job, {{"workload.global_batch", "1024"}});
        q.job.plan.batch_tolerance = 0.125;
        for (const PlanPoint& p : answered(q).pareto)
            QVERIFY2(isUsual(p.scenario, p.layout), layoutText(p.scenario, p.layout).c_str());
    }

    /// What is moved is said.
    void aMovedBatchIsNamedInTheReason()
    {
        PlanQuestion q = question(24);
        q.job = withStatedBatch(test::edited(q.job, {{"workload.global_batch", "1000"}}));
        q.job.plan.batch_tolerance = 0.125;
        q.limits.deadline_s = 1.05 * answered(q).pareto.front().run.time_s;
        const PlanAnswer a = answered(q);
        QVERIFY(a.recommended);
        const bool is_moved = a.recommended->step.global_batch != 1000;
        QCOMPARE(a.reason.find("global batch 1000 → ") != std::string::npos, is_moved);
        QVERIFY(is_moved);
    }
};

KNEEPOINT_TEST(PlanClustersTest)
#include "plan_clusters_test.moc"
