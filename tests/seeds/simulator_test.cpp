// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/training.h"
#include "model/diagnosis/diagnosis.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/data_row.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <span>

using namespace kneepoint;
using test::edited;
using test::preset;

namespace {

struct Row {
    double workers, compute_s, comm_s, load_s, step_s, speedup, efficiency, gamma;
    std::string_view dominant;
};

constexpr Row printed_table[] = {
    {1, 0.8192, 0.0, 0.6826666666666666, 0.8192, 1.0, 1.0, 0.0, "compute"},
    {2, 0.4096, 0.08, 0.3413333333333333, 0.4096, 2.0, 1.0, 0.1953125, "compute"},
    {4, 0.2048, 0.12, 0.17066666666666666, 0.2048, 4.0, 1.0, 0.5859375, "compute"},
    {8, 0.1024, 0.14, 0.08533333333333333, 0.14, 5.851428571428571, 0.7314285714285714, 1.3671875, "communication"},
    {16, 0.0512, 0.15, 0.042666666666666665, 0.15, 5.461333333333334, 0.3413333333333334, 2.9296874999999996,
        "communication"},
    {32, 0.0256, 0.155, 0.021333333333333333, 0.155, 5.285161290322581, 0.16516129032258065, 6.0546875,
        "communication"},
    {64, 0.0128, 0.1575, 0.010666666666666666, 0.1575, 5.201269841269841, 0.08126984126984127, 12.3046875,
        "communication"},
    {128, 0.0064, 0.15875, 0.005333333333333333, 0.15875, 5.160314960629921, 0.04031496062992126, 24.8046875,
        "communication"},
    {256, 0.0032, 0.159375, 0.0026666666666666666, 0.159375, 5.14007843137255, 0.020078431372549024, 49.80468749999999,
        "communication"},
};

constexpr Row fp8_gradients[] = {
    {1, 0.8192, 0.0, 0.6826666666666666, 0.8192, 1.0, 1.0, 0.0, "compute"},
    {2, 0.4096, 0.04, 0.3413333333333333, 0.4096, 2.0, 1.0, 0.09765625, "compute"},
    {4, 0.2048, 0.06, 0.17066666666666666, 0.2048, 4.0, 1.0, 0.29296875, "compute"},
    {8, 0.1024, 0.07, 0.08533333333333333, 0.1024, 8.0, 1.0, 0.68359375, "compute"},
    {16, 0.0512, 0.075, 0.042666666666666665, 0.075, 10.922666666666668, 0.6826666666666668, 1.4648437499999998,
        "communication"},
    {32, 0.0256, 0.0775, 0.021333333333333333, 0.0775, 10.570322580645161, 0.3303225806451613, 3.02734375,
        "communication"},
    {64, 0.0128, 0.07875, 0.010666666666666666, 0.07875, 10.402539682539683, 0.16253968253968254, 6.15234375,
        "communication"},
    {128, 0.0064, 0.079375, 0.005333333333333333, 0.079375, 10.320629921259842, 0.08062992125984252, 12.40234375,
        "communication"},
    {256, 0.0032, 0.0796875, 0.0026666666666666666, 0.0796875, 10.2801568627451, 0.04015686274509805,
        24.902343749999996, "communication"},
};

constexpr Row double_batch[] = {
    {1, 1.6384, 0.0, 1.3653333333333333, 1.6384, 1.0, 1.0, 0.0, "compute"},
    {2, 0.8192, 0.08, 0.6826666666666666, 0.8192, 2.0, 1.0, 0.09765625, "compute"},
    {4, 0.4096, 0.12, 0.3413333333333333, 0.4096, 4.0, 1.0, 0.29296875, "compute"},
    {8, 0.2048, 0.14, 0.17066666666666666, 0.2048, 8.0, 1.0, 0.68359375, "compute"},
    {16, 0.1024, 0.15, 0.08533333333333333, 0.15, 10.922666666666668, 0.6826666666666668, 1.4648437499999998,
        "communication"},
    {32, 0.0512, 0.155, 0.042666666666666665, 0.155, 10.570322580645161, 0.3303225806451613, 3.02734375,
        "communication"},
    {64, 0.0256, 0.1575, 0.021333333333333333, 0.1575, 10.402539682539683, 0.16253968253968254, 6.15234375,
        "communication"},
    {128, 0.0128, 0.15875, 0.010666666666666666, 0.15875, 10.320629921259842, 0.08062992125984252, 12.40234375,
        "communication"},
    {256, 0.0064, 0.159375, 0.005333333333333333, 0.159375, 10.2801568627451, 0.04015686274509805, 24.902343749999996,
        "communication"},
};

/// A shipped simulator run and its result in the document.
struct Run {
    const char* case_id;
    const char* preset_id;
    std::span<const Row> rows;
    double gamma_knee;
    double first_inefficient;
    double best_speedup;
};

constexpr Run runs[] = {
    {"s3-table", "knee-simulator", printed_table, 6.119999999999998, 8, 6.119999999999998},
    {"s3-fp8-gradients", "knee-simulator-fp8", fp8_gradients, 11.24, 16, 11.24},
    {"s3-double-batch", "knee-simulator-double-batch", double_batch, 11.24, 16, 11.24},
};

/// The largest part of the step other than useful compute.
Part largestLoss(const StepReport& step)
{
    Part worst = Part::input;
    for (std::size_t i = 0; i < part_count; ++i)
        if (const auto part = static_cast<Part>(i);
            part != Part::compute && step.part(part).exposed_s > step.part(worst).exposed_s)
            worst = part;
    return worst;
}

double lostShare(const StepReport& step)
{
    return step.part(largestLoss(step)).exposed_s / step.step_s;
}

} // namespace

