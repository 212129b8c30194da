// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/measured_run.h"
#include "model/evidence/measurements.h"
#include "model/step/step_model.h"
#include "model/validation/validation.h"
#include "tests/support/compare.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace kneepoint;

/// DeepSpeed ZeRO-3 of 2021 on up to 2240 GPUs (Narayanan et al. 2021, table 2): every tensor is gathered separately,
/// so at a fixed global batch small collectives dominate on many GPUs.
class Zero3KneeTest : public QObject {
    Q_OBJECT

    std::vector<MeasuredRun> m_runs; ///< by number of GPUs

    static double perGpu(const MeasuredRun& run, double step_s)
    {
        const Scenario& s = run.candidates.front();
        return s.workload.global_batch / s.cluster.gpus / step_s;
    }

private slots:
    void initTestCase()
    {
        for (const MeasuredRun& run : questionsOf(publishedMeasurements(), shippedCalibration()).runs)
            if (run.id.starts_with("megatron21-t2-zero3"))
                m_runs.push_back(run);
        std::ranges::sort(m_runs, {}, [](const MeasuredRun& run) { return run.candidates.front().cluster.gpus; });
        QCOMPARE(m_runs.size(), std::size_t{3});
    }

    void throughputPerGpuFallsAsMeasured()
    {
        for (std::size_t i = 1; i < m_runs.size(); ++i) {
            QVERIFY(perGpu(m_runs[i], m_runs[i].step_s) < perGpu(m_runs[i - 1], m_runs[i - 1].step_s));
            QVERIFY(perGpu(m_runs[i], predictedStep(m_runs[i], shippedCalibration()))
                < perGpu(m_runs[i - 1], predictedStep(m_runs[i - 1], shippedCalibration())));
        }
    }

    void everyRowIsPredictedWithinATenth()
    {
        constexpr double stated = 0.1;
        for (const MeasuredRun& run : m_runs)
            QVERIFY2(test::close(predictedStep(run, shippedCalibration()), run.step_s, stated), run.id.c_str());
    }

    void recomputationGathersWeightsAgain()
    {
        const auto commTime = [](const Scenario& s) { return evaluate(s).part(Part::data_comm).total_s(); };
        Scenario s = m_runs.back().candidates.front();
        Scenario kept = s;
        kept.plan.recompute = Recompute::none;
        QVERIFY(commTime(s) > 1.2 * commTime(kept));
        s.stack.gathers_again = false;
        QVERIFY(commTime(s) < 1.1 * commTime(kept));
    }

    void manySmallCollectivesBendTheCurve()
    {
        const auto fall = [&](double calls) {
            const auto at = [&](const MeasuredRun& run) {
                MeasuredRun other = run;
                for (Scenario& s : other.candidates)
                    s.stack.shard_calls = calls;
                return perGpu(run, predictedStep(other, shippedCalibration()));
            };
            return at(m_runs.back()) / at(m_runs.front());
        };
        QVERIFY(fall(12) < 0.5);
        QVERIFY(fall(1) > 1.2 * fall(12));
    }
};

KNEEPOINT_TEST(Zero3KneeTest)
#include "zero3_knee_test.moc"
