// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/left_out_constants.h"
#include "model/uncertainty/prediction_spread.h"
#include "model/validation/validation.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace kneepoint;

namespace {

/// A measured run and the scenario that predicts it.
struct Run {
    const MeasuredRun* run;
    Scenario scenario;
};
using Runs = std::vector<Run>;

/// What all runs of one job have in common, at any number of GPUs.
std::string jobOf(const MeasuredRun& run, const Scenario& s)
{
    std::string job = run.series;
    for (const double value : {s.workload.parameters, s.workload.hidden, s.workload.sequence_length,
             s.workload.batch_per_gpu, s.workload.measured_example_s, s.plan.tensor_parallel, s.plan.pipeline_parallel,
             s.plan.context_parallel, static_cast<double>(s.cluster.gpu), static_cast<double>(s.cluster.interconnect),
             static_cast<double>(s.stack.software)})
        job += '|' + std::to_string(value);
    return job;
}

/// Whether the measured ratio of the two steps is inside the predicted interval (as in efficiencyInterval()), both
/// learned without the runs' source: independent errors of both rows add up, shared factors move both.
bool isInside(const Run& small, const Run& large)
{
    const Calibration& calibration = shippedCalibration();
    const Basis basis = basisOf(*large.run, calibration);
    const FactorSpreads& spreads = *spreadsOf(factorSpreadsWithout(large.run->group), basis);
    const std::array<double, own_factor_count> none{};
    const auto logRatio = [&](const std::array<double, own_factor_count>& logs) {
        return logStepWith(large.scenario, logs, calibration) - logStepWith(small.scenario, logs, calibration);
    };
    double variance = 2 * spreads.row * spreads.row;
    for (std::size_t i = 0; i < own_factor_count; ++i) {
        std::array<double, own_factor_count> up{};
        up[i] = spreads.factors[i];
        variance += std::pow(logRatio(up) - logRatio(none), 2);
    }
    const auto errors = errorKindsWithout(large.run->group);
    const ErrorKind& error = *std::ranges::find(errors, kindId(kindOf(large.scenario, basis)), &ErrorKind::kind);
    const auto predicted = [&](const Run& r) { return predictedReport(*r.run, LeaveOut::source, calibration).step_s; };
    const double off = std::log(large.run->step_s / small.run->step_s * predicted(small) / predicted(large));
    const double spread = std::sqrt(variance);
    return spread * std::log(error.low) <= off && off <= spread * std::log(error.high);
}

} // namespace

/// Scaling of published jobs, measured and predicted.
class MeasuredScalingTest : public QObject {
    Q_OBJECT

private slots:
    void intervalsOfEfficiencyCoverNinetyPercentOfTheMeasuredRatios()
    {
        const MeasuredRuns measured = questionsOf(publishedMeasurements(), shippedCalibration());
        std::map<std::string, Runs> jobs;
        for (const MeasuredRun& run : measured.runs) {
            const PlausibleScenarios plausible(run, shippedCalibration());
            if (run.gate)
                jobs[jobOf(run, *plausible.median().scenario)].push_back({&run, *plausible.median().scenario});
        }
        double pairs = 0, inside = 0;
        for (const auto& [job, runs] : jobs) {
            const auto gpus = [](const Run& r) { return r.scenario.cluster.gpus; };
            const Run& smallest = *std::ranges::min_element(runs, {}, gpus);
            for (const Run& run : runs) {
                if (gpus(run) <= gpus(smallest))
                    continue;
                ++pairs;
                inside += isInside(smallest, run) ? 1 : 0;
            }
        }
        QVERIFY(pairs > 500);
        const double share = inside / pairs;
        QVERIFY2(share > 0.85 && share < 0.97, QByteArray::number(share).constData());
    }
};

KNEEPOINT_TEST(MeasuredScalingTest)
#include "measured_scaling_test.moc"
