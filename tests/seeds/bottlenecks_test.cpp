// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/cost/collectives.h"
#include "model/results/sentences.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;
using test::edited;
using test::preset;

/// Every statement of "Communication bottlenecks and scaling limits in distributed training", by case id.
class BottlenecksTest : public QObject {
    Q_OBJECT

private slots:
    void tenBillionGradientsTakeFourHundredMilliseconds_data() { test::documentCase("s1-10b-50GBps"); }
    void tenBillionGradientsTakeFourHundredMilliseconds()
    {
        const StepReport step = evaluate(preset("allreduce-10b-400g"));
        VERIFY_CLOSE(step.gradient_bytes, 20000000000.0, 1e-12);
        VERIFY_CLOSE(step.comm_s, 0.4, 1e-09);
    }

    void aRingSendsTwiceTheOtherRanksShare_data()
    {
        QTest::addColumn<QString>("gpus");
        QTest::addColumn<double>("time");
        QTest::newRow("s1-ring-n2") << "2" << 0.4;
        QTest::newRow("s1-ring-n8") << "8" << 0.7;
        QTest::newRow("s1-ring-n64") << "64" << 0.7875;
        QTest::newRow("s1-ring-n512") << "512" << 0.7984375;
    }
    void aRingSendsTwiceTheOtherRanksShare()
    {
        QFETCH(QString, gpus);
        QFETCH(double, time);
        const Scenario s = edited(preset("allreduce-10b-400g"),
            {{"assumptions.collective_model", "ring"}, {"cluster.gpus", gpus.toStdString()}});
        VERIFY_CLOSE(evaluate(s).comm_s, time, 1e-12);
    }

    void tensorParallelCollectivesAddUpOverTheLayers_data() { test::documentCase("s1-tp-allreduce"); }
    void tensorParallelCollectivesAddUpOverTheLayers()
    {
        constexpr double layers = 96, forward_collectives = 2;
        const Scenario s = edited(test::bareJob(),
            {{"workload.layers", "96"}, {"workload.hidden", "10000"}, {"workload.sequence_length", "10000"},
                {"workload.batch_per_gpu", "1"}, {"cluster.gpus", "8"}, {"cluster.gpus_per_node", "8"},
                {"cluster.scale_up_bandwidth", "600 GB/s"}, {"plan.tensor_parallel", "8"},
                {"assumptions.collective_model", "alpha-beta"}});
        const double payload = 200e6;
        const GroupLinks links = groupLinks(s.cluster, 8, 1);
        const double one =
            allReduce(links, payload, 1, CollectiveAlgorithm::ring, collectiveLaw(CollectiveModel::alpha_beta)).seconds;
        VERIFY_BETWEEN(one, 0.0005, 0.002);
        VERIFY_BETWEEN(layers * forward_collectives * one, 0.096, 0.384);
        const double forward_s = evaluate(s).part(Part::tensor_comm).total_s() / 2;
        VERIFY_BETWEEN(forward_s, 0.096, 0.384);
    }

    void anNvSwitchReachesMostOfItsBusBandwidth_data() { test::documentCase("s1-nccl-a100"); }
    void anNvSwitchReachesMostOfItsBusBandwidth()
    {
        constexpr double payload = 1e9, ranks = 8;
        const Cluster a100 = edited(test::bareJob(),
            {{"cluster.gpu", "a100-sxm-80"}, {"cluster.interconnect", "nvlink3-article"},
                {"cluster.gpus",
                    "8"}}).cluster;
        const CollectiveTime time = allReduce(groupLinks(a100, ranks, 1), payload, 1, CollectiveAlgorithm::automatic,
            collectiveLaw(CollectiveModel::ring));
        const double bus_bandwidth = payload / time.seconds * 2 * (ranks - 1) / ranks;
        QCOMPARE(a100.scale_up_bandwidth, 300e9);
        VERIFY_WITHIN(bus_bandwidth / a100.scale_up_bandwidth, 0.93, 0.02);
    }

    void stragglersCostTenToTwentyPercent_data() { test::documentCase("s1-straggler-512"); }
    void stragglersCostTenToTwentyPercent()
    {
        const Scenario slow = preset("straggler-512");
        QCOMPARE(slow.cluster.gpus, 512.0);
        QCOMPARE(slow.assumptions.straggler_probability, Assumptions{}.straggler_probability);
        QCOMPARE(slow.assumptions.straggler_slowdown, Assumptions{}.straggler_slowdown);
        const StepReport step = evaluate(slow);
        const StepReport even = evaluate(edited(slow, {{"assumptions.stragglers", "off"}}));
        QVERIFY(step.p_any_slow >= 0.99);
        VERIFY_BETWEEN(1 - even.step_s / step.step_s, 0.1, 0.2);
    }

    void strongScalingTo512GpusLosesHalfTheEfficiency_data() { test::documentCase("s1-eff-512"); }
    void strongScalingTo512GpusLosesHalfTheEfficiency()
    {
        const Scenario s = edited(preset("allreduce-10b-400g"),
            {{"cluster.interconnect", "ideal-200g"}, {"cluster.gpus", "512"}, {"workload.scaling", "strong"},
                {"workload.global_batch", "512"}});
        QCOMPARE(s.cluster.link_rate * s.cluster.link_efficiency, 200e9 / 8);
        QVERIFY(analyze(s).headline.efficiency <= 0.5);
    }

    void opt175bScalesAtHalfEfficiency_data() { test::documentCase("s1-opt175b"); }
    void opt175bScalesAtHalfEfficiency()
    {
        const Scenario s = preset("opt-175b-992");
        QCOMPARE(s.cluster.gpus, 992.0);
        VERIFY_WITHIN(analyze(s).headline.efficiency, 0.5, 0.1);
    }

    void syncIntervalEightSendsAnEighth_data() { test::documentCase("s1-local-sgd"); }
    void syncIntervalEightSendsAnEighth()
    {
        const Scenario every = preset("allreduce-10b-400g");
        const Scenario eighth = edited(every, {{"plan.sync_every", "8"}});
        VERIFY_CLOSE(evaluate(eighth).comm_s / evaluate(every).comm_s, 0.125, 1e-09);
        VERIFY_CLOSE(evaluate(eighth).network_bytes / evaluate(every).network_bytes, 0.125, 1e-09);
    }

    void withoutABarrierThereIsNoStragglerWait_data() { test::documentCase("s1-async"); }
    void withoutABarrierThereIsNoStragglerWait()
    {
        const Scenario waiting = preset("straggler-512");
        const Scenario asynchronous = edited(waiting, {{"plan.synchronisation", "parameter-server"}});
        QVERIFY(evaluate(waiting).part(Part::straggler).exposed_s > 0);
        VERIFY_WITHIN(evaluate(asynchronous).part(Part::straggler).total_s(), 0, 1e-15);
        const auto said = remarks(analyze(asynchronous));
        QVERIFY(std::ranges::any_of(said, [](const auto& text) { return text.find("stale") != std::string::npos; }));
    }
};

KNEEPOINT_TEST(BottlenecksTest)
#include "bottlenecks_test.moc"
