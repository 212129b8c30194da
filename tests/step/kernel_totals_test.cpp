// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/physics.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/step/waits.h"
#include "tests/step/kernel_job.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

PartTime partOf(const Scenario& s, Part part)
{
    return evaluate(s).part(part);
}

/// Two ranks of each kind of parallelism, replicas of 8 GPUs.
Scenario splitJob()
{
    Scenario s = kernelJob();
    s.workload.experts = 8;
    s.workload.top_k = 2;
    s.workload.active_parameters = parameters / 2;
    s.plan.tensor_parallel = s.plan.context_parallel = s.plan.pipeline_parallel = s.plan.expert_parallel = 2;
    s.plan.accumulation = 4;
    s.cluster.scale_up_bandwidth /= 100; // keys and values take longer than attention
    s.stack.microbatch_s = s.stack.step_s = 1e-3;
    s.assumptions.sync_delay_s = 2e-3;
    return s;
}

} // namespace

/// What follows from the parts of a step with kernels by size: its roofline, its bound, its waits.
class KernelTotalsTest : public QObject {
    Q_OBJECT

private slots:
    /// A quarter of the weights is read three times, kept activations are written and read once, on four GPUs.
    void arithmeticIntensityIsFlopsOverTrafficOfAGpu()
    {
        Scenario s = kernelJob();
        s.plan.tensor_parallel = s.plan.pipeline_parallel = 2;
        s.plan.accumulation = 3;
        const StepReport r = evaluate(s);
        const double bytes = 3 * 2 * parameters / 4 + 2 * 34 * batch * sequence * hidden * layers / 4;
        VERIFY_CLOSE(r.roof.arithmetic_intensity, r.step_flops / 4 / (3 * bytes), 1e-12);
    }

    void theComputeRoofIsTheRateOfLargeGemms()
    {
        Scenario s = kernelJob();
        s.cluster.sustained_clock = 0.9;
        s.cluster.gemm_efficiency = 0.7;
        const double peak = s.cluster.peak[static_cast<std::size_t>(s.workload.precision)];
        QCOMPARE(evaluate(s).roof.peak_flops, peak);
        VERIFY_CLOSE(evaluate(s).roof.sustained_flops, 0.9 * 0.7 * s.stack.generation * peak, 1e-12);
        QCOMPARE(evaluate(s).roof.memory_bandwidth, s.cluster.memory_bandwidth);
    }

    /// A replica of a node sends its gradients to the next node; a single one would send them there, too.
    void theNetworkRoofIsTheRateBetweenReplicas()
    {
        Scenario s = kernelJob();
        s.plan.tensor_parallel = 8;
        const StepReport r = evaluate(s);
        VERIFY_CLOSE(r.roof.network_bandwidth, network_Bps, 1e-12);
        VERIFY_CLOSE(
            r.roof.communication_intensity, r.step_flops / 8 / flatAllReduce(8, 2 * parameters / 8).bytes, 1e-12);
        s.cluster.gpus = 8;
        VERIFY_CLOSE(evaluate(s).roof.network_bandwidth, network_Bps, 1e-12);
        QCOMPARE(evaluate(s).roof.communication_intensity, 0.0);
        s.plan.tensor_parallel = 1;
        VERIFY_CLOSE(evaluate(s).roof.network_bandwidth, inside_Bps, 1e-12);
    }

    void theBoundIsTheLongestOfGemmsTrafficAndLaunches()
    {
        std::set<Bound> bounds;
        for (const double bandwidth : {1.0, 0.3, 0.1, 0.03, 0.01})
            for (const double launches : {0.0, 1.0, 3.0, 10.0, 30.0}) {
                Scenario s = kernelJob();
                s.cluster.gpus = 1;
                s.cluster.memory_bandwidth *= bandwidth;
                s.stack.layer_launch_s = launches * 1e-3;
                const StepReport r = evaluate(s);
                const double gemms = r.part(Part::compute).exposed_s, traffic = r.part(Part::memory).exposed_s,
                             launch = r.part(Part::launch).exposed_s;
                const Bound longest = launch > std::max(gemms, traffic) ? Bound::overhead
                    : traffic > gemms                                   ? Bound::memory
                                                                        : Bound::compute;
                QCOMPARE(r.bound, longest);
                VERIFY_CLOSE(r.compute_s, gemms + traffic + launch, 1e-12);
                bounds.insert(longest);
            }
        QCOMPARE(bounds.size(), std::size_t(3));
    }

    /// Drift lengthens the whole step, a slow GPU only what GPUs compute and exchange inside a replica.
    void waitsAreFractionsOfWhatTheyLengthen()
    {
        Scenario s = splitJob();
        s.stack.straggler_slope = 0.02;
        s.assumptions.stragglers = true;
        s.assumptions.straggler_probability = 0.01;
        s.assumptions.straggler_slowdown = 0.5;
        s.assumptions.jitter = 0.1;
        const Waits waits = waitsOf(resolve(s));
        QVERIFY(waits.drift > 0 && waits.slow > 0);
        const StepReport r = evaluate(s);
        double busy = 0, others = 0;
        for (const Part part : {Part::compute, Part::memory, Part::launch, Part::tensor_comm, Part::context_comm,
                 Part::expert_comm, Part::pipeline_comm, Part::bubble}) {
            QVERIFY2(r.part(part).exposed_s > 0, partId(part).data());
            busy += r.part(part).exposed_s;
        }
        for (const Part part : {Part::data_comm, Part::optimizer, Part::delay}) {
            QVERIFY2(r.part(part).exposed_s > 0, partId(part).data());
            others += r.part(part).exposed_s;
        }
        const double expected = waits.drift * (busy + others) + waits.slow * busy;
        VERIFY_CLOSE(r.part(Part::straggler).exposed_s, expected, 1e-12);
        VERIFY_CLOSE(r.step_s, busy + others + expected, 1e-12);
    }

