// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/throughput.h"
#include "model/cost/collectives.h"
#include "model/diagnosis/diagnosis.h"
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

namespace {

/// One second of compute and `gamma` seconds of communication without overlap.
Analysis networkJob(double gamma)
{
    Scenario s = edited(test::bareJob(),
        {{"workload.batch_per_gpu", "1"}, {"workload.measured_example_s", "1 s"}, {"workload.parameters", "1e9"}});
    s.cluster.link_rate = 2e9 / gamma;
    return analyze(s);
}

} // namespace

/// What the articles say beside the figures in tests/seeds/cases.
class ArticlesTest : public QObject {
    Q_OBJECT

private slots:
    // Distributed roofline, section 3.
    void theGapConsistsOfTheLossesInTheArticle()
    {
        const Scenario all = preset("gap-64-gpus");
        const Scenario no_protocol = edited(all, {{"cluster.link_efficiency", "1"}, {"cluster.link_latency", "0"}});
        const Scenario no_contention = edited(no_protocol, {{"cluster.oversubscription", "1"}});
        const Scenario no_barrier = edited(no_contention, {{"assumptions.stragglers", "off"}});
        const auto speedup = [](const Scenario& s) { return scalePoint(s, 64).speedup; };
        QVERIFY(speedup(all) < speedup(no_protocol));
        QVERIFY(speedup(no_protocol) < speedup(no_contention));
        QVERIFY(speedup(no_contention) < speedup(no_barrier));
        QVERIFY(speedup(no_barrier) < 64);
    }

    // Communication bottlenecks, stragglers.
    void theStragglersAreThoseOfAnyScenario()
    {
        const Scenario slow = preset("straggler-512");
        QCOMPARE(slow.assumptions.straggler_probability, Assumptions{}.straggler_probability);
        QCOMPARE(slow.assumptions.straggler_slowdown, Assumptions{}.straggler_slowdown);
    }

    void withoutABarrierGradientsAreStale()
    {
        const Scenario waiting = preset("straggler-512");
        const auto warns = [](const Scenario& s) {
            const auto said = remarks(analyze(s));
            return std::ranges::any_of(said, [](const auto& text) { return text.find("stale") != std::string::npos; });
        };
        QVERIFY(evaluate(waiting).part(Part::straggler).exposed_s > 0);
        QVERIFY(!warns(waiting));
        QVERIFY(warns(edited(waiting, {{"plan.synchronisation", "parameter-server"}})));
    }

    /// Network bottleneck calculation, the formula: for 1 s of compute and no overlap, communication of 1× and 10×
    /// compute means utilization of 1/2 and 1/11; a utilization of 1/5 means communication of 4× compute.
    void theVerdictsFollowFromGammaAndUtilization_data()
    {
        QTest::addColumn<double>("gamma");
        QTest::addColumn<bool>("network_bound");
        QTest::addColumn<bool>("severely");
        QTest::addColumn<bool>("paying_for_idle_gpus");
        QTest::newRow("below 1") << 0.99 << false << false << false;
        QTest::newRow("above 1") << 1.01 << true << false << false;
        QTest::newRow("below 0.2 used") << 4.01 << true << false << true;
        QTest::newRow("below 10") << 9.99 << true << false << true;
        QTest::newRow("above 10") << 10.01 << true << true << true;
    }
    void theVerdictsFollowFromGammaAndUtilization()
    {
        QFETCH(double, gamma);
        const Analysis a = networkJob(gamma);
        QTEST(a.step.bound == Bound::communication, "network_bound");
        QTEST(gpuUtilization(a.step) < 0.5, "network_bound");
        QTEST(a.step.gamma > 10, "severely");
        QTEST(gpuUtilization(a.step) < 0.2, "paying_for_idle_gpus");
    }

    void theDiagnosisGivesTheVerdicts_data() { theVerdictsFollowFromGammaAndUtilization_data(); }
    void theDiagnosisGivesTheVerdicts()
    {
        QFETCH(double, gamma);
        const Diagnosis d = diagnose(networkJob(gamma));
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

    // Communication wall, mixture of experts.
    void theAllToAllOfExpertsIsNeverHidden()
    {
        const Scenario s = preset("moe-alltoall");
        const StepReport step = evaluate(s);
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
};

KNEEPOINT_TEST(ArticlesTest)
#include "articles_test.moc"
