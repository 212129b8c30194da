// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

constexpr double in_node_Bps = 300e9 * 0.8, in_node_s = 3e-6;
constexpr double between_Bps = 25e9 * 0.9, between_s = 7e-6;

/// 64 GPUs in nodes of 8: 8 replicas of 2 tensor-parallel ranks in 4 stages, 6 micro-batches of 4 sequences; a replica
/// fills a node. Nothing is hidden.
Scenario textbookJob()
{
    Scenario s;
    Workload& w = s.workload;
    w.kind = ModelKind::transformer;
    w.parameters = w.active_parameters = 1.2e9;
    w.layers = 24;
    w.hidden = 2048;
    w.heads = w.kv_heads = 16;
    w.ffn = 8192;
    w.vocabulary = 50000;
    w.sequence_length = 1024;
    w.batch_per_gpu = 4;
    Cluster& c = s.cluster;
    c.gpus = 64;
    c.resizeNode(8);
    c.pod_gpus = 1e6;
    c.peak[static_cast<std::size_t>(Precision::bf16)] = 400e12;
    c.scale_up_bandwidth = 300e9;
    c.scale_up_efficiency = 0.8;
    c.scale_up_latency_s = in_node_s;
    c.link_rate = 25e9;
    c.link_efficiency = 0.9;
    c.link_latency_s = between_s;
    c.loader_rate = 2000;
    s.plan.tensor_parallel = 2;
    s.plan.pipeline_parallel = 4;
    s.plan.accumulation = 6;
    s.plan.collective = CollectiveAlgorithm::ring;
    s.plan.bucket_bytes = 25e6;
    s.stack.compute_efficiency = 0.5;
    s.assumptions.collective_model = CollectiveModel::alpha_beta;
    s.assumptions.overlap = 0;
    s.assumptions.input_overlap = 0.5;
    sumGlobalBatch(s);
    return s;
}

/// The expected step: seconds of its parts, with only input hidden.
struct Expected {
    double compute = 0, tensor = 0, expert = 0, pipeline = 0, bubble = 0, data = 0, load = 0, latency = 0;
    double network_bytes = 0;
};

double ring(double ranks, double messages, double bytes, double latency_s, double bandwidth)
{
    return messages * 2 * (ranks - 1) * latency_s + 2 * (ranks - 1) / ranks * bytes / bandwidth;
}

// 4 sequences of 1024 tokens, 6·N FLOPs per token, 6 micro-batches, on 8 GPUs of 200 TFLOP/s sustained.
constexpr double compute_s = 4 * 1024.0 * 6 * 1.2e9 * 6 / (8 * 200e12);
constexpr double activations = 2.0 * 4 * 1024 * 2048; ///< bytes of a micro-batch
// 6 layers per stage, 6 micro-batches, two all-reduces in each direction.
const double tensor_s = 6 * 6 * 4 * ring(2, 1, activations, in_node_s, in_node_Bps);
constexpr double tensor_latency_s = 6 * 6 * 4 * 2 * in_node_s;
// Each way once per micro-batch; tensor-parallel ranks send their half.
constexpr double hop_s = between_s + activations / 2 / between_Bps;
constexpr double gradient_bytes = 2 * 1.2e9 / 8;
const double data_s = ring(8, 12, gradient_bytes, between_s, between_Bps); // 12 buckets
constexpr double data_latency_s = 12 * 2 * 7 * between_s;
constexpr double network_bytes = 2 * 7.0 / 8 * gradient_bytes;

Expected plainly()
{
    return {compute_s, tensor_s, 0, 2 * 6 * hop_s, 3 * (compute_s + tensor_s) / 6, data_s, 4 * 6 / 2000.0,
        tensor_latency_s + 2 * 6 * between_s + data_latency_s, network_bytes};
}

} // namespace

Q_DECLARE_METATYPE(Scenario)
Q_DECLARE_METATYPE(Expected)

