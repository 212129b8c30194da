// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/throughput.h"
#include "model/catalogue/scenario_file.h"
#include "model/cost/collectives.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>

using namespace kneepoint;
using test::describe;
using test::edited;
using test::RandomScenarios;

namespace {

/// The same job with its layout fixed: a planned one is compared with the smallest cluster, see ScalingQuestion.
Scenario unplanned(Scenario s)
{
    s.automatic.on = false;
    return s;
}

/// Number of random steps for properties that are cheap to test, of others, and of whole analyses.
int stepsWanted()
{
    return test::scenariosWanted(100000);
}
int scenariosWanted()
{
    return test::scenariosWanted(24000);
}
int analysesWanted()
{
    return test::scenariosWanted(1500);
}

bool sound(double value)
{
    return std::isfinite(value) && value >= 0;
}

/// The name of a quantity that is negative or not finite, or an empty text.
std::string unsound(const StepReport& r)
{
    for (std::size_t i = 0; i < part_count; ++i)
        if (!sound(r.parts[i].exposed_s) || !sound(r.parts[i].hidden_s))
            return std::string(partId(static_cast<Part>(i)));
    const std::pair<const char*, double> quantities[] = {{"workers", r.workers}, {"gpus", r.gpus}, {"step_s", r.step_s},
        {"compute_s", r.compute_s}, {"comm_s", r.comm_s}, {"load_s", r.load_s}, {"gamma", r.gamma},
        {"latency_s", r.latency_s}, {"microbatch", r.microbatch}, {"microbatches", r.microbatches},
        {"global_batch", r.global_batch}, {"gradient_bytes", r.gradient_bytes}, {"network_bytes", r.network_bytes},
        {"step_flops", r.step_flops}, {"hardware_flops", r.hardware_flops}, {"p_any_slow", r.p_any_slow},
        {"peak", r.roof.peak_flops}, {"sustained", r.roof.sustained_flops}, {"memory bw", r.roof.memory_bandwidth},
        {"network bw", r.roof.network_bandwidth}, {"AI", r.roof.arithmetic_intensity},
        {"CI", r.roof.communication_intensity}, {"weights", r.memory.weights}, {"gradients", r.memory.gradients},
        {"optimizer", r.memory.optimizer}, {"activations", r.memory.activations}, {"capacity", r.memory.capacity}};
    for (const auto& [name, value] : quantities)
        if (!sound(value))
            return std::string(name) + " = " + std::to_string(value) + " at K = " + std::to_string(r.workers);
    return r.step_s > 0 && r.compute_s > 0 ? "" : "a step without time";
}

std::string unsound(const ScalePoint& p)
{
    if (!sound(p.workers) || !sound(p.speedup) || !sound(p.efficiency) || p.speedup <= 0)
        return "speedup at K = " + std::to_string(p.workers);
    return unsound(p.step);
}

std::string unsound(const std::optional<Knee>& knee, const ScalingCurve& curve)
{
    if (!knee)
        return "";
    const bool inside = knee->workers >= curve.min_workers && knee->workers <= curve.max_workers;
    return inside && sound(knee->usable_workers) && knee->usable_workers >= 2 ? "" : "a knee outside the curve";
}

std::string unsound(const Analysis& a)
{
    const Headline& h = a.headline;
    const Roofline& r = a.roofline;
    const Training& t = a.training;
    const std::pair<const char*, double> quantities[] = {{"speedup", h.speedup}, {"efficiency", h.efficiency},
        {"examples/s", examplesPerSecond(a.step)}, {"tokens/s", tokensPerSecond(a.scenario, a.step)},
        {"utilization", gpuUtilization(a.step)}, {"mfu", modelFlopsUtilization(a.scenario, a.step)},
        {"hfu", hardwareFlopsUtilization(a.scenario, a.step)}, {"memory ceiling", r.memory_ceiling},
        {"network ceiling", r.network_ceiling}, {"attainable", r.attainable_flops}, {"achieved", r.achieved_flops},
        {"memory ridge", r.memory_ridge}, {"network ridge", r.network_ridge}, {"crossover", r.crossover_tokens},
        {"steps", t.steps}, {"time", t.time_s}, {"GPU-hours", t.gpu_hours}, {"cost", t.cost}, {"energy", t.energy_j},
        {"statistical efficiency", t.statistical_efficiency}, {"best K", a.curve.best_workers},
        {"best speedup", a.curve.best_speedup}};
    for (const auto& [name, value] : quantities)
        if (!sound(value))
            return name;
    for (const auto* points : {&a.curve.points, &a.breakdown})
        for (const ScalePoint& point : *points)
            if (const std::string why = unsound(point); !why.empty())
                return why;
    for (const auto& knee : {a.curve.knees.gamma, a.curve.knees.tolerance, a.curve.knees.curvature})
        if (const std::string why = unsound(knee, a.curve); !why.empty())
            return why;
    return unsound(a.step) + unsound(a.baseline.single);
}

/// A job with data parallelism only.
Scenario dataParallel(Scenario s)
{
    s.plan.tensor_parallel = 1;
    s.plan.pipeline_parallel = 1;
    s.plan.expert_parallel = 1;
    s.plan.context_parallel = 1;
    return s;
}

/// Whether the curve is at the threshold to 1e-9 or, where it is too steep for that, crosses it within 1e-12 of k.
template <class Curve> bool meets(Curve curve, double k, double threshold)
{
    const double before = curve(std::max(1.0, k * (1 - 1e-12))) - threshold;
    const double after = curve(k * (1 + 1e-12)) - threshold;
    return test::within(curve(k), threshold, 1e-9) || before * after <= 0;
}

#define SAYS_NOTHING(expression, scenario)                                                                             \
    do {                                                                                                               \
        if (const std::string why = (expression); !why.empty())                                                        \
            QFAIL((why + ":" + describe(scenario)).c_str());                                                           \
    } while (false)

} // namespace