Q_DECLARE_METATYPE(const Run*)
Q_DECLARE_METATYPE(Part)

/// Every statement of the scaling-efficiency simulator (chapter 15, section 9), by case id.
class SimulatorTest : public QObject {
    Q_OBJECT

private slots:
    void theTableIsReproducedRowByRow_data() { nameRuns(); }
    void theTableIsReproducedRowByRow()
    {
        QFETCH(const Run*, run);
        const Scenario s = preset(run->preset_id);
        for (const Row& row : run->rows) {
            const ScalePoint point = scalePoint(s, row.workers);
            VERIFY_CLOSE(point.step.compute_s, row.compute_s, 1e-09);
            VERIFY_CLOSE(point.step.comm_s, row.comm_s, 1e-09);
            VERIFY_CLOSE(point.step.load_s, row.load_s, 1e-09);
            VERIFY_CLOSE(point.step.step_s, row.step_s, 1e-09);
            VERIFY_CLOSE(point.speedup, row.speedup, 1e-09);
            VERIFY_CLOSE(point.efficiency, row.efficiency, 1e-09);
            VERIFY_CLOSE(point.step.gamma, row.gamma, 1e-09);
            QCOMPARE(boundId(point.step.bound), row.dominant);
        }
    }

    void theKneeIsWhereGammaCrossesOne_data() { nameRuns(); }
    void theKneeIsWhereGammaCrossesOne()
    {
        QFETCH(const Run*, run);
        const ScalingCurve curve = analyze(preset(run->preset_id)).curve;
        QVERIFY(curve.knees.gamma && curve.knees.tolerance);
        VERIFY_CLOSE(curve.knees.gamma->workers, run->gamma_knee, 1e-06);
        QCOMPARE(curve.knees.gamma->cause, Cause::exposed_communication);
        QCOMPARE(curve.knees.tolerance->usable_workers, run->first_inefficient);
        VERIFY_CLOSE(curve.best_speedup, run->best_speedup, 1e-06);
    }

