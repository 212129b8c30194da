// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/intensity.h"
#include "model/analysis/roofline.h"
#include "model/catalogue/architecture.h"
#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;
using test::edited;
using test::preset;

namespace {

Roofline rooflineOf(const Scenario& s)
{
    return analyze(s).roofline;
}

} // namespace

class RooflineTest : public QObject {
    Q_OBJECT

private slots:
    void attainableIsTheLowestOfThreeRoofs_data()
    {
        QTest::addColumn<QString>("id");
        for (const char* id : {"roofline-7b-debug", "roofline-7b-training", "llama3-8b-64xh100", "resnet50-10gbe",
                 "knee-simulator", "moe-alltoall"})
            QTest::newRow(id) << id;
    }
    void attainableIsTheLowestOfThreeRoofs()
    {
        QFETCH(QString, id);
        const Roofline r = rooflineOf(preset(id.toStdString()));
        QCOMPARE(r.memory_ceiling, r.roof.memory_bandwidth * r.roof.arithmetic_intensity);
        QCOMPARE(r.network_ceiling, r.roof.network_bandwidth * r.roof.communication_intensity);
        const Scenario s = preset(id.toStdString());
        const double memory = countsMemoryTraffic(s) ? r.memory_ceiling : r.roof.sustained_flops;
        QCOMPARE(r.attainable_flops, std::min({r.roof.sustained_flops, memory, r.network_ceiling}));
        const std::array roofs{r.roof.sustained_flops, r.memory_ceiling, r.network_ceiling};
        QCOMPARE(r.attainable_flops, roofs[static_cast<std::size_t>(r.bound)]);
    }

    void roofsMeetAtTheirRidges()
    {
        const Roofline r = rooflineOf(preset("roofline-7b-debug"));
        VERIFY_CLOSE(r.roof.network_bandwidth * r.network_ridge, r.roof.sustained_flops, 1e-12);
        VERIFY_CLOSE(r.roof.memory_bandwidth * r.memory_ridge, r.roof.sustained_flops, 1e-12);
        VERIFY_CLOSE(r.network_ridge, 2e15 / 900e9, 1e-12);
    }

    /// One replica exchanges nothing: its network roof is that of two, inside a node if a node has room for two.
    void oneReplicaHasTheNetworkRoofOfTwo()
    {
        Scenario s = preset("llama3-8b-64xh100");
        s.plan = Plan{};
        s.cluster.resizeNode(2);
        const auto roofOn = [&](double gpus) {
            s.cluster.gpus = gpus;
            return rooflineOf(s).roof.network_bandwidth;
        };
        QCOMPARE(roofOn(1), roofOn(2));
        QVERIFY(roofOn(4) < roofOn(2));
    }

    void theNetworkStopsLimitingAtTheCrossover()
    {
        const Scenario s = preset("roofline-7b-debug");
        VERIFY_CLOSE(rooflineOf(s).crossover_tokens, 1481.4814814814815, 1e-9);
        QCOMPARE(rooflineOf(edited(s, {{"workload.sequence_length", "1481"}})).bound, RoofBound::network);
        QVERIFY(rooflineOf(edited(s, {{"workload.sequence_length", "1482"}})).bound != RoofBound::network);
    }

    void oneReplicaHasNoNetworkRoof()
    {
        const Roofline r = rooflineOf(edited(preset("roofline-7b-debug"), {{"cluster.gpus", "1"}}));
        QCOMPARE(r.network_ceiling, 0.0);
        QCOMPARE(r.crossover_tokens, 0.0);
        QVERIFY(r.bound != RoofBound::network);
    }