/// Properties of every scenario that the catalogue allows, checked on random ones.
class PropertiesTest : public QObject {
    Q_OBJECT

private slots:
    void aStepIsTheExactSumOfPartsThatAreFiniteAndNotNegative()
    {
        forEach(stepsWanted(), [](const Scenario& s) {
            const StepReport r = evaluate(s);
            double sum = 0;
            for (const PartTime& part : r.parts)
                sum += part.exposed_s;
            HOLDS(sum == r.step_s, s);
            SAYS_NOTHING(unsound(r), s);
        });
    }

    void everyQuantityOfAnAnalysisIsFiniteAndNotNegative()
    {
        forEach(analysesWanted(), [](const Scenario& s) { SAYS_NOTHING(unsound(analyze(s)), s); });
    }

    void betterHardwareIsNeverSlower_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("factor");
        QTest::newRow("link bandwidth") << "cluster.link_rate" << 2.0;
        QTest::newRow("link efficiency") << "cluster.link_efficiency" << 2.0;
        QTest::newRow("bandwidth inside the node") << "cluster.scale_up_bandwidth" << 2.0;
        QTest::newRow("loader") << "cluster.loader_rate" << 2.0;
        QTest::newRow("sustained compute") << "stack.compute_efficiency" << 2.0;
        QTest::newRow("overlap") << "assumptions.overlap" << 2.0;
        QTest::newRow("overlap window") << "assumptions.overlap_window" << 2.0;
        QTest::newRow("tensor-parallel overlap") << "assumptions.tensor_overlap" << 2.0;
        QTest::newRow("expert overlap") << "assumptions.expert_overlap" << 2.0;
        QTest::newRow("prefetch") << "assumptions.input_overlap" << 2.0;
        QTest::newRow("gradient compression") << "plan.gradient_compression" << 2.0;
        QTest::newRow("longer sync interval") << "plan.sync_every" << 2.0;
        QTest::newRow("bandwidth between sites") << "cluster.site_bandwidth" << 2.0;
        QTest::newRow("latency between sites") << "cluster.site_latency" << 0.5;
        QTest::newRow("fewer bytes between sites") << "plan.outer_bytes" << 0.5;
        QTest::newRow("longer overlap of sites") << "plan.outer_overlap" << 2.0;
        QTest::newRow("latency") << "cluster.link_latency" << 0.5;
        QTest::newRow("latency within the node") << "cluster.scale_up_latency" << 0.5;
        QTest::newRow("oversubscription") << "cluster.oversubscription" << 0.5;
        QTest::newRow("NICs per node") << "cluster.nics_per_node" << 2.;
        QTest::newRow("launch floor") << "stack.launch_floor" << 0.5;
        QTest::newRow("delay") << "assumptions.sync_delay" << 0.5;
        QTest::newRow("slow steps") << "assumptions.straggler_slowdown" << 0.5;
        QTest::newRow("jitter") << "assumptions.jitter" << 0.5;
        QTest::newRow("probability of slow steps") << "assumptions.straggler_probability" << 0.5;
    }
    void betterHardwareIsNeverSlower()
    {
        QFETCH(QString, id);
        QFETCH(double, factor);
        const Parameter& p = parameter(id.toStdString());
        forEach(test::scenariosWanted(6000), [&](const Scenario& s) {
            Scenario better = s;
            p.assign(better, std::clamp(p.get(s) * factor, p.range.min, p.range.max));
            const double rounding = 1e-12 * evaluate(s).step_s;
            HOLDS(evaluate(better).step_s <= evaluate(s).step_s + rounding, s);
        });
    }

    void aSmallerVocabularyWithTheSameLayersIsNeverSlower()
    {
        forEach(test::scenariosWanted(6000), [&](const Scenario& s) {
            Scenario smaller = s;
            smaller.assumptions.overlap_model = OverlapModel::fixed; // the last of a few buckets may end later
            const double step_s = evaluate(smaller).step_s;
            Workload& w = smaller.workload;
            w.vocabulary = std::max(parameter("workload.vocabulary").range.min, w.vocabulary / 2);
            const double tables = (w.tied_embeddings ? 1 : 2) * (s.workload.vocabulary - w.vocabulary) * w.hidden;
            if (tables >= std::min(w.parameters, w.active_parameters) / 2 || s.stack.stages_by_cost)
                return; // more parameters in the embeddings than the model has; layers move between stages
            w.parameters -= tables;
            w.active_parameters -= tables;
            HOLDS(evaluate(smaller).step_s <= step_s * (1 + 1e-12), s);
        });
    }

    void oneReplicaSendsNoGradients()
    {
        forEach(scenariosWanted(), [](const Scenario& s) {
            if (s.plan.pipeline_schedule == PipelineSchedule::dualpipe)
                return; // one replica has two copies of each layer
            Scenario whole_sequences = s;
            whole_sequences.plan.context_parallel = 1;
            const StepReport r = evaluate(withWorkers(whole_sequences, 1));
            HOLDS(r.part(Part::data_comm).total_s() == 0, s);
            HOLDS(r.network_bytes == 0, s);
        });
    }

    void withoutModelParallelismTheStepFollowsThePlainFormula()
    {
        forEach(scenariosWanted(), [](const Scenario& any) {
            Scenario s = dataParallel(any);
            s.assumptions.overlap_model = OverlapModel::fixed;
            s.cluster.sites = 1; // what several exchange has an interval of its own
            if (s.plan.zero_stage >= 3)
                s.plan.sync_every = 1; // weights are gathered in every step
            const Assumptions& assume = s.assumptions;
            const StepReport r = evaluate(s);
            const double sync_s = r.comm_s * s.plan.sync_every;
            const double hidden = assume.overlap * std::min(assume.overlap_window * r.compute_s, sync_s);
            const double waits =
                r.part(Part::straggler).exposed_s + r.part(Part::delay).exposed_s + r.part(Part::optimizer).exposed_s;
            const double work = r.compute_s + r.comm_s - hidden / s.plan.sync_every + waits;
            const double expected = work + r.load_s - assume.input_overlap * std::min(work, r.load_s);
            const double summands = r.compute_s + r.comm_s + waits + r.load_s;
            HOLDS(std::abs(r.step_s - expected) <= 1e-9 * summands, s);
        });
    }

    void overlapWindowsHideNoMoreThanTheWork()
    {
        forEach(scenariosWanted(), [](const Scenario& any) {
            Scenario s = any;
            s.assumptions.overlap_model = OverlapModel::stack;
            const StepReport r = evaluate(s);
            const double work = r.step_s - r.part(Part::data_comm).exposed_s;
            HOLDS(r.part(Part::data_comm).hidden_s <= work + 1e-9 * r.step_s, s);
        });
    }

    void withoutOverlapTimesAddAndWithFullOverlapTheLongerOneCounts()
    {
        RandomScenarios random(6);
        for (int i = 0; i < scenariosWanted(); ++i) {
            Scenario s = test::bareJob();
            s.workload.measured_example_s = std::exp(10 * random.uniform() - 5);
            s.cluster.link_rate = std::exp(20 * random.uniform() + 7);
            s.cluster.gpus = 2 + static_cast<double>(random.index(1000));
            const StepReport apart = evaluate(s);
            s.assumptions.overlap = 1;
            const StepReport together = evaluate(s);
            QCOMPARE(apart.step_s, apart.compute_s + apart.comm_s);
            QCOMPARE(together.step_s, std::max(together.compute_s, together.comm_s));
        }
    }

    void manyReplicasApproachTwicePayloadOverBandwidth()
    {
        const Scenario s = test::preset("knee-simulator");
        const double limit = 2 * 2e9 / 25e9;
        VERIFY_CLOSE(scalePoint(s, 1e6).step.comm_s, limit, 1e-5);
        VERIFY_CLOSE(scalePoint(s, 1e6).step.step_s, limit, 1e-5);
        QVERIFY(scalePoint(s, 1e6).step.comm_s < limit);
        VERIFY_CLOSE(scalePoint(s, 1e6).speedup, 0.8192 / limit, 1e-5);
        QVERIFY(scalePoint(s, 1e6).efficiency < 1e-5);
    }

    void memoryGrowsWithTheMicroBatch()
    {
        forEach(scenariosWanted(), [](const Scenario& s) {
            Scenario larger = s;
            larger.workload.batch_per_gpu *= 2;
            HOLDS(evaluate(larger).memory.total() >= evaluate(s).memory.total(), s);
        });
    }

    void evaluatingTheCurrentReplicasChangesNothing()
    {
        forEach(scenariosWanted(), [](const Scenario& s) { HOLDS(withWorkers(s, workers(s)) == s, s); });
    }

    void theCurveIsDenseAndItsRegionsAreContiguous()
    {
        forEach(analysesWanted(), [](const Scenario& s) {
            const ScalingCurve curve = analyze(s).curve;
            HOLDS(curve.points.size() >= 64, s);
            HOLDS(curve.points.front().workers == curve.min_workers, s);
            HOLDS(curve.points.back().workers == curve.max_workers, s);
            HOLDS(curve.max_workers >= workers(s), s);
            HOLDS(curve.regions.front().from_workers == curve.min_workers, s);
            HOLDS(curve.regions.back().to_workers == curve.max_workers, s);
            for (std::size_t i = 1; i < curve.regions.size(); ++i)
                HOLDS(curve.regions[i].from_workers == curve.regions[i - 1].to_workers, s);
            for (const ScalePoint& point : curve.points)
                HOLDS(point.speedup <= curve.best_speedup, s);
        });
    }

    /// The baseline is a replica that holds as many experts as each of them.
    void expertParallelSpeedupNeverExceedsTheReplicas()
    {
        int with_experts = 0;
        forEach(scenariosWanted(), [&](const Scenario& any) {
            const Scenario s = unplanned(any);
            if (s.workload.experts <= 1 || s.plan.expert_parallel <= 1)
                return;
            HOLDS(scalePoint(s, workers(s)).efficiency <= 1 + 1e-9, s);
            ++with_experts;
        });
        QVERIFY(with_experts > scenariosWanted() / 4);
    }

    /// The law and its exceptions are those of ScalingQuestion::at().
    void manyReplicasAreNeverMoreEfficientThanOne()
    {
        int asked = 0;
        forEach(stepsWanted(), [&](const Scenario& any) {
            const Scenario s = unplanned(any);
            if (s.stack.replica_elements > 0 || s.cluster.switch_reduction > 0
                || s.cluster.socket_share > s.cluster.bridge_share
                || (s.cluster.topology != Topology::switched && s.cluster.gpus_per_node > 1))
                return;
            const ScalePoint many = scalePoint(s, workers(s));
            const auto update = [](const ScalePoint& p) { return p.step.part(Part::optimizer).exposed_s; };
            const double spared = s.plan.zero_stage > 0 ? update(scalePoint(s, 1)) - update(many) : 0;
            const double drift = s.stack.straggler_slope * std::log2(s.plan.context_parallel);
            HOLDS(many.efficiency <= 1 + 1e-9 + drift * std::max(0.0, spared) / many.step.step_s, s);
            ++asked;
        });
        QVERIFY(asked > stepsWanted() / 6);
    }

    void kneesAreAtTheirThresholds()
    {
        int gamma_knees = 0, tolerance_knees = 0;
        forEach(analysesWanted(), [&](const Scenario& any) {
            const Scenario s = unplanned(continuous(any));
            const Knees knees = analyze(s).curve.knees;
            const auto gamma = [&](double k) { return scalePoint(s, k).step.gamma; };
            const auto efficiency = [&](double k) { return scalePoint(s, k).efficiency; };
            if (knees.gamma) {
                ++gamma_knees;
                HOLDS(meets(gamma, knees.gamma->workers, s.assumptions.knee_gamma), s);
            }
            if (knees.tolerance) {
                ++tolerance_knees;
                HOLDS(meets(efficiency, knees.tolerance->workers, s.assumptions.efficiency_tolerance), s);
            }
        });
        QVERIFY(gamma_knees > analysesWanted() / 20);
        QVERIFY(tolerance_knees > analysesWanted() / 20);
    }

private:
    /// Half of the scenarios scattered over the catalogue, half reached by edits.
    template <class Check> static void forEach(int count, Check check)
    {
        RandomScenarios random(static_cast<std::uint64_t>(count));
        for (int i = 0; i < count && !QTest::currentTestFailed(); ++i)
            check(i % 2 ? random.scattered() : random.walked());
    }

    /// Without what makes the curve jump: the step from leaf to spine, delays that start at two GPUs,
    /// micro-batches of less than an example.
    static Scenario continuous(Scenario s)
    {
        s = dataParallel(s);
        s.workload.batch_per_gpu *= s.plan.accumulation;
        s.plan.accumulation = 1;
        sumGlobalBatch(s);
        s.cluster.oversubscription = 1;
        s.cluster.resizeNode(1);
        s.plan.synchronization = Synchronization::all_reduce;
        if (s.assumptions.collective_model != CollectiveModel::alpha_beta)
            s.assumptions.collective_model = CollectiveModel::ring;
        s.plan.collective = CollectiveAlgorithm::ring;
        s.assumptions.sync_delay_s = 0;
        return s;
    }
};

KNEEPOINT_TEST(PropertiesTest)
#include "properties_test.moc"