    void theFirstPowerOfTwoBelowTheToleranceMatchesTheDocument_data() { nameRuns(); }
    void theFirstPowerOfTwoBelowTheToleranceMatchesTheDocument()
    {
        QFETCH(const Run*, run);
        const Scenario s = preset(run->preset_id);
        double k = 1;
        while (scalePoint(s, k).efficiency >= 0.8)
            k *= 2;
        QCOMPARE(k, run->first_inefficient);
    }

    void aSlowLoaderStarvesTheJob_data() { test::documentCase("s3-loader-starved"); }
    void aSlowLoaderStarvesTheJob()
    {
        struct Starved {
            double workers, step_s;
            std::string_view dominant;
        };
        constexpr Starved rows[] = {
            {1, 2.048, "data-loading"},
            {2, 1.024, "data-loading"},
            {4, 0.512, "data-loading"},
            {8, 0.256, "data-loading"},
            {16, 0.128, "data-loading"},
            {32, 0.064, "data-loading"},
            {64, 0.032, "data-loading"},
            {128, 0.016, "data-loading"},
            {256, 0.0159375, "communication"},
        };
        const Scenario s =
            edited(preset("knee-simulator"), {{"cluster.link_rate", "250 GB/s"}, {"cluster.loader_rate", "4000"}});
        for (const Starved& row : rows) {
            const StepReport step = scalePoint(s, row.workers).step;
            VERIFY_CLOSE(step.step_s, row.step_s, 1e-09);
            QCOMPARE(boundId(step.bound), row.dominant);
        }
    }

    void theJobThatStoppedScalingAt32ScalesAgain_data() { test::documentCase("s3-1p3b-knee"); }
    void theJobThatStoppedScalingAt32ScalesAgain()
    {
        const Scenario s = preset("knee-1p3b");
        QCOMPARE(s.workload.parameters, 1.3e9);
        const ScalePoint sixteen = scalePoint(s, 16);
        const ScalePoint thirty_two = scalePoint(s, 32);
        VERIFY_WITHIN(sixteen.step.gamma, 0.7, 0.05);
        VERIFY_WITHIN(thirty_two.step.gamma, 1.4, 0.1);
        VERIFY_WITHIN(sixteen.efficiency, 0.92, 0.03);
        VERIFY_WITHIN(thirty_two.efficiency, 0.54, 0.05);
        const Scenario half_payload = edited(s, {{"plan.gradient_precision", "bf16"}});
        const Scenario larger_batch = edited(half_payload, {{"workload.global_batch", "512"}});
        const double one_remedy = scalePoint(half_payload, 32).efficiency;
        const double both_remedies = scalePoint(larger_batch, 32).efficiency;
        QVERIFY(thirty_two.efficiency < one_remedy && one_remedy < both_remedies);
        QVERIFY(both_remedies >= 0.76);
    }