/// Every part of a textbook step, computed by hand from the formulas of the source documents.
class TextbookPartsTest : public QObject {
    Q_OBJECT

private slots:
    void partsMatchTheFormulas_data()
    {
        QTest::addColumn<Scenario>("job");
        QTest::addColumn<Expected>("expected");
        const auto row = [](const char* name, auto change, auto adjust) {
            Scenario s = textbookJob();
            change(s);
            Expected e = plainly();
            adjust(e);
            QTest::newRow(name) << s << e;
        };
        const auto rebubble = [](Expected& e, double micro_batches, double chunks) {
            e.bubble = 3 / chunks * (e.compute + e.tensor + e.expert) / micro_batches;
        };
        row(
            "1F1B", [](Scenario&) {}, [](Expected&) {});
        row(
            "interleaved",
            [](Scenario& s) {
                s.plan.pipeline_schedule = PipelineSchedule::interleaved;
                s.plan.virtual_stages = 3;
            },
            [&](Expected& e) {
                e.latency += 2 * e.pipeline / hop_s * between_s;
                e.pipeline *= 3;
                rebubble(e, 6, 3);
            });
        row(
            "twice the micro-batches", [](Scenario& s) { s.plan.accumulation = 12; },
            [&](Expected& e) {
                e.compute *= 2;
                e.tensor *= 2;
                e.pipeline *= 2;
                e.load *= 2;
                e.latency += tensor_latency_s + 2 * 6 * between_s;
            });
        row(
            "full recomputation", [](Scenario& s) { s.plan.recompute = Recompute::full; },
            [&](Expected& e) {
                e.compute *= 4.0 / 3;
                e.tensor *= 1.5;
                e.latency += 0.5 * tensor_latency_s;
                rebubble(e, 6, 1);
            });
        row(
            "attention and feed-forward in parallel", [](Scenario& s) { s.workload.parallel_block = true; },
            [&](Expected& e) {
                e.tensor /= 2;
                e.latency -= 0.5 * tensor_latency_s;
                rebubble(e, 6, 1);
            });
        row(
            "no latency counted", [](Scenario& s) { s.assumptions.collective_model = CollectiveModel::ring; },
            [&](Expected& e) {
                e.tensor -= tensor_latency_s;
                e.pipeline -= 2 * 6 * between_s;
                e.data -= data_latency_s;
                e.latency = 0;
                rebubble(e, 6, 1);
            });
        row(
            "stages in one node",
            [](Scenario& s) {
                s.cluster.gpus = 8;
                sumGlobalBatch(s);
            },
            [](Expected& e) {
                e.pipeline = 2 * 6 * (in_node_s + activations / 2 / in_node_Bps);
                e.data = e.network_bytes = 0;
                e.latency = tensor_latency_s + 2 * 6 * in_node_s;
            });
        row(
            "ZeRO-3 gathers weights twice and scatters gradients once per micro-batch",
            [](Scenario& s) { s.plan.zero_stage = 3; },
            [](Expected& e) {
                e.data *= 6 * 1.5;
                e.network_bytes *= 6 * 1.5;
                e.latency += (6 * 1.5 - 1) * data_latency_s;
            });
        row(
            "ZeRO-3 gathers whole weights in every step, whatever is sent of gradients",
            [](Scenario& s) {
                s.plan.zero_stage = 3;
                s.plan.gradient_compression = 10;
                s.plan.sync_every = 4;
            },
            [](Expected& e) {
                constexpr double payloads = 6 * (0.5 / 10 / 4 + 1); // of an all-reduce of gradients
                e.data *= payloads;
                e.network_bytes *= payloads;
                e.latency += (payloads - 1) * data_latency_s;
            });
        row(
            "synchronized every fourth step", [](Scenario& s) { s.plan.sync_every = 4; },
            [](Expected& e) {
                e.data /= 4;
                e.network_bytes /= 4;
                e.latency -= 0.75 * data_latency_s;
            });
        row(
            "gradients in 32 bits", [](Scenario& s) { s.plan.gradient_precision = GradientPrecision::fp32; },
            [](Expected& e) {
                e.data *= 2; // bytes and buckets
                e.network_bytes *= 2;
                e.latency += data_latency_s;
            });
        row(
            "a parameter server per replica",
            [](Scenario& s) {
                s.plan.synchronization = Synchronization::parameter_server;
                s.plan.parameter_servers = 2;
            },
            [](Expected& e) {
                e.data = 2 * between_s + 2 * gradient_bytes / between_Bps * 4;
                e.network_bytes = 2 * gradient_bytes;
                e.latency += 2 * between_s - data_latency_s;
            });
        row(
            "two-way oversubscription, two GPUs per NIC",
            [](Scenario& s) {
                s.cluster.nics_per_node /= 2;
                s.cluster.oversubscription = 2;
                s.cluster.pod_gpus = 32;
            },
            [](Expected& e) {
                e.data += 3 * (e.data - data_latency_s);
                e.pipeline += 3 * (e.pipeline - 2 * 6 * between_s);
            });
    }

