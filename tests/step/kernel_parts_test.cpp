// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/formats.h"
#include "model/cost/overlap.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/step/kernel_job.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

double total(const Scenario& s, Part part)
{
    return evaluate(s).part(part).total_s();
}

/// Seconds of one micro-batch through all layers and the output layer.
double microBatchSeconds(Scenario s)
{
    s.plan.pipeline_parallel = 1;
    const StepReport r = evaluate(s);
    return r.forward_s + r.backward_s;
}

} // namespace

/// The parts of a step with kernels by size: each collective by hand, and what follows from the micro-batches.
class KernelPartsTest : public QObject {
    Q_OBJECT

private slots:
    /// Of five layers on two stages the first has three and the last two and the output layer; of six, each has three.
    void onlyTheLastStageComputesTheOutputLayer()
    {
        Scenario s = kernelJob();
        s.plan.pipeline_parallel = 2;
        s.plan.accumulation = 4;
        const auto computeOf = [&](double count) {
            s.workload.layers = count;
            return exposed(s, Part::compute);
        };
        const double even = computeOf(6);
        QVERIFY(computeOf(5) < even);
        s.workload.vocabulary *= 2;
        QVERIFY(computeOf(6) > even);
    }

    void microBatchesAddUpAndGradientsAreSentOnce_data()
    {
        QTest::addColumn<double>("tensor");
        QTest::addColumn<double>("context");
        QTest::addColumn<int>("recompute");
        QTest::newRow("data parallel") << 1.0 << 1.0 << 0;
        QTest::newRow("tensor parallel") << 4.0 << 1.0 << 1;
        QTest::newRow("context parallel, recomputing") << 2.0 << 2.0 << 2;
    }
    void microBatchesAddUpAndGradientsAreSentOnce()
    {
        QFETCH(const double, tensor);
        QFETCH(const double, context);
        QFETCH(const int, recompute);
        Scenario s = kernelJob();
        s.plan.tensor_parallel = tensor;
        s.plan.context_parallel = context;
        s.plan.recompute = static_cast<Recompute>(recompute);
        const StepReport once = evaluate(s);
        s.plan.accumulation = 5;
        const StepReport five = evaluate(s);
        for (const Part part :
            {Part::compute, Part::memory, Part::launch, Part::tensor_comm, Part::context_comm, Part::expert_comm})
            VERIFY_CLOSE(five.part(part).total_s(), 5 * once.part(part).total_s(), 1e-12);
        VERIFY_CLOSE(five.step_flops, 5 * once.step_flops, 1e-12);
        VERIFY_CLOSE(five.hardware_flops, 5 * once.hardware_flops, 1e-12);
        VERIFY_CLOSE(five.global_batch, 5 * once.global_batch, 1e-12);
        VERIFY_CLOSE(five.traffic.of(RankGroup::tensor), 5 * once.traffic.of(RankGroup::tensor), 1e-12);
        VERIFY_CLOSE(five.traffic.of(RankGroup::context), 5 * once.traffic.of(RankGroup::context), 1e-12);
        QCOMPARE(five.network_bytes, once.network_bytes);
        QCOMPARE(five.traffic.of(RankGroup::data), once.network_bytes);
        QCOMPARE(five.part(Part::optimizer), once.part(Part::optimizer));
        QCOMPARE(five.forward_s, once.forward_s);
        QCOMPARE(five.backward_s, once.backward_s);
        VERIFY_CLOSE(five.compute_s + five.part(Part::tensor_comm).exposed_s + five.part(Part::context_comm).exposed_s,
            5 * (once.forward_s + once.backward_s), 1e-12);
        VERIFY_CLOSE(five.roof.arithmetic_intensity, once.roof.arithmetic_intensity, 1e-12);
    }

