// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Software that sums all gradients on every rank under ZeRO 1.
class WholeReductionTest : public QObject {
    Q_OBJECT

    static StepReport reportOf(int zero_stage, bool whole, double stages = 1)
    {
        Scenario s = test::edited(test::preset("llama3-8b-64xh100"), {{"stack.software", "generic-3d"}});
        s.plan.zero_stage = zero_stage;
        s.plan.pipeline_parallel = stages;
        s.stack.reduces_whole = whole;
        return evaluate(s);
    }

private slots:
    void anAllReduceSendsTwiceAReduceScatter()
    {
        const double scattered = reportOf(1, false).network_bytes;
        const double whole = reportOf(1, true).network_bytes;
        const double all_reduce = reportOf(0, false).network_bytes;
        VERIFY_CLOSE(whole - scattered, all_reduce / 2, 0.01);
    }

    /// In a pipeline, ZeRO 2 scatters gradients in buckets, as ZeRO 1 does, and not layer by layer.
    void otherZeroStagesAreUnaffected()
    {
        for (const double stages : {1.0, 2.0})
            for (const int stage : {0, 2})
                QCOMPARE(reportOf(stage, true, stages), reportOf(stage, false, stages));
        QVERIFY(reportOf(1, true, 2).network_bytes > reportOf(2, true, 2).network_bytes);
    }
};

KNEEPOINT_TEST(WholeReductionTest)
#include "whole_reduction_test.moc"
