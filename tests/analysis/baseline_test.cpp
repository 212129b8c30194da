// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/knees.h"
#include "model/analysis/outcome.h"
#include "model/analysis/waterfall.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/diagnosis/diagnosis.h"
#include "model/presets/presets.h"
#include "model/results/baseline_words.h"
#include "model/results/metric.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "tests/support/compare.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <initializer_list>
#include <span>

using namespace kneepoint;
using test::edited;
using test::preset;

namespace {

void set(Scenario& s, const char* id, double value)
{
    parameter(id).edit(s, value, shippedCalibration());
}

/// A shipped scenario on some GPU, with links and memory of any size; every second one planned automatically.
Scenario jobNumber(std::size_t i, test::RandomScenarios& random)
{
    const std::span<const ScenarioFile> shipped = scenarioPresets();
    const std::size_t gpus = gpuPresets().size();
    Scenario s = shipped[i / 2 % shipped.size()].scenario;
    const auto scaleBy = [&](double& value, double most) { value *= std::pow(most, 2 * random.uniform() - 1); };
    set(s, "cluster.gpu", static_cast<double>(1 + i / 2 / shipped.size() % gpus));
    scaleBy(s.cluster.link_rate, 100);
    scaleBy(s.cluster.scale_up_bandwidth, 30);
    scaleBy(s.cluster.memory_bytes, 8);
    if (i % 2 == 1) {
        s.automatic.on = true;
        const AutoPlanRequest request{.most_families = families_at_once, .threads = 1};
        if (const std::optional<Layout> layout = autoPlan(s, request, shippedCalibration()).layout)
            s = applied(s, editOf(*layout), shippedCalibration());
    }
    return s;
}

} // namespace

/// What scaling efficiency is relative to.
class BaselineTest : public QObject {
    Q_OBJECT

private slots:
    /// On all GPUs in all scenarios, whatever the links and the memory; and every view has the same number.
    void efficiencyIsAtMostOneAndTheSameEverywhere()
    {
        test::RandomScenarios random(95);
        const std::size_t all = 2 * scenarioPresets().size() * gpuPresets().size();
        const auto wanted = static_cast<std::size_t>(test::scenariosWanted(400));
        const std::size_t stride = wanted < all ? all / wanted | 1 : 1; // odd, so both modes
        for (std::size_t i = 0; i < wanted; ++i) {
            const Scenario s = jobNumber(i * stride, random);
            const Analysis a = analyze(s);
            const double efficiency = a.headline.efficiency;
            HOLDS(efficiency > 0 && efficiency <= 1, s);
            HOLDS(a.headline.speedup <= a.step.workers, s);
            for (const ScalePoint& p : a.curve.points)
                HOLDS(p.efficiency > 0 && p.efficiency <= 1 && p.speedup <= p.workers, s);
            HOLDS(scalePoint(a, a.step.workers).efficiency == efficiency, s);
            HOLDS(outcome(s, a.calibration).efficiency == efficiency, s);
            HOLDS(diagnose(a).now.efficiency == efficiency, s);
            HOLDS(*metric("efficiency").value(a) == efficiency, s);
            const Waterfall gap = waterfall(a);
            HOLDS(test::close(gap.predicted / gap.ideal, efficiency, 1e-9), s);
            HOLDS(test::close(gap.ideal_s / a.step.step_s, efficiency, 1e-9), s);
        }
    }

    /// The baseline is what it says: the job there has the most examples/s per GPU of all sizes up to the job's.
    void noSmallerClusterIsFasterPerGpu()
    {
        for (const char* id : {"llama3-8b-64xh100", "llama2-70b-256xtpuv6e", "mixtral-8x7b-256xh100", "knee-simulator",
                 "bert-large-100gbe"}) {
            const Analysis a = analyze(preset(id));
            const auto rate = [](const StepReport& r) { return r.global_batch / r.step_s / r.gpus; };
            double most = rate(a.step);
            for (double k = 1; k < a.step.workers; k *= 2)
                most = std::max(most, rate(scalePoint(a, k).step));
            VERIFY_CLOSE(rate(a.step) / most, a.headline.efficiency, 1e-12);
            VERIFY_CLOSE(
                a.baseline.single.global_batch / a.baseline.single.step_s / a.baseline.single.gpus, most, 1e-12);
        }
    }