    void delaysCountPerMicroBatchAndPerStep()
    {
        Scenario s = kernelJob();
        s.stack.microbatch_s = 2e-3;
        s.stack.step_s = 5e-3;
        s.plan.accumulation = 7;
        s.assumptions.sync_delay_s = 0.1;
        VERIFY_CLOSE(exposed(s, Part::delay), 7 * 2e-3 + 5e-3 + 0.1, 1e-12);
        s.cluster.gpus = 1;
        VERIFY_CLOSE(exposed(s, Part::delay), 7 * 2e-3 + 5e-3, 1e-12);
    }

    void theOptimizerReadsAndWritesFortyEightBytesPerParameter_data()
    {
        QTest::addColumn<int>("zero");
        QTest::addColumn<double>("group");
        QTest::addColumn<double>("ranks");
        QTest::newRow("whole") << 0 << 0.0 << 1.0;
        QTest::newRow("ZeRO-1") << 1 << 0.0 << 32.0;
        QTest::newRow("ZeRO-3") << 3 << 0.0 << 32.0;
        QTest::newRow("ZeRO-3 in groups") << 3 << 4.0 << 4.0;
    }
    void theOptimizerReadsAndWritesFortyEightBytesPerParameter()
    {
        QFETCH(const int, zero);
        QFETCH(const double, group);
        QFETCH(const double, ranks);
        Scenario s = kernelJob();
        s.plan.tensor_parallel = 2;
        s.plan.zero_stage = zero;
        s.plan.shard_group = group;
        const double bandwidth = s.cluster.memory_bandwidth * s.cluster.memory_efficiency;
        VERIFY_CLOSE(exposed(s, Part::optimizer), 48 * parameters / 2 / ranks / bandwidth, 1e-12);
    }

    void transfersAndBubbleMatchTheSchedule_data()
    {
        QTest::addColumn<double>("stages");
        QTest::addColumn<double>("chunks");
        QTest::addColumn<double>("tensor");
        for (const double chunks : {1, 2})
            for (const double tensor : {1, 2})
                QTest::addRow("%g chunks, TP %g", chunks, tensor) << 4.0 << chunks << tensor;
    }
    void transfersAndBubbleMatchTheSchedule()
    {
        QFETCH(const double, stages);
        QFETCH(const double, chunks);
        QFETCH(const double, tensor);
        Scenario s = kernelJob();
        s.plan.tensor_parallel = tensor;
        s.plan.pipeline_parallel = stages;
        s.plan.accumulation = 8;
        s.plan.pipeline_schedule = chunks > 1 ? PipelineSchedule::interleaved : PipelineSchedule::one_f_one_b;
        s.plan.virtual_stages = chunks;
        const StepReport r = evaluate(s);
        const double transfer = network_s + activations / tensor / network_Bps;
        VERIFY_CLOSE(r.part(Part::pipeline_comm).exposed_s, 2 * chunks * 0.5 * transfer * 8, 1e-12); // half is exposed
        const double mean = microBatchSeconds(s) / stages;
        VERIFY_CLOSE(r.part(Part::bubble).exposed_s, (stages - 1) / chunks * (mean + 2 * 0.5 * transfer), 1e-9);
        // All but the last of the chunks of all stages send activations, and all but the first gradients.
        const double sent = 2 * (chunks * stages - 1) * 8 * activations / tensor;
        VERIFY_CLOSE(r.traffic.of(RankGroup::pipeline), sent / stages, 1e-12);
    }

