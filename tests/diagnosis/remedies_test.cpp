// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/shipped_scenarios.h"
#include "model/diagnosis/diagnosis.h"
#include "model/diagnosis/remedy_record.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

#include <algorithm>

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
