// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/diagnosis/diagnosis.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/data_row.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;
using test::edited;
using test::preset;

namespace {

double trainingHours(std::string_view id)
{
    return analyze(preset(id)).training.time_s / 3600;
}

} // namespace

/// Every statement of "How to calculate if your network is bottlenecking distributed training", by case id.
class NetworkArticleTest : public QObject {
    Q_OBJECT

private slots:
    void gradientsAreParametersTimesBytes_data()
    {
        QTest::addColumn<QString>("parameters");
        QTest::addColumn<double>("fp32");
        QTest::addColumn<double>("fp16");
        QTest::newRow("s2-grad-ResNet50") << "25e6" << 100e6 << 50e6;
        QTest::newRow("s2-grad-BERT_base") << "110e6" << 440e6 << 220e6;
        QTest::newRow("s2-grad-BERT_large") << "340e6" << 1360e6 << 680e6;
        QTest::newRow("s2-grad-GPT2_1p5B") << "1.5e9" << 6e9 << 3e9;
        QTest::newRow("s2-grad-LLaMA_7B") << "7e9" << 28e9 << 14e9;
    }
    void gradientsAreParametersTimesBytes()
    {
        QFETCH(QString, parameters);
        const Scenario s = edited(test::bareJob(), {{"workload.parameters", parameters.toStdString()}});
        const auto gradients = [&](std::string_view precision) {
            return evaluate(edited(s, {{"plan.gradient_precision", precision}})).gradient_bytes;
        };
        QFETCH(double, fp32);
        QFETCH(double, fp16);
        VERIFY_CLOSE(gradients("fp32"), fp32, 1e-12);
        VERIFY_CLOSE(gradients("bf16"), fp16, 1e-12);
    }

    void commonNetworksReachTheirThroughput_data()
    {
        QTest::addColumn<QString>("interconnect");
        QTest::addColumn<double>("throughput");
        QTest::newRow("s2-networks, throughput.1GbE") << "1gbe" << 110e6;
        QTest::newRow("s2-networks, throughput.10GbE") << "10gbe" << 1.1e9;
        QTest::newRow("s2-networks, throughput.25GbE") << "25gbe" << 2.8e9;
        QTest::newRow("s2-networks, throughput.100GbE-TCP") << "100gbe-tcp" << 9e9;
        QTest::newRow("s2-networks, throughput.100GbE-RDMA") << "100gbe-rdma" << 11e9;
    }
    void commonNetworksReachTheirThroughput()
    {
        QFETCH(QString, interconnect);
        QFETCH(double, throughput);
        const Scenario s = edited(test::bareJob(), {{"cluster.interconnect", interconnect.toStdString()}});
        VERIFY_CLOSE(evaluate(s).roof.network_bandwidth, throughput, 1e-09);
    }

    void allReduceTakesPayloadOverThroughput_data()
    {
        QTest::addColumn<QString>("parameters");
        QTest::addColumn<QString>("interconnect");
        QTest::addColumn<double>("time");
        test::dataRow("s2-allreduce-100MB-1GbE", "25e6", "1gbe", 0.9090909090909091);
        test::dataRow("s2-allreduce-100MB-10GbE", "25e6", "10gbe", 0.09090909090909091);
        test::dataRow("s2-allreduce-100MB-100GbE-RDMA", "25e6", "100gbe-rdma", 0.00909090909090909);
        test::dataRow("s2-allreduce-440MB-1GbE", "110e6", "1gbe", 4.0);
        test::dataRow("s2-allreduce-440MB-10GbE", "110e6", "10gbe", 0.4);
        test::dataRow("s2-allreduce-440MB-100GbE-RDMA", "110e6", "100gbe-rdma", 0.04);
        test::dataRow("s2-allreduce-1400MB-1GbE", "350e6", "1gbe", 12.727272727272727);
        test::dataRow("s2-allreduce-1400MB-10GbE", "350e6", "10gbe", 1.2727272727272727);
        test::dataRow("s2-allreduce-1400MB-100GbE-RDMA", "350e6", "100gbe-rdma", 0.12727272727272726);
        test::dataRow("s2-allreduce-6000MB-1GbE", "1.5e9", "1gbe", 54.54545454545455);
        test::dataRow("s2-allreduce-6000MB-10GbE", "1.5e9", "10gbe", 5.454545454545454);
        test::dataRow("s2-allreduce-6000MB-100GbE-RDMA", "1.5e9", "100gbe-rdma", 0.5454545454545454);
    }
    void allReduceTakesPayloadOverThroughput()
    {
        QFETCH(QString, parameters);
        QFETCH(QString, interconnect);
        QFETCH(double, time);
        const Scenario s = edited(preset("bert-base-1gbe"),
            {{"workload.parameters", parameters.toStdString()}, {"cluster.interconnect", interconnect.toStdString()}});
        VERIFY_CLOSE(evaluate(s).comm_s, time, 1e-09);
    }

