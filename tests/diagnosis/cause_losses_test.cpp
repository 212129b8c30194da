// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/counterfactual.h"
#include "model/diagnosis/cause_record.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;
using test::edited;
using test::preset;

namespace {

Loss lossOf(Cause cause, const Scenario& s)
{
    return causeRecord(cause).loss(s, evaluate(s), shippedCalibration());
}

} // namespace

/// What a cause costs is the step with it less the step without it.
class CauseLossesTest : public QObject {
    Q_OBJECT

private slots:
    void aLossIsTheStepWithoutTheCause_data()
    {
        QTest::addColumn<int>("cause");
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<Scenario>("without");
        QTest::addColumn<double>("share"); // of the step without the cause that counts
        const auto row = [](Cause cause, const char* scenario, void (*mend)(Scenario&), double share = 1) {
            Scenario s = preset(scenario);
            mend(s);
            QTest::newRow(causeId(cause).data()) << static_cast<int>(cause) << QString(scenario) << s << share;
        };
        row(Cause::offload_link, "cause-offload-link", [](Scenario& s) { s.plan.offload = Offload::none; });
        row(Cause::dequantization, "cause-dequantization", [](Scenario& s) { s.workload.tuning = Tuning::lora; });
        row(Cause::expert_imbalance, "cause-expert-imbalance", [](Scenario& s) { s.workload.expert_imbalance = 1; });
        row(Cause::optimizer_gathers, "cause-optimizer-gathers",
            [](Scenario& s) { s.plan.optimizer = Optimizer::lion; });
        const Workload padded = preset("cause-padding").workload;
        row(
            Cause::padding, "cause-padding", [](Scenario& s) { s.workload.packing = Packing::packed; },
            padded.length_mean / padded.sequence_length);
    }
    void aLossIsTheStepWithoutTheCause()
    {
        QFETCH(int, cause);
        QFETCH(QString, scenario);
        QFETCH(Scenario, without);
        QFETCH(double, share);
        const Scenario s = preset(scenario.toStdString());
        const Loss loss = lossOf(static_cast<Cause>(cause), s);
        VERIFY_CLOSE(loss.step_without_s, share * evaluate(without).step_s, 1e-12);
        VERIFY_CLOSE(loss.severity, 1 - loss.step_without_s / evaluate(s).step_s, 1e-12);
        QCOMPARE(lossOf(static_cast<Cause>(cause), without).severity, 0.0);
    }

    void aLittleImbalanceLosesALittle()
    {
        Scenario s = preset("cause-expert-imbalance");
        double before = 0;
        for (const double imbalance : {1.0, 1.1, 1.5, 2.0}) {
            s.workload.expert_imbalance = imbalance;
            const double severity = lossOf(Cause::expert_imbalance, s).severity;
            QVERIFY(imbalance == 1 ? severity == 0 : severity > before);
            before = severity;
        }
    }

    /// A micro-batch 64 times as large shows what its GEMMs take at best.
    void aTinyBatchLosesWhatAnExampleTakesLessInALargeOne()
    {
        const Scenario s = preset("suspect-tiny-batch");
        Scenario large = s;
        large.workload.batch_per_gpu *= 64;
        const double step_s = evaluate(s).step_s, spared_s = evaluate(s).compute_s - evaluate(large).compute_s / 64;
        VERIFY_CLOSE(lossOf(Cause::tiny_batch, s).step_without_s, step_s - spared_s, 1e-12);
        VERIFY_CLOSE(lossOf(Cause::tiny_batch, s).severity, spared_s / step_s, 1e-12);
    }

    void examplesBeyondTheCriticalBatchAreLost()
    {
        Scenario s = preset("suspect-large-batch");
        s.workload.critical_batch = 3 * evaluate(s).global_batch;
        VERIFY_CLOSE(lossOf(Cause::large_batch, s).severity, 0.25, 1e-12);
        QCOMPARE(lossOf(Cause::large_batch, s).step_without_s, evaluate(s).step_s);
        s.workload.critical_batch = 0;
        QCOMPARE(lossOf(Cause::large_batch, s).severity, 0.0);
    }