    void aTensorParallelLayerReducesTwicePerDirectionAndTheOutputLayerOnce_data()
    {
        QTest::addColumn<int>("recompute");
        QTest::addColumn<bool>("sequence_parallel");
        QTest::addColumn<double>("reductions");
        QTest::newRow("plain") << 0 << false << 4.0;
        QTest::newRow("recomputing") << 2 << false << 6.0;
        QTest::newRow("sequence parallel") << 0 << true << 4.0;
        QTest::newRow("sequence parallel, recomputing") << 2 << true << 6.0;
    }
    void aTensorParallelLayerReducesTwicePerDirectionAndTheOutputLayerOnce()
    {
        QFETCH(const int, recompute);
        QFETCH(const bool, sequence_parallel);
        QFETCH(const double, reductions);
        Scenario s = kernelJob();
        s.cluster.gpus = 8;
        s.plan.tensor_parallel = 8;
        s.plan.recompute = static_cast<Recompute>(recompute);
        s.plan.sequence_parallel = sequence_parallel;
        s.stack.tensor_overlap = 0.25;
        const StepReport r = evaluate(s);
        const double calls = layers * reductions + 1;
        const Call half = halfRing(8, 1, activations); // both halves of a ring take as long as an all-reduce
        // Two inputs of a layer are gathered again in the backward pass, behind other products.
        const double again = sequence_parallel ? 2 * layers : 0;
        VERIFY_CLOSE(r.part(Part::tensor_comm).exposed_s, 0.75 * 2 * calls * half.seconds, 1e-12);
        VERIFY_CLOSE(r.part(Part::tensor_comm).hidden_s, (0.25 * 2 * calls + again) * half.seconds, 1e-12);
        VERIFY_CLOSE(r.latency_s, 2 * calls * half.latency_s, 1e-12);
        VERIFY_CLOSE(r.traffic.of(RankGroup::tensor), (2 * calls + again) * half.bytes, 1e-12);
    }

    void keysAndValuesCircleOnceForwardAndTwiceBackward_data()
    {
        QTest::addColumn<int>("recompute");
        QTest::addColumn<double>("rounds");
        QTest::newRow("plain") << 0 << 3.0;
        QTest::newRow("recomputing") << 2 << 4.0;
    }
    void keysAndValuesCircleOnceForwardAndTwiceBackward()
    {
        QFETCH(const int, recompute);
        QFETCH(const double, rounds);
        Scenario s = kernelJob();
        s.workload.kv_heads = 8;
        s.plan.tensor_parallel = 2;
        s.plan.context_parallel = 4;
        s.plan.recompute = static_cast<Recompute>(recompute);
        s.plan.sync_every = 1e12;
        const StepReport r = evaluate(s);
        const Call call = halfRing(4, 1, 2 * batch * sequence * 2 * 8 * head / 2); // keys and values of all tokens
        VERIFY_CLOSE(r.part(Part::context_comm).total_s(), layers * rounds * call.seconds, 1e-12);
        VERIFY_CLOSE(r.traffic.of(RankGroup::context), layers * rounds * call.bytes, 1e-12);
    }

    void keysAndValuesHideBehindAttentionAlone()
    {
        Scenario s = kernelJob();
        s.plan.context_parallel = 4;
        s.cluster.scale_up_bandwidth = 1e9; // the exchange takes longer than attention
        const StepReport r = evaluate(s);
        const double flops = 4 * (batch * sequence / 4) * sequence * hidden / 2;
        const double attention_s = flops / resolve(s).setup.rates.attention * (1 + 256 / sequence);
        VERIFY_CLOSE(r.part(Part::context_comm).hidden_s, layers * (1 + 2.5) * attention_s, 1e-12);
        QVERIFY(r.part(Part::context_comm).exposed_s > 0);
    }

