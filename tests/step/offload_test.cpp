// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/offload.h"
#include "model/results/offload_remark.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace kneepoint;

namespace {

constexpr double link_Bps = 20e9, cpu_rate = 2e9;

Scenario with(Scenario s, Offload offload)
{
    s.plan.offload = offload;
    return s;
}

/// Llama 2 7B on one node of 8 GPUs whose optimizer state is sharded.
Scenario llama(Offload offload)
{
    Scenario s = test::edited(test::bareJob(),
        {{"assumptions.compute_model", "kernels"}, {"workload.model", "llama2-7b"},
            {"workload.sequence_length", "4096"}, {"workload.batch_per_gpu", "1"}, {"cluster.gpus", "8"},
            {"cluster.gpus_per_node", "8"}, {"plan.zero_stage", "1"}, {"plan.accumulation", "4"}});
    s.cluster.host_bandwidth = link_Bps;
    s.cluster.host_update_rate = cpu_rate;
    return with(s, offload);
}

OffloadTime timeOf(const Scenario& s)
{
    return offloadTime(resolve(s));
}

constexpr std::array kinds{Offload::optimizer, Offload::optimizer_and_parameters, Offload::activations};

} // namespace

/// Training state and activations in host memory.
class OffloadTest : public QObject {
    Q_OBJECT

private slots:
    /// Eight GPUs share the CPUs of their node, and each has an eighth of the parameters.
    void theCpusOfANodeUpdateItsParameters()
    {
        const Scenario s = llama(Offload::optimizer);
        VERIFY_CLOSE(timeOf(s).update_s, s.workload.parameters / cpu_rate, 1e-12);
        VERIFY_CLOSE(evaluate(s).part(Part::optimizer).exposed_s, s.workload.parameters / cpu_rate, 1e-12);
    }

    void aSlowLinkDeterminesTheUpdate()
    {
        Scenario s = llama(Offload::optimizer);
        s.cluster.host_bandwidth = 1e8;
        VERIFY_CLOSE(timeOf(s).update_s, 2 * s.workload.parameters / 8 / 1e8, 1e-12);
    }

    void oneMomentIsLessWorkForTheCpu()
    {
        Scenario s = llama(Offload::optimizer);
        const double adam = timeOf(s).update_s;
        s.plan.optimizer = Optimizer::lion;
        VERIFY_CLOSE(timeOf(s).update_s, 22.0 / 30 * adam, 1e-12);
    }

    void weightsAreSentForBothPassesOfEachMicroBatch()
    {
        const Scenario s = llama(Offload::optimizer_and_parameters);
        VERIFY_CLOSE(timeOf(s).stream_s, 4 * 2 * 2 * s.workload.parameters / link_Bps, 1e-12);
        Scenario sharded = s;
        sharded.plan.zero_stage = 3;
        VERIFY_CLOSE(timeOf(sharded).stream_s, timeOf(s).stream_s / 8, 1e-12);
    }

    void activationsAreSentThereAndBack()
    {
        const Scenario s = llama(Offload::activations);
        const double kept = keptActivations(resolve(with(s, Offload::none)), 0);
        VERIFY_CLOSE(timeOf(s).stream_s, 4 * 2 * kept / link_Bps, 1e-12);
    }

    /// 12 bytes of optimizer state and the gradients, and with them 2 bytes of weights.
    void whatIsOffloadedIsInHostMemory()
    {
        const MemoryUse none = memoryUse(llama(Offload::none));
        const MemoryUse state = memoryUse(llama(Offload::optimizer));
        const MemoryUse all = memoryUse(llama(Offload::optimizer_and_parameters));
        QCOMPARE(none.host, 0.0);
        QCOMPARE(state.optimizer, 0.0);
        VERIFY_CLOSE(state.host, none.optimizer + none.gradients / 8, 1e-9);
        VERIFY_CLOSE(all.host, state.host + none.weights, 1e-9);
        QCOMPARE(state.weights, none.weights);
        QVERIFY(all.weights < 0.15 * none.weights);
    }

    void twoLayersOfActivationsStay()
    {
        const Scenario s = llama(Offload::activations);
        const double kept = keptActivations(resolve(s), 0);
        VERIFY_CLOSE(memoryUse(s).host, kept * 30 / 32, 1e-9);
    }

    void offloadingNeverNeedsMoreMemoryOfTheGpu()
    {
        test::RandomScenarios random(7421);
        for (int left = test::scenariosWanted(200); left > 0; --left) {
            const Scenario s = with(random.scattered(), Offload::none);
            for (const Offload kind : kinds)
                HOLDS(memoryUse(with(s, kind)).total() <= memoryUse(s).total() * (1 + 1e-12), s);
        }
    }

    void offloadingIsNeverFaster()
    {
        test::RandomScenarios random(7422);
        for (int left = test::scenariosWanted(200); left > 0; --left) {
            const Scenario s = with(random.scattered(), Offload::none);
            for (const Offload kind : kinds)
                HOLDS(evaluate(with(s, kind)).step_s >= evaluate(s).step_s * (1 - 1e-12), s);
        }
    }

    void withAnInfinitelyFastHostItCostsNothing()
    {
        test::RandomScenarios random(7423);
        for (int left = test::scenariosWanted(200); left > 0; --left) {
            Scenario s = random.scattered();
            s.cluster.host_bandwidth = s.cluster.host_update_rate = 1e300;
            const double none = evaluate(with(s, Offload::none)).step_s;
            for (const Offload kind : kinds)
                HOLDS(std::abs(evaluate(with(s, kind)).step_s / none - 1) < 1e-9, s);
        }
    }

    void accumulationHidesTheUpdate()
    {
        const auto share = [](double micro_batches) {
            Scenario s = llama(Offload::optimizer);
            s.plan.accumulation = micro_batches;
            const StepReport r = evaluate(s);
            return r.part(Part::optimizer).exposed_s / r.step_s;
        };
        QVERIFY(share(1) > 2 * share(8));
    }

    void aGpuHasTheLinkOfItsArchitecture()
    {
        const auto rate = [](const char* gpu) {
            return test::edited(test::bareJob(), {{"cluster.gpu", gpu}}).cluster.host_bandwidth;
        };
        QCOMPARE(rate("v100-sxm2-32"), 12e9);
        QCOMPARE(rate("a100-sxm-80"), 25e9);
        QCOMPARE(rate("h100-sxm"), 55e9);
        QCOMPARE(rate("gh200"), 359e9);
        QCOMPARE(rate("custom"), Cluster{}.host_bandwidth);
    }

    void aModelThatDoesNotFitFitsWithOffloading()
    {
        const Scenario s = test::preset("llama3-8b-offload-rtx4090");
        QVERIFY(memoryUse(s).fits());
        QVERIFY(!memoryUse(with(s, Offload::none)).fits());
        VERIFY_BETWEEN(memoryUse(s).host, 100e9, 200e9);
    }

    void aRemarkSaysWhatItAdds()
    {
        const auto remark = [](const Scenario& s) { return offloadRemark(analyze(s, shippedCalibration())); };
        QVERIFY(remark(llama(Offload::none)).empty());
        QVERIFY(remark(llama(Offload::optimizer)).find("gradient accumulation") != std::string::npos);
        QVERIFY(remark(llama(Offload::optimizer)).starts_with("Offloading keeps "));
    }
};

KNEEPOINT_TEST(OffloadTest)
#include "offload_test.moc"
