// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/shipped_scenarios.h"
#include "model/cost/operations.h"
#include "model/diagnosis/diagnosis.h"
#include "model/diagnosis/remedy_record.h"
#include "model/presets/presets.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

#include <algorithm>
#include <map>

using namespace kneepoint;
using test::preset;

namespace {

double efficiency(const Scenario& s)
{
    return analyze(s).headline.efficiency;
}

const Remedy* find(const Diagnosis& d, std::string_view id)
{
    for (const Finding& f : d.causes)
        for (const Remedy& r : f.remedies)
            if (r.id == id)
                return &r;
    return nullptr;
}

} // namespace

class RemediesTest : public QObject {
    Q_OBJECT

private slots:
    void gainsEqualAnEvaluationOfTheEditedScenario()
    {
        int seen = 0;
        for (const ScenarioFile& file : scenarioPresets()) {
            const Diagnosis d = diagnose(analyze(file.scenario));
            for (const Finding& f : d.causes)
                for (const Remedy& r : f.remedies) {
                    const Analysis edited =
                        analyze(applied(file.scenario, r.edit, shippedCalibration(), shippedPrices()));
                    QCOMPARE(r.after.step_s, edited.step.step_s);
                    QVERIFY(r.after.efficiency == edited.headline.efficiency);
                    QVERIFY(r.after.training_s == edited.training.time_s);
                    QVERIFY(r.after.cost == edited.training.cost);
                    QVERIFY(r.gain == gainOf(r.target, d.now, r.after));
                    ++seen;
                }
        }
        QVERIFY(seen > 60);
    }

    /// What is said beside a remedy follows from the figures before and after it.
    void theTradeOffsAreThoseOfTheFigures()
    {
        std::map<std::string, int> seen;
        for (const ScenarioFile& file : scenarioPresets())
            for (const double critical_batches : {0.0, 4.0}) {
                Scenario s = file.scenario;
                s.workload.critical_batch = critical_batches * s.workload.global_batch;
                const Diagnosis d = diagnose(analyze(s));
                const Outcome& now = d.now;
                for (const Finding& f : d.causes)
                    for (const Remedy& r : f.remedies) {
                        const std::string what = file.id + ", " + r.id + ": " + r.trade_off;
                        QVERIFY2(r.cost_delta == r.after.cost - now.cost, what.c_str());
                        QVERIFY2(r.memory_delta_bytes == r.after.memory_bytes - now.memory_bytes, what.c_str());
                        QVERIFY2(r.statistical_efficiency_delta
                                == r.after.statistical_efficiency - now.statistical_efficiency,
                            what.c_str());
                        QVERIFY2(r.trade_off.ends_with(r.risk) && r.sentence.starts_with(r.label + ": "), what.c_str());
                        const auto as = [](double value, Unit unit) { return formatQuantity(value, unit); };
                        const double growth = batchGrowth(now, r.after), longer = durationIncrease(now, r.after);
                        const std::pair<std::string, bool> phrases[] = {
                            {as(growth, Unit::factor) + " global batch: retune the learning rate", growth > 1.01},
                            {"+" + as(r.memory_delta_bytes, Unit::bytes) + " memory per GPU",
                                r.memory_delta_bytes > 0.01 * s.cluster.memory_bytes},
                            {"for the run", now.fits && now.cost > 0 && costIncrease(now, r.after) > 0.01},
                            {"the run takes " + as(1 + longer, Unit::factor) + " as long", now.fits && longer > 0.01},
                            {"sample efficiency", r.after.statistical_efficiency < now.statistical_efficiency - 0.01}};
                        for (const auto& [phrase, said] : phrases) {
                            QVERIFY2((r.trade_off.find(phrase) != std::string::npos) == said, what.c_str());
                            seen[phrase.substr(phrase.find_last_of(' '))] += said;
                        }
                    }
            }
        for (const auto& [phrase, count] : seen) // no shipped job has a remedy that is dearer and yet worth it
            QVERIFY2(count > 0 || phrase == " run", phrase.c_str());
    }

