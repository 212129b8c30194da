// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/smallest_cluster.h"

#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "model/search/layout_rules.h"
#include "model/step/step_model.h"
#include "tests/support/holds.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace kneepoint;

namespace {

struct Smallest {
    double gpus = 0;
    double step_s = 0;
};

/// 1, 2, 4 … up to `most`.
std::vector<double> doubling(double most)
{
    std::vector<double> values;
    for (double n = 1; n <= most; n *= 2)
        values.push_back(n);
    return values;
}

/// The step of a layout with as little recomputation as fits; infinite if none fits.
double leastRecomputing(const Scenario& there, Layout l, Recompute most)
{
    for (double recompute = 0; recompute <= static_cast<double>(most); ++recompute) {
        l[Dimension::recompute] = recompute;
        if (!LayoutRules(there).allows(l))
            continue;
        const StepReport step = evaluate(applied(there, editOf(l), shippedCalibration()), shippedCalibration());
        if (step.memory.fits())
            return step.step_s;
    }
    return INFINITY;
}

/// Seconds of the fastest usual layout, by trying every combination of the degrees that the header names.
double fastestUsual(const Scenario& there, Recompute most)
{
    const double gpus = there.cluster.gpus;
    const LayoutRules rules(there);
    double fastest = INFINITY;
    for (const double t : doubling(std::min(gpus, there.cluster.gpus_per_node)))
        for (const double p : doubling(gpus / t))
            for (const double e : doubling(there.workload.experts)) {
                const double replicas = gpus / (t * p);
                const bool possible = std::fmod(there.workload.experts, e) == 0 && std::fmod(replicas, e) == 0;
                const bool further = std::fmod(there.workload.experts, 2 * e) == 0 && std::fmod(replicas, 2 * e) == 0;
                if (!possible || (e > 1 && further)) // all ranks that can have experts of their own, or one
                    continue;
                for (const double zero : {0, 1, 3})
                    for (const double b : {1, 2, 4}) {
                        if (replicas > 1 && zero == 0 && rules.zero(1, 0, replicas))
                            continue; // replicas shard their optimizer
                        Layout l = layoutOf(there);
                        l[Dimension::tensor] = t;
                        l[Dimension::pipeline] = p;
                        l[Dimension::expert] = e;
                        l[Dimension::context] = l[Dimension::virtual_stages] = 1;
                        l[Dimension::sequence] = rules.sequence(1, t, 1) ? 1 : 0;
                        l[Dimension::schedule] = static_cast<double>(PipelineSchedule::one_f_one_b);
                        l[Dimension::zero] = zero;
                        l[Dimension::shard_group] = 0;
                        l[Dimension::micro_batch] = b;
                        l[Dimension::accumulation] = rules.globalBatch() / (replicas * b);
                        fastest = std::min(fastest, leastRecomputing(there, l, most));
                    }
            }
    return fastest;
}

Smallest byTryingAll(const Scenario& job)
{
    for (const Recompute most : {Recompute::selective, Recompute::full})
        for (const double gpus : doubling(job.cluster.gpus)) { // nodes of these jobs have 2^n GPUs
            Scenario there = job;
            there.cluster.gpus = gpus;
            double fastest = fastestUsual(there, most);
            if (gpus == job.cluster.gpus)
                if (const StepReport own = evaluate(job, shippedCalibration()); own.memory.fits())
                    fastest = std::min(fastest, own.step_s);
            if (std::isfinite(fastest))
                return {gpus, fastest};
        }
    return {};
}

} // namespace

/// The cluster that efficiency is compared with under automatic planning is what its header says.
class SmallestClusterTest : public QObject {
    Q_OBJECT

private slots:
    void itIsFoundByTryingEveryUsualLayout_data()
    {
        QTest::addColumn<QByteArray>("preset");
        QTest::addColumn<QByteArray>("memory");
        QTest::addColumn<QByteArray>("sequence");
        const auto row = [&](const char* preset, const char* memory, const char* sequence) {
            QTest::addRow("%s, %s, %s tokens", preset, memory, sequence)
                << QByteArray(preset) << QByteArray(memory) << QByteArray(sequence);
        };
        for (const char* memory : {"20 GB", "40 GB", "80 GB", "640 GB"}) {
            row("llama3-8b-64xh100", memory, "8192");
            row("llama3-70b-512xh100", memory, "8192");
            row("mixtral-8x7b-256xh100", memory, "4096");
            row("gpt3-175b-1024xa100", memory, "2048");
        }
        row("gpt3-175b-1024xa100", "80 GB", "2056"); // which 8 ranks divide, but not 16
        row("mixtral-8x7b-256xh100, 12 experts", "80 GB", "4096");
        row("llama3-8b-64xh100, without ZeRO-1", "80 GB", "8192");
    }
    void itIsFoundByTryingEveryUsualLayout()
    {
        QFETCH(const QByteArray, preset);
        QFETCH(const QByteArray, memory);
        QFETCH(const QByteArray, sequence);
        Scenario job = test::preset(preset.split(',').front().toStdString());
        if (preset.contains("12 experts"))
            job.workload.experts = 12;
        if (preset.contains("without ZeRO-1")) {
            job.stack.software = test::edited(job, {{"stack.software", "llm-foundry-2023"}}).stack.software;
            QVERIFY(!softwareLimits(job).zero[1]);
        }
        job = test::edited(job,
            {{"workload.scaling", "strong"}, {"workload.global_batch", "1024"}, {"plan.recompute", "none"},
                {"cluster.memory_bytes", memory.toStdString()}, {"workload.sequence_length", sequence.toStdString()}});
        const std::optional<SmallestCluster> found = smallestCluster(job, shippedCalibration());
        const Smallest expected = byTryingAll(job);
        QCOMPARE(found ? found->step.gpus : 0, expected.gpus);
        QCOMPARE(found ? found->step.step_s : 0, expected.step_s);
        if (found)
            QVERIFY(evaluate(found->scenario, shippedCalibration()) == found->step);
    }