    void eachSuspectsLargestLossIsItsCause_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<Part>("part");
        QTest::newRow("s3-five-suspects, 1") << "suspect-exposed-communication" << Part::data_comm;
        QTest::newRow("s3-five-suspects, 2") << "suspect-starved-input" << Part::input;
        QTest::newRow("s3-five-suspects, 3") << "suspect-straggler" << Part::straggler;
        QTest::newRow("s3-five-suspects, 4") << "suspect-tiny-batch" << Part::launch;
    }
    void eachSuspectsLargestLossIsItsCause()
    {
        QFETCH(QString, id);
        QFETCH(Part, part);
        const Analysis a = analyze(preset(id.toStdString()));
        QCOMPARE(partId(largestLoss(a.step)), partId(part));
        QVERIFY(lostShare(a.step) > 0.1);
        QVERIFY(lostShare(a.step) > 1 - a.training.statistical_efficiency);
    }

    void theFifthSuspectLosesExamplesRatherThanTime_data() { test::documentCase("s3-five-suspects, 5"); }
    void theFifthSuspectLosesExamplesRatherThanTime()
    {
        const Analysis a = analyze(preset("suspect-large-batch"));
        QVERIFY(1 - a.training.statistical_efficiency > 0.5);
        QVERIFY(lostShare(a.step) < 0.1);
    }

    void eachSuspectIsDiagnosedFirst_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("cause");
        test::dataRow("s3-five-suspects, 1", "suspect-exposed-communication", "exposed-communication");
        test::dataRow("s3-five-suspects, 2", "suspect-starved-input", "starved-input");
        test::dataRow("s3-five-suspects, 3", "suspect-straggler", "straggler");
        test::dataRow("s3-five-suspects, 4", "suspect-tiny-batch", "tiny-batch");
        test::dataRow("s3-five-suspects, 5", "suspect-large-batch", "large-batch");
    }
    void eachSuspectIsDiagnosedFirst()
    {
        QFETCH(QString, id);
        QFETCH(QString, cause);
        const Diagnosis d = diagnose(analyze(preset(id.toStdString())));
        QCOMPARE(QString::fromUtf8(causeId(d.causes.front().cause).data()), cause);
    }

    void theTwoWallsAreDistinguished_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<Wall>("wall");
        QTest::newRow("s3-two-walls, systems") << "suspect-exposed-communication" << Wall::systems;
        QTest::newRow("s3-two-walls, statistical") << "suspect-large-batch" << Wall::statistical;
    }
    void theTwoWallsAreDistinguished()
    {
        QFETCH(QString, id);
        QFETCH(Wall, wall);
        QVERIFY(diagnose(analyze(preset(id.toStdString()))).causes.front().wall == wall);
    }

    void aFasterNetworkMovesOnlyTheSystemsWall_data() { test::documentCase("s3-two-walls, faster network"); }
    void aFasterNetworkMovesOnlyTheSystemsWall()
    {
        const Analysis systems = analyze(preset("suspect-exposed-communication"));
        const Analysis statistical = analyze(preset("suspect-large-batch"));
        const auto onFasterNetwork = [](const Analysis& a) {
            Scenario s = a.scenario;
            s.cluster.link_rate *= 10;
            return analyze(s);
        };
        QVERIFY(onFasterNetwork(systems).training.time_s < systems.training.time_s / 2);
        QVERIFY(onFasterNetwork(statistical).training.time_s > 0.95 * statistical.training.time_s);
        QCOMPARE(
            onFasterNetwork(statistical).training.statistical_efficiency, statistical.training.statistical_efficiency);
        QCOMPARE(onFasterNetwork(statistical).training.steps, statistical.training.steps);
    }

    void aBetterOptimizerMovesOnlyTheStatisticalWall_data() { test::documentCase("s3-two-walls, better optimiser"); }
    void aBetterOptimizerMovesOnlyTheStatisticalWall()
    {
        const Analysis systems = analyze(edited(preset("suspect-exposed-communication"),
            {{"workload.training_goal", "tokens"}, {"workload.critical_batch", "8192"}}));
        const Analysis statistical = analyze(preset("suspect-large-batch"));
        const auto withBetterOptimizer = [](const Analysis& a) {
            Scenario s = a.scenario;
            s.workload.critical_batch *= 10;
            return analyze(s);
        };
        QCOMPARE(withBetterOptimizer(systems).step.step_s, systems.step.step_s);
        QCOMPARE(withBetterOptimizer(systems).headline.efficiency, systems.headline.efficiency);
        QVERIFY(withBetterOptimizer(systems).training.time_s > 0.95 * systems.training.time_s);
        QVERIFY(withBetterOptimizer(statistical).training.time_s < statistical.training.time_s / 2);
    }

private:
    static void nameRuns()
    {
        QTest::addColumn<const Run*>("run");
        for (const Run& run : runs)
            QTest::newRow(run.case_id) << &run;
    }
};

KNEEPOINT_TEST(SimulatorTest)
#include "simulator_test.moc"