    void gainsAreSaidInAFewCharacters()
    {
        const auto said = [](Target target, double gain) {
            Remedy remedy;
            remedy.target = target;
            remedy.gain = gain;
            return QString::fromStdString(gainText(remedy));
        };
        QCOMPARE(said(Target::speed, 0.37), QStringLiteral("+37 % speed"));
        QCOMPARE(said(Target::speed, 0.999), QStringLiteral("+100 % speed"));
        QCOMPARE(said(Target::speed, 1), QStringLiteral("2× speed"));
        QCOMPARE(said(Target::cost, 1.5), QStringLiteral("2.5× per dollar"));
        QCOMPARE(said(Target::memory, 1), QStringLiteral("−50 % memory"));
        QCOMPARE(said(Target::memory, 0.25), QStringLiteral("−20 % memory"));
    }

    /// Tokens are counted where an example has several, else examples.
    void throughputHasTheUnitOfItsJob()
    {
        int tokens = 0, examples = 0;
        for (const ScenarioFile& file : scenarioPresets())
            for (const Finding& f : diagnose(analyze(file.scenario)).causes)
                for (const Remedy& r : f.remedies)
                    if (r.sentence.find(": throughput ") != std::string::npos) {
                        const bool has_tokens = tokensPerExample(file.scenario.workload) > 1;
                        QVERIFY2(r.sentence.find(has_tokens ? "tokens/s" : "examples/s") != std::string::npos,
                            r.sentence.c_str());
                        ++(has_tokens ? tokens : examples);
                    }
        QVERIFY(tokens > 0 && examples > 0);
    }

    /// The smallest GPU of the library that holds the job, and the slowest network that is twice as fast.
    void hardwareIsTheLeastThatHelps()
    {
        const auto choiceOf = [](const char* id, Cause cause, const Scenario& s) {
            const StepReport step = evaluate(s);
            const ParameterChanges no_layout;
            const DiagnosedJob job{s, step, shippedCalibration(), no_layout, shippedPrices()};
            for (const Proposal& p : proposals(cause, job))
                if (p.record->id == id)
                    return static_cast<std::size_t>(p.edit.front().value) - 1;
            return std::size_t(-1);
        };
        const Scenario large = test::edited(preset("llama3-8b-64xh100"), {{"plan.zero_stage", "0"}});
        const double needed = evaluate(large).memory.total();
        const GpuPreset& gpu = gpuPresets()[choiceOf("larger-gpu", Cause::out_of_memory, large)];
        QVERIFY(gpu.memory_bytes >= needed);
        for (const GpuPreset& other : gpuPresets())
            QVERIFY2(other.memory_bytes < needed || other.memory_bytes >= gpu.memory_bytes, other.name.c_str());
        for (const double rate : {1e9, 12.5e9, 25e9}) {
            Scenario slow = preset("llama3-8b-64xh100");
            slow.cluster.link_rate = rate;
            slow.cluster.link_efficiency = 0.9;
            const auto reached = [](const InterconnectPreset& p) { return p.line_rate * p.efficiency; };
            const InterconnectPreset& next =
                interconnectPresets()[choiceOf("interconnect", Cause::exposed_communication, slow)];
            QVERIFY(next.protocol == Protocol::rdma && next.efficiency < 1 && reached(next) >= 1.8 * rate);
            for (const InterconnectPreset& other : interconnectPresets())
                QVERIFY2(other.protocol != Protocol::rdma || other.efficiency >= 1 || reached(other) < 1.8 * rate
                        || reached(other) >= reached(next),
                    other.name.c_str());
        }
    }

