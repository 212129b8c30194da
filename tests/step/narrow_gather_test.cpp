// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/physics.h"
#include "model/cost/operations.h"
#include "model/step/step_model.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

/// Short steps of a small model on many replicas, so weight gathering is exposed.
Scenario job(const char* precision, const char* scaling)
{
    return test::edited(test::preset("llama3-8b-64xh100"),
        {{"stack.software", "nemo-mlperf-2025"}, {"workload.precision", precision},
            {"workload.narrow_scaling", scaling}, {"plan.zero_stage", "1"}, {"workload.batch_per_gpu", "1"},
            {"workload.global_batch", "64"}});
}

double stepOf(Scenario s, bool narrow)
{
    s.stack.narrow_gather = narrow;
    return evaluate(s, shippedCalibration()).step_s;
}

} // namespace

/// FP8 weights gathered in 8 bits.
class NarrowGatherTest : public QObject {
    Q_OBJECT

private slots:
    void softwareThatGathersInEightBitsIsKnown() { QVERIFY(job("fp8", "tensor").stack.narrow_gather); }

    void eightBitsTakeLessTime() { QVERIFY(stepOf(job("fp8", "tensor"), true) < stepOf(job("fp8", "tensor"), false)); }

    void onlyPerTensorScalingGathersIn8Bits()
    {
        for (const auto& [precision, scaling] : {std::pair{"fp8", "block"}, {"fp8", "row"}, {"bf16", "tensor"}})
            QCOMPARE(stepOf(job(precision, scaling), true), stepOf(job(precision, scaling), false));
    }

    void embeddingAndOutputLayerStayIn16Bits()
    {
        const Scenario s = job("fp8", "tensor");
        const Workload& w = s.workload;
        const double tables = 2 * w.vocabulary * w.hidden;
        const double expected = (w.parameters - tables) * narrow_weight_bytes + tables * weight_bytes;
        QVERIFY(std::abs(resolve(s).placement.exchange.weight_bytes / expected - 1) < 1e-9);
    }

    void fullyShardedLayersAreAlsoGatheredIn8Bits()
    {
        Scenario s =
            test::edited(job("fp8", "tensor"), {{"stack.software", "fms-fsdp-2024"}, {"plan.zero_stage", "3"}});
        s.cluster.link_rate /= 10; // makes gathering the bottleneck
        QVERIFY(stepOf(s, true) < 0.9 * stepOf(s, false));
    }
};

KNEEPOINT_TEST(NarrowGatherTest)
#include "narrow_gather_test.moc"