    void gradientsAreReducedInBuckets_data()
    {
        QTest::addColumn<double>("buckets");
        QTest::addColumn<double>("overlap");
        QTest::newRow("one") << 1.0 << 1.0;
        QTest::newRow("seven") << 7.0 << 1.0;
        QTest::newRow("six and a half") << 6.5 << 1.0;
        QTest::newRow("software that hides nothing sends all at once") << 7.0 << 0.0;
    }
    void gradientsAreReducedInBuckets()
    {
        QFETCH(const double, buckets);
        QFETCH(const double, overlap);
        Scenario s = kernelJob();
        s.stack.data_overlap = overlap;
        s.stack.bucket_elements = s.stack.replica_elements = 0;
        const double bytes = 2 * parameters;
        s.plan.bucket_bytes = bytes / buckets;
        const StepReport r = evaluate(s);
        const double calls = overlap > 0 ? std::ceil(buckets) : 1;
        const Call all = allReduceRing(64, 8, bytes);
        VERIFY_CLOSE(r.gradient_bytes, bytes, 1e-12);
        VERIFY_CLOSE(r.latency_s, calls * all.latency_s, 1e-12);
        VERIFY_CLOSE(r.network_bytes, all.bytes, 1e-12);
        VERIFY_CLOSE(r.traffic.of(RankGroup::data), all.bytes, 1e-12);
        VERIFY_CLOSE(r.part(Part::data_comm).total_s(), all.seconds + (calls - 1) * all.latency_s, 1e-12);
        QCOMPARE(r.part(Part::data_comm).hidden_s > 0, overlap > 0 && buckets > 1);
        s.plan.sync_every = 3;
        const StepReport third = evaluate(s);
        VERIFY_CLOSE(third.latency_s, r.latency_s / 3, 1e-12);
        VERIFY_CLOSE(third.network_bytes, r.network_bytes / 3, 1e-12);
        VERIFY_CLOSE(third.part(Part::data_comm).exposed_s, r.part(Part::data_comm).exposed_s / 3, 1e-12);
        VERIFY_WITHIN(third.part(Part::data_comm).hidden_s, r.part(Part::data_comm).hidden_s / 3, 1e-12);
    }

    void zeroOneScattersGradientsAndGathersWeights()
    {
        Scenario s = kernelJob();
        s.plan.zero_stage = 1;
        s.stack.data_overlap = 0; // a single bucket
        const StepReport r = evaluate(s);
        const Call half = halfRing(64, 8, 2 * parameters);
        VERIFY_CLOSE(r.part(Part::data_comm).exposed_s, 2 * half.seconds, 1e-12);
        VERIFY_CLOSE(r.latency_s, 2 * half.latency_s, 1e-12);
        VERIFY_CLOSE(r.network_bytes, 2 * half.bytes, 1e-12);
        Scenario groups = s; // of 16 ranks, whose four copies add up their shards
        groups.plan.shard_group = 16;
        const Call group = halfRing(16, 2, 2 * parameters), copies = flatAllReduce(4, 2 * parameters / 16);
        VERIFY_CLOSE(evaluate(groups).latency_s, 2 * group.latency_s + copies.latency_s, 1e-12);
        VERIFY_CLOSE(evaluate(groups).network_bytes, 2 * group.bytes + copies.bytes, 1e-12);
        VERIFY_CLOSE(exposed(groups, Part::data_comm), 2 * group.seconds + copies.seconds, 1e-12);
        s.plan.gradient_precision = GradientPrecision::fp32;
        const Call wide = halfRing(64, 8, 4 * parameters);
        VERIFY_CLOSE(evaluate(s).network_bytes, half.bytes + wide.bytes, 1e-12); // weights stay in 16 bits
    }

    void barrierServersReceiveGradientsAndSendWeights()
    {
        Scenario s = kernelJob();
        s.plan.synchronization = Synchronization::server_barrier;
        s.plan.parameter_servers = 4;
        s.stack.data_overlap = 0;
        const StepReport r = evaluate(s);
        const double bytes = 2 * parameters;
        const double inside = 2 * 7.0 / 8 * bytes, between = bytes * 8 / 4; // eight nodes, four servers
        const double latency = 2 * (inside_s + network_s);
        VERIFY_CLOSE(r.latency_s, latency, 1e-12);
        VERIFY_CLOSE(r.network_bytes, inside + between, 1e-12);
        VERIFY_CLOSE(total(s, Part::data_comm), latency + inside / inside_Bps + between / (8 * network_Bps), 1e-12);
    }

