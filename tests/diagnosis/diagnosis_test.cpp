// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/optimizer_update.h"
#include "model/diagnosis/better_layout.h"
#include "model/diagnosis/diagnosis.h"
#include "model/diagnosis/remedy_record.h"
#include "model/step/step_model.h"
#include "model/step/waits.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;
using test::edited;
using test::preset;

class DiagnosisTest : public QObject {
    Q_OBJECT

    struct Case {
        const char* scenario;
        Cause cause;
    };
    static constexpr Case cases[] = {
        {"suspect-exposed-communication", Cause::exposed_communication},
        {"suspect-starved-input", Cause::starved_input},
        {"suspect-straggler", Cause::straggler},
        {"suspect-tiny-batch", Cause::tiny_batch},
        {"suspect-large-batch", Cause::large_batch},
        {"cause-protocol-overhead", Cause::protocol_overhead},
        {"cause-contention", Cause::contention},
        {"cause-pipeline-bubble", Cause::pipeline_bubble},
        {"cause-tensor-parallel-slow-link", Cause::tensor_parallel_slow_link},
        {"cause-over-sharding", Cause::over_sharding},
        {"cause-expert-all-to-all", Cause::expert_all_to_all},
        {"cause-out-of-memory", Cause::out_of_memory},
        {"cause-failures", Cause::failures},
        {"cause-offload-link", Cause::offload_link},
        {"cause-dequantization", Cause::dequantization},
        {"cause-expert-imbalance", Cause::expert_imbalance},
        {"cause-padding", Cause::padding},
        {"cause-adapter-bound", Cause::adapter_bound},
        {"cause-optimizer-gathers", Cause::optimizer_gathers},
    };

    static void rows()
    {
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<int>("cause");
        for (const Case& c : cases)
            QTest::newRow(c.scenario) << QString(c.scenario) << static_cast<int>(c.cause);
    }

private slots:
    void everyCauseHasAScenario()
    {
        for (std::size_t i = 1; i < cause_count; ++i)
            QVERIFY2(std::ranges::count(cases, static_cast<Cause>(i), &Case::cause) == 1,
                causeId(static_cast<Cause>(i)).data());
    }

    void aBetterLayoutHasTheSameBatch()
    {
        Scenario s = preset("llama3-70b-512xh100");
        for (const bool planned : {false, true}) {
            s.automatic.on = planned;
            const Analysis a = analyze(s);
            for (const Splitting splitting : {Splitting::narrower, Splitting::any}) {
                const BetterLayout better = betterLayout(a.scenario, a.step, splitting, a.calibration);
                const Scenario after = applied(a.scenario, editOf(better.changes), a.calibration);
                QCOMPARE(after.workload.global_batch, a.scenario.workload.global_batch);
            }
        }
    }

    void theCauseComesFirst_data() { rows(); }
    void theCauseComesFirst()
    {
        QFETCH(QString, scenario);
        QFETCH(int, cause);
        const Diagnosis d = diagnose(analyze(preset(scenario.toStdString())));
        QVERIFY(!d.causes.empty());
        QCOMPARE(causeId(d.causes.front().cause), causeId(static_cast<Cause>(cause)));
    }

    void theNamedCauseHasEvidenceAndAFix_data() { rows(); }
    void theNamedCauseHasEvidenceAndAFix()
    {
        QFETCH(QString, scenario);
        const Diagnosis d = diagnose(analyze(preset(scenario.toStdString())));
        for (const Finding& f : d.causes) {
            QVERIFY(!f.sentence.empty());
            QVERIFY(!f.evidence.empty());
            QVERIFY(f.confirm.size() >= 2);
        }
        QVERIFY(!d.causes.front().remedies.empty());
    }

    void evidenceMatchesTheCommunicationInTheSentence()
    {
        const auto evidenceOf = [](const Scenario& s) {
            const Diagnosis d = diagnose(analyze(s));
            const auto found = std::ranges::find(d.causes, Cause::exposed_communication, &Finding::cause);
            std::string all = found == d.causes.end() ? "" : found->sentence;
            if (found != d.causes.end())
                for (const std::string& said : found->evidence)
                    all += "\n" + said;
            return QString::fromStdString(all);
        };
        const QString stages = evidenceOf(preset("mixtral-8x7b-256xh100"));
        QVERIFY2(stages.contains("exposed pipeline send and receive") && stages.contains("goes to pipeline transfers")
                && !stages.contains("gradient"),
            qPrintable(stages));
        const QString replicas = evidenceOf(preset("suspect-exposed-communication"));
        QVERIFY2(replicas.contains("exposed gradient all-reduce") && replicas.contains("goes to gradient"),
            qPrintable(replicas));
    }

