// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/catalogue/catalogue.h"
#include "model/presets/presets.h"
#include "model/step/step_model.h"
#include "model/step/step_series.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
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

/// A kernel-depth job with a calibration from own runs: random factors, some of them large, on any software.
Scenario calibratedJob(RandomScenarios& random)
{
    constexpr std::array jobs{"llama3-8b-64xh100", "llama3-70b-512xh100", "mixtral-8x7b-256xh100",
        "gpt3-175b-1024xa100", "llama3-405b-256xgb200", "deepseek-v3-2048xh800"};
    Scenario s = test::preset(jobs[random.index(jobs.size())]);
    applyStack(s, static_cast<PresetIndex>(1 + random.index(stackPresets().size())), shippedCalibration());
    s.own_runs.used = true;
    s.own_runs.runs = 1 + static_cast<double>(random.index(9));
    s.own_runs.memory_runs = static_cast<double>(random.index(9));
    for (const OwnFactor& factor : own_factors) {
        const double most = factor.value == &OwnRuns::pipelined_launch ? 1000 : 4;
        s.own_runs.*factor.value = std::pow(most, 2 * random.uniform() - 1);
    }
    s.own_runs.memory = 0.5 + random.uniform();
    s.plan.synchronization = static_cast<Synchronization>(random.index(3));
    s.plan.zero_stage = static_cast<int>(random.index(4));
    return s;
}

/// A version of the job like those along a curve or in a search: one degree doubled or halved.
void becomeNeighbor(Scenario& s, RandomScenarios& random)
{
    constexpr std::array degrees{&Plan::tensor_parallel, &Plan::pipeline_parallel, &Plan::context_parallel,
        &Plan::expert_parallel, &Plan::accumulation, &Plan::virtual_stages};
    const double factor = random.uniform() < 0.5 ? 2 : 0.5;
    const std::size_t which = random.index(degrees.size() + 3);
    if (which < degrees.size())
        s.plan.*degrees[which] = std::max(1.0, s.plan.*degrees[which] * factor);
    else if (which == degrees.size())
        s.cluster.gpus = std::max(gpusPerReplica(s), s.cluster.gpus * factor);
    else if (which == degrees.size() + 1)
        s.plan.sequence_parallel = !s.plan.sequence_parallel;
    else
        s.plan.zero_stage = static_cast<int>(random.index(4));
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

    void neighborsOfCalibratedJobsAreAnsweredAsIfAlone()
    {
        RandomScenarios random(20261125);
        for (int i = 0; i < jobs_wanted; ++i) {
            Scenario s = calibratedJob(random);
            StepSeries series(s, shippedCalibration());
            for (int j = 0; j < versions_wanted; ++j) {
                HOLDS(answer(series, s) == evaluate(s), s);
                becomeNeighbor(s, random);
            }
        }
    }

    void curvesOfCalibratedJobsAreThoseOfSingleSteps()
    {
        RandomScenarios random(20261126);
        for (int i = 0; i < jobs_wanted; ++i) {
            const Scenario s = calibratedJob(random);
            StepSeries series(s, shippedCalibration());
            for (double k = 1; k <= 1024; k *= 2)
                HOLDS(series.withWorkers(k) == evaluate(withWorkers(s, k)), s);
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
};

KNEEPOINT_TEST(StepSeriesTest)
#include "step_series_test.moc"
