// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/smaller_clusters.h"

#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "model/search/layout_rules.h"
#include "model/step/step_model.h"
#include "model/step/step_series.h"
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

struct Smaller {
    double gpus = 0;
    double step_s = 0;
    bool operator==(const Smaller&) const = default;
};

/// 1, 2, 4 … up to `most`.
std::vector<double> doubling(double most)
{
    std::vector<double> values;
    for (double n = 1; n <= most; n *= 2)
        values.push_back(n);
    return values;
}

/// All forward passes first, where the software has no other.
double usualSchedule(const Scenario& there, double p, double v)
{
    using enum PipelineSchedule;
    const bool alternates = p <= 1 || softwareLimits(there).offers(one_f_one_b);
    return static_cast<double>(v > 1 ? (alternates ? interleaved : breadth_first) : (alternates ? one_f_one_b : gpipe));
}

/// 1, and the largest number of virtual stages up to 8 that divides the layers.
std::vector<double> chunks(const Scenario& there, double p)
{
    std::vector<double> counts{1};
    for (double v = 2; v <= 8 && p > 1; ++v)
        if (LayoutRules(there).schedule(usualSchedule(there, p, v), v, p, p))
            counts = {1, v};
    return counts;
}

/// The step of a layout with as little recomputation as fits; infinite if none fits.
double leastRecomputing(const Scenario& there, Layout l)
{
    for (double recompute = 0; recompute <= static_cast<double>(Recompute::full); ++recompute) {
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
double fastestUsual(const Scenario& there)
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
                for (const double v : chunks(there, p))
                    for (const double zero : {0, 1, 3})
                        for (const double b : {1, 2, 4}) {
                            if (replicas > 1 && zero == 0 && rules.zero(1, 0, replicas))
                                continue; // replicas shard their optimizer
                            Layout l = layoutOf(there);
                            l[Dimension::tensor] = t;
                            l[Dimension::pipeline] = p;
                            l[Dimension::expert] = e;
                            l[Dimension::context] = 1;
                            l[Dimension::virtual_stages] = v;
                            l[Dimension::sequence] = rules.sequence(1, t, 1) ? 1 : 0;
                            l[Dimension::schedule] = usualSchedule(there, p, v);
                            l[Dimension::zero] = zero;
                            l[Dimension::shard_group] = 0;
                            l[Dimension::micro_batch] = b;
                            l[Dimension::accumulation] = rules.globalBatch() / (replicas * b);
                            fastest = std::min(fastest, leastRecomputing(there, l));
                        }
            }
    return fastest;
}

/// 1, 2, 4 … GPUs of a node, and 1, 2, 4 … nodes.
std::vector<double> clusters(const Scenario& job)
{
    const double node = job.cluster.gpus_per_node;
    std::vector<double> sizes = doubling(node - 1);
    for (const double nodes : doubling(job.cluster.gpus / node))
        sizes.push_back(node * nodes);
    std::erase_if(sizes, [&](double gpus) { return gpus >= job.cluster.gpus; });
    return sizes;
}

/// Each smaller cluster that needs less of a GPU's time for an example than those before it.
std::vector<Smaller> byTryingAll(const Scenario& job)
{
    std::vector<Smaller> faster;
    double least = INFINITY;
    for (const double gpus : clusters(job)) {
        Scenario there = job;
        there.cluster.gpus = gpus;
        if (job.workload.scaling == Scaling::weak) { // as many examples a GPU, in whole ones
            there.workload.scaling = Scaling::strong;
            there.workload.global_batch =
                std::max(1.0, std::round(LayoutRules(job).globalBatch() * gpus / job.cluster.gpus));
        }
        const double step_s = fastestUsual(there);
        if (const double of_example = step_s * gpus / LayoutRules(there).globalBatch(); of_example < least) {
            least = of_example;
            faster.push_back({gpus, step_s});
        }
    }
    return faster;
}

std::vector<Smaller> found(const Scenario& job)
{
    std::vector<Smaller> clusters;
    StepSeries series(job, shippedCalibration());
    for (const StepVersion& v : smallerClusters(job, shippedCalibration()))
        clusters.push_back({v.gpus, series.at(v).step_s});
    return clusters;
}

Scenario strong(const char* id)
{
    return test::edited(test::preset(id), {{"workload.scaling", "strong"}, {"workload.global_batch", "1024"}});
}

} // namespace

