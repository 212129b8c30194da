// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/kernels.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
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

    /// The fifth root of the sum of fifth powers, at any scale.
    void theLongerOfTwoTimesBlendsSmoothly()
    {
        for (const double scale : {1e-6, 1.0, 1e3})
            for (const auto& [a, b] : {std::pair{3.0, 4.0}, {4.0, 3.0}, {2.0, 2.0}, {5.0, 0.0}}) {
                const double expected = scale * std::pow(std::pow(a, 5) + std::pow(b, 5), 0.2);
                VERIFY_CLOSE(smoothMax(scale * a, scale * b), expected, 1e-12);
            }
        QCOMPARE(smoothMax(0, 0), 0.0);
    }

    void olderKernelsReachTheSameOnVectorUnits()
    {
        const Scenario s = test::preset("llama3-8b-64xh100");
        QCOMPARE(attentionRate(s, Precision::fp32, false), attentionRate(s, Precision::fp32, true));
    }
};

KNEEPOINT_TEST(KernelRatesTest)
#include "kernel_rates_test.moc"