    void shardedLayersAreGatheredForEachPassAndReducedOnce_data()
    {
        QTest::addColumn<int>("zero");
        QTest::addColumn<int>("recompute");
        QTest::addColumn<bool>("again");
        QTest::addColumn<double>("group");
        QTest::addColumn<double>("gathers");
        QTest::newRow("ZeRO-3") << 3 << 0 << false << 0.0 << 2.0;
        QTest::newRow("ZeRO-3, recomputing") << 3 << 2 << false << 0.0 << 2.0;
        QTest::newRow("ZeRO-3, recomputing, gathered again") << 3 << 2 << true << 0.0 << 3.0;
        QTest::newRow("ZeRO-3, gathered again only for recomputation") << 3 << 0 << true << 0.0 << 2.0;
        QTest::newRow("ZeRO-3 in groups of 16") << 3 << 0 << false << 16.0 << 2.0;
        QTest::newRow("ZeRO-2") << 2 << 0 << false << 0.0 << 1.0;
    }
    void shardedLayersAreGatheredForEachPassAndReducedOnce()
    {
        QFETCH(const int, zero);
        QFETCH(const int, recompute);
        QFETCH(const bool, again);
        QFETCH(const double, group);
        QFETCH(const double, gathers);
        Scenario s = kernelJob();
        s.plan.zero_stage = zero;
        s.plan.shard_group = group;
        s.plan.recompute = static_cast<Recompute>(recompute);
        s.plan.gradient_precision = GradientPrecision::fp32;
        s.stack.gathers_again = again;
        s.stack.syncs_each_pass = true;
        s.stack.shard_overlap = 0;
        s.stack.shard_calls = 1;
        const double ranks = group > 0 ? group : 64;
        const double tables = vocabulary * hidden;
        const auto call = [&](double bytes) { return halfRing(ranks, ranks / 8, bytes); };
        double latency = 0, sent = 0, seconds = 0;
        const auto add = [&](double times, const Call& one) {
            latency += times * one.latency_s;
            sent += times * one.bytes;
            seconds += times * one.seconds;
        };
        const double layer = (parameters - tables) / layers;
        // All gathers of the backward pass of a layer are counted in one call with as many messages.
        add(layers * gathers, call(2 * layer));
        add(layers, call(4 * layer));
        // The output layer's passes follow each other, so one gather serves both.
        add(1, call(2 * tables));
        add(1, call(4 * tables));
        if (group > 0) { // four copies of a shard, on as many nodes
            add(layers, flatAllReduce(4, 4 * layer / group));
            add(1, flatAllReduce(4, 4 * tables / group));
        }
        const StepReport r = evaluate(s);
        VERIFY_CLOSE(r.network_bytes, sent, 1e-9);
        VERIFY_CLOSE(r.latency_s, latency, 1e-9);
        VERIFY_CLOSE(r.part(Part::data_comm).exposed_s, seconds, 1e-9);
        QCOMPARE(r.part(Part::data_comm).hidden_s, 0.0);
        s.plan.accumulation = 3; // for every micro-batch
        VERIFY_CLOSE(evaluate(s).network_bytes, 3 * sent, 1e-9);
        VERIFY_CLOSE(evaluate(s).latency_s, 3 * latency, 1e-9);
    }

    void weightsAreGatheredInAsManyBucketsAsGradients()
    {
        Scenario s = kernelJob();
        s.plan.zero_stage = 1;
        s.plan.gradient_precision = GradientPrecision::fp32;
        s.plan.bucket_bytes = 4 * parameters / 5;
        s.stack.data_overlap = 1;
        VERIFY_CLOSE(evaluate(s).latency_s, 5 * 2 * halfRing(64, 8, 1).latency_s, 1e-12);
    }

    void compressionShrinksTheGradientsOfShardedLayers()
    {
        Scenario s = kernelJob();
        s.plan.zero_stage = 3;
        s.stack.shard_overlap = 0;
        const double sent = evaluate(s).network_bytes; // weights twice in each layer, once in the output layer
        const double gradients = halfRing(64, 8, 2 * parameters).bytes;
        s.plan.gradient_compression = 4;
        VERIFY_CLOSE(sent - evaluate(s).network_bytes, 0.75 * gradients, 1e-12);
    }