    /// Both GEMMs of a backward pass are as large as that of the forward pass.
    void theBackwardPassOfTheOutputLayerTakesTwiceAsLong()
    {
        Scenario s = kernelJob();
        s.stack.layer_launch_s = 0;
        const StepReport one = evaluate(s);
        s.workload.layers *= 2;
        const StepReport two = evaluate(s);
        const double forward = 2 * one.forward_s - two.forward_s, backward = 2 * one.backward_s - two.backward_s;
        QVERIFY(forward > 0);
        VERIFY_CLOSE(backward, 2 * forward, 1e-9);
    }

    void softwareHidesAFractionOfTheGatheredWeights()
    {
        Scenario s = kernelJob();
        s.plan.zero_stage = 1;
        s.plan.accumulation = 4;
        s.stack.data_overlap = 0.5;
        s.stack.bucket_elements = s.stack.replica_elements = 0;
        s.plan.bucket_bytes = 2 * parameters / 8;
        const auto with = [&](double share) {
            s.stack.weight_overlap = share;
            return partOf(s, Part::data_comm);
        };
        const PartTime none = with(0), half = with(0.5), all = with(1);
        QVERIFY(none.hidden_s > 0);
        QVERIFY(all.hidden_s > 1.2 * none.hidden_s);
        VERIFY_CLOSE(half.hidden_s, 0.5 * (none.hidden_s + all.hidden_s), 1e-12);
        VERIFY_CLOSE(half.total_s(), all.total_s(), 1e-12);
        s.stack.data_overlap = 0.25;
        VERIFY_CLOSE(with(1).hidden_s, all.hidden_s / 2, 1e-12);
    }

    /// Everything is hidden but the slowdown of shared GPUs, and of the first layer a gather and a reduce-scatter.
    void shardedLayersExposeTheirSlowdownAndTheFirstLayer()
    {
        Scenario s = kernelJob();
        s.plan.zero_stage = 3;
        s.stack.shard_overlap = 1;
        s.stack.shard_calls = 1;
        const double tables = vocabulary * hidden;
        const double layer = halfRing(64, 8, 2 * (parameters - tables) / layers).seconds;
        const double table = halfRing(64, 8, 2 * tables).seconds;
        const double slowdown = shared_gpu_slowdown * (3 * layers * layer + 2 * table);
        const PartTime t = partOf(s, Part::data_comm);
        VERIFY_CLOSE(t.exposed_s, slowdown + (1 - shared_gpu_slowdown) * layer + layer, 1e-9);
        VERIFY_CLOSE(t.total_s(), (1 + shared_gpu_slowdown) * (3 * layers * layer + 2 * table), 1e-9);
        s.plan.accumulation = 3; // each micro-batch has a first layer
        VERIFY_CLOSE(partOf(s, Part::data_comm).exposed_s, 3 * t.exposed_s, 1e-9);
    }

    /// Ranks are numbered by tensor, context, data and pipeline parallelism: 4 GPUs of a context are 4 apart, on two
    /// nodes, and a ring over them leaves a node twice; stages are 4 GPUs apart, and the second is the last of a node.
    void bytesCrossTheLinksBetweenTheirRanks()
    {
        Scenario s = kernelJob();
        s.plan.tensor_parallel = 4;
        s.plan.context_parallel = 4;
        const LinkTraffic ring = evaluate(s).traffic;
        QCOMPARE(ring.of(RankGroup::tensor), ring.of(RankGroup::tensor, LinkLevel::node));
        QVERIFY(ring.of(RankGroup::context) > 0);
        VERIFY_CLOSE(ring.of(RankGroup::context, LinkLevel::node), ring.of(RankGroup::context) / 2, 1e-12);
        s = kernelJob();
        s.cluster.gpus = 16;
        s.plan.pipeline_parallel = 4;
        s.plan.accumulation = 4;
        const LinkTraffic stages = evaluate(s).traffic;
        VERIFY_CLOSE(stages.of(RankGroup::pipeline, LinkLevel::node), stages.of(RankGroup::pipeline) * 2 / 3, 1e-12);
    }

    /// A single collective: three rounds over the two hops of a context, four reductions of a layer, and the output
    /// layer's.
    void latencyCountsEveryCollectiveOfAPass()
    {
        Scenario s = kernelJob();
        s.plan.sync_every = 1e12;
        s.plan.context_parallel = 4;
        VERIFY_CLOSE(evaluate(s).latency_s, layers * 3 * 3 * inside_s, 1e-6);
        s.plan.tensor_parallel = 2;
        VERIFY_CLOSE(evaluate(s).latency_s, (layers * 3 * 3 + 2 * (layers * 4 + 1)) * inside_s, 1e-6);
        s.plan.tensor_parallel = s.plan.context_parallel = 1;
        s.workload.experts = 8;
        s.workload.top_k = 2;
        s.plan.expert_parallel = 8;
        VERIFY_CLOSE(evaluate(s).latency_s, layers * 4 * inside_s, 1e-6);
    }
};

KNEEPOINT_TEST(KernelTotalsTest)
#include "kernel_totals_test.moc"
