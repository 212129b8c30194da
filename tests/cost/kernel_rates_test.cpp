// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/kernels.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

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

    void olderKernelsReachTheSameOnVectorUnits()
    {
        const Scenario s = test::preset("llama3-8b-64xh100");
        QCOMPARE(attentionRate(s, Precision::fp32, false), attentionRate(s, Precision::fp32, true));
    }
};

KNEEPOINT_TEST(KernelRatesTest)
#include "kernel_rates_test.moc"
