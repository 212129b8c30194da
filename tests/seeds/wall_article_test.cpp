// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/cost/collectives.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;
using test::edited;
using test::preset;

/// Every statement of "The communication wall", by case id.
class WallArticleTest : public QObject {
    Q_OBJECT

private slots:
    void overlapHidesAShareOfTheShorter_data()
    {
        QTest::addColumn<double>("compute_s");
        QTest::addColumn<double>("comm_s");
        QTest::addColumn<double>("overlap");
        QTest::addColumn<double>("step_s");
        QTest::addColumn<double>("gamma");
        QTest::newRow("s4-step-1.0-0.5-0") << 1.0 << 0.5 << 0.0 << 1.5 << 0.5;
        QTest::newRow("s4-step-1.0-0.5-0.5") << 1.0 << 0.5 << 0.5 << 1.25 << 0.5;
        QTest::newRow("s4-step-1.0-0.5-1") << 1.0 << 0.5 << 1.0 << 1.0 << 0.5;
        QTest::newRow("s4-step-0.5-1.0-0") << 0.5 << 1.0 << 0.0 << 1.5 << 2.0;
        QTest::newRow("s4-step-0.5-1.0-0.5") << 0.5 << 1.0 << 0.5 << 1.25 << 2.0;
        QTest::newRow("s4-step-0.5-1.0-1") << 0.5 << 1.0 << 1.0 << 1.0 << 2.0;
        QTest::newRow("s4-step-1.0-1.0-0") << 1.0 << 1.0 << 0.0 << 2.0 << 1.0;
        QTest::newRow("s4-step-1.0-1.0-0.5") << 1.0 << 1.0 << 0.5 << 1.5 << 1.0;
        QTest::newRow("s4-step-1.0-1.0-1") << 1.0 << 1.0 << 1.0 << 1.0 << 1.0;
    }
    void overlapHidesAShareOfTheShorter()
    {
        QFETCH(double, compute_s);
        QFETCH(double, comm_s);
        QFETCH(double, overlap);
        QFETCH(double, step_s);
        QFETCH(double, gamma);
        Scenario s = edited(test::bareJob(), {{"workload.batch_per_gpu", "1"}, {"workload.parameters", "1e9"}});
        s.workload.measured_example_s = compute_s;
        s.cluster.link_rate = 2e9 / comm_s;
        s.assumptions.overlap = overlap;
        const StepReport step = evaluate(s);
        VERIFY_CLOSE(step.step_s, step_s, 1e-12);
        VERIFY_CLOSE(step.gamma, gamma, 1e-12);
    }

    void aRingHasMoreHopsThanATree_data()
    {
        QTest::addColumn<QString>("gpus");
        QTest::addColumn<double>("ring_steps");
        QTest::addColumn<double>("tree_depth");
        QTest::newRow("s4-steps-n8") << "8" << 14.0 << 3.0;
        QTest::newRow("s4-steps-n1024") << "1024" << 2046.0 << 10.0;
        QTest::newRow("s4-steps-n8000") << "8000" << 15998.0 << 13.0;
    }
    void aRingHasMoreHopsThanATree()
    {
        QFETCH(QString, gpus);
        QFETCH(double, ring_steps);
        QTEST(ringSteps(gpus.toDouble()), "ring_steps");
        QTEST(treeDepth(gpus.toDouble()), "tree_depth");
        const Scenario s = edited(test::bareJob(),
            {{"cluster.gpus", gpus.toStdString()}, {"cluster.link_latency", "1 s"}, {"plan.bucket_bytes", "1e13"},
                {"plan.collective", "ring"}, {"assumptions.collective_model", "alpha-beta"}});
        VERIFY_CLOSE(evaluate(s).latency_s, ring_steps, 1e-12);
    }

    void seventyBillionParametersSend140GigabytesEach_data() { test::documentCase("s4-70b"); }
    void seventyBillionParametersSend140GigabytesEach()
    {
        VERIFY_CLOSE(evaluate(preset("comm-wall-1024")).gradient_bytes, 140000000000.0, 1e-12);
    }

    void accumulatingEightMicroBatchesDividesGammaByEight_data() { test::documentCase("s4-accumulate"); }
    void accumulatingEightMicroBatchesDividesGammaByEight()
    {
        // The document accumulates before one all-reduce; ZeRO-3 gathers weights for every micro-batch.
        const Scenario once = edited(preset("comm-wall-1024"), {{"plan.zero_stage", "0"}});
        const Scenario eight = edited(once, {{"plan.accumulation", "8"}});
        VERIFY_CLOSE(evaluate(eight).gamma / evaluate(once).gamma, 0.125, 1e-09);
    }

