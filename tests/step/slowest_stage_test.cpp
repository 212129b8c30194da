// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "model/step/kernel_step.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

namespace {

constexpr double micro_batches = 4;

/// Passes of a micro-batch in seconds, chosen by hand.
struct Seconds {
    double compute = 0;
    double gathers = 0;        ///< exposed weight all-gathers
    double hidden_gathers = 0; ///< exposed on the first layer of a stage, up to edge
    double edge = 0;
    double used = 0; ///< compute that hides communication inside the replica
};

LayerPass passOf(const Seconds& s)
{
    LayerPass pass;
    pass.parts.part(Part::compute).exposed_s = s.compute;
    pass.parts.part(Part::data_comm) = {s.gathers, s.hidden_gathers};
    pass.forward_s = s.compute / 3;
    pass.backward_s = s.compute * 2 / 3 + s.gathers;
    pass.window = {s.compute, s.used};
    pass.edge_s = s.edge;
    return pass;
}

/// 16 GPUs in 2 stages of a model with these layers, `dense` of them without experts.
Job jobOf(double layers, double dense, double stages = 2, bool by_cost = false)
{
    Scenario s = test::preset("mixtral-8x7b-256xh100");
    s.stack.stages_by_cost = by_cost;
    s.workload.layers = layers;
    s.workload.dense_layers = dense;
    s.cluster.gpus = 16 * stages;
    s.plan = Plan{};
    s.plan.pipeline_parallel = stages;
    s.plan.accumulation = micro_batches;
    return resolve(s);
}

/// Compute of the stage that limits the pipeline, per micro-batch.
double limitingCompute(const Job& job, const MicroBatch& one, const GradientSync& sync, const Waits& waits)
{
    StepReport r;
    addKernels(r, job, one, sync, waits);
    return r.part(Part::compute).exposed_s / micro_batches;
}

} // namespace

Q_DECLARE_METATYPE(Seconds)

/// Which stage limits a pipeline: five layers on two stages, the first with three of them, the last with two and the
/// output layer.
class SlowestStageTest : public QObject {
    Q_OBJECT

    static void compareWithEveryStage(const Job& job)
    {
        const StageLayers& of = job.placement.pipeline.layers;
        const double last = job.placement.pipeline.stages - 1;
        for (const double expert_s : {0.4, 1.7})
            for (const double output_s : {0.0, 0.6, 5.0}) {
                double longest = 0;
                for (double i = 0; i <= last; ++i)
                    longest = std::max(
                        longest, of.load(i).dense + expert_s * of.load(i).expert() + (i == last ? output_s : 0));
                const MicroBatch one{.dense = passOf({1}), .expert = passOf({expert_s}), .head = passOf({output_s})};
                VERIFY_CLOSE(limitingCompute(job, one, {}, {}), longest, 1e-12);
            }
    }

private slots:
    void theStageWhoseStepIsLongestLimitsThePipeline_data()
    {
        QTest::addColumn<Seconds>("layer");
        QTest::addColumn<Seconds>("output");
        QTest::addColumn<double>("hideable"); // seconds of gradient synchronization
        QTest::addColumn<double>("every");
        QTest::addColumn<double>("drift");
        QTest::addColumn<double>("slow");
        QTest::addColumn<bool>("last"); // the last stage is the slowest
        const auto row = [](const char* name, Seconds layer, Seconds output, bool last, double hideable = 0,
                             double every = 1, double drift = 0, double slow = 0) {
            QTest::newRow(name) << layer << output << hideable << every << drift << slow << last;
        };
        row("three layers are longer than two and a short output layer", {1}, {0.9}, false);
        row("a long output layer", {1}, {1.1}, true);
        // Three layers hide nothing more; of the last stage, the output layer hides 1.1 s, which leaves 2 of 3.1 s.
        row("the last stage hides gradients", {1, 0, 0, 0, 1}, {1.1}, false, 100);
        row("it hides them in one of a hundred steps", {1, 0, 0, 0, 1}, {1.1}, true, 400, 100);
        row("there is little to hide", {1, 0, 0, 0, 1}, {1.1}, true, 0.2);
        row("both hide the same", {1}, {1.1}, true, 1);
        // 6 s of passes against 5.9; slow GPUs lengthen compute, of 3 s against 3.9, but not the gathers.
        row("gathers beside compute", {1, 1}, {1.9}, false);
        row("slow GPUs delay compute, not gathers", {1, 1}, {1.9}, true, 0, 1, 0, 1);
        row("drift lengthens everything", {1, 1}, {1.9}, false, 0, 1, 10, 1);
        // The first layer's gathers have nothing to hide behind: 1.5 s of three layers against 1 s of two.
        row("gathers that are hidden", {1, 0, 0.5}, {1.2}, true);
        row("gathers of the first layer", {1, 0, 0.5, 2}, {1.2}, false);
        row("as long as that layer's gathers take", {1, 0, 0.5, 0.3}, {1.2}, true);
        row("more gathers of two layers and the output layer", {1, 0, 0.5, 2}, {1.2, 0, 0.5}, true);
    }
    void theStageWhoseStepIsLongestLimitsThePipeline()
    {
        QFETCH(const Seconds, layer);
        QFETCH(const Seconds, output);
        QFETCH(const double, hideable);
        QFETCH(const double, every);
        QFETCH(const double, drift);
        QFETCH(const double, slow);
        QFETCH(const bool, last);
        GradientSync sync;
        sync.in_buckets = true;
        sync.streams_s = hideable;
        sync.every = every;
        const MicroBatch dense{.dense = passOf(layer), .head = passOf(output)};
        const MicroBatch mixture{.expert = passOf(layer), .head = passOf(output)};
        const double expected = last ? 2 * layer.compute + output.compute : 3 * layer.compute;
        const Waits waits{0, drift, slow, 0};
        VERIFY_CLOSE(limitingCompute(jobOf(5, 5), dense, sync, waits), expected, 1e-12);
        VERIFY_CLOSE(limitingCompute(jobOf(5, 0), mixture, sync, waits), expected, 1e-12);
    }