    void whatDoesNotFitIsLostAsAWhole()
    {
        QCOMPARE(lossOf(Cause::out_of_memory, preset("cause-out-of-memory")).severity, 1.0);
        QCOMPARE(lossOf(Cause::out_of_memory, preset("llama3-8b-64xh100")).severity, 0.0);
    }

    /// Without an interval of its own, what failures cost is what the goodput lacks.
    void failuresLoseWhatTheGoodputLacks()
    {
        const Scenario s = preset("cause-failures");
        QCOMPARE(lossOf(Cause::failures, s).severity, 1 - analyze(s).training.goodput.share);
    }

    /// Parts of the step that end with their cause, where nothing else of it changes.
    void exposedPartsAreLost_data()
    {
        QTest::addColumn<int>("cause");
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<int>("part");
        const auto row = [](Cause cause, const char* scenario, Part part) {
            QTest::newRow(causeId(cause).data())
                << static_cast<int>(cause) << QString(scenario) << static_cast<int>(part);
        };
        row(Cause::starved_input, "suspect-starved-input", Part::input);
        row(Cause::pipeline_bubble, "cause-pipeline-bubble", Part::bubble);
        row(Cause::expert_all_to_all, "cause-expert-all-to-all", Part::expert_comm);
    }
    void exposedPartsAreLost()
    {
        QFETCH(int, cause);
        QFETCH(QString, scenario);
        QFETCH(int, part);
        const Scenario s = preset(scenario.toStdString());
        const StepReport step = evaluate(s);
        const Loss loss = lossOf(static_cast<Cause>(cause), s);
        QVERIFY(loss.severity > 0.05);
        QVERIFY(step.step_s - loss.step_without_s >= step.part(static_cast<Part>(part)).exposed_s * (1 - 1e-9));
        VERIFY_CLOSE(loss.step_without_s, stepWithout(s, step, {static_cast<Part>(part)}), 1e-12);
    }

    void tensorParallelismLosesWhatAFastLinkWouldSave()
    {
        const Scenario s = preset("cause-tensor-parallel-slow-link");
        const Loss slow = lossOf(Cause::tensor_parallel_slow_link, s);
        QVERIFY(slow.severity > 0.05 && slow.step_without_s < evaluate(s).step_s);
        const Scenario alone = edited(s, {{"plan.tensor_parallel", "1"}});
        QCOMPARE(lossOf(Cause::tensor_parallel_slow_link, alone).severity, 0.0);
        QCOMPARE(lossOf(Cause::tensor_parallel_slow_link, alone).step_without_s, evaluate(alone).step_s);
    }

    void aJobThatIsNotSplitIsNotOverSharded()
    {
        const Scenario split = preset("cause-over-sharding");
        const Loss loss = lossOf(Cause::over_sharding, split);
        QVERIFY(!loss.layout.empty() && loss.severity > 0.05);
        VERIFY_CLOSE(loss.severity, 1 - loss.step_without_s / evaluate(split).step_s, 1e-12);
        const Scenario whole = edited(split, {{"plan.tensor_parallel", "1"}, {"plan.pipeline_parallel", "1"}});
        QVERIFY(lossOf(Cause::over_sharding, whole).layout.empty());
        QCOMPARE(lossOf(Cause::over_sharding, whole).severity, 0.0);
        const Scenario too_large = edited(split, {{"cluster.memory_bytes", "1 GB"}});
        QVERIFY(!evaluate(too_large).memory.fits());
        QCOMPARE(lossOf(Cause::over_sharding, too_large).severity, 0.0);
    }
};

KNEEPOINT_TEST(CauseLossesTest)
#include "cause_losses_test.moc"