    void aFasterGpuOnTheSameFabricRaisesGamma_data() { test::documentCase("s4-h100-b200"); }
    void aFasterGpuOnTheSameFabricRaisesGamma()
    {
        const Scenario h100 = preset("comm-wall-1024");
        QVERIFY(h100 == edited(h100, {{"cluster.gpu", "h100-sxm"}}));
        Scenario b200 = edited(h100, {{"cluster.gpu", "b200-sxm"}});
        b200.cluster.scale_up_bandwidth = h100.cluster.scale_up_bandwidth;
        b200.cluster.scale_up_efficiency = h100.cluster.scale_up_efficiency;
        VERIFY_BETWEEN(evaluate(b200).gamma / evaluate(h100).gamma, 1.8, 2.6);
    }

    void rdmaReducesTheWait_data() { test::documentCase("s4-rdma"); }
    void rdmaReducesTheWait()
    {
        const Scenario tcp = preset("bert-large-100gbe");
        QCOMPARE(tcp.cluster.protocol, Protocol::tcp);
        const Scenario rdma = edited(tcp, {{"cluster.protocol", "rdma"}});
        const double before = evaluate(tcp).part(Part::data_comm).exposed_s;
        const double after = evaluate(rdma).part(Part::data_comm).exposed_s;
        VERIFY_BETWEEN(1 - after / before, 0.1, 0.9);
    }

    void tenMillisecondsCostThousandsOfGpuHours_data() { test::documentCase("s4-10ms-1024"); }
    void tenMillisecondsCostThousandsOfGpuHours()
    {
        const Scenario delayed = preset("comm-wall-1024");
        QCOMPARE(delayed.cluster.gpus, 1024.0);
        QCOMPARE(delayed.assumptions.sync_delay_s, 0.01);
        QCOMPARE(delayed.workload.training_steps, 1e6);
        const Scenario prompt = edited(delayed, {{"assumptions.sync_delay", "0"}});
        const double lost = analyze(delayed).training.gpu_hours - analyze(prompt).training.gpu_hours;
        VERIFY_CLOSE(lost, 2844.4444444444443, 1e-09);
    }

    void thePipelineBubbleShrinksWithInterleaving_data() { test::documentCase("s4-pipeline-bubble"); }
    void thePipelineBubbleShrinksWithInterleaving()
    {
        const Scenario plain = edited(test::bareJob(),
            {{"workload.batch_per_gpu", "1"}, {"plan.pipeline_parallel", "8"}, {"plan.accumulation", "32"}});
        const Scenario interleaved = edited(plain, {{"plan.virtual_stages", "4"}});
        const auto bubble = [](const StepReport& step) { return step.part(Part::bubble).exposed_s; };
        const StepReport step = evaluate(plain);
        VERIFY_CLOSE(bubble(step) / (bubble(step) + step.compute_s), 0.1794871794871795, 1e-09);
        const StepReport shorter = evaluate(interleaved);
        VERIFY_CLOSE(bubble(shorter) / shorter.compute_s, 0.0546875, 1e-09);
    }

    void expertParallelismAddsAnAllToAll_data() { test::documentCase("s4-moe"); }
    void expertParallelismAddsAnAllToAll()
    {
        const Scenario s = preset("moe-alltoall");
        const StepReport step = evaluate(s);
        QCOMPARE(partLabel(Part::expert_comm), std::string_view("expert all-to-all"));
        QVERIFY(step.part(Part::expert_comm).exposed_s > 0);
        QCOMPARE(step.part(Part::expert_comm).hidden_s, 0.0);
        const double payload =
            2 * s.workload.batch_per_gpu * s.workload.sequence_length * s.workload.hidden * s.workload.top_k;
        const double one = allToAll(
            groupLinks(s.cluster, s.plan.expert_parallel, 1), payload, collectiveLaw(CollectiveModel::alpha_beta))
                               .seconds;
        constexpr double each_way_forward_backward = 4;
        VERIFY_CLOSE(
            step.part(Part::expert_comm).exposed_s, each_way_forward_backward * s.workload.layers * one, 1e-12);
    }

    void oversubscriptionDividesTheNicBandwidth_data() { test::documentCase("s4-oversubscription"); }
    void oversubscriptionDividesTheNicBandwidth()
    {
        const Scenario s = edited(test::bareJob(),
            {{"cluster.link_rate", "50 GB/s"}, {"cluster.oversubscription", "3"}, {"cluster.pod_gpus", "8"},
                {"cluster.gpus", "64"}});
        VERIFY_CLOSE(evaluate(s).roof.network_bandwidth, 16666666666.666666, 1e-09);
        const Scenario inside_a_pod = edited(s, {{"cluster.gpus", "8"}});
        VERIFY_CLOSE(evaluate(inside_a_pod).roof.network_bandwidth, 50e9, 1e-09);
    }
};

KNEEPOINT_TEST(WallArticleTest)
#include "wall_article_test.moc"