    /// One layer without experts, then two with experts, against two with experts and the output layer.
    void theFirstLayerOfAStageIsOneWithoutExpertsIfItHasAny()
    {
        const Job job = jobOf(5, 1);
        const auto computeWith = [&](double dense_edge, double expert_edge) {
            const MicroBatch one{.dense = passOf({1, 0, 0.5, dense_edge}),
                .expert = passOf({1, 0, 0.5, expert_edge}),
                .head = passOf({0.75})};
            return limitingCompute(job, one, {}, {});
        };
        VERIFY_CLOSE(computeWith(0, 0), 3, 1e-12);
        VERIFY_CLOSE(computeWith(0, 2), 2.75, 1e-12); // 3 s against 2.75 + 1
        VERIFY_CLOSE(computeWith(2, 2), 3, 1e-12);    // 4.5 s against 3.75
        VERIFY_CLOSE(computeWith(2, 0), 3, 1e-12);
    }

    /// Whatever layers and stages: no stage has longer passes than the one that limits the pipeline.
    void noStageIsLongerThanTheSlowest()
    {
        for (double stages = 2; stages <= 9; ++stages)
            for (double layers = stages; layers <= 4 * stages; ++layers)
                for (const double dense : {0.0, 1.0, std::floor(layers / 2), layers})
                    compareWithEveryStage(jobOf(layers, dense, stages));
    }

    /// Stages of equal cost: the last one may have only the output layer.
    void noStageOfEqualCostIsLongerThanTheSlowest()
    {
        int without_layers = 0;
        for (double stages = 2; stages <= 9; ++stages)
            for (double layers = stages; layers <= 4 * stages; ++layers) {
                const Job job = jobOf(layers, layers, stages, true);
                without_layers += job.placement.pipeline.layers.of(stages - 1) == 0 ? 1 : 0;
                compareWithEveryStage(job);
            }
        QVERIFY(without_layers > 0);
    }

    /// Compute that hides communication inside the replica hides no gradients; a fraction of the steps has some.
    void synchronizationHidesBehindComputeThatIsFree()
    {
        GradientSync buckets;
        buckets.in_buckets = true;
        buckets.streams_s = 3;
        buckets.every = 2;
        QCOMPARE(buckets.hiddenSeconds({10, 8}), 1.0);
        QCOMPARE(buckets.hiddenSeconds({10, 2}), 1.5);
        QCOMPARE(buckets.hiddenSeconds({10, 11}), 0.0);
        GradientSync once; // 0.6 · 10 − 3 s are free, half of what fits there is hidden
        once.once.seconds = 4;
        once.between.seconds = 1;
        once.overlap = 0.5;
        once.window = 0.6;
        once.every = 4;
        QCOMPARE(once.hiddenSeconds({10, 3}), (0.5 * 3 + 3 * 0.5 * 1) / 4);
        QCOMPARE(once.hiddenSeconds({20, 0}), (0.5 * 4 + 3 * 0.5 * 1) / 4);
        QCOMPARE(once.hiddenSeconds({10, 5.5}), (0.5 * 0.5 + 3 * 0.5 * 0.5) / 4);
    }
};

KNEEPOINT_TEST(SlowestStageTest)
#include "slowest_stage_test.moc"