/// The clusters that efficiency is compared with under automatic planning are what their header says.
class SmallerClustersTest : public QObject {
    Q_OBJECT

private slots:
    void theyAreFoundByTryingEveryUsualLayout_data()
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
        row("llama3-8b-64xh100, forward first", "80 GB", "8192");
        row("llama3-70b-512xh100, forward first", "80 GB", "8192");
        row("llama3-8b-64xh100, nodes of six", "80 GB", "8192");
        row("llama3-8b-64xh100, weak", "80 GB", "8192");
        row("llama3-8b-64xh100, weak, 100 examples", "640 GB", "8192");
        row("mixtral-8x7b-256xh100, weak", "80 GB", "4096");
    }
    void theyAreFoundByTryingEveryUsualLayout()
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
        if (preset.contains("forward first"))
            job.stack.software = presetIndex(stackPresets(), "fast-llm-2026");
        job = test::edited(job,
            {{"workload.scaling", "strong"}, {"workload.global_batch", "1024"}, {"plan.recompute", "none"},
                {"cluster.memory_bytes", memory.toStdString()}, {"workload.sequence_length", sequence.toStdString()}});
        if (preset.contains("weak"))
            job.workload.scaling = Scaling::weak;
        if (preset.contains("100 examples")) {
            job.plan = Plan{};
            job.workload.batch_per_gpu = 100.0 / 64;
        }
        if (preset.contains("nodes of six")) {
            job.cluster.resizeNode(6);
            job.cluster.gpus = 96;
            job.workload.global_batch = 1536;
        }
        const std::vector<Smaller> expected = byTryingAll(job);
        QVERIFY(found(job) == expected);
    }

    void theLayoutOfTheJobDoesNotMatter()
    {
        const Scenario job = strong("llama3-70b-512xh100");
        const Scenario chunked = test::edited(job,
            {{"plan.tensor_parallel", "4"}, {"plan.pipeline_parallel", "8"}, {"plan.virtual_stages", "5"},
                {"plan.context_parallel", "2"}, {"plan.zero_stage", "1"}});
        QVERIFY(!found(job).empty());
        QVERIFY(found(job) == found(chunked));
    }

    void pinnedDimensionsKeepTheJobsValue()
    {
        Scenario job = test::edited(strong("llama3-70b-512xh100"),
            {{"plan.tensor_parallel", "2"}, {"plan.pipeline_parallel", "8"}, {"plan.virtual_stages", "5"},
                {"plan.context_parallel", "2"}, {"plan.recompute", "full"}});
        job.automatic.on = true;
        for (const Parameter& p : catalogue())
            if (!p.pins.empty())
                p.edit(job, 1, shippedCalibration());
        const std::vector<StepVersion> clusters = smallerClusters(job, shippedCalibration());
        QVERIFY(!clusters.empty());
        for (const StepVersion& v : clusters) {
            Plan expected = job.plan;
            expected.accumulation = v.plan.accumulation;
            QVERIFY(v.plan == expected);
            QCOMPARE(v.batch_per_gpu, job.workload.batch_per_gpu);
        }
    }

    /// A single stage has no schedule to keep.
    void aPinnedScheduleIsThatOfPipelines()
    {
        bool pipelined = false, whole = false;
        for (const char* id : {"llama3-8b-64xh100", "llama3-70b-512xh100", "gpt3-175b-1024xa100"}) {
            Scenario job = strong(id);
            job.stack.software = 0;
            job.plan.pipeline_schedule = PipelineSchedule::zb_h1;
            job.automatic = {.on = true};
            pinOf(parameterOf(Dimension::schedule))->assign(job, 1);
            for (const StepVersion& v : smallerClusters(job, shippedCalibration())) {
                const bool stages = v.plan.pipeline_parallel > 1;
                QCOMPARE(v.plan.pipeline_schedule, stages ? PipelineSchedule::zb_h1 : PipelineSchedule::one_f_one_b);
                (stages ? pipelined : whole) = true;
            }
        }
        QVERIFY(pipelined && whole);
    }

    /// What is added to a cluster changes nothing of what was there.
    void moreGpusOnlyAddClusters()
    {
        for (const char* id : {"llama3-8b-64xh100", "mixtral-8x7b-256xh100"}) {
            Scenario job = strong(id);
            job.cluster.gpus = 64;
            const std::vector<Smaller> few = found(job);
            job.cluster.gpus = 1024;
            std::vector<Smaller> many = found(job);
            QVERIFY(many.size() >= few.size() && !few.empty());
            std::erase_if(many, [](const Smaller& c) { return c.gpus >= 64; });
            QVERIFY(many == few);
        }
    }

    /// Four GPUs would hold the job, and its node has eight, but the job has two.
    void everyClusterIsSmallerThanTheJobs()
    {
        Scenario job = strong("llama3-8b-64xh100");
        job.cluster.memory_bytes = 64e9;
        QCOMPARE(found(job).front().gpus, 4.0);
        job.cluster.gpus = 2;
        QVERIFY(found(job).empty());
    }

    /// With weak scaling a smaller cluster has fewer examples.
    void everyGpuHasItsPartOfTheBatch()
    {
        Scenario job = strong("llama3-8b-64xh100");
        for (const StepVersion& v : smallerClusters(job, shippedCalibration()))
            QCOMPARE(v.global_batch, 1024.0);
        job.workload.scaling = Scaling::weak;
        const std::vector<StepVersion> weak = smallerClusters(job, shippedCalibration());
        QVERIFY(!weak.empty());
        for (const StepVersion& v : weak)
            QCOMPARE(v.global_batch, 1024 * v.gpus / job.cluster.gpus);
    }

    void nothingIsFoundWhereNoClusterHoldsTheJob()
    {
        const Scenario job = test::edited(
            test::preset("gpt3-175b-1024xa100"), {{"cluster.gpus", "8"}, {"cluster.memory_bytes", "8 GB"}});
        QVERIFY(found(job).empty());
    }
};

KNEEPOINT_TEST(SmallerClustersTest)
#include "smaller_clusters_test.moc"