    void shardsTravelInTheNodeAndTheirCopiesBetweenNodes()
    {
        Scenario s = kernelJob();
        s.cluster.gpus = 48; // six copies, four of them under one leaf
        s.cluster.pod_gpus = 32;
        s.plan.zero_stage = 3;
        s.plan.shard_group = 8;
        const LinkTraffic traffic = evaluate(s).traffic;
        const double tables = vocabulary * hidden;
        const double shards = halfRing(8, 1, 2 * (3 * (parameters - tables) + 2 * tables)).bytes;
        const double copies = flatAllReduce(6, 2 * parameters / 8).bytes;
        VERIFY_CLOSE(traffic.of(RankGroup::data, LinkLevel::node), shards, 1e-9);
        VERIFY_CLOSE(traffic.of(RankGroup::data, LinkLevel::leaf), copies * 2 / 3, 1e-9); // two of six hops leave it
        VERIFY_CLOSE(traffic.of(RankGroup::data, LinkLevel::spine), copies / 3, 1e-9);
    }

    void aTokenLeavesItsNodeOnceForEachNodeOfItsExperts_data()
    {
        QTest::addColumn<double>("tensor");
        QTest::addColumn<double>("nodes");
        QTest::addColumn<double>("away"); // m·(1 − (1 − 1/m)²)·(m − 1)/m for two experts on m nodes
        QTest::newRow("one node") << 1.0 << 1.0 << 0.0;
        QTest::newRow("two nodes") << 1.0 << 2.0 << 0.75;
        QTest::newRow("four nodes") << 1.0 << 4.0 << 1.3125;
        QTest::newRow("four nodes, sequence parallel") << 2.0 << 4.0 << 1.3125;
    }
    void aTokenLeavesItsNodeOnceForEachNodeOfItsExperts()
    {
        QFETCH(const double, tensor);
        QFETCH(const double, nodes);
        QFETCH(const double, away);
        Scenario s = kernelJob();
        s.workload.experts = 32;
        s.workload.top_k = 2;
        s.workload.active_parameters = parameters / 2;
        s.plan.tensor_parallel = tensor;
        s.plan.sequence_parallel = tensor > 1;
        s.plan.expert_parallel = nodes * 8 / tensor;
        s.cluster.link_rate = nodes > 1 ? 1e9 : 50e9;
        s.cluster.exchange_share = 0.6;
        s.stack.once_per_node = true;
        const StepReport r = evaluate(s);
        const double calls = layers * 2 * 2, tokens = activations / tensor, ranks = nodes * 8 / tensor;
        const double inside = (ranks - 1) / ranks * tokens * 2;
        VERIFY_CLOSE(r.traffic.of(RankGroup::expert, LinkLevel::node), calls * inside, 1e-12);
        VERIFY_CLOSE(r.traffic.of(RankGroup::expert) - calls * inside, calls * tokens * away, 1e-9);
        const double seconds =
            nodes > 1 ? network_s + tokens * away / (0.6 * 1e9 * 0.9) : inside_s + inside / inside_Bps;
        VERIFY_CLOSE(r.part(Part::expert_comm).total_s(), calls * seconds, 1e-12);
    }

