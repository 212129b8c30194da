// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/scaling.h"
#include "model/search/auto_plan.h"
#include "model/search/robust_choice.h"
#include "model/search/smallest_cluster.h"
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

double efficiency(const Scenario& s)
{
    return scalePoint(s, workers(s), calibration()).efficiency;
}

/// The planned batch may move within its tolerance, and the step with it.
double secondsPerExample(const Scenario& s)
{
    const StepReport step = evaluate(s, calibration());
    return step.step_s / step.global_batch;
}

/// Seconds of a GPU per example on the smallest cluster.
double referenceRate(const Scenario& s)
{
    const std::optional<SmallestCluster> smallest = smallestCluster(s, calibration());
    return smallest->step.step_s * smallest->step.gpus / smallest->step.global_batch;
}

} // namespace

/// With automatic planning, efficiency compares GPU for GPU with the smallest cluster, whatever the layouts.
class PlannedEfficiencyTest : public QObject {
    Q_OBJECT

private slots:
    void onTheSmallestClusterNothingIsAboveOne()
    {
        Scenario s = test::preset("llama3-8b-64xh100");
        s.automatic.on = true;
        s.cluster.gpus = smallestCluster(s, calibration())->step.gpus;
        QVERIFY(efficiency(*planned(s)) <= 1 + 1e-9);
    }

    /// Two layouts on the same GPUs differ in efficiency as in throughput.
    void efficiencyIsThroughputOverOneReference()
    {
        test::RandomScenarios random(90);
        const int wanted = test::scenariosWanted(300);
        for (int i = 0; i < wanted; ++i) {
            Scenario a = job(random);
            Scenario b = a;
            b.plan.tensor_parallel = 8;
            b.plan.pipeline_parallel = 1;
            b.plan.context_parallel = 1;
            b.plan.virtual_stages = 1;
            a.plan.tensor_parallel = a.plan.pipeline_parallel = a.plan.context_parallel = 1;
            a.plan.virtual_stages = 1;
            const std::optional<SmallestCluster> smallest = smallestCluster(a, calibration());
            if (!smallest || smallest->step.gpus >= a.cluster.gpus)
                continue;
            const double faster = evaluate(a, calibration()).step_s / evaluate(b, calibration()).step_s;
            VERIFY_CLOSE(efficiency(b) / efficiency(a), faster, 1e-9);
        }
    }

    /// A better link shortens the planned step up to the noise in which layouts are equal, so it lowers efficiency only
    /// as far as it speeds up the reference. Where the job's own cluster is the smallest, its own layout counts as
    /// well.
    void aFasterLinkLowersEfficiencyOnlyThroughTheReference()
    {
        test::RandomScenarios random(91);
        const int wanted = test::scenariosWanted(12);
        constexpr double noise = most_given_up + 1e-9;
        for (int i = 0; i < wanted; ++i) {
            const Scenario slow = job(random);
            Scenario fast = slow;
            fast.cluster.link_rate *= 1 + 3 * random.uniform();
            const auto a = planned(slow);
            const auto b = planned(fast);
            QCOMPARE(a.has_value(), b.has_value());
            const auto smallest = a ? smallestCluster(*a, calibration()) : std::nullopt;
            if (!smallest)
                continue;
            if (smallest->step.gpus >= slow.cluster.gpus) {
                HOLDS(efficiency(*a) <= 1 + 1e-9 && efficiency(*b) <= 1 + 1e-9, slow);
                continue;
            }
            const double faster_reference = referenceRate(*a) / referenceRate(*b);
            HOLDS(faster_reference >= 1 - 1e-9, slow);
            HOLDS(efficiency(*b) * (1 + noise) * faster_reference >= efficiency(*a), slow);
        }
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