    /// More replicas leave the efficiency of fewer as it is.
    void moreHardwareNeverChangesTheBaselineOfWhatIsThere()
    {
        for (const bool planned : {false, true})
            for (const char* id :
                {"llama3-8b-64xh100", "llama3-70b-512xh100", "mixtral-8x7b-256xh100", "knee-simulator"}) {
                Scenario s = preset(id);
                s.automatic.on = planned;
                const double k = workers(s);
                const Scenario more = withWorkers(s, 4 * k);
                for (const double at : {1.0, 2.0, k / 2, k})
                    VERIFY_CLOSE(scalePoint(more, at).efficiency, scalePoint(s, at).efficiency, 1e-12);
            }
    }

    /// Where planning can choose no other layout, it changes nothing but the name of the baseline.
    void planningOfAPinnedLayoutChangesNoFigure()
    {
        for (const char* id : {"llama3-70b-512xh100", "gpt3-175b-1024xa100", "llama3-8b-64xh100"}) {
            Scenario plain = edited(preset(id), {{"cluster.memory_bytes", "2 TB"}}); // fits on any number of replicas
            Scenario planned = plain;
            planned.automatic.on = true;
            for (const Parameter& p : catalogue())
                if (!p.pins.empty())
                    p.edit(planned, 1, shippedCalibration());
            QVERIFY(layoutOf(planned) == layoutOf(plain));
            const Analysis a = analyze(plain);
            const Analysis b = analyze(planned);
            VERIFY_CLOSE(b.headline.efficiency, a.headline.efficiency, 1e-12);
            QCOMPARE(theKnee(b.curve).has_value(), theKnee(a.curve).has_value());
            if (theKnee(a.curve))
                VERIFY_CLOSE(theKnee(b.curve)->workers, theKnee(a.curve)->workers, 1e-9);
            QVERIFY(headlineSentence(a).find(" in this layout)") != std::string::npos);
            QVERIFY(headlineSentence(b).find(" in their best layout)") != std::string::npos);
        }
    }

    /// Tori that close, state that more replicas share and context-parallel exchange made these faster than one
    /// replica.
    void noReplicaIsAboveTheIdeal()
    {
        const auto check = [](const char* id, std::initializer_list<test::Edit> settings) {
            const Analysis a = analyze(edited(preset(id), settings));
            for (const ScalePoint& p : a.curve.points)
                QVERIFY2(p.efficiency <= 1, id);
            QVERIFY2(a.headline.speedup <= a.step.workers, id);
        };
        check("palm-540b-4096xtpuv4", {{"plan.context_parallel", "2"}});
        check("llama2-70b-256xtpuv6e", {{"plan.context_parallel", "2"}});
        check("llama2-70b-256xtpuv6e",
            {{"plan.tensor_parallel", "16"}, {"plan.context_parallel", "2"}, {"plan.pipeline_parallel", "2"}});
        check("cause-contention", {{"plan.context_parallel", "4"}});
        check("qwen-1b-4xrtx4090", {{"plan.tensor_parallel", "2"}, {"plan.context_parallel", "2"}});
        check("cause-expert-all-to-all", {{"plan.context_parallel", "4"}, {"workload.parameters", "20.9B"}});
    }

    void theBaselineHasAName()
    {
        QCOMPARE(baselineText(analyze(preset("knee-simulator"))), std::string("of 1 GPU in this layout"));
        QCOMPARE(baselineText(analyze(edited(preset("knee-simulator"), {{"cluster.gpus", "1"}}))),
            std::string("of 1 GPU in this layout"));
        Scenario torus = preset("llama2-70b-256xtpuv6e");
        QCOMPARE(baselineText(analyze(torus)), std::string("no smaller cluster is faster per GPU"));
        QVERIFY(scalingSentence(analyze(torus)).find(" 100 %, the best per GPU.") != std::string::npos);
        Scenario planned = preset("llama3-70b-512xh100");
        planned.automatic.on = true;
        const std::string name = baselineText(analyze(planned));
        QVERIFY2(name.starts_with("of ") && name.ends_with(" GPUs in their best layout"), name.c_str());
        QVERIFY(scalingSentence(analyze(planned)).find(" % " + name) != std::string::npos);
    }
};

KNEEPOINT_TEST(BaselineTest)
#include "baseline_test.moc"