    /// On a ring of L chips an all-to-all takes payload·L/8 over the rate of one link (model/job/torus.h), and the
    /// farthest chip is L/2 hops away; 4 × 4 chips have two such axes and four links each.
    void expertsOnATorusExchangeAcrossItsLongestAxis()
    {
        Scenario s = kernelJob();
        s.cluster.topology = Topology::torus_2d;
        s.cluster.torus_ring = 4;
        s.cluster.gpus = s.cluster.gpus_per_node = s.plan.expert_parallel = 16;
        s.workload.experts = 32;
        s.workload.top_k = 2;
        s.workload.active_parameters = parameters / 2;
        const StepReport r = evaluate(s);
        const double calls = layers * 2 * 2, payload = 2 * activations;
        const double seconds = 4 * inside_s + payload * 4 / 8 / (inside_Bps / 4);
        VERIFY_CLOSE(r.part(Part::expert_comm).total_s(), calls * seconds, 1e-12);
        s.cluster.scale_up_latency_s += 1e-6;
        VERIFY_CLOSE(evaluate(s).latency_s - r.latency_s, 1e-6 * (calls * 4 + 2 * 4), 1e-6); // gradients: two passes
    }

    void layersLimitedByLaunchesTakeTheirLaunchTime_data()
    {
        QTest::addColumn<double>("tensor");
        QTest::addColumn<int>("recompute");
        QTest::addColumn<double>("forward");
        QTest::addColumn<double>("backward");
        QTest::newRow("plain") << 1.0 << 0 << 1.0 << 1.2;
        QTest::newRow("recomputing") << 1.0 << 2 << 1.0 << 2.2;
        QTest::newRow("split") << 2.0 << 0 << 1.08 << 1.2 * 1.08;
        QTest::newRow("split over a crowded node") << 8.0 << 2 << 1.43 << 2.2 * 1.43;
    }
    void layersLimitedByLaunchesTakeTheirLaunchTime()
    {
        QFETCH(const double, tensor);
        QFETCH(const int, recompute);
        QFETCH(const double, forward);
        QFETCH(const double, backward);
        Scenario s = kernelJob();
        s.stack.layer_launch_s = 1e4;
        s.plan.tensor_parallel = tensor;
        s.plan.recompute = static_cast<Recompute>(recompute);
        const StepReport r = evaluate(s);
        VERIFY_CLOSE(r.forward_s, layers * forward * 1e4, 1e-4);
        VERIFY_CLOSE(r.backward_s, layers * backward * 1e4, 1e-4);
    }

    void bucketsOfAPipelineHideBehindTheLayersOfTheirChunk_data()
    {
        QTest::addColumn<double>("chunks");
        QTest::addColumn<double>("tokens"); // of an example
        QTest::newRow("1F1B") << 1.0 << sequence;
        QTest::newRow("two chunks") << 2.0 << sequence;
        QTest::newRow("two chunks whose buckets take longer than the passes between them") << 2.0 << 128.0;
    }
    void bucketsOfAPipelineHideBehindTheLayersOfTheirChunk()
    {
        QFETCH(const double, chunks);
        QFETCH(const double, tokens);
        Scenario s = kernelJob();
        s.workload.sequence_length = tokens;
        s.plan.gradient_precision = GradientPrecision::fp32;
        s.plan.pipeline_parallel = 4;
        s.plan.accumulation = 3;
        s.plan.pipeline_schedule = chunks > 1 ? PipelineSchedule::interleaved : PipelineSchedule::one_f_one_b;
        s.plan.virtual_stages = chunks;
        s.stack.data_overlap = 1;
        s.stack.bucket_elements = s.stack.replica_elements = 0;
        const double bytes = 4 * parameters / 4;
        s.plan.bucket_bytes = bytes / chunks / 3.5;
        const StepReport r = evaluate(s);
        BucketStream q;
        q.chunks = chunks;
        q.pass_s = r.backward_s / chunks;
        q.apart_s = 3 * q.pass_s; // as many micro-batches
        q.layers = layers / 4 / chunks;
        q.buckets = 3.5;
        q.bucket_s = allReduceRing(16, 2, bytes / chunks / 3.5).seconds;
        q.last_s = allReduceRing(16, 2, bytes / chunks / 7).seconds;
        QVERIFY(exposedSeconds(q) < 0.9 * q.seconds());
        BucketStream four = q; // micro-batches between two chunks, not three
        four.apart_s = 4 * q.pass_s;
        QCOMPARE(exposedSeconds(four) < exposedSeconds(q), tokens < sequence);
        VERIFY_CLOSE(r.part(Part::data_comm).exposed_s, exposedSeconds(q), 1e-9);
        VERIFY_CLOSE(r.part(Part::data_comm).total_s(), q.seconds(), 1e-9);
    }

