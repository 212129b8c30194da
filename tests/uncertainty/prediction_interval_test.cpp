// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/uncertainty/prediction_interval.h"

#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/support/data_row.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

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
        test::dataRow("adapters", "workload.tuning", "lora");
        test::dataRow("linear attention", "workload.model", "qwen3-next-80b-a3b");
        test::dataRow("a state space", "workload.model", "granite4-h-micro");
        test::dataRow("sparse attention", "workload.model", "deepseek3.2-671b");
        test::dataRow("blocks of one part", "workload.feed_forward_layers", "16");
        test::dataRow("offload", "plan.offload", "optimizer");
        test::dataRow("Muon", "plan.optimizer", "muon");
    }
    void whatNoMeasuredRunDidIsOnlySimilar()
    {
        QFETCH(const QString, id);
        QFETCH(const QString, value);
        const Scenario measured = test::preset("llama3-8b-64xh100");
        const Scenario other = test::edited(measured, {{id.toStdString(), value.toStdString()}});
        QVERIFY(basisOf(measured, shippedCalibration()) == Basis::measured);
        QVERIFY(basisOf(other, shippedCalibration()) == Basis::similar);
        const PredictionInterval interval = predictionInterval(other, evaluate(other), shippedCalibration());
        QVERIFY(interval.outside.starts_with("no run that the constants were learned from"));
    }

    void longSequencesAreAKindOfTheirOwn()
    {
        Scenario s = llama("h100-sxm", "nemo-2025");
        const auto kind = [&] { return kindId(kindOf(s, Basis::measured)); };
        s.workload.sequence_length = 16384;
        QCOMPARE(kind(), std::string("dense/measured/cluster"));
        s.workload.sequence_length = 32768;
        QCOMPARE(kind(), std::string("long/measured/cluster"));
        s.workload.experts = 8; // routing matters more
        QCOMPARE(kind(), std::string("moe/measured/cluster"));
    }
};

KNEEPOINT_TEST(PredictionIntervalTest)
#include "prediction_interval_test.moc"
