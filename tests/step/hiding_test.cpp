// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/step/step_model.h"
#include "model/step/synchronization.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace kneepoint;

namespace {

int scenariosWanted()
{
    return test::scenariosWanted(20000);
}
constexpr int pipelines_wanted = 200;
constexpr double rounding = 1e-9;

template <class Check> void forEach(int count, Check check)
{
    test::RandomScenarios random(12);
    for (int i = 0; i < count && !QTest::currentTestFailed(); ++i)
        check(i % 2 ? random.scattered() : random.walked());
}

/// Buckets hide behind the passes of the first stage. where another kind of stage is the slowest and is bound by
/// communication, a faster first stage has less to hide behind, and the step is no shorter.
bool hidesBehindAnotherStage(const Scenario& s)
{
    const bool uneven = std::fmod(s.workload.layers, s.plan.pipeline_parallel) != 0 || s.stack.stages_by_cost;
    const bool dense_first = s.workload.experts > 1 && s.workload.dense_layers > 0;
    return syncsInBuckets(resolve(s)) && s.plan.pipeline_parallel > 1 && (uneven || dense_first);
}

} // namespace

/// Overlap: one second of compute hides at most one second of communication over all kinds.
class HidingTest : public QObject {
    Q_OBJECT

private slots:
    void aSecondOfComputeHidesASecondOfCommunication()
    {
        forEach(scenariosWanted(), [](const Scenario& s) {
            const StepReport r = evaluate(s);
            double hidden = 0;
            for (const Part part : communication_parts)
                hidden += r.part(part).hidden_s;
            HOLDS(hidden <= r.compute_s * (1 + rounding), s);
        });
    }

    void latencyCountsAsCommunication()
    {
        forEach(scenariosWanted(), [](const Scenario& s) {
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
        QTest::newRow("elementwise kernels") << QStringList{"cluster.memory_efficiency", "cluster.memory_bandwidth"};
    }

    void aFasterGpuIsNeverSlower()
    {
        QFETCH(const QStringList, ids);
        forEach(scenariosWanted(), [&](const Scenario& s) {
            if (hidesBehindAnotherStage(s))
                return;
            if (splitsBackward(s.plan.pipeline_schedule))
                return; // where launches or messages set the pace, shorter gradients of weights fill less of the bubble
            Scenario faster = s;
            for (const QString& id : ids) {
                const Parameter& p = parameter(id.toStdString());
                if (id.contains("peak") && 1.5 * p.get(s) > p.range.max)
                    return; // peaks that do not rise together change which format is the fastest
                p.assign(faster, std::min(1.5 * p.get(s), p.range.max));
            }
            if (resolve(faster).setup.precision != resolve(s).setup.precision)
                return; // a format at the largest peak is not faster, and another one may take its place
            HOLDS(evaluate(faster).step_s <= evaluate(s).step_s * (1 + rounding), s);
        });
    }

    /// From software that sends one message after the backward pass to software that hides all it can.
    void hidingMoreOfTheGradientsNeverLengthensTheStep()
    {
        forEach(scenariosWanted(), [](const Scenario& any) {
            Scenario s = any;
            s.assumptions.overlap_model = OverlapModel::stack;
            double last_s = std::numeric_limits<double>::infinity();
            for (const double share : {0.0, 1e-9, 0.01, 0.3, 0.6, 1.0}) {
                s.stack.data_overlap = share;
                const double step_s = evaluate(s).step_s;
                HOLDS(step_s <= last_s * (1 + rounding), s);
                last_s = step_s;
            }
        });
    }

    /// PyTorch DDP sends its buckets whether or not they hide anything; other software sends one message then.
    void softwareThatAlwaysSendsBucketsPaysTheirLatency()
    {
        Scenario s = test::edited(test::preset("llama3-8b-64xh100"),
            {{"plan.zero_stage", "0"}, {"plan.bucket_bytes", "1 MB"}, {"stack.bucket_elements", "0"},
                {"stack.replica_elements", "0"}, {"stack.data_overlap", "0"}});
        const StepReport one = evaluate(s);
        s.stack.always_buckets = true;
        const StepReport many = evaluate(s);
        QVERIFY(many.latency_s > 10 * one.latency_s);
        QVERIFY(many.step_s > one.step_s);
        QCOMPARE(many.part(Part::data_comm).hidden_s, 0.0);
        s.stack.always_buckets = false;
        s.stack.data_overlap = 1e-3;
        QVERIFY(evaluate(s).step_s <= one.step_s);
    }

    void aFasterGpuIsNeverSlowerInAPipelineHoweverGradientsAreSent_data()
    {
        QTest::addColumn<int>("synchronization");
        QTest::addColumn<int>("overlap");
        for (int sync = 0; sync < 3; ++sync)
            for (int overlap = 0; overlap < 2; ++overlap)
                QTest::addRow("synchronization %d, overlap %d", sync, overlap) << sync << overlap;
    }

    void aFasterGpuIsNeverSlowerInAPipelineHoweverGradientsAreSent()
    {
        QFETCH(const int, synchronization);
        QFETCH(const int, overlap);
        test::RandomScenarios random(13);
        for (const char* job : {"deepseek-v3-2048xh800", "llama3-405b-16384xh100", "gpt3-175b-1024xa100"})
            for (int i = 0; i < pipelines_wanted; ++i) {
                Scenario s = test::preset(job);
                s.plan.synchronization = static_cast<Synchronization>(synchronization);
                s.assumptions.overlap_model = static_cast<OverlapModel>(overlap);
                for (const char* id : {"workload.sequence_length", "plan.sync_every", "plan.zero_stage",
                         "assumptions.overlap", "assumptions.overlap_window", "cluster.link_rate",
                         "stack.straggler_slope", "assumptions.stragglers", "assumptions.straggler_slowdown"})
                    if (const Parameter& p = parameter(id); random.uniform() < 0.3)
                        p.assign(s, random.valueOf(p));
                if (hidesBehindAnotherStage(s))
                    continue;
                double last_s = evaluate(s).step_s;
                for (int faster = 0; faster < 8; ++faster) {
                    s.cluster.gemm_efficiency *= 1.1;
                    s.cluster.gemm_efficiency_fp8 *= 1.1;
                    s.cluster.attention_efficiency *= 1.1;
                    s.cluster.portable_attention *= 1.1;
                    const double step_s = evaluate(s).step_s;
                    HOLDS(step_s <= last_s * (1 + rounding), s);
                    last_s = step_s;
                }
            }
    }
};

KNEEPOINT_TEST(HidingTest)
#include "hiding_test.moc"