    /// "0 s of the 13.2 s of communication is latency" was about the collective model, not about the job.
    void withoutLatencyInTheModelNothingIsSaidOfIt()
    {
        const auto saysLatency = [](const char* id) {
            const Diagnosis d = diagnose(analyze(preset(id)));
            const auto found = std::ranges::find(d.causes, Cause::protocol_overhead, &Finding::cause);
            return found != d.causes.end() && std::ranges::any_of(found->evidence, [](const std::string& said) {
                return said.find("is latency") != std::string::npos;
            });
        };
        QVERIFY(!saysLatency("opt-175b-992"));
        QVERIFY(saysLatency("resnet50-10gbe"));
    }

    /// Parameter servers neither use NCCL nor are tested with all_reduce_perf.
    void jobsWithParameterServersAreConfirmedAndFixedAsSuch()
    {
        const Diagnosis d =
            diagnose(analyze(edited(preset("llama3-8b-64xh100"), {{"plan.synchronisation", "parameter-server"}})));
        const Finding& worst = d.causes.front();
        QCOMPARE(worst.cause, Cause::exposed_communication);
        for (const std::string_view sign : worst.confirm)
            QVERIFY2(sign.find("NCCL") == sign.npos && sign.find("all_reduce") == sign.npos, std::string(sign).c_str());
        QVERIFY(std::ranges::any_of(worst.remedies, [](const Remedy& r) { return r.id == "all-reduce"; }));
    }

    void jobsOnTpusAreConfirmedWithTheirTools()
    {
        int causes = 0;
        for (const char* id : {"palm-540b-4096xtpuv4", "llama2-70b-256xtpuv6e"}) {
            const Scenario s = edited(preset(id), {{"assumptions.failures", "on"}});
            for (const Scenario& job : {s, edited(s, {{"plan.zero_stage", "0"}}), edited(s, {{"cluster.gpus", "8192"}}),
                     edited(s, {{"cluster.memory_bandwidth", "500 GB/s"}})}) {
                const Diagnosis d = diagnose(analyze(job));
                for (const Finding& f : d.causes) {
                    ++causes;
                    for (const std::string_view sign : f.confirm)
                        for (const std::string_view tool : {"NCCL", "nccl", "_perf", "nvidia", "cuda", "Xid"})
                            QVERIFY2(sign.find(tool) == sign.npos, std::string(sign).c_str());
                }
            }
        }
        QVERIFY(causes > 5);
    }

    void whatNothingHidesIsExposedAsAWhole()
    {
        const Diagnosis d = diagnose(analyze(preset("mixtral-8x7b-256xh100")));
        const auto waiting = std::ranges::find(d.causes, Cause::straggler, &Finding::cause);
        QVERIFY(waiting != d.causes.end());
        QVERIFY(std::ranges::any_of(waiting->evidence,
            [](const std::string& said) { return said.ends_with("goes to stragglers; all of it is exposed."); }));
    }

    void theCauseIsGoneOnceFixed_data() { rows(); }
    void theCauseIsGoneOnceFixed()
    {
        QFETCH(QString, scenario);
        QFETCH(int, cause);
        const Diagnosis d = diagnose(analyze(preset(scenario.toStdString() + "-mended")));
        QVERIFY(std::ranges::none_of(d.causes, [&](const Finding& f) { return f.cause == static_cast<Cause>(cause); }));
    }

    void aLossWithoutItsOtherCausesSaysSo()
    {
        const auto says = [](const char* id, std::string_view words) {
            const Diagnosis d = diagnose(analyze(preset(id)));
            const auto found = std::ranges::find(d.causes, Cause::exposed_communication, &Finding::cause);
            return found != d.causes.end() && found->evidence.back().starts_with(words);
        };
        QVERIFY(says("gap-64-gpus", "Protocol overhead and contention are part of it; without the rest the step"));
    }

    void aHealthyJobHasNothingToFix()
    {
        const Diagnosis d = diagnose(analyze(preset("roofline-7b-training")));
        QVERIFY(d.causes.empty());
        QCOMPARE(d.sentence, std::string("Nothing to fix: no avoidable loss takes more than 2 %."));
    }

    void aSmallLossIsNamedWithoutFixes()
    {
        const Diagnosis d = diagnose(analyze(preset("llama3-70b-512xh100")));
        QVERIFY(!d.causes.empty());
        QVERIFY(d.causes.front().severity < worth_fixing);
        QVERIFY(d.sentence.starts_with("Nothing much to fix"));
        for (const Finding& f : d.causes)
            QVERIFY(f.remedies.empty());
    }

    void excessModelParallelismIsFixedByReducingIt()
    {
        const Scenario s = preset("cause-over-sharding");
        const Diagnosis d = diagnose(analyze(s));
        const Remedy& first = d.causes.front().remedies.front();
        const Scenario after = applied(s, first.edit);
        QVERIFY(gpusPerReplica(after) < gpusPerReplica(s));
        QCOMPARE(after.workload.global_batch, s.workload.global_batch);
        QVERIFY(first.gain > 0.1);
    }

    void onlyTheLargeBatchHitsTheStatisticalWall()
    {
        for (std::size_t i = 1; i < cause_count; ++i) {
            const Cause cause = static_cast<Cause>(i);
            QCOMPARE(causeRecord(cause).wall == Wall::statistical, cause == Cause::large_batch);
        }
        QVERIFY(wallSentence(Wall::systems) != wallSentence(Wall::statistical));
    }

