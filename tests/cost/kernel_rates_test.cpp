// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/kernels.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

using namespace kneepoint;

namespace {

double attentionRate(Scenario s, Precision used, bool native)
{
    s.stack.native_attention = native;
    return kernelRates(s.cluster, s.stack, s.workload.narrow_scaling, used).attention;
}

} // namespace

/// Efficiency of large GEMMs and attention.
class KernelRatesTest : public QObject {
    Q_OBJECT

private slots:
    void olderKernelsReachLessOnNewerMatrixUnits()
    {
        const Scenario s = test::preset("llama3-8b-64xh100");
        const double share = s.cluster.portable_attention / s.cluster.attention_efficiency;
        QVERIFY(share < 1);
        VERIFY_CLOSE(attentionRate(s, Precision::bf16, false), share * attentionRate(s, Precision::bf16, true), 1e-12);
    }

    /// The fourth root of the sum of fourth powers, at any scale.
    void theLongerOfTwoTimesBlendsSmoothly()
    {
        for (const double scale : {1e-6, 1.0, 1e3})
            for (const auto& [a, b] : {std::pair{3.0, 4.0}, {4.0, 3.0}, {2.0, 2.0}, {5.0, 0.0}}) {
                const double expected = scale * std::pow(std::pow(a, 4) + std::pow(b, 4), 0.25);
                VERIFY_CLOSE(smoothMax(scale * a, scale * b), expected, 1e-12);
            }
        QCOMPARE(smoothMax(0, 0), 0.0);
    }

    /// Libraries that are 22 % faster than those of 2021, on a GPU whose GEMMs reached 92 % of its peak with the
    /// latter.
    void nothingIsFasterThanTheMatrixUnits()
    {
        Scenario s = test::preset("llama3-70b-512xh100");
        for (const double clock : {1.0, 0.8, 1.2})
            for (const Precision used : {Precision::bf16, Precision::fp8, Precision::fp32}) {
                s.cluster.sustained_clock = clock;
                s.cluster.gemm_efficiency = s.cluster.gemm_efficiency_fp8 = s.cluster.attention_efficiency = 0.92;
                s.stack.generation = s.stack.attention_generation = 3;
                s.stack.expert_generation = 2;
                const auto peak = [&](Precision p) { return s.cluster.peak[static_cast<std::size_t>(p)]; };
                const Precision wide = used == Precision::fp8 ? Precision::bf16 : used;
                const KernelRates fast = kernelRates(s.cluster, s.stack, s.workload.narrow_scaling, used);
                QCOMPARE(fast.gemm, peak(used));
                QCOMPARE(fast.gemm_expert, peak(used));
                QCOMPARE(fast.gemm_16bit, peak(wide));
                QCOMPARE(fast.attention, peak(wide));
                s.stack.generation = 0.5;
                const KernelRates slow = kernelRates(s.cluster, s.stack, s.workload.narrow_scaling, used);
                QVERIFY(slow.gemm < 0.7 * fast.gemm && slow.gemm_16bit < 0.7 * fast.gemm_16bit);
            }
    }

    void olderKernelsReachTheSameOnVectorUnits()
    {
        const Scenario s = test::preset("llama3-8b-64xh100");
        QCOMPARE(attentionRate(s, Precision::fp32, false), attentionRate(s, Precision::fp32, true));
    }
};

KNEEPOINT_TEST(KernelRatesTest)
#include "kernel_rates_test.moc"