    void partsMatchTheFormulas()
    {
        QFETCH(const Scenario, job);
        QFETCH(const Expected, expected);
        const StepReport r = evaluate(job);
        const auto exposed = [&](Part p) { return r.part(p).exposed_s; };
        VERIFY_CLOSE(exposed(Part::compute), expected.compute, 1e-12);
        VERIFY_CLOSE(exposed(Part::tensor_comm), expected.tensor, 1e-12);
        VERIFY_CLOSE(exposed(Part::pipeline_comm), expected.pipeline, 1e-12);
        VERIFY_CLOSE(exposed(Part::bubble), expected.bubble, 1e-12);
        VERIFY_CLOSE(exposed(Part::data_comm), expected.data, 1e-12);
        VERIFY_CLOSE(r.load_s, expected.load, 1e-12);
        VERIFY_CLOSE(exposed(Part::input), expected.load / 2, 1e-12); // half of it is prefetched
        VERIFY_CLOSE(r.latency_s, expected.latency, 1e-12);
        VERIFY_CLOSE(r.network_bytes, expected.network_bytes, 1e-12);
        VERIFY_CLOSE(r.traffic.of(RankGroup::data), expected.network_bytes, 1e-12);
        VERIFY_CLOSE(r.comm_s, expected.tensor + expected.pipeline + expected.data, 1e-12);
        VERIFY_CLOSE(r.gamma, r.comm_s / expected.compute, 1e-12);
        VERIFY_CLOSE(r.step_s, expected.compute + r.comm_s + expected.bubble + expected.load / 2, 1e-12);
        const double busy = (expected.compute + expected.tensor) / job.plan.accumulation;
        VERIFY_CLOSE(r.forward_s, busy / 3, 1e-12);
        VERIFY_CLOSE(r.backward_s, 2 * busy / 3, 1e-12);
    }

    void bytesOfEveryGroupAreCounted()
    {
        const StepReport r = evaluate(textbookJob());
        VERIFY_CLOSE(r.traffic.of(RankGroup::tensor), 6 * 6 * 4 * activations, 1e-12); // 2·(t−1)/t = 1
        VERIFY_CLOSE(r.traffic.of(RankGroup::tensor, LinkLevel::node), 6 * 6 * 4 * activations, 1e-12);
        VERIFY_CLOSE(
            r.traffic.of(RankGroup::pipeline), 2 * 6 * activations / 2 * 3 / 4, 1e-12); // three of four send on
        VERIFY_CLOSE(r.traffic.of(RankGroup::data, LinkLevel::node), 0, 0);
        QCOMPARE(r.traffic.of(RankGroup::expert), 0.0);
        QCOMPARE(r.traffic.of(RankGroup::context), 0.0);
    }

    void expertsExchangeTheirTokensTwicePerDirection()
    {
        Scenario s = textbookJob();
        s.workload.experts = 16;
        s.workload.top_k = 2;
        s.plan.expert_parallel = 4;
        s.plan.sync_every = 1e9; // no gradients to speak of
        const StepReport r = evaluate(s);
        const double exchanges = 6 * 6 * 4;
        const double sent = 0.75 * activations * 2 / 2; // two experts a token, half on each tensor-parallel rank
        VERIFY_CLOSE(r.part(Part::expert_comm).exposed_s, exchanges * (between_s + sent / between_Bps), 1e-12);
        VERIFY_CLOSE(r.traffic.of(RankGroup::expert), exchanges * sent, 1e-12);
        VERIFY_CLOSE(r.latency_s, tensor_latency_s + exchanges * between_s + 2 * 6 * between_s, 1e-6);
        VERIFY_CLOSE(
            r.part(Part::bubble).exposed_s, (compute_s + tensor_s + r.part(Part::expert_comm).exposed_s) / 2, 1e-12);
        const double busy_s = compute_s + tensor_s + r.part(Part::expert_comm).exposed_s;
        VERIFY_CLOSE(r.forward_s + r.backward_s, busy_s / 6, 1e-12); // a pass of one of six micro-batches
        VERIFY_CLOSE(r.backward_s, 2 * r.forward_s, 1e-12);
        s.plan.context_parallel = 2; // four replicas of two context-parallel ranks: half the tokens
        const StepReport halves = evaluate(s);
        VERIFY_CLOSE(halves.traffic.of(RankGroup::expert), exchanges * sent / 2, 1e-12);
        VERIFY_CLOSE(halves.traffic.of(RankGroup::tensor), r.traffic.of(RankGroup::tensor) / 2, 1e-12);
        VERIFY_CLOSE(halves.traffic.of(RankGroup::pipeline), r.traffic.of(RankGroup::pipeline) / 2, 1e-12);
    }