    void softwareThatHidesNothingSendsTheGradientsOfAllChunksAtOnce()
    {
        Scenario s = kernelJob();
        s.plan.pipeline_parallel = 4;
        s.plan.pipeline_schedule = PipelineSchedule::interleaved;
        s.plan.virtual_stages = 2;
        s.plan.accumulation = 4;
        s.stack.data_overlap = 0;
        const Call all = allReduceRing(16, 2, 2 * parameters / 4);
        const StepReport r = evaluate(s);
        VERIFY_CLOSE(r.part(Part::data_comm).exposed_s, all.seconds, 1e-12);
        VERIFY_CLOSE(r.network_bytes, all.bytes, 1e-12);
    }

    /// The last stage has a large output layer; the wait for slow GPUs grows with the passes, so it stays the slowest.
    void slowGpusDoNotChangeWhichStageIsTheSlowest()
    {
        Scenario s = kernelJob();
        s.plan.pipeline_parallel = 4;
        s.plan.accumulation = 8;
        s.workload.vocabulary = 40 * vocabulary;
        s.stack.data_overlap = 0;
        const double compute_s = exposed(s, Part::compute);
        s.assumptions.stragglers = true;
        s.assumptions.straggler_probability = 0.01;
        s.assumptions.straggler_slowdown = 20;
        const StepReport r = evaluate(s);
        QVERIFY(r.part(Part::straggler).exposed_s > 2 * r.compute_s);
        QCOMPARE(r.part(Part::compute).exposed_s, compute_s);
    }

    /// What the report says is used, which a GPU without the format of the job falls back to.
    void theFormatUsedIsReported()
    {
        Scenario s = kernelJob();
        for (const Precision format : {Precision::bf16, Precision::fp8}) {
            s.workload.precision = format;
            s.cluster.peak[static_cast<std::size_t>(Precision::fp8)] = 2e15;
            QVERIFY(evaluate(s).precision_used == format);
        }
        s.cluster.peak[static_cast<std::size_t>(Precision::fp8)] = 0;
        QVERIFY(evaluate(s).precision_used == nativePrecision(s.cluster, Precision::fp8));
        QVERIFY(evaluate(s).precision_used != Precision::fp8);
    }

    void theFirstLayerOfAStageExposesItsWeightsAndGradients()
    {
        Scenario s = kernelJob();
        s.plan.zero_stage = 3;
        s.cluster.link_rate = 1e12; // everything else is hidden
        s.stack.shard_overlap = 1;
        const auto exposedOf = [&](double count) {
            s.workload.layers = count;
            s.workload.parameters = s.workload.active_parameters =
                vocabulary * hidden + count * (parameters - vocabulary * hidden) / layers;
            return evaluate(s).part(Part::data_comm);
        };
        const PartTime eight = exposedOf(8), sixteen = exposedOf(16), twice = exposedOf(32);
        // The slowdown of shared GPUs grows with the layers; the first layer's share is the same in all.
        VERIFY_CLOSE(twice.exposed_s - sixteen.exposed_s, 2 * (sixteen.exposed_s - eight.exposed_s), 1e-9);
        const double per_layer = (sixteen.exposed_s - eight.exposed_s) / 8;
        const Call gather = halfRing(64, 8, 2 * (parameters - vocabulary * hidden) / layers);
        QVERIFY(per_layer > 0 && gather.seconds > 0);
        QVERIFY(eight.exposed_s - 8 * per_layer > gather.seconds); // a gather and a reduce-scatter, at least
    }
};

KNEEPOINT_TEST(KernelPartsTest)
#include "kernel_parts_test.moc"