    /// What a remedy promises is what the edit gives: other hardware has another price, tuned hardware keeps it.
    void aFixHasThePriceOfItsHardware()
    {
        const auto promised = [](const char* scenario, const char* id) {
            const Scenario s = preset(scenario);
            const StepReport step = evaluate(s);
            const ParameterChanges no_layout;
            const DiagnosedJob job{s, step, shippedCalibration(), no_layout, shippedPrices()};
            for (std::size_t cause = 1; cause < cause_count; ++cause)
                for (const Proposal& p : proposals(static_cast<Cause>(cause), job))
                    if (p.record->id == id)
                        return applied(s, p.edit, shippedCalibration(), shippedPrices()).cluster.price_per_gpu_hour
                            / s.cluster.price_per_gpu_hour;
            return 0.0;
        };
        QVERIFY(promised("deepseek-v3-2048xh800", "interconnect") > 1.1);
        QCOMPARE(promised("bert-large-100gbe", "tuned-transport"), 1.0);
        QCOMPARE(promised("bert-large-100gbe", "rdma"), 1.0);
        for (const Finding& f : diagnose(analyze(preset("deepseek-v3-2048xh800"))).causes)
            for (const Remedy& r : f.remedies)
                QVERIFY2(r.id != "interconnect" || r.cost_delta > 0, "a dearer network that saves a tenth of the time");
    }

    void aSlowParameterServerIsReplacedOrJoinedByOthers()
    {
        const Scenario s = test::edited(preset("llama3-8b-64xh100"), {{"plan.synchronisation", "parameter-server"}});
        const StepReport step = evaluate(s);
        const ParameterChanges no_layout;
        const DiagnosedJob job{s, step, shippedCalibration(), no_layout, shippedPrices()};
        for (const std::string_view id : {"all-reduce", "servers-2x"}) {
            const std::vector<Proposal> all = proposals(Cause::exposed_communication, job);
            const auto found = std::ranges::find_if(all, [&](const Proposal& p) { return p.record->id == id; });
            QVERIFY2(found != all.end(), std::string(id).c_str());
            QVERIFY(evaluate(applied(s, found->edit, shippedCalibration())).step_s < step.step_s);
        }
    }

    void theSecondOfTwoFixesBeginsInLowerCase()
    {
        const Diagnosis moe = diagnose(analyze(test::edited(preset("moe-alltoall"), {{"workload.experts", "256"}})));
        const Remedy* pair = find(moe, "expert-overlap+interconnect");
        QVERIFY(pair);
        QVERIFY2(pair->label.find(" and faster network (InfiniBand ") != std::string::npos, pair->label.c_str());
    }

    void theBestFixComesFirst()
    {
        for (const ScenarioFile& file : scenarioPresets())
            for (const Finding& f : diagnose(analyze(file.scenario)).causes)
                QVERIFY2(std::ranges::is_sorted(f.remedies, std::ranges::greater{}, &Remedy::worth), file.id.c_str());
    }

    void memoryFixesMakeTheJobFitIfAnyDoes()
    {
        const Diagnosis d = diagnose(analyze(preset("cause-out-of-memory")));
        const auto& remedies = d.causes.front().remedies;
        QVERIFY(remedies.front().after.fits);
        QVERIFY(std::ranges::all_of(remedies, [](const Remedy& r) { return r.after.fits; }));
    }

    void theJobThatStoppedScalingAt32IsFixed()
    {
        const Scenario job = preset("knee-1p3b");
        QVERIFY(std::abs(efficiency(withWorkers(job, 16)) - 0.92) <= 0.03);
        QVERIFY(std::abs(efficiency(job) - 0.54) <= 0.05);
        const Diagnosis first = diagnose(analyze(job));
        const Remedy* half_payload = find(first, "gradients-bf16");
        QVERIFY(half_payload);
        QVERIFY(half_payload->sentence.starts_with("BF16 gradients: scaling efficiency 55.0 % → "));
        const Scenario halved = applied(job, half_payload->edit);
        const Remedy* larger = find(first, "batch-2x");
        QVERIFY(larger);
        QVERIFY(efficiency(halved) > efficiency(job));
        QVERIFY(efficiency(applied(halved, larger->edit)) >= 0.76);
        for (const Finding& left : diagnose(analyze(halved)).causes)
            QVERIFY(left.severity < worth_fixing);
    }

    void aFasterNetworkDoesNotFixALargeBatch()
    {
        const Diagnosis d = diagnose(analyze(preset("suspect-large-batch")));
        for (const Remedy& r : d.causes.front().remedies)
            for (const Setting& setting : r.edit)
                QVERIFY(!setting.parameter->id.starts_with("cluster.link")
                    && setting.parameter->id != "cluster.interconnect");
        QVERIFY(find(d, "large-batch-optimizer"));
    }

