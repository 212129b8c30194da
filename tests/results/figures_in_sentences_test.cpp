// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/knees.h"
#include "model/analysis/limits.h"
#include "model/analysis/losses.h"
#include "model/analysis/run_curve.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/cost/memory.h"
#include "model/job/job.h"
#include "model/results/baseline_words.h"
#include "model/results/sentences.h"
#include "model/results/tuning_remark.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/units/words.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

using namespace kneepoint;
using test::edited;
using test::preset;

namespace {

bool holds(const std::string& text, const std::string& words)
{
    if (text.find(words) != std::string::npos)
        return true;
    qWarning("\"%s\" is not in \"%s\"", words.c_str(), text.c_str());
    return false;
}

} // namespace

/// Sentences name the figures of what they speak of.
class FiguresInSentencesTest : public QObject {
    Q_OBJECT

private slots:
    /// The fullest stage is compared with the one at the other end.
    void theStageAtTheOtherEndIsNamed()
    {
        int compared = 0;
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            const Job job = resolve(a.scenario, a.calibration);
            const auto stages = static_cast<int>(job.placement.pipeline.stages);
            if (stages < 3)
                continue;
            const MemoryUse fullest = memoryUse(job);
            const int other = fullest.stage == 0 ? stages - 1 : 0;
            ++compared;
            const std::string text = stageMemorySentence(a);
            QVERIFY(holds(text, fmt::format("Stage {} of {} is the fullest", fullest.stage + 1, stages)));
            QVERIFY(holds(text,
                fmt::format("Stage {} {} {}.", other + 1, fullest.fits() ? "holds" : "needs",
                    words::bytes(memoryOfStage(job, other).total()))));
        }
        QVERIFY(compared > 3);
        QVERIFY(holds(stageMemorySentence(analyze(preset("knee-simulator"))), "There is one pipeline stage"));
    }

    /// All parameters are trained in the step that adapters and frozen layers are compared with.
    void adaptersAreComparedWithTrainingAll()
    {
        int compared = 0;
        for (const char* tuning : {"lora", "qlora", "frozen-part"})
            for (const char* id : {"llama3-8b-64xh100", "llama3-70b-512xh100"}) {
                const Analysis a = analyze(edited(preset(id), {{"workload.tuning", tuning}}));
                if (a.scenario.workload.tuning == Tuning::frozen_part && a.scenario.workload.frozen_share <= 0)
                    continue;
                Scenario full = a.scenario;
                full.workload.tuning = Tuning::full;
                const StepReport all = evaluate(full);
                QVERIFY(all.memory.total() > a.step.memory.total());
                const std::string text = tuningRemark(a);
                QVERIFY(holds(text,
                    fmt::format("{} per GPU instead of {}, and {:.2f}×", words::bytes(a.step.memory.total()),
                        words::bytes(all.memory.total()), all.step_s / a.step.step_s)));
                ++compared;
            }
        QVERIFY(compared >= 4);
        const Scenario all = preset("llama3-8b-64xh100");
        QVERIFY(tuningRemark(analyze(all)).empty());
        QVERIFY(tuningRemark(analyze(edited(all, {{"workload.tuning", "frozen-part"}, {"workload.frozen_share", "0"}})))
                    .empty());
    }

    void adaptersSayWhyAStepIsNoFaster_data()
    {
        QTest::addColumn<QString>("tuning");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* tuning, const char* id, const char* value, const char* reason) {
            QTest::addRow("%s, %s %s", tuning, id, value) << tuning << id << value << reason;
        };
        const char* const through = "Gradients still pass through every frozen layer";
        row("lora", "plan.recompute", "full", "Full recomputation repeats the forward pass");
        row("lora", "plan.zero_stage", "3", "ZeRO stage 3 still gathers the frozen weights in every pass");
        row("lora", "plan.zero_stage", "2", through);
        row("qlora", "plan.zero_stage", "2", "4-bit weights are restored to 16 bits");
        row("frozen-part", "plan.pipeline_parallel", "4", "They are on the first pipeline stages");
        row("frozen-part", "plan.zero_stage", "3", "gathers their weights in the forward pass");
        row("frozen-part", "plan.zero_stage", "1", "No gradient passes them");
    }
    void adaptersSayWhyAStepIsNoFaster()
    {
        QFETCH(const QString, tuning);
        QFETCH(const QString, id);
        QFETCH(const QString, value);
        QFETCH(const QString, reason);
        const Scenario s = edited(preset("llama3-8b-64xh100"),
            {{"plan.recompute", "none"}, {"plan.zero_stage", "1"}, {"plan.pipeline_parallel", "1"},
                {"workload.tuning", tuning.toStdString()}, {"workload.frozen_share", "0.5"},
                {id.toStdString(), value.toStdString()}});
        QVERIFY(holds(tuningRemark(analyze(s)), reason.toStdString()));
    }

    /// What is free or too much, and what most of the memory is.
    void memoryIsCounted()
    {
        int fitting = 0, not_fitting = 0;
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            const MemoryUse& use = a.step.memory;
            (use.fits() ? fitting : not_fitting)++;
            const std::string text = memorySentence(a);
            QVERIFY(holds(text,
                use.fits() ? words::bytes(use.capacity - use.total()) + " free"
                           : "Does not fit, " + words::bytes(use.total() - use.capacity) + " too much"));
            QVERIFY(holds(text,
                fmt::format("a GPU {} {} of {}", use.fits() ? "holds" : "needs", words::bytes(use.total()),
                    words::bytes(use.capacity))));
            double largest = 0;
            for (const MemoryKind& kind : memory_kinds)
                largest = std::max(largest, use.*kind.bytes);
            QVERIFY(holds(text, (2 * largest > use.total() ? "most of it " : "the largest part ")));
            QVERIFY(holds(text, fmt::format(" ({})", words::bytes(largest))));
        }
        QVERIFY(fitting > 0 && not_fitting > 0);
    }

    void whatAPredictionRestsOnIsNamed()
    {
        const Analysis tuned = analyze(preset("llama3-70b-512xh100"));
        QCOMPARE(basisText(tuned), std::string(basisLabel(tuned.prediction_interval.basis)) + ", tuned");
        Analysis own = tuned;
        own.prediction_interval.basis = Basis::calibrated;
        QCOMPARE(basisText(own), std::string(basisLabel(Basis::calibrated)));
    }

    /// Where no smaller cluster is faster per GPU, the job is its own measure; a planned one is measured by the best
    /// layout of fewer GPUs.
    void efficiencySaysOfWhat()
    {
        int own = 0, best = 0, this_layout = 0;
        const auto check = [&](const Analysis& a) {
            const std::string text = efficiencyText(a);
            QVERIFY(text.starts_with(words::percent(a.headline.efficiency)));
            const bool is_own = a.baseline.is_own && a.step.workers > 1;
            QCOMPARE(text.ends_with(", the best per GPU"), is_own);
            QCOMPARE(baselineText(a) == "no smaller cluster is faster per GPU", is_own);
            own += is_own;
            if (is_own)
                return;
            const double gpus = a.baseline.scenario.cluster.gpus;
            const bool is_best = a.baseline.is_planned || (a.scenario.automatic.on && a.baseline.single.memory.fits());
            const std::string of = "of " + words::number(gpus) + (gpus == 1 ? " GPU" : " GPUs");
            const std::string layout = !is_best ? "this" : gpus == 1 ? "its best" : "their best";
            QCOMPARE(baselineText(a), of + " in " + layout + " layout");
            QVERIFY(holds(text, of));
            (is_best ? best : this_layout)++;
        };
        for (const ScenarioFile& file : scenarioPresets()) {
            check(analyze(file.scenario));
            if (file.scenario.workload.kind == ModelKind::transformer && file.scenario.cluster.gpus <= 64)
                check(analyze(edited(file.scenario, {{"plan.auto", "on"}})));
        }
        QVERIFY(own > 0 && best > 0 && this_layout > 0);
    }

    /// Another number of replicas is named where the run costs at least a hundredth less.
    void theMoneySentenceNamesTheCheapest()
    {
        int cheaper = 0, slower = 0, none = 0;
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            const std::string text = moneySentence(a);
            QVERIFY(holds(text,
                fmt::format("Training at K = {}: {} in {}", words::number(a.step.workers),
                    formatQuantity(a.training.cost, Unit::dollars), formatQuantity(a.training.time_s, Unit::hours))));
            if (!limitsText(a).empty())
                continue;
            std::vector<RunPoint> runs = runsAlong(a); // those of whole replicas that have a price
            std::erase_if(runs, [](const RunPoint& run) {
                return run.cost <= 0 || std::abs(run.workers - std::round(run.workers)) > 1e-9 * run.workers;
            });
            const auto cheapest = std::ranges::min_element(runs, {}, &RunPoint::cost);
            if (cheapest == runs.end())
                continue;
            const bool is_cheaper = cheapest->cost < 0.99 * a.training.cost;
            const bool is_named =
                text.find(fmt::format("; cheapest at K = {}:", words::number(cheapest->workers))) != std::string::npos;
            const bool is_too_slow = text.find("fewer replicas would be cheaper") != std::string::npos;
            QVERIFY2((is_named || is_too_slow) == is_cheaper, (file.id + ": " + text).c_str());
            QCOMPARE(text.find("no other K is cheaper") != std::string::npos, !is_cheaper);
            (is_named ? cheaper : is_too_slow ? slower : none)++;
        }
        QVERIFY(cheaper > 0 && slower > 0 && none > 0);
    }

    /// The cause of a knee stands behind it.
    void theScalingSentenceNamesTheCause()
    {
        int causes = 0;
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            const std::string text = scalingSentence(a);
            const auto knee = theKnee(a.curve);
            if (!knee) {
                QVERIFY(text.starts_with("No knee up to K = "));
                continue;
            }
            const bool has_cause = knee->cause != Cause::none;
            QCOMPARE(text.find("(" + std::string(causeLabel(knee->cause)) + ")") != std::string::npos, has_cause);
            causes += has_cause;
        }
        QVERIFY(causes > 5);
        QCOMPARE(transferSentence(analyze(edited(preset("knee-simulator"), {{"cluster.gpus", "1"}})), nullptr),
            std::string("One replica: there are no gradients to reduce."));
    }

    /// Two replicas drift apart as well as many; one has nobody to drift from.
    void replicasDriftApartFromTwoOn()
    {
        for (const int gpus : {1, 2, 8}) {
            const std::string count = std::to_string(gpus);
            const std::vector<std::string> said =
                remarks(analyze(edited(preset("knee-simulator"), {{"cluster.gpus", count}, {"plan.sync_every", "8"}})));
            QCOMPARE(std::ranges::count_if(
                         said, [](const std::string& text) { return text.find("drift apart") != std::string::npos; }),
                gpus > 1 ? 1 : 0);
        }
    }

    /// Idle is what is exposed without the optimizer; most of it is more than half.
    void theTimelineNamesWhatTheGpuWaitsFor()
    {
        int most = 0, largest = 0;
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            const std::string text = timelineSentence(a);
            const std::optional<PartLoss> wait = largestWait(a.step);
            if (!wait) {
                QVERIFY(holds(text, "no idle time"));
                continue;
            }
            const double idle =
                std::max(0.0, a.step.step_s - a.step.compute_s - a.step.part(Part::optimizer).exposed_s);
            QVERIFY(holds(text, fmt::format("it is idle for {}, ", words::seconds(idle))));
            const bool is_most = a.step.part(wait->part).exposed_s > idle / 2;
            QVERIFY(holds(text, is_most ? ", most of it " : ", the largest part "));
            (is_most ? most : largest)++;
        }
        QVERIFY(most > 0 && largest > 0);
    }
};

KNEEPOINT_TEST(FiguresInSentencesTest)
#include "figures_in_sentences_test.moc"