    void theSuggestedBatchReachesTheIntensity_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<RoofBound>("roof");
        QTest::newRow("network, textbook") << "knee-1p3b" << RoofBound::network;
        QTest::newRow("network, kernels") << "llama3-8b-64xh100" << RoofBound::network;
        QTest::newRow("memory, kernels") << "llama3-8b-64xh100" << RoofBound::memory;
    }
    void theSuggestedBatchReachesTheIntensity()
    {
        QFETCH(QString, id);
        QFETCH(RoofBound, roof);
        const Parameter& batch = parameter("workload.batch_per_gpu");
        const Scenario s = preset(id.toStdString());
        const auto intensityAt = [&](double value) {
            Scenario moved = s;
            batch.edit(moved, value, shippedCalibration());
            const Roof reached = evaluate(moved).roof;
            return roof == RoofBound::network ? reached.communication_intensity : reached.arithmetic_intensity;
        };
        for (const double wanted : {2.0, 17.0, 300.0}) {
            const auto found = batchForIntensity(analyze(s), roof, intensityAt(wanted));
            QVERIFY(found);
            VERIFY_CLOSE(intensityAt(*found), intensityAt(wanted), 1e-9);
        }
        QCOMPARE(*batchForIntensity(analyze(s), roof, 1e-30), batch.range.slider_min);
    }
    void noBatchIsFoundWithoutNetworkTraffic()
    {
        const Scenario alone = edited(preset("knee-1p3b"), {{"cluster.gpus", "1"}});
        QVERIFY(!batchForIntensity(analyze(alone), RoofBound::network, 100));
    }

    /// Whatever is said of active parameters, clocks and efficiencies.
    void thePointIsNeverAboveItsRoof()
    {
        test::RandomScenarios random(40);
        const int wanted = test::scenariosWanted(1500);
        for (int i = 0; i < wanted; ++i) {
            const Scenario s = i % 2 ? random.scattered() : random.walked();
            const StepReport step = evaluate(s);
            const OperatingPoint point = operatingPoint(roofline(s, step));
            HOLDS(point.achieved <= point.attainable * (1 + 1e-9), s);
        }
    }
    /// Attention in 16 bits is then faster than the GEMMs: the roof is the rate of both, not the dense peak.
    void slowGemmsAreNotUnderTheDensePeak()
    {
        for (const char* efficiency : {"10 %", "6 %", "4 %", "1 %"}) {
            const Analysis a =
                analyze(edited(preset("llama3-8b-8xb200"), {{"cluster.gemm_efficiency_fp8", efficiency}}));
            const double roof = *metric("sustained_flops").value(a);
            QCOMPARE(roof, a.roofline.roof.sustained_flops);
            QVERIFY(a.roofline.bound == RoofBound::compute);
            QCOMPARE(a.roofline.attainable_flops, roof);
            QVERIFY(a.roofline.achieved_flops <= roof);
            QVERIFY2(a.roofline.achieved_flops > 0.8 * roof, efficiency);
        }
    }
    /// Found in the start scenario, planned automatically on 512 GPUs: a job without HBM traffic above its memory roof.
    void aJobThatDoesNotCountMemoryTrafficHasNoMemoryRoof()
    {
        const Scenario s = edited(preset("knee-simulator"), {{"workload.batch_per_gpu", "1"}});
        QVERIFY(!countsMemoryTraffic(s));
        const Roofline r = rooflineOf(s);
        QVERIFY(r.memory_ceiling < r.roof.sustained_flops);
        QVERIFY(r.bound != RoofBound::memory);
    }
    void aLargerBatchNeverMovesThePointToTheLeft()
    {
        test::RandomScenarios random(41);
        const int wanted = test::scenariosWanted(600);
        for (int i = 0; i < wanted; ++i) {
            const Scenario s = i % 2 ? random.scattered() : random.walked();
            Scenario larger = s;
            larger.workload.batch_per_gpu *= 2;
            const Roofline before = roofline(s, evaluate(s));
            const Roofline after = roofline(larger, evaluate(larger));
            if (operatingPoint(before).roof != operatingPoint(after).roof)
                continue;
            const double left = operatingPoint(before).intensity;
            HOLDS(operatingPoint(after).intensity >= left * (1 - 1e-9), s);
        }
    }

    void achievedNeverExceedsTheComputeRoof()
    {
        for (const char* id : {"roofline-7b-debug", "roofline-7b-training", "gpt3-175b-1024xa100", "opt-175b-992"}) {
            const Roofline r = rooflineOf(preset(id));
            QVERIFY(r.achieved_flops > 0);
            QVERIFY(r.achieved_flops <= r.roof.sustained_flops * (1 + 1e-12));
        }
    }
};

KNEEPOINT_TEST(RooflineTest)
#include "roofline_test.moc"
