// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/cause_record.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>

using namespace kneepoint;

namespace {

/// What is said of a cause whose figures are given.
struct Row {
    const char* what;
    Cause cause;
    void (*give)(Analysis&);
    const char* said;
};

/// A step of 10 s on 64 GPUs, of which nothing else is known.
Analysis plainAnalysis()
{
    Analysis a{.scenario = test::preset("llama3-8b-64xh100"), .calibration = shippedCalibration()};
    a.step.step_s = 10;
    a.step.gpus = a.step.workers = 64;
    a.step.compute_s = 8;
    return a;
}

const Row rows[] = {
    {"gradients", Cause::exposed_communication,
        [](Analysis& a) {
            a.step.gradient_bytes = 16e9;
            a.step.network_bytes = 31.5e9;
            a.step.gamma = 0.5;
            a.step.comm_s = 4;
            a.step.compute_s = 8;
            a.step.part(Part::data_comm) = {.exposed_s = 1, .hidden_s = 3};
        },
        "16 GB of gradients per GPU and step; each GPU sends and receives 31.5 GB.\n"
        "γ = 0.5: 4 s of communication for 8 s of compute.\n"
        "Of each step, 4 s goes to gradient synchronization; 1 s of it is exposed."},
    {"stages, network-bound", Cause::exposed_communication,
        [](Analysis& a) {
            a.step.gamma = 1.5;
            a.step.comm_s = 6;
            a.step.compute_s = 4.9;
            a.step.part(Part::data_comm) = {.exposed_s = 1};
            a.step.part(Part::pipeline_comm) = {.exposed_s = 2};
        },
        "γ = 1.5: 6 s of communication for 4.9 s of compute.\n"
        "Of each step, 2 s goes to pipeline transfers; all of it is exposed.\n"
        "Network-bound: communication takes 1.5× as long as compute.\n"
        "GPUs compute 49 % of the time: the network is the bottleneck."},
    {"severely network-bound", Cause::exposed_communication,
        [](Analysis& a) {
            a.step.gamma = 10.5;
            a.step.part(Part::context_comm) = {.exposed_s = 2};
            a.step.compute_s = 1.9;
        },
        "γ = 10.5: 0 s of communication for 1.9 s of compute.\n"
        "Of each step, 2 s goes to context-parallel communication; all of it is exposed.\n"
        "Severely network-bound: communication takes 10.5× as long as compute.\n"
        "GPUs compute 19 % of the time and are idle the rest."},
    {"verdicts begin beyond their limits", Cause::exposed_communication,
        [](Analysis& a) {
            a.step.gamma = 1;
            a.step.part(Part::context_comm) = {.exposed_s = 2};
            a.step.compute_s = 5;
        },
        "γ = 1: 0 s of communication for 5 s of compute.\n"
        "Of each step, 2 s goes to context-parallel communication; all of it is exposed."},
    {"severe begins beyond its limit", Cause::exposed_communication,
        [](Analysis& a) {
            a.step.gamma = 10;
            a.step.part(Part::context_comm) = {.exposed_s = 2};
            a.step.compute_s = 2;
        },
        "γ = 10: 0 s of communication for 2 s of compute.\n"
        "Of each step, 2 s goes to context-parallel communication; all of it is exposed.\n"
        "Network-bound: communication takes 10× as long as compute.\n"
        "GPUs compute 20 % of the time: the network is the bottleneck."},
    {"input", Cause::starved_input,
        [](Analysis& a) {
            a.step.microbatch = 4;
            a.step.microbatches = 5;
            a.scenario.cluster.loader_rate = 2;
            a.step.load_s = 10;
            a.step.part(Part::input) = {.exposed_s = 5};
        },
        "Each replica consumes 20 examples per step; its data loader delivers 2 examples/s, so loading takes 10 s.\n"
        "The rest of the step takes 5 s; to keep up, the loader has to deliver 4 examples/s."},
    {"slow GPUs", Cause::straggler,
        [](Analysis& a) {
            a.scenario.assumptions.stragglers = true;
            a.scenario.stack.straggler_slope = 0.01;
            a.scenario.assumptions.sync_delay_s = 0.9;
            a.step.p_any_slow = 0.25;
            a.step.part(Part::straggler) = {.exposed_s = 2};
            a.training.steps = 1000;
        },
        "With 64 GPUs, 25 % of the steps have at least one slow GPU.\n"
        "With this software the step grows by 1 % for every doubling of the replicas.\n"
        "Of each step, 2 s goes to stragglers; all of it is exposed.\n"
        "A fixed delay of 900 ms at every barrier adds up to 16 GPU-hours over the run."},
    {"nothing of stragglers", Cause::straggler,
        [](Analysis& a) {
            a.scenario.assumptions.stragglers = false;
            a.scenario.stack.straggler_slope = 0;
            a.scenario.assumptions.sync_delay_s = 0;
        },
        ""},
    {"small batch", Cause::tiny_batch,
        [](Analysis& a) {
            a.scenario.workload.sequence_length = 2048;
            a.scenario.workload.length_mean = 0;
            a.step.microbatch = 2;
            a.step.roof.arithmetic_intensity = 100;
            a.roofline.memory_ridge = 295;
            a.step.part(Part::launch) = {.exposed_s = 0.001};
            a.step.part(Part::memory) = {.exposed_s = 0.002};
        },
        "Micro-batch 2 (4096 tokens).\n"
        "Arithmetic intensity is 100 FLOP per byte of HBM traffic; the ridge is at 295.\n"
        "Kernel launches add 1 ms and HBM traffic 2 ms to the GEMMs."},
    {"large batch", Cause::large_batch,
        [](Analysis& a) {
            a.step.global_batch = 4096;
            a.scenario.workload.critical_batch = 1024;
            a.training.statistical_efficiency = 0.2;
            a.training.steps = 5000;
        },
        "The global batch is 4096, the critical batch size 1024.\n"
        "20 % of the examples help; the run takes 5000 steps.\n"
        "GPUs compute 80 % of the time, so the hardware is not the bottleneck."},
    {"protocol", Cause::protocol_overhead,
        [](Analysis& a) {
            a.scenario.cluster.link_efficiency = 0.5;
            a.scenario.cluster.link_rate = 12.5e9;
            a.scenario.plan.bucket_bytes = 25e6;
            a.step.latency_s = 1;
            a.step.comm_s = 3;
            a.step.gradient_bytes = 60e6;
        },
        "The transport reaches 50 % of the line rate: 50 Gbit/s of 100 Gbit/s.\n"
        "1 s of the 3 s of communication is latency.\n"
        "60 MB of gradients are sent in 3 buckets."},
    {"protocol without latency, in one bucket", Cause::protocol_overhead,
        [](Analysis& a) {
            a.scenario.cluster.link_efficiency = 0.5;
            a.scenario.cluster.link_rate = 12.5e9;
            a.scenario.plan.bucket_bytes = 25e6;
            a.step.gradient_bytes = 1e6;
        },
        "The transport reaches 50 % of the line rate: 50 Gbit/s of 100 Gbit/s.\n"
        "1 MB of gradients are sent in one bucket."},
    {"one port", Cause::contention,
        [](Analysis& a) {
            a.scenario.cluster.nics_per_node = 1;
            a.scenario.cluster.link_rate = 50e9;
            a.scenario.cluster.oversubscription = 1;
        },
        "The 8 GPUs of a node share one NIC of 400 Gbit/s: 50 Gbit/s per GPU."},
    {"ports and leaves", Cause::contention,
        [](Analysis& a) {
            a.scenario.cluster.nics_per_node = 4;
            a.scenario.cluster.link_rate = 50e9;
            a.scenario.cluster.oversubscription = 3;
            a.scenario.cluster.pod_gpus = 32;
        },
        "The 8 GPUs of a node share 4 NICs of 400 Gbit/s: 200 Gbit/s per GPU.\n"
        "64 GPUs span leaf switches of 32 GPUs each; traffic between them gets 1/3 of the NIC bandwidth."},
    {"as many ports as GPUs", Cause::contention,
        [](Analysis& a) {
            a.scenario.cluster.nics_per_node = 8;
            a.scenario.cluster.oversubscription = 1;
        },
        ""},
    {"bubble", Cause::pipeline_bubble,
        [](Analysis& a) {
            a.scenario.plan.pipeline_parallel = 4;
            a.scenario.plan.accumulation = 8;
            a.scenario.plan.pipeline_schedule = PipelineSchedule::one_f_one_b;
            a.step.part(Part::bubble) = {.exposed_s = 3};
        },
        "4 stages, 8 micro-batches, 1 virtual stage per GPU.\n"
        "Of each step, 3 s goes to pipeline bubble; all of it is exposed."},
    {"interleaved bubble", Cause::pipeline_bubble,
        [](Analysis& a) {
            a.scenario.plan.pipeline_parallel = 4;
            a.scenario.plan.accumulation = 8;
            a.scenario.plan.pipeline_schedule = PipelineSchedule::interleaved;
            a.scenario.plan.virtual_stages = 2;
        },
        "4 stages, 8 micro-batches, 2 virtual stages per GPU.\n"
        "Of each step, 0 s goes to pipeline bubble; all of it is exposed."},
    {"tensor parallelism", Cause::tensor_parallel_slow_link,
        [](Analysis& a) {
            a.scenario.plan.tensor_parallel = 4;
            a.scenario.cluster.scale_up_bandwidth = 200e9;
            a.scenario.cluster.scale_up_efficiency = 0.5;
            a.step.part(Part::tensor_comm) = {.exposed_s = 1, .hidden_s = 1};
        },
        "Tensor-parallel groups of 4 on 8-GPU nodes: their ring runs at 100 GB/s.\n"
        "Of each step, 2 s goes to tensor-parallel communication; 1 s of it is exposed."},
    {"over-sharded", Cause::over_sharding,
        [](Analysis& a) {
            a.scenario.plan.tensor_parallel = 4;
            a.scenario.plan.pipeline_parallel = 2;
            a.step.memory = {.weights = 20e9, .capacity = 80e9};
            a.step.part(Part::tensor_comm) = {.exposed_s = 1};
            a.step.part(Part::bubble) = {.exposed_s = 2};
        },
        "TP 4 × PP 2 leaves 60 GB of 80 GB per GPU unused.\n"
        "Of each step, 1 s goes to tensor-parallel communication; all of it is exposed.\n"
        "Of each step, 2 s goes to pipeline bubble; all of it is exposed."},
    {"over-sharded, without losses of its parts", Cause::over_sharding,
        [](Analysis& a) {
            a.scenario.plan.tensor_parallel = 4;
            a.step.memory = {.weights = 20e9, .capacity = 80e9};
        },
        "TP 4 × PP 1 leaves 60 GB of 80 GB per GPU unused."},
    {"experts", Cause::expert_all_to_all,
        [](Analysis& a) {
            a.scenario.workload.experts = 128;
            a.scenario.workload.top_k = 8;
            a.scenario.plan.expert_parallel = 256;
            a.step.part(Part::expert_comm) = {.exposed_s = 1};
        },
        "128 experts over 64 replicas on 8-GPU nodes; each token is routed to 8.\n"
        "Of each step, 1 s goes to expert all-to-all; all of it is exposed."},
    {"too large", Cause::out_of_memory,
        [](Analysis& a) {
            a.scenario.plan.pipeline_parallel = 4;
            a.step.memory = {.weights = 60e9, .optimizer = 40e9, .capacity = 80e9, .stage = 1};
        },
        "Needs 100 GB per GPU; 80 GB available, 20 GB short.\n"
        "By kind: weights 60 GB, optimizer state 40 GB.\n"
        "Pipeline stage 2 of 4 needs the most."},
    {"too large for the first of two stages", Cause::out_of_memory,
        [](Analysis& a) {
            a.scenario.plan.pipeline_parallel = 2;
            a.step.memory = {.weights = 100e9, .capacity = 80e9};
        },
        "Needs 100 GB per GPU; 80 GB available, 20 GB short.\n"
        "By kind: weights 100 GB.\n"
        "Pipeline stage 1 of 2 needs the most."},
    {"too large without stages", Cause::out_of_memory,
        [](Analysis& a) { a.step.memory = {.weights = 100e9, .capacity = 80e9}; },
        "Needs 100 GB per GPU; 80 GB available, 20 GB short.\n"
        "By kind: weights 100 GB."},
    {"failures", Cause::failures,
        [](Analysis& a) {
            a.training.time_s = 864000;
            a.training.goodput = {.share = 0.85,
                .interruption_s = 36000,
                .checkpoint_interval_s = 3600,
                .checkpoint_share = 0.05,
                .rework_share = 0.06,
                .restart_share = 0.04};
        },
        "64 GPUs are interrupted every 10 h on average; a run of 10 days sees 24 interruptions.\n"
        "Checkpoints every 60 min take 5 % of the run, repeated work 6 %, restarts 4 %."},
    {"4-bit weights", Cause::dequantization,
        [](Analysis& a) {
            a.scenario.workload.parameters = 8e9;
            a.scenario.workload.sequence_length = 2048;
            a.step.microbatch = 2;
            a.step.microbatches = 16;
        },
        "8 B frozen parameters are restored from 4 to 16 bits in every pass of each of 16 micro-batches.\n"
        "That does not depend on the tokens of a micro-batch, of which there are 4096."},
    {"unbalanced experts", Cause::expert_imbalance,
        [](Analysis& a) {
            a.scenario.plan.expert_parallel = 8;
            a.scenario.workload.expert_imbalance = 1.5;
        },
        "The fullest of 8 expert-parallel ranks gets 1.5 times as many tokens as the mean.\n"
        "The others wait for it in every layer with experts, and it needs memory for more tokens."},
    {"padding", Cause::padding,
        [](Analysis& a) {
            a.scenario.workload.packing = Packing::padded;
            a.scenario.workload.sequence_length = 2048;
            a.scenario.workload.length_mean = 512;
            a.scenario.workload.length_spread = 0;
        },
        "The mean example fills 512 of 2048 tokens of a sequence.\n"
        "All layers compute the rest, too, and keep its activations."},
};

std::string saidOf(const Row& row)
{
    Analysis a = plainAnalysis();
    row.give(a);
    return fmt::format("{}", fmt::join(causeRecord(row.cause).evidence(a, {}), "\n"));
}

} // namespace

class CauseWordsTest : public QObject {
    Q_OBJECT

private slots:
    void theFiguresOfACauseAreSaid_data()
    {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(std::size(rows)); ++i)
            QTest::newRow(rows[i].what) << i;
    }
    void theFiguresOfACauseAreSaid()
    {
        QFETCH(int, row);
        QCOMPARE(QString::fromStdString(saidOf(rows[row])), QString::fromUtf8(rows[row].said));
    }

    void replicasThatRepeatAnUpdateAreCounted()
    {
        const auto says = [](int stage, double replicas) {
            Analysis a = analyze(test::preset("cause-optimizer-gathers"));
            a.scenario.plan.zero_stage = stage;
            a.step.workers = replicas;
            const Sentences said = causeRecord(Cause::optimizer_gathers).evidence(a, {});
            return std::ranges::find(said, "Without ZeRO, each of 64 replicas repeats all of it.") != said.end();
        };
        QVERIFY(says(0, 64));
        QVERIFY(!says(1, 64));
        QVERIFY(!says(0, 1));
    }
};

KNEEPOINT_TEST(CauseWordsTest)
#include "cause_words_test.moc"
