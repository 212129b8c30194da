// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/derive.h"
#include "model/catalogue/whole_batch.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <array>
#include <cmath>

using namespace kneepoint;

namespace {

/// 512 GPUs in 16 replicas of TP 4 · PP 4 · CP 2, 64 micro-batches of 1.
Scenario job()
{
    return test::edited(test::preset("llama3-70b-512xh100"), {{"workload.scaling", "strong"}});
}

bool isWhole(double x)
{
    return x >= 1 && x == std::floor(x);
}

struct Edited {
    Scenario scenario;
    WholeBatch whole;
};

Edited edit(const Scenario& before, std::initializer_list<std::pair<const char*, double>> settings)
{
    kneepoint::Edit edit;
    std::vector<const Parameter*> given;
    for (const auto& [id, value] : settings) {
        edit.push_back({&parameter(id), value});
        given.push_back(&parameter(id));
    }
    Edited e{applied(before, edit, shippedCalibration()), {}};
    e.whole = keptWhole(e.scenario, before, given);
    return e;
}

void verifyWhole(const Scenario& s)
{
    QVERIFY(isWhole(s.cluster.gpus / gpusPerReplica(s)));
    QVERIFY(isWhole(s.workload.batch_per_gpu) && isWhole(s.plan.accumulation));
    QCOMPARE(s.workload.global_batch, s.workload.batch_per_gpu * s.plan.accumulation * workers(s));
}

} // namespace

/// Nobody runs 0.889 of a micro-batch or 6.5 replicas.
class WholeBatchTest : public QObject {
    Q_OBJECT

private slots:
    void accumulationMovesSilentlyWhereItSuffices()
    {
        const Edited e = edit(job(), {{"cluster.gpus", 1024}});
        verifyWhole(e.scenario);
        QVERIFY(e.whole.sentence.empty());
        QCOMPARE(e.scenario.workload.global_batch, 1024.0);
        QCOMPARE(e.scenario.plan.accumulation, 32.0);
    }

    void theGlobalBatchMovesToTheNearestThatReplicasDivide()
    {
        const Edited e = edit(job(), {{"cluster.gpus", 384}});
        verifyWhole(e.scenario);
        QCOMPARE(e.scenario.workload.global_batch, 1020.0);
        QCOMPARE(e.whole.sentence, std::string("Global batch 1024 → 1020, the nearest that 12 replicas divide."));
    }

    void keepMineBringsTheBatchBackOnOtherGpus()
    {
        const Edited e = edit(job(), {{"cluster.gpus", 384}});
        const Scenario kept = applied(e.scenario, e.whole.keep, shippedCalibration());
        verifyWhole(kept);
        QCOMPARE(kept.workload.global_batch, 1024.0);
        QCOMPARE(e.whole.keep_text, std::string("Keep 1024 on 512 GPUs"));
    }

    void theMicroBatchShrinksWhereReplicasDivideTheBatch()
    {
        const Scenario pairs = test::edited(job(), {{"workload.batch_per_gpu", "2"}, {"plan.accumulation", "32"}});
        const Edited e = edit(pairs, {{"workload.global_batch", 1040}});
        verifyWhole(e.scenario);
        QCOMPARE(e.scenario.workload.global_batch, 1040.0);
        QCOMPARE(e.scenario.workload.batch_per_gpu, 1.0);
    }

    void aBatchThatReplicasCannotDivideMovesToTheNearest()
    {
        const Edited e = edit(job(), {{"workload.global_batch", 17}});
        verifyWhole(e.scenario);
        QCOMPARE(e.scenario.workload.global_batch, 16.0);
    }

    void aGivenBatchMovesToTheNearestUnderWeakScalingToo()
    {
        const Scenario before = test::edited(job(), {{"workload.scaling", "weak"}});
        const Edited e = edit(before, {{"workload.global_batch", 1030}});
        verifyWhole(e.scenario);
        QCOMPARE(e.scenario.workload.global_batch, 1024.0);
        QCOMPARE(e.whole.sentence, std::string("Global batch 1030 → 1024, the nearest that 16 replicas divide."));
        verifyWhole(applied(e.scenario, e.whole.keep, shippedCalibration()));
        QVERIFY(edit(before, {{"cluster.gpus", 384}}).whole.sentence.empty());
    }

    void partsOfReplicasAreRefusedWithTheNearestNumbers()
    {
        const Edited e = edit(job(), {{"cluster.gpus", 208}});
        QVERIFY2(e.whole.refusal.ends_with("the nearest values that work are 192 or 224"), e.whole.refusal.c_str());
        QCOMPARE(e.whole.nearest, (std::vector{192.0, 224.0}));
        const Edited pipeline = edit(job(), {{"plan.pipeline_parallel", 3}});
        QVERIFY(!pipeline.whole.refusal.empty());
        QCOMPARE(pipeline.whole.nearest, (std::vector{2.0, 4.0}));
    }

    void whatBothAreGivenByHandIsRefused()
    {
        const Edited e = edit(job(), {{"cluster.gpus", 384}, {"workload.global_batch", 1024}});
        QVERIFY2(e.whole.refusal.ends_with("the nearest values that work are 1020 or 1032"), e.whole.refusal.c_str());
    }

    void textbookJobsStayContinuous()
    {
        const Scenario before = test::preset("knee-simulator");
        Edited e = edit(before, {{"cluster.gpus", 3}});
        QVERIFY(e.whole.sentence.empty() && e.whole.refusal.empty());
    }

    /// After any edit of a whole job, the job is whole or the edit is refused.
    void noEditBreaksAWholeJob()
    {
        test::RandomScenarios random(4711);
        const char* ids[] = {"cluster.gpus", "workload.global_batch", "workload.batch_per_gpu", "plan.accumulation",
            "plan.tensor_parallel", "plan.pipeline_parallel", "plan.context_parallel", "workload.scaling"};
        Scenario s = job();
        const int wanted = test::scenariosWanted(2000);
        for (int i = 0; i < wanted; ++i) {
            if (i % 8 == 0)
                s = job();
            const char* id = ids[random.index(std::size(ids))];
            const double most = id == std::string_view("workload.scaling") ? 2 : 3000;
            const double value = std::floor(random.uniform() * most);
            if (!checkValue(parameter(id), value))
                continue;
            const Edited e = edit(s, {{id, value}});
            if (!e.whole.refusal.empty())
                continue;
            verifyWhole(e.scenario);
            if (QTest::currentTestFailed())
                qInfo("%s = %g", id, value);
            s = e.scenario;
        }
    }
};

KNEEPOINT_TEST(WholeBatchTest)
#include "whole_batch_test.moc"
