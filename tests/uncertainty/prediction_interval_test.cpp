// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/uncertainty/prediction_interval.h"

#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/uncertainty/prediction_spread.h"
#include "tests/support/compare.h"
#include "tests/support/data_row.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

Scenario llama(std::string_view gpu, std::string_view software)
{
    return edited(preset("llama3-8b-64xh100"), {{"cluster.gpu", gpu}, {"stack.software", software}});
}

Basis basisOn(std::string_view gpu, std::string_view software)
{
    return basisOf(llama(gpu, software), shippedCalibration());
}

PredictionInterval intervalOf(const Scenario& s)
{
    return predictionInterval(s, evaluate(s, shippedCalibration()), shippedCalibration());
}

double widthOn(std::string_view gpu, std::string_view software)
{
    const PredictionInterval interval = intervalOf(llama(gpu, software));
    return std::log(interval.high_s / interval.low_s);
}

std::string outsideOf(const Scenario& s)
{
    return intervalOf(s).outside;
}

/// Nine of ten runs of this kind are within half and three times the spread; no factor is open but the scatter of rows.
PredictionInterval learnedInterval(const Scenario& s, Basis basis, const char* kind, const char* spreads_of)
{
    StepReport step;
    step.step_s = 10;
    const std::vector<ErrorKind> errors{{"another", 3, 0.1, 9}, {kind, 42, std::exp(-0.5), std::exp(3)}};
    const std::vector<FactorSpreads> spreads{{"another", {}, 7}, {spreads_of, {}, 0.2}};
    return predictionInterval(s, basis, step, {errors, spreads}, 0, shippedCalibration());
}

/// Calibrated, with this half-width and nothing left open of the factors.
Scenario calibratedJob(double half_width)
{
    Scenario s = preset("llama3-8b-64xh100");
    s.own_runs = {.used = true, .runs = 5, .half_width = half_width};
    s.own_runs.open.up.fill(1);
    s.own_runs.job = sizesOf(s);
    return s;
}

/// A step of 10 s, of which the parts of exposed communication and bubbles take a quarter.
StepReport quarterExposed()
{
    StepReport step;
    step.step_s = 10;
    step.part(Part::compute).exposed_s = 7.5;
    step.part(Part::data_comm) = {1, 5};
    step.part(Part::bubble) = {1.5, 0};
    return step;
}

} // namespace

/// The measurements behind the interval of a step time.
class PredictionIntervalTest : public QObject {
    Q_OBJECT

private slots:
    void aStackIsMeasuredOnTheHardwareItRanOn()
    {
        QVERIFY(basisOn("h100-sxm", "torchtitan-2024") == Basis::measured);
        QVERIFY(basisOn("h200-sxm", "torchtitan-2024") == Basis::measured); // the same architecture
        QVERIFY(basisOn("tpu-v5p", "xla-tpu") == Basis::measured);
    }

