// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/step/step_model.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

namespace {

constexpr int scenarios_wanted = 20000;
constexpr double rounding = 1e-9;

template <class Check> void forEach(int count, Check check)
{
    test::RandomScenarios random(12);
    for (int i = 0; i < count && !QTest::currentTestFailed(); ++i)
        check(i % 2 ? random.scattered() : random.walked());
}

} // namespace

/// Overlap: one second of compute hides at most one second of communication over all kinds.
class HidingTest : public QObject {
    Q_OBJECT

private slots:
    void aSecondOfComputeHidesASecondOfCommunication()
    {
        forEach(scenarios_wanted, [](const Scenario& s) {
            const StepReport r = evaluate(s);
            double hidden = 0;
            for (const Part part : communication_parts)
                hidden += r.part(part).hidden_s;
            HOLDS(hidden <= r.compute_s * (1 + rounding), s);
        });
    }

    void latencyCountsAsCommunication()
    {
        forEach(scenarios_wanted, [](const Scenario& s) {
            const StepReport r = evaluate(s);
            HOLDS(r.latency_s <= r.comm_s * (1 + rounding), s);
        });
    }

    void aFasterGpuIsNeverSlower_data()
    {
        QTest::addColumn<QStringList>("ids");
        QTest::newRow("peak") << QStringList{"cluster.peak_fp32", "cluster.peak_tf32", "cluster.peak_fp16",
            "cluster.peak_bf16", "cluster.peak_fp8", "cluster.peak_fp4"};
        QTest::newRow("GEMMs") << QStringList{
            "cluster.gemm_efficiency", "cluster.gemm_efficiency_fp8", "cluster.gemm_efficiency_fp4"};
        QTest::newRow("attention") << QStringList{"cluster.attention_efficiency"};
    }

    void aFasterGpuIsNeverSlower()
    {
        QFETCH(const QStringList, ids);
        forEach(scenarios_wanted, [&](const Scenario& s) {
            // The first stage's gradients hide behind its own passes. If another kind of stage is the slowest and is
            // communication-bound, a faster first stage only has less to hide behind, and the step is no shorter.
            const bool uneven = std::fmod(s.workload.layers, s.plan.pipeline_parallel) != 0 || s.stack.stages_by_cost;
            const bool dense_first = s.workload.experts > 1 && s.workload.dense_layers > 0;
            if (s.plan.pipeline_parallel > 1 && (uneven || dense_first))
                return;
            Scenario faster = s;
            for (const QString& id : ids) {
                const Parameter& p = parameter(id.toStdString());
                p.assign(faster, std::min(1.5 * p.get(s), p.max));
            }
            HOLDS(evaluate(faster).step_s <= evaluate(s).step_s * (1 + rounding), s);
        });
    }
};

KNEEPOINT_TEST(HidingTest)
#include "hiding_test.moc"