    void aSlowNetworkLeavesGpusIdle_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("step_s");
        QTest::addColumn<double>("utilization");
        QTest::newRow("s2-util-1GbE") << "bert-base-1gbe" << 4.15 << 0.03614457831325301;
        QTest::newRow("s2-util-100GbE") << "bert-base-100gbe-rdma" << 0.19 << 0.7894736842105263;
    }
    void aSlowNetworkLeavesGpusIdle()
    {
        QFETCH(QString, id);
        QFETCH(double, step_s);
        QFETCH(double, utilization);
        const Analysis a = analyze(preset(id.toStdString()));
        VERIFY_CLOSE(a.step.compute_s, 0.15, 1e-12);
        VERIFY_CLOSE(a.step.step_s, step_s, 1e-09);
        VERIFY_CLOSE(a.headline.gpu_utilization, utilization, 1e-09);
    }

    void theSlowNetworkCostsDays_data() { test::documentCase("s2-train-time"); }
    void theSlowNetworkCostsDays()
    {
        QCOMPARE(preset("bert-base-1gbe").workload.training_steps, 100000.0);
        const double slow_h = trainingHours("bert-base-1gbe");
        const double fast_h = trainingHours("bert-base-100gbe-rdma");
        VERIFY_CLOSE(slow_h, 115.2777777777778, 1e-09);
        VERIFY_CLOSE(fast_h, 5.277777777777778, 1e-09);
        VERIFY_CLOSE(slow_h / fast_h, 21.842105263157897, 1e-09);
    }

    /// The article's thresholds for a job with 1 s of compute and no overlap: communication of 1× and 10× compute means
    /// utilization of 1/2 and 1/11; a utilization of 1/5 means communication of 4× compute.
    void theVerdictsFollowFromGammaAndUtilization_data()
    {
        QTest::addColumn<double>("gamma");
        QTest::addColumn<bool>("network_bound");
        QTest::addColumn<bool>("severely");
        QTest::addColumn<bool>("paying_for_idle_gpus");
        QTest::newRow("s2-verdicts, below 1") << 0.99 << false << false << false;
        QTest::newRow("s2-verdicts, above 1") << 1.01 << true << false << false;
        QTest::newRow("s2-verdicts, below 0.2 used") << 4.01 << true << false << true;
        QTest::newRow("s2-verdicts, below 10") << 9.99 << true << false << true;
        QTest::newRow("s2-verdicts, above 10") << 10.01 << true << true << true;
    }
    void theVerdictsFollowFromGammaAndUtilization()
    {
        QFETCH(double, gamma);
        Scenario s = edited(test::bareJob(),
            {{"workload.batch_per_gpu", "1"}, {"workload.measured_example_s", "1 s"}, {"workload.parameters", "1e9"}});
        s.cluster.link_rate = 2e9 / gamma;
        const Analysis a = analyze(s);
        QTEST(a.step.bound == Bound::communication, "network_bound");
        QTEST(a.headline.gpu_utilization < 0.5, "network_bound");
        QTEST(a.step.gamma > 10, "severely");
        QTEST(a.headline.gpu_utilization < 0.2, "paying_for_idle_gpus");
    }

    void theDiagnosisGivesTheVerdicts_data() { theVerdictsFollowFromGammaAndUtilization_data(); }
    void theDiagnosisGivesTheVerdicts()
    {
        QFETCH(double, gamma);
        Scenario s = edited(test::bareJob(),
            {{"workload.batch_per_gpu", "1"}, {"workload.measured_example_s", "1 s"}, {"workload.parameters", "1e9"}});
        s.cluster.link_rate = 2e9 / gamma;
        const Diagnosis d = diagnose(analyze(s));
        QCOMPARE(d.causes.front().cause, Cause::exposed_communication);
        const auto& evidence = d.causes.front().evidence;
        const auto says = [&](std::string_view words) {
            return std::ranges::any_of(evidence, [&](const auto& line) { return line.find(words) != line.npos; });
        };
        QTEST(says("etwork-bound:"), "network_bound");
        QTEST(says("Severely network-bound"), "severely");
        QTEST(says("are idle the rest"), "paying_for_idle_gpus");
        QCOMPARE(says("the network is the bottleneck"), gamma > 1 && gamma < 4);
    }
};

KNEEPOINT_TEST(NetworkArticleTest)
#include "network_article_test.moc"
