// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/presets/presets.h"
#include "model/step/step_model.h"
#include "model/step/step_series.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <array>
#include <thread>
#include <vector>

using namespace kneepoint;

namespace {

/// Kernels 25 % slower and three times the message latency.
Calibration slower()
{
    Calibration c = shippedCalibration();
    c.law.proxy_s *= 3;
    c.law.peer_s *= 3;
    LearnedConstants constants = *c.constants;
    for (ConstantOwner& family : constants.kernels.families)
        for (PresetValue& setting : family.settings)
            if (setting.parameter == "cluster.gemm_efficiency")
                setting.value *= 0.75;
    c.constants = std::make_shared<const LearnedConstants>(std::move(constants));
    return c;
}

/// Everything that depends on a calibration: choosing presets, reading a file, single steps and a series.
std::vector<double> answers(const Calibration& calibration)
{
    std::vector<double> seconds;
    for (const std::string_view id : {"llama3-70b-512xh100", "mixtral-8x7b-256xh100", "gpt3-175b-1024xa100"}) {
        const auto read = scenarioPreset(id, calibration);
        Scenario s = read->scenario;
        for (PresetIndex gpu = 1; gpu <= 4; ++gpu) {
            parameter("cluster.gpu").edit(s, gpu, calibration);
            seconds.push_back(s.cluster.gemm_efficiency);
            seconds.push_back(evaluate(s, calibration).step_s);
        }
        StepSeries series(read->scenario, calibration);
        for (double k = 1; k <= 256; k *= 2)
            seconds.push_back(series.withWorkers(k).step_s);
    }
    return seconds;
}

} // namespace

/// A step depends only on a scenario and a calibration.
class CalibrationTest : public QObject {
    Q_OBJECT

private slots:
    void onlyTheLawOfTheGivenCalibrationCounts()
    {
        const Scenario s = test::preset("llama3-70b-512xh100");
        const Calibration shipped = shippedCalibration();
        Calibration other = shipped;
        other.law.gather_rate /= 3;
        QVERIFY(evaluate(s, other).step_s > evaluate(s, shipped).step_s);
        QCOMPARE(evaluate(s, shipped), evaluate(s, shippedCalibration()));
    }

    void presetsTakeTheirConstantsFromTheCalibration()
    {
        const Scenario as_shipped = scenarioPreset("llama3-70b-512xh100", shippedCalibration())->scenario;
        const Scenario slow = scenarioPreset("llama3-70b-512xh100", slower())->scenario;
        QVERIFY(as_shipped == test::preset("llama3-70b-512xh100"));
        QCOMPARE(slow.cluster.gemm_efficiency, 0.75 * as_shipped.cluster.gemm_efficiency);
    }

    void twoThreadsWithTwoCalibrationsGetTheirOwnResults()
    {
        const std::array calibrations{shippedCalibration(), slower()};
        const std::array expected{answers(calibrations[0]), answers(calibrations[1])};
        QVERIFY(expected[0] != expected[1]);
        constexpr int rounds = 20;
        std::array<std::vector<std::vector<double>>, 2> found;
        {
            std::array<std::jthread, 2> threads;
            for (std::size_t i = 0; i < threads.size(); ++i)
                threads[i] = std::jthread([&mine = found[i], &calibration = calibrations[i]] {
                    for (int round = 0; round < rounds; ++round)
                        mine.push_back(answers(calibration));
                });
        }
        for (std::size_t i = 0; i < found.size(); ++i)
            QVERIFY(found[i] == std::vector(rounds, expected[i]));
    }
};

KNEEPOINT_TEST(CalibrationTest)
#include "calibration_test.moc"
