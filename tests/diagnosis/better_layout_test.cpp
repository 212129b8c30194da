// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/better_layout.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;
using test::edited;
using test::preset;

namespace {

bool isWhole(double value)
{
    return value >= 1 && value == std::floor(value);
}

/// The step of a layout as a user would set it, parameter by parameter; infinite if it is none, or does not fit.
double stepOf(const Scenario& s, double tensor, double pipeline)
{
    const double replicas = s.cluster.gpus / (tensor * pipeline * s.plan.context_parallel);
    const double batches = s.workload.global_batch / (s.workload.batch_per_gpu * replicas);
    const bool splits_heads = s.workload.model == 0 || std::fmod(s.workload.heads, tensor) == 0;
    if (!isWhole(replicas) || !isWhole(batches) || !splits_heads || pipeline > s.workload.layers)
        return HUGE_VAL;
    Scenario after = s;
    const auto set = [&](const char* id, double value) {
        if (parameter(id).get(after) != value)
            parameter(id).edit(after, value, shippedCalibration());
    };
    set("plan.tensor_parallel", tensor);
    set("plan.pipeline_parallel", pipeline);
    set("plan.virtual_stages", 1);
    set("workload.batch_per_gpu", s.workload.batch_per_gpu);
    set("plan.accumulation", batches);
    const StepReport step = evaluate(after);
    return step.memory.fits() ? step.step_s : HUGE_VAL;
}

double fastestOf(const Scenario& s, double widest, double deepest)
{
    double fastest = HUGE_VAL;
    for (double tensor = 1; tensor <= widest; tensor *= 2)
        for (double pipeline = 1; pipeline <= deepest; pipeline *= 2)
            if (tensor != s.plan.tensor_parallel || pipeline != s.plan.pipeline_parallel)
                fastest = std::min(fastest, stepOf(s, tensor, pipeline));
    return fastest;
}

/// A model of 8 billion parameters on 64 GPUs in nodes of 8, without virtual stages.
Scenario job()
{
    return edited(preset("llama3-8b-64xh100"), {{"workload.scaling", "strong"}, {"workload.global_batch", "1024"}});
}

} // namespace

class BetterLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void theFastestOfAllLayoutsIsFound_data()
    {
        QTest::addColumn<Scenario>("s");
        const Scenario s = edited(job(), {{"plan.tensor_parallel", "8"}, {"plan.pipeline_parallel", "4"}});
        QTest::newRow("too narrow") << s;
        QTest::newRow("few layers") << edited(s, {{"plan.pipeline_parallel", "1"}, {"workload.layers", "3"}});
        QTest::newRow("few heads") << edited(s, {{"workload.model", "llama2-7b"}, {"workload.heads", "4"}});
        QTest::newRow("a model by its size alone")
            << edited(s, {{"workload.model", "custom"}, {"workload.heads", "5"}});
        QTest::newRow("context parallelism") << edited(s, {{"plan.context_parallel", "2"}});
        QTest::newRow("it does not fit") << edited(s,
            {{"workload.model", "llama3.1-70b"}, {"plan.tensor_parallel", "1"}, {"plan.pipeline_parallel", "1"},
                {"plan.zero_stage", "0"}});
        QTest::newRow("small nodes") << edited(s, {{"cluster.gpus_per_node", "4"}});
        QTest::newRow("few samples") << edited(s, {{"workload.global_batch", "16"}});
    }
    void theFastestOfAllLayoutsIsFound()
    {
        QFETCH(Scenario, s);
        const StepReport step = evaluate(s);
        constexpr double deepest = 64;
        const struct {
            Splitting splitting;
            double widest, deepest;
        } searches[] = {{Splitting::narrower, s.plan.tensor_parallel, s.plan.pipeline_parallel},
            {Splitting::any, std::max(s.plan.tensor_parallel, s.cluster.gpus_per_node), deepest}};
        for (const auto& search : searches) {
            const BetterLayout better = betterLayout(s, step, search.splitting, shippedCalibration());
            const double fastest = fastestOf(s, search.widest, search.deepest);
            constexpr double noticeable = 0.995;
            const bool is_better = fastest < (step.memory.fits() ? noticeable * step.step_s : HUGE_VAL);
            QCOMPARE(!better.changes.empty(), is_better);
            if (is_better) {
                VERIFY_CLOSE(better.step_s, fastest, 1e-12);
                VERIFY_CLOSE(evaluate(applied(s, editOf(better.changes))).step_s, fastest, 1e-12);
            }
        }
    }

    void aModelWithoutLayersHasOneLayout()
    {
        const Scenario s = preset("resnet50-10gbe");
        QVERIFY(betterLayout(s, evaluate(s), Splitting::any, shippedCalibration()).changes.empty());
    }

    void brokenRulesAreCounted()
    {
        const auto broken = [](void (*make)(Scenario&)) {
            Scenario s = job();
            make(s);
            return brokenLayoutRules(s);
        };
        QCOMPARE(broken([](Scenario&) {}), 0);
        QCOMPARE(broken([](Scenario& s) { s.cluster.gpus = 60, s.plan.tensor_parallel = 8; }), 1);
        QCOMPARE(broken([](Scenario& s) { s.workload.batch_per_gpu = 0.5; }), 1);
        QCOMPARE(broken([](Scenario& s) { s.workload.batch_per_gpu = 1; }), 0);
        QCOMPARE(broken([](Scenario& s) { s.plan.accumulation = 1.5; }), 1);
        QCOMPARE(broken([](Scenario& s) { s.workload.heads = 32, s.plan.tensor_parallel = 64; }), 1);
        QCOMPARE(
            broken([](Scenario& s) { s.workload.model = 0, s.workload.heads = 32, s.plan.tensor_parallel = 64; }), 0);
        QCOMPARE(broken([](Scenario& s) { s.workload.layers = 32, s.plan.pipeline_parallel = 64; }), 1);
        QCOMPARE(broken([](Scenario& s) { s.workload.layers = 64, s.plan.pipeline_parallel = 64; }), 0);
        const auto interleaved = [](Scenario& s) {
            s.plan.pipeline_schedule = PipelineSchedule::interleaved;
            s.plan.virtual_stages = 2;
            s.plan.pipeline_parallel = 16;
            s.workload.layers = 31;
        };
        QCOMPARE(broken(interleaved), 1);
        QCOMPARE(broken([](Scenario& s) {
            s.workload.kind = ModelKind::generic;
            s.workload.layers = 1;
            s.workload.heads = 1;
            s.plan.tensor_parallel = 2;
            s.plan.pipeline_parallel = 2;
        }),
            0);
        QCOMPARE(
            broken([](Scenario& s) { s.cluster.gpus = 60, s.plan.tensor_parallel = 8, s.plan.accumulation = 1.5; }), 2);
    }

    void aLayoutIsNamedByWhatChanges()
    {
        const auto label = [](const Scenario& s, const ParameterChanges& changes) {
            return QString::fromStdString(layoutLabel(s, changes, shippedCalibration()));
        };
        const Scenario s = edited(job(), {{"plan.tensor_parallel", "8"}, {"plan.pipeline_parallel", "4"}});
        QCOMPARE(label(s, {}), QStringLiteral("TP 8 × PP 4"));
        QCOMPARE(label(s, {{"plan.tensor_parallel", 4}, {"plan.accumulation", 256}}),
            QStringLiteral("TP 4 × PP 4 with 256 micro-batches"));
        QCOMPARE(label(edited(job(), {{"workload.global_batch", "128"}}), {{"workload.batch_per_gpu", 2}}),
            QStringLiteral("TP 1 × PP 1 with 1 micro-batch"));
        const Scenario looped = edited(s, {{"plan.pipeline_schedule", "interleaved"}, {"plan.virtual_stages", "2"}});
        QCOMPARE(label(looped, {{"plan.virtual_stages", 4}}), QStringLiteral("TP 8 × PP 4, VPP 4"));
    }
};

KNEEPOINT_TEST(BetterLayoutTest)
#include "better_layout_test.moc"