    void kernelLevelStragglersIncludeTheSoftwares()
    {
        Scenario s = test::edited(preset("gpt3-175b-1024xa100"),
            {{"stack.software", "megatron-2021"}, {"assumptions.stragglers", "off"},
                {"stack.straggler_slope", "0.05"}});
        const Analysis a = analyze(s);
        const Loss loss = causeRecord(Cause::straggler).loss(s, a.step, a.calibration);
        QVERIFY(loss.severity > 0.1);
        const Diagnosis d = diagnose(a);
        const auto found = std::ranges::find(d.causes, Cause::straggler, &Finding::cause);
        QVERIFY(found != d.causes.end());
        QVERIFY(!found->remedies.empty());
    }

    void kernelLevelFixesUseTheSoftwaresOverlapSettings_data()
    {
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<QString>("stack");
        QTest::addColumn<QString>("knob");
        QTest::addColumn<int>("cause");
        const auto row = [](const char* scenario, const char* stack, const char* knob, Cause cause) {
            QTest::newRow(knob) << scenario << stack << knob << static_cast<int>(cause);
        };
        row("cause-tensor-parallel-slow-link", "megatron-2021", "stack.tensor_overlap",
            Cause::tensor_parallel_slow_link);
        // On a fast network: over 10 GbE the latency of the buckets costs more than they hide.
        row("suspect-exposed-communication-mended", "megatron-2021", "stack.data_overlap",
            Cause::exposed_communication);
        row("cause-expert-all-to-all", "megatron-2021", "stack.expert_overlap", Cause::expert_all_to_all);
    }
    void kernelLevelFixesUseTheSoftwaresOverlapSettings()
    {
        QFETCH(QString, scenario);
        QFETCH(QString, stack);
        QFETCH(QString, knob);
        QFETCH(int, cause);
        const std::string software = stack.toStdString();
        const std::string share = knob.toStdString();
        const Scenario s = test::edited(preset(scenario.toStdString()), {{"stack.software", software}, {share, "0"}});
        const StepReport before = evaluate(s);
        const ParameterChanges no_layout;
        const std::vector<Proposal> offers =
            proposals(static_cast<Cause>(cause), {s, before, shippedCalibration(), no_layout, shippedPrices()});
        const auto turns = [&](const Proposal& p) { return p.edit.front().parameter->id == share; };
        const auto offer = std::ranges::find_if(offers, turns);
        QVERIFY(offer != offers.end());
        const StepReport after = evaluate(applied(s, offer->edit));
        QVERIFY(after.step_s < before.step_s);
    }

    void severityIsTheStepTimeSavedWithoutTheCause()
    {
        const Analysis a = analyze(preset("cause-contention"));
        Scenario alone = a.scenario;
        alone.cluster.nics_per_node = alone.cluster.gpus_per_node;
        alone.cluster.oversubscription = 1;
        const Loss loss = causeRecord(Cause::contention).loss(a.scenario, a.step, a.calibration);
        QCOMPARE(loss.step_without_s, analyze(alone).step.step_s);
        QCOMPARE(loss.severity, 1 - loss.step_without_s / a.step.step_s);
    }

    /// Apart from the drift between replicas, which is a share of the step.
    void wholeMatrixUpdatesCostTheirGemmsAndGathers()
    {
        const Analysis a = analyze(preset("cause-optimizer-gathers"));
        const OptimizerUpdate update = optimizerUpdate(resolve(a.scenario, a.calibration));
        const Loss loss = causeRecord(Cause::optimizer_gathers).loss(a.scenario, a.step, a.calibration);
        const double drift = 1 + driftShare(resolve(a.scenario, a.calibration));
        QVERIFY(update.gather_s > 0);
        VERIFY_CLOSE(a.step.step_s - loss.step_without_s, drift * (update.whole_s + update.gather_s), 1e-9);
    }

    /// Twice the matrices, more time; none where all parameters are trained, or at rank 0.
    void adaptersCostMoreTheMoreThereAre()
    {
        const auto cost = [](const Scenario& s) {
            const Analysis a = analyze(s);
            return a.step.step_s
                - causeRecord(Cause::adapter_bound).loss(a.scenario, a.step, a.calibration).step_without_s;
        };
        const auto with = [](std::string_view key, std::string_view value) {
            return edited(preset("cause-adapter-bound"), {{key, value}});
        };
        QVERIFY(cost(with("workload.lora_targets", "query-value")) > 0);
        QVERIFY(cost(with("workload.lora_targets", "attention"))
            > 1.5 * cost(with("workload.lora_targets", "query-value")));
        QVERIFY(cost(with("workload.lora_rank", "256")) > cost(with("workload.lora_rank", "64")));
        QCOMPARE(cost(with("workload.tuning", "full")), 0.0);
    }
};

KNEEPOINT_TEST(DiagnosisTest)
#include "diagnosis_test.moc"