    void computeIsTheLongestOfFlopsTrafficAndLaunches_data()
    {
        QTest::addColumn<double>("bandwidth"); // relative to one at which traffic takes as long as FLOPs
        QTest::addColumn<double>("floor");     // relative to the time of the FLOPs
        for (const double bandwidth : {0.5, 2.0})
            for (const double floor : {0.5, 1.5, 3.0})
                QTest::addRow("%g, %g", bandwidth, floor) << bandwidth << floor;
    }
    void computeIsTheLongestOfFlopsTrafficAndLaunches()
    {
        QFETCH(const double, bandwidth);
        QFETCH(const double, floor);
        Scenario s = textbookJob();
        s.assumptions.memory_roof = true;
        // Weights three times, 34 bytes per token, layer and hidden element twice, over the 8 GPUs of a replica.
        const double bytes = 3 * 2 * 1.2e9 / 8 + 2 * 34 * 4 * 1024.0 * 2048 * 24 / 8;
        s.cluster.memory_bandwidth = bandwidth * 6 * bytes / compute_s;
        s.stack.launch_floor_s = floor * compute_s / 6;
        const StepReport r = evaluate(s);
        const double traffic = 1 / bandwidth;
        VERIFY_CLOSE(r.part(Part::compute).exposed_s, compute_s, 1e-12);
        VERIFY_WITHIN(r.part(Part::memory).exposed_s, std::max(0.0, traffic - 1) * compute_s, 1e-9 * compute_s);
        const double above = std::max(0.0, floor - std::max(1.0, traffic));
        VERIFY_WITHIN(r.part(Part::launch).exposed_s, above * compute_s, 1e-9 * compute_s);
        VERIFY_CLOSE(r.compute_s, std::max({1.0, traffic, floor}) * compute_s, 1e-9);
        VERIFY_CLOSE(r.roof.arithmetic_intensity, 4 * 1024.0 * 6 * 1.2e9 / 8 / bytes, 1e-12);
        VERIFY_CLOSE(r.roof.sustained_flops, 200e12, 1e-12);
    }

    void aMeasuredExampleSlowsDownWithTheGpusOfItsNode()
    {
        Scenario s = textbookJob();
        s.workload.measured_example_s = 0.01;
        s.stack.crowding_slope = 0.02;
        s.plan.tensor_parallel = s.plan.pipeline_parallel = 1;
        const StepReport r = evaluate(s);
        VERIFY_CLOSE(r.part(Part::compute).exposed_s, 0.01 * 4 * 6, 1e-12);
        VERIFY_CLOSE(r.part(Part::launch).exposed_s, 0.01 * 4 * 6 * 0.02 * 3, 1e-9); // eight GPUs: three doublings
        s.cluster.gpus = 2;
        VERIFY_CLOSE(evaluate(s).part(Part::launch).exposed_s, 0.01 * 4 * 6 * 0.02, 1e-9);
        s.assumptions.input_limited = false; // synthetic input, for example: nothing is prepared
        QCOMPARE(evaluate(s).part(Part::launch).exposed_s, 0.0);
    }

    void aFractionOfTheExpertExchangeIsHidden()
    {
        Scenario s = textbookJob();
        s.workload.experts = 16;
        s.workload.top_k = 2;
        s.plan.expert_parallel = 4;
        const PartTime whole = evaluate(s).part(Part::expert_comm);
        QCOMPARE(whole.hidden_s, 0.0);
        QVERIFY(whole.exposed_s < compute_s);
        s.assumptions.expert_overlap = 0.4;
        VERIFY_CLOSE(evaluate(s).part(Part::expert_comm).hidden_s, 0.4 * whole.exposed_s, 1e-12);
        VERIFY_CLOSE(evaluate(s).part(Part::expert_comm).total_s(), whole.exposed_s, 1e-12);
    }

    /// Gradients of a model without layers become ready continuously, so buckets are sent during the backward pass.
    void aGenericModelHidesItsBuckets()
    {
        Scenario s = test::preset("resnet50-10gbe");
        s.assumptions.overlap_model = OverlapModel::stack;
        s.stack.data_overlap = 1;
        s.stack.bucket_elements = s.stack.replica_elements = 0;
        s.cluster.link_rate = 1e12;
        s.plan.bucket_bytes = 1e6;
        const PartTime t = evaluate(s).part(Part::data_comm);
        QVERIFY(t.total_s() > 0);
        QVERIFY(t.hidden_s > 0.9 * t.total_s());
    }

    void aFractionOfTheWindowIsHidden()
    {
        Scenario s = textbookJob();
        s.assumptions.overlap = 0.6;
        s.assumptions.overlap_window = 0.001;
        s.assumptions.tensor_overlap = 0.3;
        const StepReport r = evaluate(s);
        VERIFY_CLOSE(r.part(Part::tensor_comm).hidden_s, 0.3 * std::min(tensor_s, compute_s), 1e-12);
        VERIFY_CLOSE(r.part(Part::tensor_comm).total_s(), tensor_s, 1e-12);
        QCOMPARE(r.part(Part::data_comm).hidden_s, 0.0); // tensor parallelism has used up the window
        s.assumptions.overlap_window = 1;
        const double free = compute_s - 0.3 * std::min(tensor_s, compute_s);
        VERIFY_CLOSE(evaluate(s).part(Part::data_comm).hidden_s, 0.6 * std::min(free, data_s), 1e-12);
        VERIFY_CLOSE(evaluate(s).part(Part::data_comm).total_s(), data_s, 1e-12);
    }
};

KNEEPOINT_TEST(TextbookPartsTest)
#include "textbook_parts_test.moc"
