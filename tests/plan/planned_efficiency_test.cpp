// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/scaling.h"
#include "model/search/auto_plan.h"
#include "model/search/robust_choice.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

namespace {

const Calibration& calibration()
{
    return shippedCalibration();
}

/// A job of random size, batch, cluster and links whose layout is planned.
Scenario job(test::RandomScenarios& random)
{
    constexpr const char* bases[]{
        "llama3-8b-64xh100", "llama3-70b-512xh100", "mixtral-8x7b-256xh100", "gpt3-175b-1024xa100"};
    Scenario s = test::preset(bases[random.index(std::size(bases))]);
    const auto set = [&](const char* id, double value) { parameter(id).edit(s, value, calibration()); };
    const auto between = [&](double low, double high) { return low * std::pow(high / low, random.uniform()); };
    set("workload.scaling", static_cast<double>(Scaling::strong));
    if (random.index(2) == 0 && s.workload.experts <= 1)
        set("workload.parameters", between(1e9, 4e10));
    set("cluster.gpus", 8 * std::exp2(static_cast<double>(random.index(7))));
    set("workload.global_batch", 64 * std::exp2(static_cast<double>(random.index(5))));
    set("cluster.link_rate", between(1e9, 1e11));
    s.automatic.on = true;
    return s;
}

std::optional<Scenario> planned(const Scenario& s)
{
    const AutoPlanAnswer answer = autoPlan(s, {.threads = 1}, calibration());
    return answer.layout ? std::optional(applied(s, editOf(*answer.layout), calibration())) : std::nullopt;
}

/// Improves something this many times.
using Improve = void (*)(Scenario&, double);

/// The planned batch may move within its tolerance, and the step with it.
double secondsPerExample(const Scenario& s)
{
    const StepReport step = evaluate(s, calibration());
    return step.step_s / step.global_batch;
}

} // namespace

/// With automatic planning, efficiency compares GPU for GPU with smaller clusters, whatever the layouts.
class PlannedEfficiencyTest : public QObject {
    Q_OBJECT

private slots:
    void efficiencyIsTheRatePerGpuOverThatOfTheBaseline()
    {
        test::RandomScenarios random(90);
        const int wanted = test::scenariosWanted(12);
        for (int i = 0; i < wanted; ++i) {
            const std::optional<Scenario> s = planned(job(random));
            if (!s)
                continue;
            const Analysis a = analyze(*s);
            const Scenario& there = a.baseline.scenario;
            const double seconds = secondsPerExample(*s) * s->cluster.gpus;
            VERIFY_CLOSE(a.headline.efficiency, secondsPerExample(there) * there.cluster.gpus / seconds, 1e-9);
            HOLDS(a.headline.efficiency <= 1, *s);
        }
    }

    /// Of 8 GPUs in their best layout, not of a poor one on the smallest cluster that holds the job.
    void noClusterMakesALargerOneLookBetterThanIdeal()
    {
        const auto check = [](const char* id, std::initializer_list<test::Edit> settings) {
            Scenario s = test::edited(test::preset(id), settings);
            s.automatic.on = true;
            const Analysis a = analyze(*planned(s));
            QVERIFY2(a.headline.efficiency <= 1, id);
            for (const ScalePoint& p : a.curve.points)
                QVERIFY2(p.efficiency <= 1, id);
        };
        check("llama3-70b-512xh100", {{"cluster.gpu", "l40s"}});
        check("palm-540b-4096xtpuv4", {{"cluster.gpus_per_node", "8"}});
        check("llama3-70b-512xh100", {{"cluster.peak_bf16", "1600e12"}});
        check("llama3-70b-512xh100", {{"cluster.scale_up_bandwidth", "30 GB/s"}});
        check("mixtral-8x7b-256xh100", {{"cluster.memory_bytes", "100 GB"}});
        check("llama3-8b-64xh100", {});
        check("llama3-405b-256xgb200", {{"workload.precision", "fp4"}});
    }

    /// Better hardware, or hiding more of what is exchanged, never lengthens the planned time per example, beyond the
    /// noise.
    void betterHardwareNeverLengthensThePlannedStep_data()
    {
        QTest::addColumn<Improve>("improve");
        const auto row = [](const char* name, Improve improve) { QTest::newRow(name) << improve; };
        row("memory", [](Scenario& s, double f) { s.cluster.memory_bytes *= f; });
        row("memory bandwidth", [](Scenario& s, double f) { s.cluster.memory_bandwidth *= f; });
        row("peak", [](Scenario& s, double f) {
            for (double& peak : s.cluster.peak)
                peak *= f;
        });
        row("network", [](Scenario& s, double f) { s.cluster.link_rate *= f; });
        row("links of a node", [](Scenario& s, double f) { s.cluster.scale_up_bandwidth *= f; });
        row("overlap of gradients",
            [](Scenario& s, double f) { s.stack.data_overlap += (1 - s.stack.data_overlap) * (f - 1); });
        row("overlap of tensor parallelism",
            [](Scenario& s, double f) { s.stack.tensor_overlap += (1 - s.stack.tensor_overlap) * (f - 1); });
    }
    void betterHardwareNeverLengthensThePlannedStep()
    {
        QFETCH(Improve, improve);
        test::RandomScenarios random(92);
        const int wanted = test::scenariosWanted(8);
        for (int i = 0; i < wanted; ++i) {
            const Scenario plain = job(random);
            Scenario improved = plain;
            improve(improved, 1 + random.uniform());
            const auto a = planned(plain);
            const auto b = planned(improved);
            HOLDS(b || !a, plain);
            if (a)
                HOLDS(secondsPerExample(*b) <= secondsPerExample(*a) * (1 + most_given_up + 1e-9), plain);
        }
    }
};

KNEEPOINT_TEST(PlannedEfficiencyTest)
#include "planned_efficiency_test.moc"