    void theLayoutOfTheJobMattersOnlyOnItsOwnCluster()
    {
        const Scenario job = test::edited(
            test::preset("llama3-70b-512xh100"), {{"workload.scaling", "strong"}, {"workload.global_batch", "1024"}});
        const Scenario chunked = test::edited(job,
            {{"plan.tensor_parallel", "4"}, {"plan.pipeline_parallel", "8"}, {"plan.virtual_stages", "5"},
                {"plan.context_parallel", "2"}, {"plan.zero_stage", "1"}});
        const std::optional<SmallestCluster> one = smallestCluster(job, shippedCalibration());
        const std::optional<SmallestCluster> other = smallestCluster(chunked, shippedCalibration());
        QVERIFY(one->step.gpus < job.cluster.gpus);
        QCOMPARE(other->step.gpus, one->step.gpus);
        QCOMPARE(other->step.step_s, one->step.step_s);
        QCOMPARE(other->scenario.plan.virtual_stages, 1.0);
    }

    /// No usual layout has virtual stages, which shorten the bubble.
    void onItsOwnClusterTheLayoutOfTheJobCounts()
    {
        Scenario job = test::edited(test::preset("gpt3-175b-1024xa100"),
            {{"workload.scaling", "strong"}, {"workload.global_batch", "64"}, {"cluster.gpus", "64"},
                {"plan.pipeline_schedule", "1f1b"}});
        job.plan.virtual_stages = 1;
        const SmallestCluster usual = *smallestCluster(job, shippedCalibration());
        job.plan.virtual_stages = 6;
        job.plan.pipeline_schedule = PipelineSchedule::interleaved;
        const StepReport own = evaluate(job, shippedCalibration());
        QVERIFY(usual.step.gpus == job.cluster.gpus && own.memory.fits() && own.step_s < usual.step.step_s);
        const SmallestCluster found = *smallestCluster(job, shippedCalibration());
        QCOMPARE(found.step.step_s, own.step_s);
        QCOMPARE(found.scenario.plan.virtual_stages, 6.0);
        job.cluster.gpus = 128; // a larger cluster, on which the smallest one has no layout of the job
        QCOMPARE(smallestCluster(job, shippedCalibration())->step.step_s, usual.step.step_s);
    }

    /// Four GPUs would hold the job, and its node has eight, but the job has two.
    void noClusterIsLargerThanTheJobs()
    {
        Scenario job = test::edited(test::preset("llama3-8b-64xh100"),
            {{"workload.scaling", "strong"}, {"workload.global_batch", "1024"}, {"cluster.gpus", "64"}});
        job.cluster.memory_bytes = 64e9;
        QCOMPARE(smallestCluster(job, shippedCalibration())->step.gpus, 4.0);
        job.cluster.gpus = 2;
        QVERIFY(!smallestCluster(job, shippedCalibration()));
    }

    /// A batch of one example has one replica, whatever is rounded.
    void aBatchOfOneExampleIsABatch()
    {
        for (const double batch : {0.6, 1.0, 1.4}) {
            Scenario job = test::edited(test::preset("llama3-8b-64xh100"), {{"workload.scaling", "strong"}});
            job.workload.global_batch = batch;
            const std::optional<SmallestCluster> found = smallestCluster(job, shippedCalibration());
            QVERIFY(found);
            QCOMPARE(found->step.global_batch, 1.0);
            QCOMPARE(found->step.workers, 1.0);
        }
    }

    void nothingIsFoundWhereNoClusterHoldsTheJob()
    {
        const Scenario job = test::edited(
            test::preset("gpt3-175b-1024xa100"), {{"cluster.gpus", "8"}, {"cluster.memory_bytes", "8 GB"}});
        QVERIFY(!smallestCluster(job, shippedCalibration()));
    }
};

KNEEPOINT_TEST(SmallestClusterTest)
#include "smallest_cluster_test.moc"
