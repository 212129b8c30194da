// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_model.h"
#include "model/step/step_series.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <vector>

using namespace kneepoint;
using test::RandomScenarios;

namespace {

constexpr int jobs_wanted = 600;
constexpr int versions_wanted = 40;

/// The parameters in which variants of a job may differ.
std::vector<const Parameter*> free()
{
    std::vector<const Parameter*> all;
    for (const Parameter& p : catalogue())
        if (p.id.starts_with("plan.") || p.id == "cluster.gpus" || p.id == "workload.batch_per_gpu"
            || p.id == "workload.global_batch")
            all.push_back(&p);
    return all;
}

StepReport answer(StepSeries& series, const Scenario& s)
{
    return series.at({s.plan, s.cluster.gpus, s.workload.batch_per_gpu, s.workload.global_batch});
}

} // namespace

/// A series caches what its variants share; results must be identical.
class StepSeriesTest : public QObject {
    Q_OBJECT

private slots:
    void everyVariantMatchesASingleEvaluation()
    {
        RandomScenarios random(20261121);
        const auto parameters = free();
        for (int i = 0; i < jobs_wanted; ++i) {
            Scenario s = i % 2 == 0 ? random.walked() : random.scattered();
            StepSeries series(s, shippedCalibration());
            for (int j = 0; j < versions_wanted; ++j) {
                HOLDS(answer(series, s) == evaluate(s), s);
                const Parameter& p = *parameters[random.index(parameters.size())];
                p.assign(s, random.valueOf(p));
            }
        }
    }

    void everyParameterChangeIsNoticed()
    {
        RandomScenarios random(20261124);
        const auto parameters = free();
        constexpr int values_wanted = 12;
        for (const char* job : {"llama3-8b-64xh100", "mixtral-8x7b-256xh100", "gpt3-175b-1024xa100"})
            for (const char* zero : {"0", "1", "2", "3"}) {
                const Scenario base = test::edited(test::preset(job), {{"plan.zero_stage", zero}});
                StepSeries series(base, shippedCalibration());
                for (const Parameter* p : parameters)
                    for (int i = 0; i < values_wanted; ++i) {
                        Scenario s = base;
                        p->assign(s, random.valueOf(*p));
                        HOLDS(answer(series, base) == evaluate(base), base);
                        HOLDS(answer(series, s) == evaluate(s), s);
                    }
            }
    }

    void theNumberOfStagesCountsEvenIfReplicasDoNotChange()
    {
        for (const char* job : {"llama3-8b-64xh100", "mixtral-8x7b-256xh100"})
            for (const char* zero : {"0", "1", "2", "3"}) {
                Scenario s = test::edited(test::preset(job), {{"plan.zero_stage", zero}});
                s.cluster.gpus = 32 * gpusPerReplica(s);
                StepSeries series(s, shippedCalibration());
                for (const double stages : {1, 2, 4, 1}) {
                    s.cluster.gpus *= stages / s.plan.pipeline_parallel;
                    s.plan.pipeline_parallel = stages;
                    HOLDS(answer(series, s) == evaluate(s), s);
                }
            }
    }

    void aCurveOverReplicasMatchesSingleSteps()
    {
        RandomScenarios random(20261122);
        for (int i = 0; i < jobs_wanted; ++i) {
            const Scenario s = i % 2 == 0 ? random.walked() : random.scattered();
            StepSeries series(s, shippedCalibration());
            for (double k = 1; k <= 4096; k *= 1.7)
                HOLDS(series.withWorkers(k) == evaluate(withWorkers(s, k)), s);
            HOLDS(series.withWorkers(workers(s)) == evaluate(s), s);
        }
    }

    void oneReplicaAmongManyDoesTheWorkOfOne()
    {
        RandomScenarios random(20261123);
        for (int i = 0; i < jobs_wanted; ++i) {
            const Scenario s = i % 2 == 0 ? random.walked() : random.scattered();
            const Scenario one = withWorkers(s, 1);
            StepSeries series(s, shippedCalibration());
            for (const double k : {1.0, 2.0, 96.0}) {
                Scenario among = one;
                among.cluster.gpus = k * gpusPerReplica(one);
                HOLDS(series.oneAmong(k) == evaluate(among), among);
            }
        }
    }
};

KNEEPOINT_TEST(StepSeriesTest)
#include "step_series_test.moc"
