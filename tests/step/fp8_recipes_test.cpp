// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/physics.h"
#include "model/job/setup.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

Scenario inFp8(const char* preset, NarrowScaling scaling)
{
    Scenario s = test::edited(test::preset(preset), {{"workload.precision", "fp8"}, {"plan.zero_stage", "1"}});
    s.workload.narrow_scaling = scaling;
    return s;
}

KernelRates ratesOf(const Scenario& s)
{
    return setupOf(s, shippedCalibration()).rates;
}

constexpr auto hopper = "llama3-8b-64xh100", blackwell = "llama3-8b-8xb200";

} // namespace

/// FP8 with delayed, current and block scaling.
class Fp8RecipesTest : public QObject {
    Q_OBJECT

private slots:
    /// What the software does by itself is in its figures; the other recipe has a pass less or more.
    void theSoftwaresOwnRecipeCostsNothingMore()
    {
        for (const bool current : {false, true}) {
            const auto step = [&](NarrowScaling scaling) {
                Scenario s = inFp8(hopper, scaling);
                s.stack.current_scaling = current;
                return evaluate(s, shippedCalibration()).step_s;
            };
            const double own = step(NarrowScaling::tensor);
            QCOMPARE(step(current ? NarrowScaling::current : NarrowScaling::delayed), own);
            const double other = step(current ? NarrowScaling::delayed : NarrowScaling::current);
            QVERIFY(current ? other < own : other > own);
        }
    }

    void currentScalingReadsEachTensorOnceMore()
    {
        for (const bool current : {false, true}) {
            Scenario s = inFp8(hopper, NarrowScaling::delayed);
            s.stack.current_scaling = current;
            const double delayed = ratesOf(s).quantize;
            s.workload.narrow_scaling = NarrowScaling::current;
            QCOMPARE(ratesOf(s).quantize - delayed, largest_passes);
        }
    }

    void recipesChangeOnlyFp8()
    {
        Scenario s = inFp8(hopper, NarrowScaling::tensor);
        s.workload.precision = Precision::bf16;
        const StepReport plain = evaluate(s);
        for (const NarrowScaling scaling : {NarrowScaling::delayed, NarrowScaling::current, NarrowScaling::block}) {
            s.workload.narrow_scaling = scaling;
            QVERIFY(evaluate(s) == plain);
        }
    }

    void wholeTensorsAreMultipliedAtTheSameRate()
    {
        const double own = ratesOf(inFp8(hopper, NarrowScaling::tensor)).gemm;
        QCOMPARE(ratesOf(inFp8(hopper, NarrowScaling::delayed)).gemm, own);
        QCOMPARE(ratesOf(inFp8(hopper, NarrowScaling::current)).gemm, own);
        QVERIFY(ratesOf(inFp8(hopper, NarrowScaling::block)).gemm < own);
    }

    /// 8.03 B parameters without two tables of 128256 · 4096, on Hopper also transposed.
    void recipesKeepCopiesOfTheWeights()
    {
        const double layers = test::preset(hopper).workload.parameters - 2 * 128256.0 * 4096;
        const auto copies = [&](const char* preset, NarrowScaling scaling) {
            return (evaluate(inFp8(preset, scaling)).memory.weights
                       - evaluate(inFp8(preset, NarrowScaling::tensor)).memory.weights)
                / layers;
        };
        for (const NarrowScaling scaling : {NarrowScaling::delayed, NarrowScaling::current}) {
            VERIFY_CLOSE(copies(hopper, scaling), 2, 2e-3);
            VERIFY_CLOSE(copies(blackwell, scaling), 1, 2e-3);
        }
        QCOMPARE(copies(hopper, NarrowScaling::row), 0.0);
    }

    void eightBitGathersNeedOneScalePerTensor()
    {
        Scenario s = inFp8(hopper, NarrowScaling::delayed);
        s.stack.narrow_gather = true;
        QCOMPARE(setupOf(s, shippedCalibration()).gathered_bytes, narrow_weight_bytes);
        s.workload.narrow_scaling = NarrowScaling::block;
        QCOMPARE(setupOf(s, shippedCalibration()).gathered_bytes, weight_bytes);
    }
};

KNEEPOINT_TEST(Fp8RecipesTest)
#include "fp8_recipes_test.moc"