    void amongEqualGainsTheCheaperFixRanksHigher()
    {
        const Outcome before = outcome(preset("knee-1p3b"));
        Outcome after = before;
        after.useful_per_s *= 1.3;
        after.useful_per_dollar *= 1.3;
        const auto worth = [&](Effort effort) { return worthOf(Target::speed, weightOf(effort), before, after); };
        QVERIFY(worth(Effort::configuration) > worth(Effort::engineering));
        QVERIFY(worth(Effort::engineering) > worth(Effort::convergence));
        QVERIFY(worth(Effort::convergence) > worth(Effort::hardware));
        QVERIFY(worth(Effort::hardware) > worth(Effort::lossy));
    }

    /// The formulas of remedy_ranking.h by hand.
    void aRemedyIsWorthItsGainLessWhatItCosts()
    {
        Outcome before;
        before.useful_per_s = 100, before.useful_per_dollar = 10, before.memory_bytes = 90e9;
        Outcome after = before;
        after.useful_per_s = 150, after.useful_per_dollar = 8, after.memory_bytes = 60e9;
        VERIFY_CLOSE(gainOf(Target::speed, before, after), 0.5, 1e-12);
        VERIFY_CLOSE(gainOf(Target::memory, before, after), 0.5, 1e-12);
        VERIFY_CLOSE(costIncrease(before, after), 0.25, 1e-12);
        QCOMPARE(durationIncrease(before, after), 0.0);
        VERIFY_CLOSE(worthOf(Target::speed, 0.8, before, after), 0.8 * 0.5 - 0.25, 1e-12);
        VERIFY_CLOSE(worthOf(Target::memory, 0.8, before, after), 0.8 * 150, 1e-12);
        after.fits = false;
        QCOMPARE(worthOf(Target::memory, 0.8, before, after), -60e9);
        after.useful_per_s = 80, after.useful_per_dollar = 12;
        VERIFY_CLOSE(gainOf(Target::cost, before, after), 0.2, 1e-12);
        QCOMPARE(costIncrease(before, after), 0.0);
        VERIFY_CLOSE(durationIncrease(before, after), 0.25, 1e-12);
        VERIFY_CLOSE(worthOf(Target::cost, 1, before, after), 0.2 - 0.25 / 2, 1e-12);
    }

    void aLargerGlobalBatchIsNeverFree()
    {
        const Outcome before = outcome(preset("knee-1p3b"));
        Outcome after = before;
        QCOMPARE(weightOf(Effort::configuration, before, after), 1.0);
        after.global_batch = 2 * before.global_batch;
        QCOMPARE(weightOf(Effort::configuration, before, after), weightOf(Effort::convergence));
        after.global_batch = 4 * before.global_batch;
        QCOMPARE(weightOf(Effort::configuration, before, after), weightOf(Effort::lossy));
    }

    void aGoalInStepsKeepsItsNumberOfExamples()
    {
        Scenario s = preset("knee-1p3b");
        s.workload.training_goal = TrainingGoal::steps;
        const double examples = s.workload.training_steps * s.workload.global_batch;
        int seen = 0;
        for (const Finding& f : diagnose(analyze(s)).causes)
            for (const Remedy& r : f.remedies) {
                const Workload after = applied(s, r.edit).workload;
                QVERIFY(std::abs(after.training_steps * after.global_batch - examples) <= 1e-9 * examples);
                seen += after.global_batch != s.workload.global_batch ? 1 : 0;
            }
        QVERIFY(seen > 0);
    }

    void aFixThatDoesNotFitInMemoryIsNotShown()
    {
        for (const ScenarioFile& file : scenarioPresets()) {
            const Diagnosis d = diagnose(analyze(file.scenario));
            for (const Finding& f : d.causes)
                for (const Remedy& r : f.remedies)
                    QVERIFY2(r.after.fits || !d.now.fits, file.id.c_str());
        }
    }
};

KNEEPOINT_TEST(RemediesTest)
#include "remedies_test.moc"