    void memoryAndPowerLeaveTheIntervalAsItIs_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("value");
        test::dataRow("memory", "cluster.memory_bytes", "94 GB");
        test::dataRow("power", "cluster.power_w", "600");
    }
    void memoryAndPowerLeaveTheIntervalAsItIs()
    {
        QFETCH(const QString, id);
        QFETCH(const QString, value);
        const Scenario s = llama("h100-sxm", "torchtitan-2024");
        const Scenario other = edited(s, {{id.toStdString(), value.toStdString()}});
        QVERIFY(other != s);
        const PredictionInterval before = intervalOf(s), after = intervalOf(other);
        QVERIFY(before.basis == Basis::measured && after.basis == Basis::measured);
        QCOMPARE(after.low_s, before.low_s);
        QCOMPARE(after.high_s, before.high_s);
    }

    void aFasterGpuHasNoBasis()
    {
        const Scenario s = llama("h100-sxm", "torchtitan-2024");
        QVERIFY(basisOf(edited(s, {{"cluster.peak_bf16", "2 PFLOP/s"}}), shippedCalibration()) == Basis::none);
        QVERIFY(basisOf(edited(s, {{"cluster.memory_bandwidth", "9 TB/s"}}), shippedCalibration()) == Basis::none);
    }

    void aStackIsNotMeasuredOnOtherHardware()
    {
        QVERIFY(basisOn("mi300x", "torchtitan-2024") == Basis::similar);
        QVERIFY(basisOn("h100-sxm", "xla-tpu") == Basis::similar);
        QVERIFY(widthOn("mi300x", "torchtitan-2024") > widthOn("h100-sxm", "torchtitan-2024"));
    }

    void genericSoftwareAndUnknownHardwareAreLabeled()
    {
        QVERIFY(basisOn("h100-sxm", "generic-fsdp") == Basis::similar);
        QVERIFY(basisOn("gaudi3", "torchtitan-2024") == Basis::none);
        QVERIFY(basisOn("h100-sxm", "custom") == Basis::none);
    }

    void whatASourceLeavesOpenIsAddedAsItIs()
    {
        const Scenario s = llama("h100-sxm", "generic-fsdp");
        const StepReport step = evaluate(s, shippedCalibration());
        const LearnedConstants& constants = *shippedCalibration().constants;
        const auto slower = [&](double unstated) {
            return std::log(predictionInterval(s, Basis::similar, step, {constants.errors, constants.spreads}, unstated,
                                shippedCalibration())
                                .high_s
                / step.step_s);
        };
        constexpr double unstated = 0.3;
        QVERIFY(std::abs(slower(unstated) - std::hypot(slower(0), interval_sigmas * unstated)) < 1e-9);
    }

    /// With measured compute per example, the rates of the GPU are not used.
    void measuredComputeNeedsNoArchitecture()
    {
        Scenario s = llama("gaudi3", "ddp-bucketed");
        s.workload.measured_example_s = 0.01;
        QVERIFY(basisOf(s, shippedCalibration()) == Basis::measured);
    }

    void moreGpusThanAnyMeasuredRunHadAreOutside()
    {
        const auto outside = [](double gpus) {
            Scenario s = test::preset("llama3-405b-16384xh100");
            s.cluster.gpus = gpus;
            return predictionInterval(s, evaluate(s), shippedCalibration()).outside;
        };
        QCOMPARE(outside(16384), std::string());
        QCOMPARE(outside(32768), std::string("no measured run used this many GPUs"));
    }

    /// A measured stack that does what it was not measured doing is similar software, and the interval is wider.
    void whatNoMeasuredRunDidIsOnlySimilar_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("did");
        test::dataRow("frozen layers", "workload.tuning", "frozen-part", "had frozen layers");
        test::dataRow("adapters", "workload.tuning", "lora", "trained adapters");
        test::dataRow("adapters beside narrow weights", "workload.tuning", "qlora", "trained adapters");
        test::dataRow("a reference model", "workload.reference_model", "copy", "had a reference model");
        test::dataRow("linear attention", "workload.model", "qwen3-next-80b-a3b", "had layers with linear attention");
        test::dataRow("a state space", "workload.model", "granite4-h-micro", "had layers with a state space");
        test::dataRow("sparse attention", "workload.model", "deepseek3.2-671b", "had sparse attention");
        test::dataRow("a source", "workload.source_length", "4096", "had cross-attention");
        test::dataRow("blocks of one part", "workload.feed_forward_layers", "16", "had blocks of one part");
        test::dataRow("offload", "plan.offload", "optimizer", "offloaded to host memory");
        test::dataRow("Muon", "plan.optimizer", "muon", "used Muon");
    }
    void whatNoMeasuredRunDidIsOnlySimilar()
    {
        QFETCH(const QString, id);
        QFETCH(const QString, value);
        QFETCH(const QString, did);
        const Scenario measured = test::preset("llama3-8b-64xh100");
        const Scenario other = test::edited(measured, {{id.toStdString(), value.toStdString()}});
        QVERIFY(basisOf(measured, shippedCalibration()) == Basis::measured);
        QCOMPARE(outsideOf(measured), std::string());
        QVERIFY(basisOf(other, shippedCalibration()) == Basis::similar);
        const PredictionInterval interval = predictionInterval(other, evaluate(other), shippedCalibration());
        QCOMPARE(interval.outside, "no run that the constants were learned from " + did.toStdString());
        QVERIFY(interval.rows > 0);
    }

    void expertsOnALatentWidthAreOnlySimilar()
    {
        Scenario mixture = edited(llama("h100-sxm", "megatron-bridge-2025"), {{"workload.model", "mixtral-8x7b"}});
        QVERIFY(basisOf(mixture, shippedCalibration()) == Basis::measured);
        mixture.workload.expert_hidden = mixture.workload.hidden / 2;
        QVERIFY(basisOf(mixture, shippedCalibration()) == Basis::similar);
        QCOMPARE(outsideOf(mixture),
            std::string("no run that the constants were learned from had experts on a latent width"));
    }

    void aModelThatFreezesNoLayerIsTrainedAsAWhole()
    {
        const Scenario s = edited(
            llama("h100-sxm", "torchtitan-2024"), {{"workload.tuning", "frozen-part"}, {"workload.frozen_share", "0"}});
        QVERIFY(basisOf(s, shippedCalibration()) == Basis::measured);
    }

    void withMeasuredComputeItDoesNotMatterHowTheJobTrains()
    {
        Scenario s = edited(llama("gaudi3", "ddp-bucketed"), {{"workload.tuning", "lora"}});
        QVERIFY(basisOf(s, shippedCalibration()) == Basis::none);
        s.workload.measured_example_s = 0.01;
        QVERIFY(basisOf(s, shippedCalibration()) == Basis::measured);
        QCOMPARE(outsideOf(s), std::string());
    }

    void theReasonWithoutABasisIsTheFirstThatIsMissing()
    {
        QCOMPARE(outsideOf(edited(llama("gaudi3", "custom"), {{"assumptions.compute_model", "sustained"}})),
            std::string("a sustained rate is an assumption, not a measurement"));
        QCOMPARE(outsideOf(edited(preset("llama3-8b-64xh100"), {{"workload.model", "resnet50"}})),
            std::string("a sustained rate is an assumption, not a measurement"));
        Scenario without = llama("gaudi3", "torchtitan-2024");
        without.stack.software = 0;
        QCOMPARE(outsideOf(without), std::string("no measured software stack is chosen"));
        QCOMPARE(outsideOf(edited(llama("gaudi3", "torchtitan-2024"), {{"workload.tuning", "lora"}})),
            std::string("no measured run used GPUs of this architecture"));
        QCOMPARE(outsideOf(llama("h100-sxm", std::string(stackPresets().front().id))), std::string());
    }

    void modelsWithoutLayersHaveNoMeasuredKernels()
    {
        const Scenario s = edited(preset("llama3-8b-64xh100"), {{"workload.model", "resnet50"}});
        QVERIFY(basisOf(s, shippedCalibration()) == Basis::none);
        QCOMPARE(intervalOf(s).rows, 0.0);
    }

    void aGpuOfOnesOwnIsAsGoodAsOneOfItsRates()
    {
        Scenario own = llama("h100-sxm", "torchtitan-2024");
        own.cluster.gpu = 0; // custom
        QVERIFY(basisOf(own, shippedCalibration()) == Basis::measured);
        own.cluster.memory_bytes *= 2;
        QVERIFY(basisOf(own, shippedCalibration()) == Basis::measured);
        own.cluster.gemm_efficiency *= 0.9;
        QVERIFY(basisOf(own, shippedCalibration()) == Basis::none);
    }

    void longSequencesAreAKindOfTheirOwn()
    {
        Scenario s = llama("h100-sxm", "nemo-2025");
        const auto kind = [&] { return kindId(kindOf(s, Basis::measured)); };
        s.workload.sequence_length = 16384;
        QCOMPARE(kind(), std::string("dense/measured/cluster"));
        s.workload.sequence_length = 32768;
        QCOMPARE(kind(), std::string("long/measured/cluster"));
        s.workload.experts = 1; // a dense layer
        QCOMPARE(kind(), std::string("long/measured/cluster"));
        s.workload.experts = 2; // routing matters more
        QCOMPARE(kind(), std::string("moe/measured/cluster"));
        s.workload.measured_example_s = 0.01;
        QCOMPARE(kind(), std::string("scaling/measured/cluster"));
    }

    void sizesAreANodeAClusterAndMore_data()
    {
        QTest::addColumn<double>("gpus");
        QTest::addColumn<double>("per_node");
        QTest::addColumn<QString>("label");
        QTest::newRow("a node") << 8.0 << 8.0 << "dense models in one node";
        QTest::newRow("as many as in a usual node") << 8.0 << 4.0 << "dense models in one node";
        QTest::newRow("more than a node") << 9.0 << 8.0 << "dense models on up to 512 GPUs";
        QTest::newRow("a large node") << 72.0 << 72.0 << "dense models in one node";
        QTest::newRow("half a large node") << 36.0 << 72.0 << "dense models in one node";
        QTest::newRow("a cluster") << 512.0 << 8.0 << "dense models on up to 512 GPUs";
        QTest::newRow("more than a cluster") << 513.0 << 8.0 << "dense models on more than 512 GPUs";
    }
    void sizesAreANodeAClusterAndMore()
    {
        QFETCH(const double, gpus);
        QFETCH(const double, per_node);
        Scenario s = llama("h100-sxm", "nemo-2025");
        s.cluster.gpus = gpus;
        s.cluster.gpus_per_node = per_node;
        QTEST(QString::fromStdString(kindLabel(kindOf(s, Basis::measured))), "label");
    }

    void everyBasisHasItsNames()
    {
        QCOMPARE(basisId(Basis::calibrated), std::string_view("calibrated"));
        QCOMPARE(basisId(Basis::none), std::string_view("none"));
        QCOMPARE(basisLabel(Basis::measured), std::string_view("measured stack"));
        QCOMPARE(basisLabel(Basis::similar), std::string_view("similar hardware"));
    }

    void kindsAreHalfAsAlikeForEachStepBetweenTheirSizes()
    {
        using enum RunKind::Size;
        const auto of = [](RunKind::Size size) { return RunKind{RunKind::Work::dense, Basis::measured, size}; };
        for (const RunKind::Size size : {node, cluster, large})
            QCOMPARE(likeness(of(size), of(size)), 1.0);
        QCOMPARE(likeness(of(node), of(cluster)), 0.5);
        QCOMPARE(likeness(of(large), of(cluster)), 0.5);
        QCOMPARE(likeness(of(node), of(large)), 0.25);
        QCOMPARE(likeness(of(large), of(node)), 0.25);
        QCOMPARE(likeness(of(node), {RunKind::Work::mixture, Basis::measured, node}), 0.0);
        QCOMPARE(likeness(of(node), {RunKind::Work::dense, Basis::similar, node}), 0.0);
    }

    void exposedCommunicationAndWaitingGrowTheUncertaintyOfACalibration()
    {
        StepReport step;
        step.step_s = 4;
        step.part(Part::compute).exposed_s = 3;
        step.part(Part::input).exposed_s = 1;
        QCOMPARE(exposureGrowth(step), 1.0);
        step.part(Part::data_comm).hidden_s = 3;
        QCOMPARE(exposureGrowth(step), 1.0);
        QCOMPARE(exposureGrowth(quarterExposed()), 1.25);
        for (const Part part : {Part::tensor_comm, Part::context_comm, Part::expert_comm, Part::pipeline_comm,
                 Part::bubble, Part::data_comm, Part::straggler}) {
            StepReport other = step;
            other.part(part).exposed_s = 2;
            QCOMPARE(exposureGrowth(other), 1.5);
            other.part(part).exposed_s = 9;
            QCOMPARE(exposureGrowth(other), 2.0);
        }
    }

    void theDeviationsOfACalibrationAreThoseOfItsKind()
    {
        const Scenario s = llama("h100-sxm", "nemo-2025");
        const std::vector<ErrorKind> errors{{"dense/calibrated/node", 9, 0.1, std::exp(5)},
            {"dense/calibrated/cluster", 9, 0.1, std::exp(2)}, {"dense/measured/cluster", 9, 0.1, std::exp(4)}};
        QCOMPARE(calibratedDeviations(s, errors), 2.0);
        VERIFY_WITHIN(calibratedDeviations(s, {}), 1.645, 1e-3); // of a normal distribution
    }

    void aLearnedIntervalIsItsKindsQuantilesTimesTheSpread()
    {
        const PredictionInterval interval =
            learnedInterval(llama("h100-sxm", "nemo-2025"), Basis::measured, "dense/measured/cluster", "measured");
        VERIFY_CLOSE(interval.low_s, 10 * std::exp(-0.5 * 0.2), 1e-12);
        VERIFY_CLOSE(interval.high_s, 10 * std::exp(3 * 0.2), 1e-12);
        VERIFY_CLOSE(interval.spread.faster, 0.2, 1e-12);
        VERIFY_CLOSE(interval.spread.slower, 0.2, 1e-12);
        QCOMPARE(interval.rows, 42.0);
        QVERIFY(interval.basis == Basis::measured);
        QCOMPARE(interval.kind, std::string("dense models on up to 512 GPUs"));
        QCOMPARE(interval.outside, std::string());
    }

    void whatIsUnstatedIsPartOfTheSpread()
    {
        StepReport step;
        step.step_s = 10;
        const std::vector<ErrorKind> errors{{"dense/measured/cluster", 42, std::exp(-1), std::exp(2)}};
        const std::vector<FactorSpreads> spreads{{"measured", {}, 0.3}};
        const PredictionInterval interval = predictionInterval(
            llama("h100-sxm", "nemo-2025"), Basis::measured, step, {errors, spreads}, 0.4, shippedCalibration());
        VERIFY_CLOSE(interval.spread.faster, 0.5, 1e-12);
        VERIFY_CLOSE(interval.spread.slower, 0.5, 1e-12);
        VERIFY_CLOSE(interval.low_s, 10 * std::exp(-std::hypot(0.3, 1.644854 * 0.4)), 1e-6);
        VERIFY_CLOSE(interval.high_s, 10 * std::exp(std::hypot(0.6, 1.644854 * 0.4)), 1e-6);
    }

    void whereNothingWasLearnedThereIsNoInterval()
    {
        const Scenario s = llama("h100-sxm", "nemo-2025");
        const Scenario assumed = edited(s, {{"assumptions.compute_model", "sustained"}});
        for (const PredictionInterval& interval :
            {learnedInterval(s, Basis::measured, "moe/measured/cluster", "measured"),
                learnedInterval(s, Basis::measured, "dense/measured/cluster", "similar"),
                learnedInterval(assumed, Basis::measured, "dense/measured/cluster", "measured")}) {
            QVERIFY(interval.low_s == 10 && interval.high_s == 10);
            QVERIFY(interval.spread.faster == 0 && interval.spread.slower == 0);
            QCOMPARE(interval.rows, 0.0);
            QVERIFY(interval.kind.empty());
        }
    }

    /// With a quarter of the step exposed, the half-width of the calibration counts by 5/4.
    void aClosedCalibrationIsAsWideAsItsRuns()
    {
        const StepReport step = quarterExposed();
        Scenario s = calibratedJob(0.2);
        const PredictionInterval interval = predictionInterval(s, Basis::calibrated, step, {}, 0, shippedCalibration());
        VERIFY_CLOSE(interval.low_s, 10 * std::exp(-0.25), 1e-9);
        VERIFY_CLOSE(interval.high_s, 10 * std::exp(0.25), 1e-9);
        QCOMPARE(interval.rows, 5.0);
        QVERIFY(interval.basis == Basis::calibrated);
        QCOMPARE(interval.kind, std::string("this calibration"));
        s.own_runs.name = ShortName("mine");
        s.workload.tuning = Tuning::lora; // which no published run did, but one's own
        const PredictionInterval named = predictionInterval(s, Basis::calibrated, step, {}, 0, shippedCalibration());
        QCOMPARE(named.kind, std::string("mine"));
        QCOMPARE(named.outside, std::string());
    }

    void whatACalibrationLeavesOpenWidensItByTheDeviationsOfItsKind()
    {
        Scenario s = calibratedJob(0.2);
        s.own_runs.open.root[2] = 0.5F; // traffic
        s.own_runs.open.up.fill(1);
        s.own_runs.open.down.fill(0.25F);
        const std::vector<ErrorKind> errors{{"dense/calibrated/cluster", 9, 0.1, std::exp(2)}};
        const PredictionSpread open = openSpread(s, {}, shippedCalibration());
        QVERIFY(open.faster > 0.02 && open.slower > 1.2 * open.faster);
        const PredictionInterval interval =
            predictionInterval(s, Basis::calibrated, quarterExposed(), {errors, {}}, 0, shippedCalibration());
        VERIFY_CLOSE(std::log(10 / interval.low_s), std::hypot(0.25, 2 * open.faster), 1e-9);
        VERIFY_CLOSE(std::log(interval.high_s / 10), std::hypot(0.25, 2 * open.slower), 1e-9);
    }

    /// Its factors that no run has moved are as open as before: as those of the stack on this GPU, or of calibrations.
    void anOlderCalibrationIsAsWideAsTheSpreadsOfItsStack()
    {
        Scenario older = preset("llama3-8b-64xh100");
        older.own_runs = {.used = true, .runs = 1, .half_width = 0.2, .host = 1.2};
        const std::vector<ErrorKind> errors{{"dense/calibrated/cluster", 9, 0.1, std::exp(2)}};
        FactorSpreads measured{"measured", {0.3}, 0}, calibrated{"measured/calibration", {0.6}, 0};
        const auto high = [&](const std::vector<FactorSpreads>& spreads) {
            return predictionInterval(
                older, Basis::calibrated, quarterExposed(), {errors, spreads}, 0, shippedCalibration())
                .high_s;
        };
        for (const FactorSpreads& before : {measured, calibrated}) {
            const double open = openSpread(older, before, shippedCalibration()).slower;
            QVERIFY(open > 0.05);
            const auto spreads = before.basis == "measured" ? std::vector{measured} : std::vector{measured, calibrated};
            VERIFY_CLOSE(std::log(high(spreads) / 10), std::hypot(0.25, 2 * open), 1e-9);
        }
        VERIFY_CLOSE(std::log(high({}) / 10), 0.25, 1e-9);
    }

    void theShippedIntervalIsThatOfTheLearnedErrors()
    {
        const Scenario s = llama("h100-sxm", "torchtitan-2024"); // tuned
        const LearnedConstants& constants = *shippedCalibration().constants;
        const PredictionInterval given = predictionInterval(
            s, Basis::measured, evaluate(s), {constants.errors, constants.spreads}, 0, shippedCalibration());
        const PredictionInterval shipped = intervalOf(s);
        QVERIFY(shipped.low_s == given.low_s && shipped.high_s == given.high_s);
        QVERIFY(shipped.low_s < evaluate(s).step_s && evaluate(s).step_s < shipped.high_s);
    }
};

KNEEPOINT_TEST(PredictionIntervalTest)
#include "prediction_interval_test.moc"
